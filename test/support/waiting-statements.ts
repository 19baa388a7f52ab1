import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/adapters/postgres/database';
import { until } from './until';

/** Until that many statements in the database wait for a lock, at least. */
export async function untilWaiting(db: Kysely<DB>, count: number): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await waiting.execute(db)).rows.length >= count);
}
