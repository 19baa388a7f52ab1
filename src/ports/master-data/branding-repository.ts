import type { Branding, Logo } from '../../domain/master-data/branding';
import type { Page, PageRequest } from '../page';

export interface BrandingFilters {
  /** Part of the name, in any case. */
  readonly q?: string | undefined;
  readonly default?: boolean | undefined;
  readonly external_id?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/**
 * Brandings of one company; a branding of another company is not found.
 *
 * Locks are taken in this order: the company's default branding, the branding.
 */
export interface BrandingRepository {
  find(company_id: string, id: string): Promise<Branding | undefined>;
  /** @param page - also sorted by `name` */
  list(company_id: string, filters: BrandingFilters, page: PageRequest): Promise<Page<Branding>>;
  /** @returns the logo with the version of its branding; undefined without such a branding or without a logo */
  findLogo(company_id: string, id: string): Promise<(Logo & { readonly version: number }) | undefined>;

  /** Locks the branding until the transaction ends. */
  lock(company_id: string, id: string): Promise<Branding | undefined>;

  /** Stores all fields except `default` and the logo. */
  insert(company_id: string, branding: Branding): Promise<void>;
  /** Stores a changed branding, which is locked, except `default` and the logo; nothing when `after` is `before`. */
  save(company_id: string, before: Branding, after: Branding): Promise<void>;
  /** Finds a present or former logo by its digest, as in a document's snapshot. */
  findLogoByContent(company_id: string, sha256: string): Promise<Logo | undefined>;
  /** Stores the logo, or removes it when null, and stores the branding's new version. */
  saveLogo(company_id: string, branding: Branding, logo: Logo | null): Promise<void>;
  delete(company_id: string, id: string): Promise<void>;
}
