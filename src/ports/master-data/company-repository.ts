import type { Company } from '../../domain/master-data/company';
import type { Page, PageRequest } from '../page';

export interface CompanyRepository {
  find(id: string): Promise<Company | undefined>;
  list(filters: { readonly updated_since?: Date | undefined }, page: PageRequest): Promise<Page<Company>>;
  /** Locks the row until the transaction ends. */
  lock(id: string): Promise<Company | undefined>;
  /** @throws DomainError validation_error when another company has the electronic address */
  insert(company: Company): Promise<void>;
  /**
   * Stores a changed company, which is locked; stores nothing when `after` is `before`.
   *
   * @throws DomainError validation_error when another company has the electronic address
   */
  save(before: Company, after: Company): Promise<void>;
}
