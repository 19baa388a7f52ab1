import { COUNTRIES } from '../code-lists/countries';

/** Prefixes of VAT numbers that are no country of ISO 3166-1: Greece's own, and Northern Ireland's. */
const OTHER_PREFIXES: ReadonlySet<string> = new Set(['EL', 'XI']);

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
