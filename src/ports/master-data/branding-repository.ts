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

  /**
   * Locks who the default is until the transaction ends; whatever writes a branding does this first. Where there is
   * no default yet, `candidate` becomes it: before the transaction ends it must be a branding of the company.
   *
   * @returns the default's id
   */
  lockDefault(company_id: string, candidate: string): Promise<string>;
  /** Makes `to` the default; `from`, which was it, has changed by that too. */
  moveDefault(company_id: string, from: string, to: string, now: Date): Promise<void>;

  /** Locks the branding until the transaction ends. */
  lock(company_id: string, id: string): Promise<Branding | undefined>;
  /** Whether the company has brandings beside this one. */
  hasOthers(company_id: string, id: string): Promise<boolean>;

  /** Stores all but `default` and the logo. */
  insert(company_id: string, branding: Branding): Promise<void>;
  /** Stores all but `default` and the logo. */
  update(company_id: string, branding: Branding): Promise<void>;
  /** A logo that a document was made with. */
  findLogoByContent(company_id: string, sha256: string): Promise<Logo | undefined>;
  /** Stores the logo, or removes it, with the branding's new version. */
  saveLogo(company_id: string, branding: Branding, logo: Logo | null): Promise<void>;
  /** With it goes its being the default. */
  delete(company_id: string, id: string): Promise<void>;
}
