import { isBelgianEnterpriseNumber } from '../values/belgian-enterprise-number';
import type { Party } from '../documents/document';
import { partyCountry, SEPARATORS } from '../values/vat-number';

/** An identifier with its scheme: from the EAS list for electronic addresses, from ISO/IEC 6523 ICD otherwise. */
export interface SchemedIdentifier {
  readonly scheme: string;
  readonly value: string;
}

/** The identifiers of a party besides its VAT number. */
export interface PartyIdentifiers {
  /** BT-30 of a seller, BT-47 of a buyer; the scheme is null when the register of the number is unknown. */
  readonly legal: { readonly scheme: string | null; readonly value: string } | null;
  /** BT-29, BT-46: the stored identifier, when the legal one is taken from the VAT number instead. */
  readonly other: string | null;
}

/** `scheme:value` (BT-34, BT-49). */
export function endpoint(electronic_address: string | null): SchemedIdentifier | null {
  if (electronic_address === null) return null;
  const colon = electronic_address.indexOf(':');
  return { scheme: electronic_address.slice(0, colon), value: electronic_address.slice(colon + 1) };
}

/**
 * The legal registration of a party. For a Belgian party it is the enterprise number, which is also part of the VAT
 * number: ten digits under scheme 0208, without BE. In Denmark, Iceland and the Netherlands, whose rules require a
 * scheme (Peppol BIS DK-R-014, IS-R-002, NL-R-003), a number in the form of a register gets that register's scheme.
 */
export function partyIdentifiers(party: Pick<Party, 'vat' | 'identifier' | 'address'>): PartyIdentifiers {
  const { identifier, vat } = party;
  const country = partyCountry(party);
  if (country === 'BE') {
    const given = enterpriseNumber(identifier);
    const value = given ?? enterpriseNumber(vat);
    if (value !== null)
      return { legal: { scheme: '0208', value }, other: given === null ? identifier : null };
  }
  if (identifier === null) return { legal: null, other: null };
  const compact = identifier.replace(SEPARATORS, '').toUpperCase();
  const register = REGISTERS.find((row) => row.country === country && row.form.test(compact));
  return register
    ? { legal: { scheme: register.scheme, value: compact }, other: null }
    : { legal: { scheme: null, value: identifier }, other: null };
}

const REGISTERS: readonly { readonly country: string; readonly scheme: string; readonly form: RegExp }[] = [
  { country: 'DK', scheme: '0184', form: /^(DK)?\d{8}$/ },
  { country: 'IS', scheme: '0196', form: /^\d{10}$/ },
  { country: 'NL', scheme: '0106', form: /^\d{8}$/ },
  { country: 'NL', scheme: '0190', form: /^\d{20}$/ },
];

/** @returns the ten digits of `0123.456.749`, of `BE 0123456749`, or of a number from before 2005 with nine digits */
function enterpriseNumber(text: string | null): string | null {
  const [, digits] = /^(?:BE)?(\d{9,10})$/i.exec(text?.replace(SEPARATORS, '') ?? '') ?? [];
  const number = digits?.padStart(10, '0');
  return number !== undefined && isBelgianEnterpriseNumber(number) ? number : null;
}
