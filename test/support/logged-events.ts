import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/adapters/postgres/database';

/** Adds an event to a company's log, at the position after the last. Its hashes are not those of a chain. */
export async function logEvent(
  db: Kysely<DB>,
  company_id: string,
  { event_id, type }: { readonly event_id: string; readonly type: string },
): Promise<void> {
  await logEvents(db, company_id, [{ event_id, type }]);
}

export async function logEvents(
  db: Kysely<DB>,
  company_id: string,
  events: readonly { readonly event_id: string; readonly type: string }[],
): Promise<void> {
  const digest = createHash('sha256').digest();
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ position: string }>`
      insert into event_head (company_id, position, hash, occurred_at)
      values (${company_id}, ${events.length}, '', '2026-07-01')
      on conflict (company_id) do update set position = event_head.position + excluded.position
      returning position`.execute(trx);
    const first = Number(rows[0]!.position) - events.length + 1;
    const stored = events.map(({ event_id, type }, index) => {
      const position = first + index;
      return { id: event_id, type, position, body: JSON.stringify({ id: event_id, position, type }) };
    });
    await sql`
      insert into event (company_id, position, id, type, resource_id, content, hash, body)
      select ${company_id}, e.position, e.id, e.type, '', ${digest}, ${digest}, e.body
      from json_to_recordset(${JSON.stringify(stored)}::json)
        as e (id uuid, type text, position bigint, body text)`.execute(trx);
  });
}

export function someEvents(count: number, type = 'relation.created') {
  return Array.from({ length: count }, () => ({ event_id: randomUUID(), type }));
}
