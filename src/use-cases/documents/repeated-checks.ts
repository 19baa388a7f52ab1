import { DomainError } from '../../domain/errors';

/** Maximum number of checks of a document that changes during each check. */
const MAX_CHECKS = 3;

/** Thrown to roll a transaction back when what was checked has changed since. Nothing is stored. */
export class ChangedSinceCheck extends DomainError {
  constructor(what: 'document' | 'day' | 'sequence') {
    super('internal_error', `The ${what} changed meanwhile. Retry.`, { retry_after_s: 1 });
  }
}

/**
 * Checks a document and stores it; again when what was checked changed in between: the document, the day of a document
 * without a given date, its numbering sequence, or the closed books.
 *
 * @throws ChangedSinceCheck when it changes during each check
 */
export async function repeatedWhileChanging<T>(
  checkAndStore: () => Promise<T>,
  max_checks = MAX_CHECKS,
): Promise<T> {
  for (let checks = 1; ; checks++) {
    try {
      return await checkAndStore();
    } catch (error) {
      if (!(error instanceof ChangedSinceCheck) || checks === max_checks) throw error;
    }
  }
}
