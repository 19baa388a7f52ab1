import { DomainError } from '../errors';

/** A postal address (EN 16931 BG-5, BG-8, BG-15). */
export interface Address {
  /** ISO 3166-1 alpha-2. */
  readonly country_code: string;
  readonly street: string | null;
  readonly street_number: string | null;
  readonly box: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly region: string | null;
}

/** An address in a request: every field may be missing. */
export type AddressInput = { readonly [Member in keyof Address]?: string | null | undefined };

/** @throws DomainError invalid_address without a `country_code`, or for a `street_number` without a `street` */
export function addressOf(input: AddressInput): Address {
  const {
    country_code,
    street = null,
    street_number = null,
    box = null,
    postal_code = null,
    city = null,
    region = null,
  } = input;
  if (!country_code) throw new DomainError('invalid_address', 'The address needs a country_code.');
  if (street_number !== null && street === null) {
    throw new DomainError('invalid_address', 'A street_number needs a street.');
  }
  return { country_code, street, street_number, box, postal_code, city, region };
}

/** An address of a document. */
export interface StatedAddress extends Omit<Address, 'country_code'> {
  /** As of `Address`. On a received document as stated: two letters or `1A` (Kosovo); null for another code or none. */
  readonly country_code: string | null;
}
