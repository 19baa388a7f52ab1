import { COUNTRIES, EU_MEMBER_STATES } from '../code-lists/countries';

const NORTHERN_IRELAND = 'XI';

/** Prefixes of VAT numbers that are no country of ISO 3166-1: Greece's own, and Northern Ireland's. */
const OTHER_PREFIXES: ReadonlySet<string> = new Set(['EL', NORTHERN_IRELAND]);

/** What people write between the digits of a number: spaces, dots, dashes of any kind. */
export const SEPARATORS = /[\s.\p{Pd}]/gu;

/** A VAT number in the form in which it is stored: `BE0123456749`. */
export interface VatNumber {
  /** Two letters: ISO 3166-1, `EL` or `XI`. Greek numbers begin with `EL` (directive 2006/112/EC, article 215). */
  readonly prefix: string;
  /** 2 to 15 upper-case letters and digits. */
  readonly number: string;
}

/**
 * The parts of a VAT number, however it is spaced and cased. Check digits are another matter.
 *
 * @returns undefined when it does not begin with a country code, or not 2 to 15 letters and digits follow
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
 * @param vat - a VAT number as it is stored
 * @returns the territory that gave the number: ISO 3166-1 of the country, or `XI` for Northern Ireland, whose numbers
 *   count as a member state's for goods (directive (EU) 2020/1756)
 */
export function vatTerritory(vat: string): string {
  const prefix = vat.slice(0, 2).toUpperCase();
  return prefix === 'EL' ? 'GR' : prefix;
}

/** @returns ISO 3166-1 of the country that gave the VAT number */
export function vatCountry(vat: string): string {
  const territory = vatTerritory(vat);
  return territory === NORTHERN_IRELAND ? 'GB' : territory;
}

/** @returns where a party is taxed: where it is registered for VAT, else the country of its address */
export function taxTerritory(vat: string | null, country_code: string | null | undefined): string | null {
  return vat === null ? (country_code ?? null) : vatTerritory(vat);
}

/** Whether VAT rules of the Union hold there for goods. */
export function isUnionTerritory(territory: string): boolean {
  return EU_MEMBER_STATES.has(territory) || territory === NORTHERN_IRELAND;
}
