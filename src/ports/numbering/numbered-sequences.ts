import type { NumberedSequence } from '../../domain/numbering/sequence-gaps';

/** The numbering sequences of a company with the numbers of their documents, for the console. */
export interface NumberedSequences {
  /**
   * Counts in an index, with a time limit in the database.
   *
   * @returns by journal, the newest period first; undefined when the time limit is exceeded
   */
  list(
    company_id: string,
  ): Promise<readonly (NumberedSequence & { readonly journal_id: string })[] | undefined>;
}
