import {
  changedCompany,
  type Company,
  type CompanyInput,
  type CompanyPatch,
  newCompany,
} from '../../domain/master-data/company';
import { DomainError, existing } from '../../domain/errors';
import { defaultJournals } from '../../domain/numbering/journal';
import { permissionsOf } from '../../domain/access/permission';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { Caller } from '../../ports/access/access-tokens';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { CompanyFilters } from '../../ports/master-data/company-repository';
import type { Page, PageRequest } from '../../ports/page';
import type { UnitOfWork } from '../../ports/unit-of-work';

interface CreationOptions {
  /** Unless it is false, the company gets one default journal per category. */
  readonly default_journals?: boolean | null | undefined;
  /** An id generated earlier, so that a repeated request does not create a second company. */
  readonly id?: string;
}

/** The management of companies by the operator, and the identity of a caller. */
export class Companies {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(unit: UnitOfWork, filters: CompanyFilters, page: PageRequest): Promise<Page<Company>> {
    return unit.read(({ companies }) => companies.list(filters, page));
  }

  /** @throws DomainError not_found */
  get(unit: UnitOfWork, id: string): Promise<Company> {
    return unit.read(async ({ companies }) => existing(await companies.find(id), 'company'));
  }

  /**
   * @throws DomainError invalid_address; validation_error when another company has the electronic address, or the id
   */
  create(
    unit: UnitOfWork,
    input: CompanyInput,
    { default_journals, id = this.ids.next() }: CreationOptions = {},
  ): Promise<Company> {
    const now = this.clock.now();
    const company = newCompany(input, id, now);
    const origin = { now, time_zone: company.timezone };
    const first = default_journals === false ? [] : defaultJournals(() => this.ids.next(), origin);
    return unit.transaction(async ({ companies, journals }) => {
      await companies.insert(company);
      if (first.length > 0) await journals.insertDefaults(company.id, first);
      return company;
    });
  }

  /**
   * @throws DomainError not_found, precondition_failed, field_not_editable, invalid_address; validation_error as on
   *   creation
   */
  update(unit: UnitOfWork, id: string, patch: CompanyPatch, if_match: IfMatch): Promise<Company> {
    return unit.transaction(async ({ companies }) => {
      const company = existing(await companies.lock(id), 'company');
      assertVersion(if_match, company.version);
      const next = changedCompany(company, patch, this.clock.now());
      if (next.books_closed_until !== company.books_closed_until) await companies.lockBooks(id);
      await companies.save(company, next);
      return next;
    });
  }

  /**
   * The client, company and permissions of an access token.
   *
   * @throws DomainError invalid_token when the company does not exist in this installation
   */
  async identify(unit: UnitOfWork, caller: Caller) {
    const company = await unit.read(({ companies }) => companies.find(caller.company_id));
    if (!company)
      throw new DomainError('invalid_token', 'The access token was issued by another installation.');
    return {
      client_id: caller.client_id,
      company: { id: company.id, name: company.name },
      permissions: permissionsOf([...caller.scope].join(' ')),
      expires_at: caller.expires_at,
    };
  }
}
