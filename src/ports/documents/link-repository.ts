import type { Link, LinkKind, LinkTarget } from '../../domain/documents/link';
import type { Page, PageRequest } from '../page';

export interface LinkFilters {
  readonly target?: LinkTarget | undefined;
  readonly target_id?: string | undefined;
  readonly kind?: LinkKind | undefined;
  readonly updated_since?: Date | undefined;
}

export interface LinkRepository {
  find(company_id: string, id: string): Promise<Link | undefined>;
  list(company_id: string, filters: LinkFilters, page: PageRequest): Promise<Page<Link>>;
  /** @throws DomainError validation_error when the company has no such target */
  insert(company_id: string, link: Link): Promise<void>;
  /** @returns whether there was such a link */
  delete(company_id: string, id: string): Promise<boolean>;
}
