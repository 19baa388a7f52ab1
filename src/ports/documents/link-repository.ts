import type { Link } from '../../domain/documents/link';
import type { Page, PageRequest } from '../page';

export interface LinkFilters {
  readonly target?: string | undefined;
  readonly target_id?: string | undefined;
  readonly kind?: string | undefined;
  readonly updated_since?: Date | undefined;
}

export interface LinkRepository {
  find(company_id: string, id: string): Promise<Link | undefined>;
  list(company_id: string, filters: LinkFilters, page: PageRequest): Promise<Page<Link>>;
  /** @throws DomainError validation_error: the company has no such target */
  insert(company_id: string, link: Link): Promise<void>;
  delete(company_id: string, id: string): Promise<void>;
  /** Sum of the amounts of the links that pay the document. */
  findPaidAmount(company_id: string, document_id: string): Promise<string>;
}
