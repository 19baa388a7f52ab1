import type { StatedAddress } from '../values/address';
import type { Language } from './company';

/**
 * Countries where the street number precedes the street, as in OpenCage's templates
 * (https://github.com/OpenCageData/address-formatting).
 */
const NUMBER_FIRST: ReadonlySet<string> = new Set(
  (
    'AD AE AG AM AS AU AZ BB BD BF BH BL BM BZ CA CC CI CK CX DJ DM DZ EG FJ FK FM FR GA GB GF GG GH GI GM GN GP GS ' +
    'GU GY HK HM IE IM IO JE JM JP KE KH KN KY LB LK LS LU MA MC MF MG MH MM MP MQ MS MT MV MW MY NA NC NF NG NR ' +
    'NU NZ OM PF PG PK PM PR RE RW SA SC SG SH SL SN TC TF TK TN TO TT TV TZ UG UM US VG VI VN WF YT ZA ZM ZW'
  ).split(' '),
);

/** Words for a box number, where the country has none of its own. */
const BOX: Readonly<Record<Language, string>> = { nl: 'bus', fr: 'boîte', de: 'Bfk.', en: 'box' };
const BELGIAN_BOX: Readonly<Record<Language, string>> = { ...BOX, fr: 'bte' };

/**
 * What precedes a box number by country. Postal operators: USPS Publication 28 §213 and Canada Post (`#`); DIN 5008
 * (`//`); PostNL (a space).
 */
const COUNTRY_BOX: Readonly<Record<string, string>> = {
  US: '#',
  CA: '#',
  DE: '//',
  NL: '',
  GB: 'Unit',
  IE: 'Unit',
  AU: 'Unit',
  NZ: 'Unit',
};

/** Countries where the box is a line of its own above the street. */
const BOX_FIRST: ReadonlySet<string> = new Set(['AU', 'GB', 'IE', 'NZ']);

/** Postcodes of Belgium whose municipalities have one official language; the others have two, or German. */
const BELGIAN_POSTCODES: readonly (readonly [first: number, last: number, language: Language])[] = [
  [1300, 1499, 'fr'],
  [1500, 3999, 'nl'],
  [4000, 4699, 'fr'],
  [4800, 7999, 'fr'],
  [8000, 9999, 'nl'],
];

/** Street and number as they are written in the country. @returns '' without both */
export function streetLine({ country_code, street, street_number }: StatedAddress): string {
  const parts = NUMBER_FIRST.has(country_code ?? '') ? [street_number, street] : [street, street_number];
  return parts.filter((part) => part !== null && part !== '').join(' ');
}

/**
 * The box with the word that the place uses for it, such as `bus 3` in Antwerp and `bte 3` in Liège. A box that begins
 * with a word is unchanged.
 *
 * @param language - of the document, for places without an own word
 */
export function boxText(address: StatedAddress, language: Language): string | null {
  const { box, country_code } = address;
  if (box === null || /^\p{L}{2}/u.test(box)) return box;
  const word =
    country_code === 'BE'
      ? belgianBox(address, language)
      : (COUNTRY_BOX[country_code ?? ''] ?? BOX[language]);
  return word === '' ? box : `${word} ${box}`;
}

/** The lines of an address above the town: street, number and box. */
export function streetLines(address: StatedAddress, language: Language): string[] {
  const street = streetLine(address);
  const box = boxText(address, language) ?? '';
  const lines = BOX_FIRST.has(address.country_code ?? '') ? [box, street] : [`${street} ${box}`.trim()];
  return lines.filter((line) => line !== '');
}

function belgianBox({ postal_code }: StatedAddress, language: Language): string {
  const postcode = Number(postal_code?.replace(/^B-?/i, ''));
  const place = BELGIAN_POSTCODES.find(([first, last]) => postcode >= first && postcode <= last);
  return BELGIAN_BOX[place?.[2] ?? language];
}
