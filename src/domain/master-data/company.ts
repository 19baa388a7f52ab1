import { type Address, type AddressInput, addressOf } from '../values/address';
import { isTimeZone } from '../values/calendar';
import { DomainError } from '../errors';
import { firstVersion, revised } from '../version';

export const LANGUAGES = ['en', 'nl', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A customer of the installation: the seller of its invoices and the buyer of received ones. */
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
  /** Contact person or department (BT-41). */
  readonly contact_name: string | null;
  /** Legal form, register, court and capital, which the law requires (BT-33). */
  readonly legal_information: string | null;
  readonly currency: string;
  readonly language: Language;
  /** IANA name. The default issue date of a document is the present day in this zone. */
  readonly timezone: string;
  readonly self_billing_enabled: boolean;
  /** Whether the UBL of a document embeds its PDF, for receivers without software that shows UBL. */
  readonly embed_pdf: boolean;
  /** Last day of the closed books; no document gets an issue date on or before it. */
  readonly books_closed_until: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Fields that always have a value: `null` on creation means the default, and a change cannot clear them. */
type Settings = Pick<Company, 'currency' | 'language' | 'timezone' | 'self_billing_enabled' | 'embed_pdf'>;
/** Fields that may be null. */
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

/** A field that is left out is unchanged; `null` clears it. */
export type CompanyChange = {
  readonly [Member in keyof (Pick<Company, 'name'> & Settings & Particulars)]?:
    (Pick<Company, 'name'> & Settings & Particulars)[Member] | undefined;
};

/** Fields that the service sets, or that only a creation may name. */
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
 * @returns the changed company; the same object when no field differs
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

/** The given value, `null` included, or the stored one when none is given. */
function kept<T>(given: T | undefined, stored: T): T {
  return given === undefined ? stored : given;
}

const ZONE_NAME = /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/;

/**
 * Whether the text is a zone name of the IANA database in its official spelling. `Intl` also accepts offsets
 * (`+02:00`), which have no daylight saving time, and any case, which other programs refuse.
 */
export function isNamedTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name) || !isTimeZone(name)) return false;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
}
