import type { Company } from '../../domain/master-data/company';
import type { Page, PageRequest } from '../page';

/** The filters of a list; a filter that is undefined does not filter. */
export interface CompanyFilters {
  /** Part of the name, the VAT number or the identifier, in any case. */
  readonly q?: string | undefined;
  readonly updated_since?: Date | undefined;
}

export interface CompanyRepository {
  find(id: string): Promise<Company | undefined>;
  /** Companies of the installation, by `created_at`, `updated_at` or `name`. */
  list(filters: CompanyFilters, page: PageRequest): Promise<Page<Company>>;
  /** Locks the row until the transaction ends. */
  lock(id: string): Promise<Company | undefined>;
  /**
   * Waits until no other transaction numbers documents of the company or has one locked. From then on, such a
   * transaction waits until this one ends, and sees the date that it stores. To be called before `books_closed_until`
   * changes.
   */
  lockBooks(id: string): Promise<void>;
  /** @throws DomainError validation_error when another company has the electronic address */
  insert(company: Company): Promise<void>;
  /**
   * Stores a changed company, which is locked; stores nothing when `after` is `before`.
   *
   * @throws DomainError validation_error when another company has the electronic address
   */
  save(before: Company, after: Company): Promise<void>;
}
