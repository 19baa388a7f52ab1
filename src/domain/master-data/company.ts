import { type Address, type AddressInput, addressOf } from '../values/address';
import { isTimeZone } from '../values/calendar';
import { DomainError } from '../errors';
import { firstVersion, revised } from '../version';

export const LANGUAGES = ['en', 'nl', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Whose books these are: the seller of its invoices, the buyer of what it receives. */
export interface Company {
  readonly id: string;
  readonly name: string;
  readonly vat: string | null;
  readonly identifier: string | null;
  /** `scheme:value`; unique among the companies of the installation. */
  readonly electronic_address: string | null;
  readonly address: Address | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  /** The person or department to ask for (BT-41). */
  readonly contact_name: string | null;
  /** What the law wants beside the name: legal form, register, court, capital (BT-33). */
  readonly legal_information: string | null;
  readonly currency: string;
  readonly language: Language;
  /** IANA name; decides what day it is when a document is dated. */
  readonly timezone: string;
  readonly self_billing_enabled: boolean;
  /** Whether the PDF of a document travels inside its UBL, for receivers who look at it rather than read the rest. */
  readonly embed_pdf: boolean;
  /** The last day of the books that are closed; nothing is dated on or before it. */
  readonly books_closed_until: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Members that are always set: on creation `null` stands for the default, a change cannot clear them. */
type Settings = Pick<Company, 'currency' | 'language' | 'timezone' | 'self_billing_enabled' | 'embed_pdf'>;
/** Members that may be empty. */
type Particulars = Pick<
  Company,
  | 'vat'
  | 'identifier'
  | 'electronic_address'
  | 'email'
  | 'phone'
  | 'website'
  | 'contact_name'
  | 'legal_information'
  | 'books_closed_until'
> & {
  readonly address: AddressInput | null;
};

export type CompanyInput = { readonly name: string } & {
  readonly [Member in keyof (Settings & Particulars)]?: (Settings & Particulars)[Member] | null | undefined;
};

/** What is left out stays as it is; `null` clears. */
export type CompanyChange = {
  readonly [Member in keyof (Pick<Company, 'name'> & Settings & Particulars)]?:
    (Pick<Company, 'name'> & Settings & Particulars)[Member] | undefined;
};

/** What a company is given once: at its creation, or by the service. */
export const COMPANY_READ_ONLY = ['id', 'default_journals', 'created_at', 'updated_at'] as const;

export type CompanyPatch = CompanyChange & {
  readonly [Member in (typeof COMPANY_READ_ONLY)[number]]?: unknown;
};

/** @throws DomainError invalid_address */
export function newCompany(input: CompanyInput, id: string, now: Date): Company {
  return {
    id,
    name: input.name,
    vat: input.vat ?? null,
    identifier: input.identifier ?? null,
    electronic_address: input.electronic_address ?? null,
    address: input.address ? addressOf(input.address) : null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    website: input.website ?? null,
    contact_name: input.contact_name ?? null,
    legal_information: input.legal_information ?? null,
    currency: input.currency ?? 'EUR',
    language: input.language ?? 'en',
    timezone: input.timezone ?? 'Europe/Brussels',
    self_billing_enabled: input.self_billing_enabled ?? false,
    embed_pdf: input.embed_pdf ?? true,
    books_closed_until: input.books_closed_until ?? null,
    ...firstVersion(now),
  };
}

/**
 * @returns the company as it would become; the very same one when nothing would differ
 * @throws DomainError field_not_editable, invalid_address
 */
export function changedCompany(company: Company, patch: CompanyPatch, now: Date): Company {
  const refused = COMPANY_READ_ONLY.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);

  const change: CompanyChange = patch;
  const changed: Company = {
    ...company,
    name: change.name ?? company.name,
    vat: kept(change.vat, company.vat),
    identifier: kept(change.identifier, company.identifier),
    electronic_address: kept(change.electronic_address, company.electronic_address),
    address: change.address ? addressOf(change.address) : kept(change.address, company.address),
    email: kept(change.email, company.email),
    phone: kept(change.phone, company.phone),
    website: kept(change.website, company.website),
    contact_name: kept(change.contact_name, company.contact_name),
    legal_information: kept(change.legal_information, company.legal_information),
    currency: change.currency ?? company.currency,
    language: change.language ?? company.language,
    timezone: change.timezone ?? company.timezone,
    self_billing_enabled: change.self_billing_enabled ?? company.self_billing_enabled,
    embed_pdf: change.embed_pdf ?? company.embed_pdf,
    books_closed_until: kept(change.books_closed_until, company.books_closed_until),
  };
  return revised(company, changed, now);
}

/** `null` is a value here: the member is cleared. */
function kept<T>(given: T | undefined, stored: T): T {
  return given === undefined ? stored : given;
}

const ZONE_NAME = /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/;

/**
 * Whether the text names a zone of the IANA database as the database spells it. The platform also takes offsets
 * (`+02:00`), which know no summer time, and any case, which other readers of the name would refuse.
 */
export function isNamedTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name) || !isTimeZone(name)) return false;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
}
