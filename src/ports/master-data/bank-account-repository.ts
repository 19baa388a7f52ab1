import type { BankAccount } from '../../domain/master-data/bank-account';
import type { Page, PageRequest } from '../page';

export interface BankAccountFilters {
  /** Normalised, as stored. */
  readonly reference?: string | undefined;
  readonly manual?: boolean | undefined;
  readonly default?: boolean | undefined;
  readonly updated_since?: Date | undefined;
}

/**
 * Bank accounts of one company; another company's behave as unknown.
 *
 * Locks are taken in one order everywhere: the company's default account, the account, the default journals, journals.
 */
export interface BankAccountRepository {
  find(company_id: string, id: string): Promise<BankAccount | undefined>;
  list(company_id: string, filters: BankAccountFilters, page: PageRequest): Promise<Page<BankAccount>>;

  /** Locks the account until the transaction ends. */
  lock(company_id: string, id: string): Promise<BankAccount | undefined>;
  /** Keeps the account from being deleted until the transaction ends. @returns whether there is one */
  keep(company_id: string, id: string): Promise<boolean>;

  /** Stores all but `default`. @throws DomainError duplicate_bank_account */
  insert(company_id: string, account: BankAccount): Promise<void>;
  /**
   * Stores a locked account after a change, `default` aside; nothing when it is the same.
   *
   * @throws DomainError duplicate_bank_account
   */
  save(company_id: string, before: BankAccount, after: BankAccount): Promise<void>;
  /** Nothing may refer to it any more. */
  delete(company_id: string, id: string): Promise<void>;
}
