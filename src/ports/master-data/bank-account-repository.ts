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

  /**
   * Locks who the default is until the transaction ends; whatever writes an account does this first. Where there is
   * no default yet, `candidate` becomes it: before the transaction ends it must be an account of the company.
   *
   * @returns the default's id
   */
  lockDefault(company_id: string, candidate: string): Promise<string>;
  /** Makes `to` the default; `from`, which was it, has changed by that too. */
  moveDefault(company_id: string, from: string, to: string, now: Date): Promise<void>;

  /** Locks the account until the transaction ends. */
  lock(company_id: string, id: string): Promise<BankAccount | undefined>;
  /** Keeps the account from being deleted until the transaction ends. @returns whether there is one */
  keep(company_id: string, id: string): Promise<boolean>;
  /** Whether the company has accounts beside this one. */
  hasOthers(company_id: string, id: string): Promise<boolean>;

  /** Stores all but `default`. @throws DomainError duplicate_bank_account */
  insert(company_id: string, account: BankAccount): Promise<void>;
  /** Stores all but `default`. @throws DomainError duplicate_bank_account */
  update(company_id: string, account: BankAccount): Promise<void>;
  /** With it goes its being the default. Nothing may refer to it any more. */
  delete(company_id: string, id: string): Promise<void>;
}
