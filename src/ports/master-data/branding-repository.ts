import type { Branding, Logo } from '../../domain/master-data/branding';
import type { Page, PageRequest } from '../page';

export interface BrandingFilters {
  readonly default?: boolean | undefined;
  readonly updated_since?: Date | undefined;
}

/**
 * Brandings of one company; another company's behave as unknown.
 *
 * Locks are taken in one order everywhere: the company's default branding, the branding.
 */
export interface BrandingRepository {
  find(company_id: string, id: string): Promise<Branding | undefined>;
  list(company_id: string, filters: BrandingFilters, page: PageRequest): Promise<Page<Branding>>;
  /** @returns the logo with the version of its branding; undefined when there is no branding, or it has none */
  findLogo(company_id: string, id: string): Promise<(Logo & { readonly version: number }) | undefined>;

  /** Locks the branding until the transaction ends. */
  lock(company_id: string, id: string): Promise<Branding | undefined>;

  /** Stores all but `default` and the logo. */
  insert(company_id: string, branding: Branding): Promise<void>;
  /** Stores a locked branding after a change, `default` and the logo aside; nothing when it is the same. */
  save(company_id: string, before: Branding, after: Branding): Promise<void>;
  /** A logo that a document was made with. */
  findLogoByContent(company_id: string, sha256: string): Promise<Logo | undefined>;
  /** Stores the logo, or removes it, with the branding's new version. */
  saveLogo(company_id: string, branding: Branding, logo: Logo | null): Promise<void>;
  delete(company_id: string, id: string): Promise<void>;
}
