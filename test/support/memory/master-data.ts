import { createHash } from 'node:crypto';
import { DomainError } from '../../../src/domain/errors';
import type { BankAccount } from '../../../src/domain/master-data/bank-account';
import type { Branding, Logo } from '../../../src/domain/master-data/branding';
import type { Company } from '../../../src/domain/master-data/company';
import type { DeliveryLocation } from '../../../src/domain/master-data/delivery-location';
import type { Relation } from '../../../src/domain/master-data/relation';
import { foldCase } from '../../../src/domain/values/case-fold';
import { ibanPart } from '../../../src/domain/values/iban';
import type { DefaultPointers, DefaultScope } from '../../../src/ports/default-pointers';
import type {
  BankAccountFilters,
  BankAccountRepository,
} from '../../../src/ports/master-data/bank-account-repository';
import type { BrandingFilters, BrandingRepository } from '../../../src/ports/master-data/branding-repository';
import type { CompanyFilters, CompanyRepository } from '../../../src/ports/master-data/company-repository';
import type {
  DeliveryLocationFilters,
  DeliveryLocationRepository,
} from '../../../src/ports/master-data/delivery-location-repository';
import type { PageRequest } from '../../../src/ports/page';
import type { Repositories } from '../../../src/ports/unit-of-work';
import { assertExternalIdFree } from './own-data';
import { hasMembers, isUpdatedSince, pageOf, TIMES } from './page';
import { MemoryRelationRepository } from './relations';
import { Table } from './table';
import type { Session, Tables } from './tables';

/** A branding, with what names its logo. `default` and `has_logo` are set when it is read. */
interface StoredBranding {
  readonly branding: Branding;
  readonly logo_sha256: string | null;
}

export function masterDataTables() {
  return {
    companies: Table.empty<Company>(),
    /** By company and id, like the following; `default` is set when an account is read. */
    bank_accounts: Table.empty<BankAccount>(),
    brandings: Table.empty<StoredBranding>(),
    /** By company and the digest of the content. */
    logos: Table.empty<Logo>(),
    relations: Table.empty<Relation>(),
    /** The id of the relation that holds an identity, by company, kind and value. */
    relation_identities: Table.empty<string>(),
    /** By company, relation and id. */
    delivery_locations: Table.empty<DeliveryLocation>(),
    /** The default's id, by company, kind and, for journals, category. */
    default_pointers: Table.empty<string>(),
  };
}

type MasterDataRepositories = Pick<
  Repositories,
  'bank_accounts' | 'brandings' | 'companies' | 'default_pointers' | 'delivery_locations' | 'relations'
>;

export function masterDataRepositories(session: Session): MasterDataRepositories {
  return {
    bank_accounts: new MemoryBankAccountRepository(session),
    brandings: new MemoryBrandingRepository(session),
    companies: new MemoryCompanyRepository(session),
    default_pointers: new MemoryDefaultPointers(session),
    delivery_locations: new MemoryDeliveryLocationRepository(session),
    relations: new MemoryRelationRepository(session),
  };
}

const COMPANY_SORTS = {
  ...TIMES,
  name: { kind: 'text', valueOf: ({ name }: Company) => foldCase(name) },
} as const;

const ACCOUNT_SORTS = {
  ...TIMES,
  reference: { kind: 'text', valueOf: ({ reference }: BankAccount) => reference },
} as const;

const BRANDING_SORTS = {
  ...TIMES,
  name: { kind: 'text', valueOf: ({ name }: Branding) => name },
} as const;

class MemoryCompanyRepository implements CompanyRepository {
  constructor(private readonly session: Session) {}

  async find(id: string) {
    return this.session.tables.companies.get(id);
  }

  async list({ q, updated_since }: CompanyFilters, page: PageRequest) {
    const part = foldCase(q ?? '');
    const found = this.session.tables.companies
      .list()
      .filter(isUpdatedSince(updated_since))
      .filter(({ name, vat, identifier }) =>
        [name, vat, identifier].some((value) => value !== null && foldCase(value).includes(part)),
      );
    return pageOf(found, page, COMPANY_SORTS, ({ id }) => id);
  }

  lock(id: string) {
    return this.find(id);
  }

  async lockBooks() {
    // Transactions run one after the other.
  }

  async insert(company: Company) {
    if (await this.find(company.id)) throw new DomainError('validation_error', 'id: is taken');
    this.assertAddressFree(company);
    this.session.tables.companies.set(company, company.id);
  }

  async save(_before: Company, after: Company) {
    this.assertAddressFree(after);
    this.session.tables.companies.update(() => after, after.id);
  }

  private assertAddressFree({ id, electronic_address }: Company): void {
    const address = electronic_address?.toLowerCase();
    if (address === undefined) return;
    const others = this.session.tables.companies.list().filter((company) => company.id !== id);
    if (!others.some((company) => company.electronic_address?.toLowerCase() === address)) return;
    throw new DomainError('validation_error', 'electronic_address: belongs to another company');
  }
}

class MemoryBankAccountRepository implements BankAccountRepository {
  constructor(private readonly session: Session) {}

  async find(company_id: string, id: string) {
    const account = this.session.tables.bank_accounts.get(company_id, id);
    return account && this.read(company_id, account);
  }

  async list(
    company_id: string,
    { q = '', updated_since, ...filters }: BankAccountFilters,
    page: PageRequest,
  ) {
    const accounts = this.session.tables.bank_accounts.list(company_id);
    const part = ibanPart(q);
    const found = accounts
      .filter(
        ({ name, reference }) =>
          q === '' ||
          (name !== null && foldCase(name).includes(foldCase(q))) ||
          (part !== '' && reference.includes(part)),
      )
      .map((account) => this.read(company_id, account))
      .filter(isUpdatedSince(updated_since))
      .filter(hasMembers<BankAccount>(filters));
    return pageOf(found, page, ACCOUNT_SORTS, ({ id }) => id);
  }

  lock(company_id: string, id: string) {
    return this.find(company_id, id);
  }

  async preventDeletion(company_id: string, id: string) {
    return this.session.tables.bank_accounts.get(company_id, id) !== undefined;
  }

  async insert(company_id: string, account: BankAccount) {
    this.assertReferenceFree(company_id, account);
    assertExternalIdFree(this.session.tables.bank_accounts.list(company_id), account);
    this.session.tables.bank_accounts.set(account, company_id, account.id);
  }

  async save(company_id: string, _before: BankAccount, after: BankAccount) {
    this.assertReferenceFree(company_id, after);
    assertExternalIdFree(this.session.tables.bank_accounts.list(company_id), after);
    this.session.tables.bank_accounts.update(() => after, company_id, after.id);
  }

  async delete(company_id: string, id: string) {
    this.session.tables.bank_accounts.delete(company_id, id);
  }

  private read(company_id: string, account: BankAccount): BankAccount {
    const is_default = this.session.tables.default_pointers.get(company_id, 'bank_account') === account.id;
    return { ...account, default: is_default };
  }

  private assertReferenceFree(company_id: string, { id, reference }: BankAccount): void {
    const accounts = this.session.tables.bank_accounts.list(company_id);
    if (!accounts.some((account) => account.id !== id && account.reference === reference)) return;
    throw new DomainError('duplicate_bank_account', 'An account with this reference exists already.');
  }
}

class MemoryBrandingRepository implements BrandingRepository {
  constructor(private readonly session: Session) {}

  async find(company_id: string, id: string) {
    const stored = this.session.tables.brandings.get(company_id, id);
    return stored && this.read(company_id, stored);
  }

  async list(company_id: string, { q = '', updated_since, ...filters }: BrandingFilters, page: PageRequest) {
    const brandings = this.session.tables.brandings.list(company_id);
    const found = brandings
      .map((stored) => this.read(company_id, stored))
      .filter(({ name }) => foldCase(name).includes(foldCase(q)))
      .filter(isUpdatedSince(updated_since))
      .filter(hasMembers<Branding>(filters));
    return pageOf(found, page, BRANDING_SORTS, ({ id }) => id);
  }

  async findLogo(company_id: string, id: string) {
    const stored = this.session.tables.brandings.get(company_id, id);
    if (!stored || stored.logo_sha256 === null) return undefined;
    const logo = (await this.findLogoByContent(company_id, stored.logo_sha256))!;
    return { ...logo, version: stored.branding.version };
  }

  lock(company_id: string, id: string) {
    return this.find(company_id, id);
  }

  async insert(company_id: string, branding: Branding) {
    assertExternalIdFree(this.stored(company_id), branding);
    this.session.tables.brandings.set({ branding, logo_sha256: null }, company_id, branding.id);
  }

  async save(company_id: string, _before: Branding, after: Branding) {
    assertExternalIdFree(this.stored(company_id), after);
    const change = (stored: StoredBranding) => ({ ...stored, branding: after });
    this.session.tables.brandings.update(change, company_id, after.id);
  }

  async findLogoByContent(company_id: string, sha256: string) {
    return this.session.tables.logos.get(company_id, sha256);
  }

  async saveLogo(company_id: string, { id, version, updated_at }: Branding, logo: Logo | null) {
    const { brandings, logos } = this.session.tables;
    const logo_sha256 = logo && createHash('sha256').update(logo.bytes).digest('hex');
    if (logo && logo_sha256) logos.set(logo, company_id, logo_sha256);
    const change = ({ branding }: StoredBranding) => {
      return { branding: { ...branding, version, updated_at }, logo_sha256 };
    };
    brandings.update(change, company_id, id);
  }

  async delete(company_id: string, id: string) {
    this.session.tables.brandings.delete(company_id, id);
  }

  private stored(company_id: string): Branding[] {
    return this.session.tables.brandings.list(company_id).map(({ branding }) => branding);
  }

  private read(company_id: string, { branding, logo_sha256 }: StoredBranding): Branding {
    const is_default = this.session.tables.default_pointers.get(company_id, 'branding') === branding.id;
    return { ...branding, default: is_default, has_logo: logo_sha256 !== null };
  }
}

class MemoryDeliveryLocationRepository implements DeliveryLocationRepository {
  constructor(private readonly session: Session) {}

  async find(company_id: string, relation_id: string, id: string) {
    return this.session.tables.delivery_locations.get(company_id, relation_id, id);
  }

  async list(
    company_id: string,
    relation_id: string,
    { updated_since, ...filters }: DeliveryLocationFilters,
    page: PageRequest,
  ) {
    const locations = this.session.tables.delivery_locations.list(company_id, relation_id);
    const found = locations
      .filter(isUpdatedSince(updated_since))
      .filter(hasMembers<DeliveryLocation>(filters));
    return pageOf(found, page, TIMES, ({ id }) => id);
  }

  lock(company_id: string, relation_id: string, id: string) {
    return this.find(company_id, relation_id, id);
  }

  lockForDeletion(company_id: string, relation_id: string, id: string) {
    return this.find(company_id, relation_id, id);
  }

  async insert(company_id: string, relation_id: string, location: DeliveryLocation) {
    const { delivery_locations, relations } = this.session.tables;
    if (!relations.get(company_id, relation_id)) throw new DomainError('not_found', 'No such relation.');
    delivery_locations.set(location, company_id, relation_id, location.id);
  }

  async save(company_id: string, relation_id: string, _before: DeliveryLocation, after: DeliveryLocation) {
    this.session.tables.delivery_locations.update(() => after, company_id, relation_id, after.id);
  }

  async countDocuments(company_id: string, relation_id: string, id: string) {
    const documents = this.session.tables.documents.list(company_id);
    return documents.filter((one) => one.relation_id === relation_id && one.delivery_location_id === id)
      .length;
  }

  async delete(company_id: string, relation_id: string, id: string) {
    this.session.tables.delivery_locations.delete(company_id, relation_id, id);
  }
}

class MemoryDefaultPointers implements DefaultPointers {
  constructor(private readonly session: Session) {}

  async lock(scope: DefaultScope, candidate: string) {
    const { default_pointers } = this.session.tables;
    const id = default_pointers.get(...keyOf(scope)) ?? candidate;
    default_pointers.set(id, ...keyOf(scope));
    return id;
  }

  async move(scope: DefaultScope, from: string, to: string, now: Date) {
    const { bank_accounts, brandings, default_pointers, journals } = this.session.tables;
    default_pointers.set(to, ...keyOf(scope));
    const next = <T extends { readonly version: number }>(row: T) => {
      return { ...row, version: row.version + 1, updated_at: now };
    };
    const key = [scope.company_id, from];
    if (scope.kind === 'bank_account') bank_accounts.update(next, ...key);
    else if (scope.kind === 'journal') journals.update(next, ...key);
    else brandings.update((stored) => ({ ...stored, branding: next(stored.branding) }), ...key);
  }

  async release(scope: DefaultScope, id: string) {
    const { default_pointers } = this.session.tables;
    if (default_pointers.get(...keyOf(scope)) === id) default_pointers.delete(...keyOf(scope));
  }

  async hasOthers(scope: DefaultScope, id: string) {
    return membersOf(this.session.tables, scope).some((member) => member !== id);
  }
}

function keyOf(scope: DefaultScope): string[] {
  return [scope.company_id, scope.kind, ...(scope.kind === 'journal' ? [scope.category] : [])];
}

/** The ids of the scope's active resources. */
function membersOf({ bank_accounts, brandings, journals }: Tables, scope: DefaultScope): string[] {
  const { company_id } = scope;
  if (scope.kind === 'journal') {
    const { category } = scope;
    const members = journals.list(company_id).filter((one) => one.active && one.category === category);
    return members.map(({ id }) => id);
  }
  if (scope.kind === 'bank_account') return bank_accounts.list(company_id).map(({ id }) => id);
  return brandings.list(company_id).map(({ branding }) => branding.id);
}

/**
 * What foreign keys hold in PostgreSQL at the commit.
 *
 * @throws Error: a scope with members has no default, or one that is not an active member
 */
export function assertOneDefaultPerScope(tables: Tables): void {
  const scopes: DefaultScope[] = [
    ...tables.bank_accounts
      .entries()
      .map(([[company_id]]) => ({ kind: 'bank_account', company_id: company_id! }) as const),
    ...tables.brandings
      .entries()
      .map(([[company_id]]) => ({ kind: 'branding', company_id: company_id! }) as const),
    ...tables.journals.entries().flatMap(([[company_id], { active, category }]) => {
      return active ? [{ kind: 'journal', company_id: company_id!, category } as const] : [];
    }),
    ...tables.default_pointers.entries().map(([[company_id, kind, category]]) => {
      return { kind, company_id, category } as DefaultScope;
    }),
  ];
  const distinct = new Map(scopes.map((scope) => [keyOf(scope).join(), scope])).values();
  for (const scope of distinct) {
    const pointer = tables.default_pointers.get(...keyOf(scope));
    if (pointer === undefined || !membersOf(tables, scope).includes(pointer)) {
      throw new Error(`The scope ${JSON.stringify(scope)} has no default.`);
    }
  }
}
