import type { Kysely } from 'kysely';
import type { DB } from '../../src/adapters/postgres/database';
import { until } from './until';
import type { StoredEvent } from '../../src/domain/events/verification';

/** Stores rows of a company's log, of which the last is its head. */
export async function insertLog(
  db: Kysely<DB>,
  company_id: string,
  rows: readonly StoredEvent[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += 1_000) {
    const part = rows.slice(start, start + 1_000).map(({ content, hash, ...row }) => ({
      ...{ company_id, ...row },
      content: Buffer.from(content, 'hex'),
      hash: Buffer.from(hash, 'hex'),
    }));
    await db.insertInto('event').values(part).execute();
  }
  const { position, hash, body } = rows.at(-1)!;
  const { occurred_at } = JSON.parse(body) as { occurred_at: string };
  const head = { position, hash, occurred_at };
  await db
    .insertInto('event_head')
    .values({ company_id, ...head })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(head))
    .execute();
}

/** Stores rows in place of the log that a company got when it was made. */
export async function replaceLog(
  db: Kysely<DB>,
  company_id: string,
  rows: readonly StoredEvent[],
): Promise<void> {
  const of = (table: 'event' | 'event_head') => db.deleteFrom(table).where('company_id', '=', company_id);
  await until(async () => {
    const pending = await db
      .selectFrom('pending_event')
      .select('sequence')
      .where('company_id', '=', company_id)
      .execute();
    return pending.length === 0;
  });
  for (const table of ['event', 'event_head'] as const) await of(table).execute();
  await insertLog(db, company_id, rows);
}
