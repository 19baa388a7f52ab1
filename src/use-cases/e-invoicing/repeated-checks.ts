import { DomainError } from '../../domain/errors';

/** Maximum number of checks of a document that changes during each check. */
const MAX_CHECKS = 3;

/** Thrown to roll a transaction back when the document was changed after its check. */
export class ChangedSinceCheck extends Error {}

/**
 * Checks a document and stores it as sent; again when it changed in between.
 *
 * @throws DomainError internal_error when it changes during each check
 */
export async function repeatedWhileChanging<T>(checkAndStore: () => Promise<T>): Promise<T> {
  for (let checks = 1; checks <= MAX_CHECKS; checks++) {
    try {
      return await checkAndStore();
    } catch (error) {
      if (!(error instanceof ChangedSinceCheck)) throw error;
    }
  }
  throw new DomainError('internal_error', 'The document changed meanwhile. Retry.', { retry_after_s: 1 });
}
