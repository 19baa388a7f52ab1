import type { Journal, JournalCategory } from '../../domain/numbering/journal';
import type { NumberFormat } from '../../domain/numbering/number-format';
import type { Page, PageRequest } from '../page';

export interface JournalFilters {
  readonly category?: JournalCategory | undefined;
  readonly active?: boolean | undefined;
  readonly default?: boolean | undefined;
  readonly code?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/**
 * Journals of one company; another company's behave as unknown.
 *
 * Locks are taken in one order everywhere: the company, where a journal is created, the bank account that is
 * referred to, the category's default, the journal's counters, the journal.
 */
export interface JournalRepository {
  find(company_id: string, id: string): Promise<Journal | undefined>;
  /** How all journals of the company write their numbers. */
  listFormats(company_id: string): Promise<NumberFormat[]>;
  list(company_id: string, filters: JournalFilters, page: PageRequest): Promise<Page<Journal>>;

  /** Locks the journal until the transaction ends; documents can be numbered in it meanwhile. */
  lock(company_id: string, id: string): Promise<Journal | undefined>;
  /** Locks the journal and its counters: nothing is numbered in it until the transaction ends. */
  lockWithCounters(company_id: string, id: string): Promise<Journal | undefined>;
  hasDocuments(company_id: string, id: string): Promise<boolean>;

  /**
   * Stores all but `default` and `last_number`.
   *
   * @throws DomainError duplicate_journal_code; validation_error when another journal writes the same numbers;
   *   invalid_bank_account
   */
  insert(company_id: string, journal: Journal): Promise<void>;
  /** Stores journals and makes each its category's default: those of a company that has none. */
  insertDefaults(company_id: string, journals: readonly Journal[]): Promise<void>;
  /**
   * Stores a locked journal after a change, `default` aside; nothing when it is the same.
   *
   * @throws DomainError invalid_bank_account
   */
  save(company_id: string, before: Journal, after: Journal): Promise<void>;
  /** With it go its counters. It has no documents. */
  delete(company_id: string, id: string): Promise<void>;
  /** Takes an account that is about to be deleted, and is locked, off the journals that name it. */
  clearBankAccount(company_id: string, bank_account_id: string, now: Date): Promise<void>;
}
