import { sqlStateOf } from '../failures';

const MAX_ATTEMPTS = 5;
/**
 * SQLSTATEs of a deadlock and a serialisation failure, after which PostgreSQL has rolled back one of the transactions.
 */
const ROLLED_BACK: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** Repeats a transaction that PostgreSQL has rolled back because of a conflict with another one. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !ROLLED_BACK.has(sqlStateOf(error))) throw error;
    }
  }
}
