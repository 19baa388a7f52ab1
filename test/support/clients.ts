import { randomUUID } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import type { DB } from '../../src/adapters/postgres/database';
import type { ClientRow } from './memory/tokens';

/** An active client that may read documents; give only the fields the test is about. */
export function aClient(fields: Partial<ClientRow> = {}): ClientRow {
  return {
    client_id: `client-${randomUUID()}`,
    company_id: '6f1c1d38-6a0e-4a53-9b0e-0d3c5f3a0001',
    permissions: { document: ['read'] },
    active: true,
    secret_hash: `hash of ${randomUUID()}`,
    previous_secret_hash: null,
    previous_secret_expires_at: null,
    ...fields,
  };
}

/** Stores the client as it is now, over what was stored. */
export async function storeClient(db: Kysely<DB>, client: ClientRow): Promise<void> {
  const times = { created_at: new Date(0), updated_at: new Date(0) };
  await db
    .insertInto('client')
    .values({ ...client, ...times, name: 'Test' })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(client))
    .execute();
}

/** @returns whatever a table holds of a client, as one text: to look for what must not be stored */
export async function storedText(db: Kysely<DB>): Promise<string> {
  const { rows } = await db.executeQuery<{ text: string }>(
    CompiledQuery.raw(`
      select string_agg(text, ' ') as text from (
        select to_jsonb(t)::text as text from client t union all
        select to_jsonb(t)::text from refresh_token t union all
        select to_jsonb(t)::text from failed_attempt t) all_rows`),
  );
  return rows[0]?.text ?? '';
}
