import type { Kysely } from 'kysely';
import type { SigningKey, SigningKeyRepository } from '../../../ports/events/signing-keys';
import type { DB } from '../database';

export class PostgresSigningKeyRepository implements SigningKeyRepository {
  constructor(private readonly db: Kysely<DB>) {}

  list(): Promise<SigningKey[]> {
    return this.db.selectFrom('signing_key').selectAll().orderBy('number').execute();
  }

  async insert({ private_key, ...key }: SigningKey): Promise<boolean> {
    const row = await this.db
      .insertInto('signing_key')
      .values({ ...key, private_key: Buffer.from(private_key) })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returning('number')
      .executeTakeFirst();
    return row !== undefined;
  }
}
