import type { OwnData } from '../domain/values/own-data';
import type { Versioned } from '../domain/version';
import type { Page, PageRequest } from './page';

/** Another resource of the same company and kind has the `external_id`. Nothing was stored. */
export class ExternalIdTaken extends Error {}

/** A resource with own data. */
export type Owned = OwnData & Versioned & { readonly id: string };

/** The methods that the repositories of all resources with own data have in common. */
export interface OwnedRepository<T extends Owned> {
  list(
    company_id: string,
    filters: { readonly external_id?: string | undefined },
    page: PageRequest,
  ): Promise<Page<{ readonly id: string }>>;
  find(company_id: string, id: string): Promise<T | undefined>;
  lock(company_id: string, id: string): Promise<T | undefined>;
  /** @throws ExternalIdTaken */
  save(company_id: string, before: T, after: T): Promise<void>;
}
