import { formatAddress } from 'localized-address-format';
import { COUNTRIES } from '../code-lists/countries';
import type { StatedAddress } from '../values/address';
import type { Language } from './company';
import { countryName } from './shown-names';
import { streetLines } from './street-lines';

/** Stand for the texts of an address in a format (private use characters of Unicode). */
const [STREET, CITY, POSTCODE, REGION] = ['\ue000', '\ue001', '\ue002', '\ue003'] as const;
const MARKS = /[\ue000-\ue003]/g;
/**
 * Words that a format adds, such as the `CH-` before a Swiss postcode or the `PR ` before a Puerto Rican one. The last
 * line names the country.
 */
const ADDED_WORDS = /\p{L}+(?:-| *)/gu;

/**
 * An address as on an envelope to its country: town, region and postcode are arranged by Google's address data
 * (libaddressinput). Texts are unchanged and complete: what the country's form has no place for follows the town. The
 * last line is the country's name in the given language.
 */
export function addressLines(address: StatedAddress, language: Language): string[] {
  const { country_code, postal_code, city, region } = address;
  const street = streetLines(address, language);
  const texts = new Map<string, string>([
    [STREET, street.join('\n')],
    [CITY, city ?? ''],
    [POSTCODE, postal_code ?? ''],
    [REGION, region ?? ''],
  ]);
  const used = (mark: string) => (texts.get(mark) ? mark : '');
  const lines = formatAddress(
    {
      ...(country_code !== null && { postalCountry: country_code }),
      addressLines: [used(STREET)],
      locality: used(CITY),
      postalCode: used(POSTCODE),
      administrativeArea: used(REGION),
    },
    isLatin(address) ? 'latin' : 'local',
  ).map((line) => line.replace(ADDED_WORDS, '').trim());

  const missing = [CITY, POSTCODE, REGION].filter((mark) => used(mark) && !lines.join('').includes(mark));
  lines.splice(afterTown(lines), 0, ...missing);
  return [
    ...lines.flatMap((line) => line.replace(MARKS, (mark) => texts.get(mark)!).split('\n')),
    countryLine(country_code, language),
  ].filter((line) => line !== '');
}

/** A received document may state no country, or one that is not in ISO 3166-1. */
function countryLine(code: string | null, language: Language): string {
  return code !== null && COUNTRIES.has(code) ? countryName(code, language) : (code ?? '');
}

/** @returns the index after the town, or where it is missing, next to the street */
function afterTown(lines: readonly string[]): number {
  const at = (mark: string) => lines.findIndex((line) => line.includes(mark));
  if (at(CITY) !== -1) return at(CITY) + 1;
  const is_from_large_to_small = at(REGION) !== -1 && at(REGION) < at(STREET);
  return is_from_large_to_small ? at(STREET) : at(STREET) + 1;
}

/** Countries of East Asia have one form for their script and one for Latin letters. */
function isLatin({ street, city, region }: StatedAddress): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
    [street, city, region].join(''),
  );
}
