import { type Kysely, sql } from 'kysely';
import type { Client } from '../../../domain/access/client';
import type { AttemptWindow, LockoutLimits } from '../../../domain/access/failed-attempts';
import type { ClientRepository } from '../../../ports/access/client-repository';
import type { PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { keysetPage } from '../page';

const COLUMNS = [
  'client_id',
  'company_id',
  'name',
  'permissions',
  'active',
  'secret_hash',
  'previous_secret_hash',
  'previous_secret_expires_at',
  'version',
  'created_at',
  'updated_at',
] as const;

/** The index behind each sort begins with company_id and ends with client_id. */
const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
} as const;

export class PostgresClientRepository implements ClientRepository {
  constructor(private readonly db: Kysely<DB>) {}

  find(client_id: string): Promise<Client | undefined> {
    return this.select().where('client_id', '=', client_id).executeTakeFirst();
  }

  /**
   * Locks the row `for no key update`, which does not conflict with the key share lock that the foreign key of a new
   * refresh token takes. Tokens can be issued meanwhile.
   */
  lock(client_id: string): Promise<Client | undefined> {
    return this.select().where('client_id', '=', client_id).forNoKeyUpdate().executeTakeFirst();
  }

  list(company_id: string, { updated_since }: { updated_since?: Date | undefined }, page: PageRequest) {
    const query = this.select()
      .where('company_id', '=', company_id)
      .$if(updated_since !== undefined, (all) => all.where('updated_at', '>=', updated_since!));
    return keysetPage(this.db, query, page, SORTS, 'client_id');
  }

  async insert(client: Client): Promise<void> {
    await this.db.insertInto('client').values(client).execute();
  }

  async save(before: Client, after: Client): Promise<void> {
    if (after === before) return;
    const { client_id, ...fields } = after;
    await this.db.updateTable('client').set(fields).where('client_id', '=', client_id).execute();
  }

  async failedAttempts(client_ids: readonly string[]): Promise<ReadonlyMap<string, AttemptWindow>> {
    const rows = await this.db
      .selectFrom('failed_attempt')
      .select(['client_id', 'window_started_at', 'count'])
      .where('client_id', '=', sql<string>`any(${client_ids})`)
      .execute();
    return new Map(rows.map(({ client_id, ...window }) => [client_id, window]));
  }

  async resetFailedAttempts(client_id: string): Promise<void> {
    await this.db.deleteFrom('failed_attempt').where('client_id', '=', client_id).execute();
  }

  async recordLockout(
    client_id: string,
    { window_started_at }: AttemptWindow,
    { attempts }: LockoutLimits,
  ): Promise<Client | undefined> {
    const marked = await this.db
      .updateTable('failed_attempt')
      .set({ recorded_window: window_started_at })
      .where('client_id', '=', client_id)
      .where('window_started_at', '=', window_started_at)
      .where('count', '>=', attempts)
      .where('recorded_window', 'is distinct from', window_started_at)
      .returning('client_id')
      .executeTakeFirst();
    return marked && this.find(client_id);
  }

  async revokeFamily(family: string): Promise<Client | undefined> {
    const revoked = await this.db
      .updateTable('refresh_token')
      .set({ token_hash: null })
      .where('family', '=', family)
      .where('token_hash', 'is not', null)
      .returning('client_id')
      .executeTakeFirst();
    return revoked && this.find(revoked.client_id);
  }

  async deleteRefreshToken(client_id: string): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('refresh_token')
      .where('client_id', '=', client_id)
      .where('token_hash', 'is not', null)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  private select() {
    return this.db.selectFrom('client').select(COLUMNS);
  }
}
