import { COUNTRIES, EU_MEMBER_STATES } from '../code-lists/countries';

const NORTHERN_IRELAND = 'XI';

/** Prefixes of VAT numbers that are not ISO 3166-1 codes: Greece (EL) and Northern Ireland (XI). */
const OTHER_PREFIXES: ReadonlySet<string> = new Set(['EL', NORTHERN_IRELAND]);

/** Separators between the digits of a number: spaces, dots and dashes. */
export const SEPARATORS = /[\s.\p{Pd}]/gu;

/** The parts of a VAT number as stored: `BE0123456749`. */
export interface VatNumber {
  /** Two letters: ISO 3166-1, `EL` or `XI`. Greek numbers begin with `EL` (directive 2006/112/EC, article 215). */
  readonly prefix: string;
  /** 2 to 15 upper-case letters and digits. */
  readonly number: string;
}

/**
 * The parts of a VAT number in any case and with any separators. Check digits are not checked.
 *
 * @returns undefined unless the text is a country prefix followed by 2 to 15 letters and digits
 */
export function readVatNumber(text: string): VatNumber | undefined {
  const letters_and_digits = text.replace(SEPARATORS, '');
  if (!/^[a-z]{2}[a-z0-9]{2,15}$/i.test(letters_and_digits)) return undefined;
  const prefix = letters_and_digits.slice(0, 2).toUpperCase();
  const number = letters_and_digits.slice(2).toUpperCase();
  if (!COUNTRIES.has(prefix) && !OTHER_PREFIXES.has(prefix)) return undefined;
  return { prefix: prefix === 'GR' ? 'EL' : prefix, number };
}

/**
 * @param vat - a VAT number as stored
 * @returns the territory that issued the number: the country's ISO 3166-1 code, or `XI` for Northern Ireland, which is
 *   treated as a member state for goods (directive (EU) 2020/1756)
 */
export function vatTerritory(vat: string): string {
  const prefix = vat.slice(0, 2).toUpperCase();
  return prefix === 'EL' ? 'GR' : prefix;
}

/**
 * @param vat - a VAT number as stored, or its prefix
 * @returns the ISO 3166-1 code of the country that issued the VAT number
 */
export function vatCountry(vat: string): string {
  const territory = vatTerritory(vat);
  return territory === NORTHERN_IRELAND ? 'GB' : territory;
}

/** @returns the ISO 3166-1 code of the country of a party: of its address, else of its VAT number */
export function partyCountry({
  address,
  vat,
}: {
  readonly address: { readonly country_code: string | null } | null;
  readonly vat: string | null;
}): string | null {
  return address?.country_code ?? (vat === null ? null : vatCountry(vat));
}

/** @returns the territory in which a party pays VAT: that of its VAT number, else the country of its address */
export function taxTerritory(vat: string | null, country_code: string | null | undefined): string | null {
  return vat === null ? (country_code ?? null) : vatTerritory(vat);
}

/** Whether the VAT rules of the EU apply to goods in the territory. */
export function isUnionTerritory(territory: string): boolean {
  return EU_MEMBER_STATES.has(territory) || territory === NORTHERN_IRELAND;
}
