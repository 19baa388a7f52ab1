import { DomainError } from '../../../domain/errors';
import { sqlStateOf } from '../failures';

const MAX_ATTEMPTS = 5;
/**
 * SQLSTATEs of a deadlock and a serialisation failure, after which PostgreSQL has rolled back one of the transactions.
 */
const ROLLED_BACK: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/**
 * Repeats a statement or a transaction that failed because of a conflict with another transaction.
 *
 * @param isWorthRepeating - by default, whether PostgreSQL has rolled the transaction back
 */
export async function retried<T>(
  run: () => Promise<T>,
  isWorthRepeating: (error: unknown) => boolean = isRolledBack,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isWorthRepeating(error)) throw error;
    }
  }
}

/** Whether no item of a batch has caused the error: the database is unavailable or too slow. */
export function isInfrastructure(error: unknown): boolean {
  return error instanceof DomainError && error.status === 500;
}

/** Whether PostgreSQL has rolled the transaction back because of another one. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(sqlStateOf(error));
}
