import { sqlStateOf } from '../failures';

const MAX_ATTEMPTS = 5;
/** Deadlock, serialisation failure: PostgreSQL has rolled the transaction back in favour of another one. */
const ROLLED_BACK: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** Runs a transaction again that PostgreSQL has rolled back in favour of another one. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !ROLLED_BACK.has(sqlStateOf(error))) throw error;
    }
  }
}
