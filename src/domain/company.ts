import { type Address, type AddressInput, addressOf } from './address';

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
  readonly currency: string;
  readonly language: Language;
  /** IANA name; decides what day it is when a document is dated. */
  readonly timezone: string;
  readonly self_billing_enabled: boolean;
  /** The last day of the books that are closed; nothing is dated on or before it. */
  readonly books_closed_until: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** What may be said of a company; `null` clears, or means the default. */
export type CompanyInput = Optional<
  Omit<Company, 'id' | 'name' | 'address' | 'version' | 'created_at' | 'updated_at'>
> & { readonly name?: string | undefined; readonly address?: AddressInput | null | undefined };

/** @throws DomainError invalid_address */
export function newCompany(input: CompanyInput & { readonly name: string }, id: string, now: Date): Company {
  return {
    id,
    name: input.name,
    vat: input.vat ?? null,
    identifier: input.identifier ?? null,
    electronic_address: input.electronic_address ?? null,
    address: input.address ? addressOf(input.address) : null,
    email: input.email ?? null,
    currency: input.currency ?? 'EUR',
    language: input.language ?? 'en',
    timezone: input.timezone ?? 'Europe/Brussels',
    self_billing_enabled: input.self_billing_enabled ?? false,
    books_closed_until: input.books_closed_until ?? null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}

/** @throws DomainError invalid_address */
export function changedCompany(company: Company, input: CompanyInput, now: Date): Company {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return company;
  return {
    ...company,
    ...given,
    ...(input.address ? { address: addressOf(input.address) } : {}),
    version: company.version + 1,
    updated_at: now,
  };
}
