import {
  assertEditable,
  type Branding,
  type BrandingInput,
  type BrandingPatch,
  changedBranding,
  type Logo,
  LOGO_TYPES,
  newBranding,
  withLogo,
} from '../../domain/master-data/branding';
import { DomainError, existing } from '../../domain/errors';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { BrandingFilters } from '../../ports/master-data/branding-repository';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { DefaultFlag } from '../default-flag';
import type { Download } from '../download';
import { OwnDataOf } from '../own-data';

export class Brandings {
  readonly own_data: OwnDataOf<Branding>;

  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.own_data = new OwnDataOf(clock, 'branding', ({ brandings }) => brandings);
  }

  list(
    unit: UnitOfWork,
    company_id: string,
    filters: BrandingFilters,
    page: PageRequest,
  ): Promise<Page<Branding>> {
    return unit.read(({ brandings }) => brandings.list(company_id, filters, page));
  }

  /** @throws DomainError not_found */
  get(unit: UnitOfWork, company_id: string, id: string): Promise<Branding> {
    return unit.read(async ({ brandings }) => existing(await brandings.find(company_id, id), 'branding'));
  }

  /** @throws DomainError external_id_in_use */
  create(unit: UnitOfWork, company_id: string, input: BrandingInput): Promise<Branding> {
    const id = this.ids.next();
    const store = async ({ brandings, default_pointers }: Repositories) => {
      const flag = await DefaultFlag.lock(default_pointers, scopeOf(company_id), id);
      const now = this.clock.now();
      const is_default = await flag.store(
        { was_active: false },
        { default: input.default, active: true },
        now,
      );
      const branding = { ...newBranding(input, id, now), default: is_default };
      await brandings.insert(company_id, branding);
      return branding;
    };
    return this.own_data.write(unit, company_id, input, () => unit.transaction(store));
  }

  /**
   * @throws DomainError not_found, precondition_failed, field_not_editable, default_branding_required,
   *   external_id_in_use
   */
  update(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    patch: BrandingPatch,
    if_match: IfMatch,
  ): Promise<Branding> {
    const store = async (repositories: Repositories) => {
      const { branding, flag } = await lock(repositories, company_id, id, if_match);
      assertEditable(patch);
      const now = this.clock.now();
      const is_default = await flag.store(
        { was_active: true },
        { default: patch.default, active: true },
        now,
      );

      const next = changedBranding(branding, patch, is_default, now);
      await repositories.brandings.save(company_id, branding, next);
      return next;
    };
    return this.own_data.write(unit, company_id, patch, () => unit.transaction(store));
  }

  /** @throws DomainError not_found, precondition_failed, default_branding_required */
  delete(unit: UnitOfWork, company_id: string, id: string, if_match: IfMatch): Promise<void> {
    return unit.transaction(async (repositories) => {
      const { flag } = await lock(repositories, company_id, id, if_match);
      await flag.delete({ was_active: true }, () => repositories.brandings.delete(company_id, id));
    });
  }

  /** @throws DomainError not_found, also when the branding has no logo */
  getLogo(unit: UnitOfWork, company_id: string, id: string): Promise<Download<Uint8Array>> {
    return unit.read(async ({ brandings }) => {
      const logo = (await brandings.findLogo(company_id, id)) ?? unknownLogo();
      return { ...logo, filename: `logo.${LOGO_TYPES[logo.content_type]}` };
    });
  }

  /**
   * @param readLogo - reads the upload. It is called after the branding and its version were checked, and before the
   *   transaction, since the caller determines how long the upload takes
   * @throws DomainError not_found, precondition_failed; the errors of `readLogo`
   */
  async putLogo(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    readLogo: () => Promise<Logo>,
    if_match: IfMatch,
  ): Promise<Branding> {
    assertVersion(if_match, (await this.get(unit, company_id, id)).version);
    const logo = await readLogo();
    return this.saveLogo(unit, company_id, id, logo, if_match);
  }

  /** @throws DomainError not_found, also when the branding has no logo; precondition_failed */
  async deleteLogo(unit: UnitOfWork, company_id: string, id: string, if_match: IfMatch): Promise<void> {
    await this.saveLogo(unit, company_id, id, null, if_match);
  }

  private saveLogo(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    logo: Logo | null,
    if_match: IfMatch,
  ): Promise<Branding> {
    return unit.transaction(async (repositories) => {
      const { branding } = await lock(repositories, company_id, id);
      if (logo === null && !branding.has_logo) unknownLogo();
      assertVersion(if_match, branding.version);
      if (
        logo &&
        branding.has_logo &&
        isSameLogo(logo, await repositories.brandings.findLogo(company_id, id))
      )
        return branding;

      const next = withLogo(branding, logo !== null, this.clock.now());
      await repositories.brandings.saveLogo(company_id, next, logo);
      return next;
    });
  }
}

function isSameLogo({ content_type, bytes }: Logo, present: Logo | undefined): boolean {
  return present?.content_type === content_type && Buffer.compare(present.bytes, bytes) === 0;
}

const scopeOf = (company_id: string) => ({ kind: 'branding', company_id }) as const;

/** @returns the branding and its default flag, both locked */
async function lock(
  { brandings, default_pointers }: Repositories,
  company_id: string,
  id: string,
  if_match?: IfMatch,
): Promise<{ branding: Branding; flag: DefaultFlag }> {
  const flag = await DefaultFlag.lock(default_pointers, scopeOf(company_id), id);
  const branding = existing(await brandings.lock(company_id, id), 'branding');
  assertVersion(if_match, branding.version);
  return { branding, flag };
}

function unknownLogo(): never {
  throw new DomainError('not_found', 'The branding has no logo.');
}
