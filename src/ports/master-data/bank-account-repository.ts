import type { BankAccount } from '../../domain/master-data/bank-account';
import type { Page, PageRequest } from '../page';

export interface BankAccountFilters {
  /** Part of the name, in any case, or of the IBAN, in any spelling. */
  readonly q?: string | undefined;
  /** Normalised, as stored. */
  readonly reference?: string | undefined;
  readonly manual?: boolean | undefined;
  readonly default?: boolean | undefined;
  readonly external_id?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/**
 * Bank accounts of one company; an account of another company is not found.
 *
 * Locks are taken in this order: the company's default account, the account, the default journals, the journals.
 */
export interface BankAccountRepository {
  find(company_id: string, id: string): Promise<BankAccount | undefined>;
  /** @param page - also sorted by `reference` */
  list(company_id: string, filters: BankAccountFilters, page: PageRequest): Promise<Page<BankAccount>>;

  /** Locks the account until the transaction ends. */
  lock(company_id: string, id: string): Promise<BankAccount | undefined>;
  /** Prevents deletion of the account until the transaction ends. @returns whether the account exists */
  preventDeletion(company_id: string, id: string): Promise<boolean>;

  /** Stores all fields except `default`. @throws DomainError duplicate_bank_account */
  insert(company_id: string, account: BankAccount): Promise<void>;
  /**
   * Stores a changed account, which is locked, except `default`; stores nothing when `after` is `before`.
   *
   * @throws DomainError duplicate_bank_account
   */
  save(company_id: string, before: BankAccount, after: BankAccount): Promise<void>;
  /** Deletes an account that no row refers to. */
  delete(company_id: string, id: string): Promise<void>;
}
