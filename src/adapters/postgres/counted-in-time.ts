import { type Kysely, sql } from 'kysely';
import type { DB } from './database';
import { sqlStateOf } from './failures';
import { rowsOf } from './rows-of';

/** In milliseconds: statistics must not slow down writes. */
const STATEMENT_TIMEOUT_MS = 3_000;
const QUERY_CANCELED = '57014';

/**
 * Runs a statement that counts, with a time limit. The limit is set for a transaction, because behind a pooler sessions
 * are shared.
 *
 * @returns undefined when the time limit is exceeded
 */
export async function countedInTime<Row>(
  db: Kysely<DB>,
  text: string,
  values: readonly unknown[],
): Promise<Row[] | undefined> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(trx);
      return await rowsOf<Row>(trx, text, values);
    });
  } catch (error) {
    if (sqlStateOf(error) === QUERY_CANCELED) return undefined;
    throw error;
  }
}
