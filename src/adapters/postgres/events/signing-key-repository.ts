import type { Kysely } from 'kysely';
import { type Deadlines, NO_DEADLINES } from '../../../ports/deadlines';
import type { SigningKey, SigningKeyRepository } from '../../../ports/events/signing-keys';
import { decided } from '../connections/doubt';
import type { DB } from '../database';

export class PostgresSigningKeyRepository implements SigningKeyRepository {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly deadlines: Deadlines = NO_DEADLINES,
  ) {}

  list(): Promise<SigningKey[]> {
    return this.db.selectFrom('signing_key').selectAll().orderBy('number').execute();
  }

  async insert({ private_key, ...key }: SigningKey): Promise<boolean> {
    const insert = async () => {
      const row = await this.db
        .insertInto('signing_key')
        .values({ ...key, private_key: Buffer.from(private_key) })
        .onConflict((conflict) => conflict.column('number').doNothing())
        .returning('number')
        .executeTakeFirst();
      return row !== undefined;
    };
    const readBack = async () =>
      (await this.list()).some(({ key_id }) => key_id === key.key_id) ? true : undefined;
    return decided(insert, readBack, this.deadlines);
  }
}
