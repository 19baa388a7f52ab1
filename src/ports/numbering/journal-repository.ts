import type { Journal, JournalCategory } from '../../domain/numbering/journal';
import type { NumberFormat } from '../../domain/numbering/number-format';
import type { InspectedSequence } from '../../domain/numbering/sequence-report';
import type { Page, PageRequest } from '../page';

export interface JournalFilters {
  readonly category?: JournalCategory | undefined;
  readonly active?: boolean | undefined;
  readonly default?: boolean | undefined;
  readonly code?: string | undefined;
  readonly external_id?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/**
 * Journals of one company; a journal of another company is not found.
 *
 * Locks are taken in this order: the company (when a journal is created), the bank account that the journal refers to,
 * the category's default, the journal's counters, the journal.
 */
export interface JournalRepository {
  find(company_id: string, id: string): Promise<Journal | undefined>;
  /** The number formats of all journals of the company. */
  listFormats(company_id: string): Promise<NumberFormat[]>;
  list(company_id: string, filters: JournalFilters, page: PageRequest): Promise<Page<Journal>>;

  /** Locks the journal until the transaction ends; documents may still be numbered in it. */
  lock(company_id: string, id: string): Promise<Journal | undefined>;
  /** Locks the journal and its counters, so that no document is numbered in it until the transaction ends. */
  lockWithCounters(company_id: string, id: string): Promise<Journal | undefined>;
  hasDocuments(company_id: string, id: string): Promise<boolean>;
  /** Reads the numbers of each period of a journal, the earliest period first. */
  inspectSequences(company_id: string, id: string): Promise<InspectedSequence[]>;

  /**
   * Stores all fields except `default` and `last_number`.
   *
   * @throws DomainError duplicate_journal_code; validation_error when another journal has the same number pattern;
   *   invalid_bank_account
   */
  insert(company_id: string, journal: Journal): Promise<void>;
  /** Stores the initial journals of a company without journals, each as the default of its category. */
  insertDefaults(company_id: string, journals: readonly Journal[]): Promise<void>;
  /**
   * Stores a changed journal, which is locked, except `default`; stores nothing when `after` is `before`.
   *
   * @throws DomainError invalid_bank_account
   */
  save(company_id: string, before: Journal, after: Journal): Promise<void>;
  /** Deletes a journal without documents, and its counters. */
  delete(company_id: string, id: string): Promise<void>;
  /**
   * Removes a locked account, before its deletion, from the journals that refer to it.
   *
   * @returns the ids of these journals
   */
  clearBankAccount(company_id: string, bank_account_id: string, now: Date): Promise<string[]>;
}
