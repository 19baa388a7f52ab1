import type { Validator } from 'stdnum';
import { readVatNumber } from '../../../domain/values/vat-number';

/** One file of the package: all 300 of them take 0.1 s of CPU to load, the 41 below a third of it. */
const the = (country: string, name: string): Validator =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  require(`stdnum/lib/cjs/${country.toLowerCase()}/${name}`) as Validator;

/** By prefix, what stdnum itself calls a VAT number; any of them will do. */
const VALIDATORS: Readonly<Record<string, readonly Validator[]>> = {
  AD: [the('AD', 'nrt')],
  AL: [the('AL', 'nipt')],
  AR: [the('AR', 'cuit')],
  AT: [the('AT', 'uid')],
  BE: [the('BE', 'vat')],
  BG: [the('BG', 'vat'), the('BG', 'egn'), the('BG', 'pnf')],
  BY: [the('BY', 'unp')],
  CH: [the('CH', 'vat'), the('CH', 'uid')], // with and without MWST, TVA, IVA
  CY: [the('CY', 'vat')],
  CZ: [the('CZ', 'dic')],
  DE: [the('DE', 'vat')],
  DK: [the('DK', 'cvr')],
  EE: [the('EE', 'kmkr')],
  EL: [the('GR', 'vat')],
  ES: [the('ES', 'nif')],
  FI: [the('FI', 'alv')],
  FR: [the('FR', 'tva')],
  GB: [the('GB', 'vat')],
  HR: [the('HR', 'oib')],
  HU: [the('HU', 'anum')],
  IE: [the('IE', 'vat')],
  IN: [the('IN', 'gstin')],
  IS: [the('IS', 'vsk')],
  IT: [the('IT', 'iva')],
  LT: [the('LT', 'pvm')],
  LU: [the('LU', 'tva')],
  LV: [the('LV', 'pvn')],
  MC: [the('MC', 'tva')],
  MT: [the('MT', 'vat')],
  NL: [the('NL', 'btw')],
  NO: [the('NO', 'mva'), the('NO', 'orgnr')], // with and without MVA
  PL: [the('PL', 'nip')],
  PT: [the('PT', 'nif')],
  RO: [the('RO', 'cif')],
  SE: [the('SE', 'vat')],
  SI: [the('SI', 'ddv')],
  SK: [the('SK', 'dph')],
  XI: [the('GB', 'vat')],
  ZA: [the('ZA', 'vat')],
};

/** Numbers that stdnum 1.12.0 misjudges, by prefix: whether it is a right one; undefined leaves the verdict to it. */
const CORRECTIONS: Readonly<Record<string, (number: string) => boolean | undefined>> = {
  // It takes any first digit; enterprise numbers begin with 0 or 1, and are written with nine digits when with 0.
  BE: (number) => (/^([01]\d{9}|[2-9]\d{8})$/.test(number) ? undefined : false),
  // It refuses first digits that companies and persons have, and has the check of other persons the wrong way round.
  BG: (number) => (number.length === 10 ? isBulgarianPerson(number) : isBulgarianCompany(number)),
  // It weighs the leading 6 of a person without a birth number, which is not part of the check.
  CZ: (number) => (/^6\d{8}$/.test(number) ? isSpecialCzech(number) : undefined),
  // It does not look at the letters of five-character numbers: government departments and health authorities.
  GB: (number) => (number.length === 5 ? isBritishAuthority(number) : undefined),
  // It wants a date in the codes of persons, which those given out since 2017 do not hold.
  LV: (number) => (/^32\d{9}$/.test(number) ? true : undefined),
  // It looks at the first digit for what is true of the third.
  SK: (number) => /^[1-9]\d[2-47-9]\d{7}$/.test(number) && Number(number) % 11 === 0,
  XI: (number) => (number.length === 5 ? isBritishAuthority(number) : undefined),
};

/**
 * The stored form of a VAT number: upper case without separators, leading zeros that are often left out put back.
 * Judged by the check digits of its country where they are known.
 *
 * @returns undefined when it is not a VAT number
 */
export function storedVatNumber(text: string): string | undefined {
  const vat = readVatNumber(text);
  if (!vat) return undefined;
  const { prefix, number } = vat;
  const verdict = CORRECTIONS[prefix]?.(number);
  if (verdict !== undefined) return verdict ? prefix + number : undefined;
  const validators = VALIDATORS[prefix];
  if (!validators) return prefix + number;
  for (const validator of validators) {
    const compact = compactOf(validator, vat);
    if (compact !== undefined) return prefix + compact;
  }
  return undefined;
}

/** @returns the number as the library writes it, without the prefix; undefined when it refuses it */
function compactOf(
  validator: Validator,
  { prefix, number }: { prefix: string; number: string },
): string | undefined {
  const result = validator.validate(prefix === 'CH' ? prefix + number : number);
  if (!result.isValid) return undefined;
  const compact = prefix === 'CH' ? result.compact.slice(2) : result.compact;
  // A validator takes a prefix off by itself: BEBE0123456749 is not a number for that.
  return compact.replace(/^0+/, '') === number.replace(/^0+/, '') ? compact : undefined;
}

const weighed = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

function isBulgarianCompany(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false;
  let check = weighed(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  if (check === 10) check = weighed(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11;
  return check % 10 === Number(number[8]);
}

/** A citizen's, a foreigner's, or another person's number. */
function isBulgarianPerson(number: string): boolean {
  if (!/^\d{10}$/.test(number)) return false;
  const [, citizen, foreigner] = VALIDATORS['BG']!;
  if (citizen!.validate(number).isValid || foreigner!.validate(number).isValid) return true;
  const check = 11 - (weighed(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 10 && check % 11 === Number(number[9]);
}

function isSpecialCzech(number: string): boolean {
  const sum = weighed(number.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return (8 + sum) % 10 === Number(number[8]);
}

function isBritishAuthority(number: string): boolean {
  return /^GD[0-4]\d\d$/.test(number) || /^HA[5-9]\d\d$/.test(number);
}
