import type { Validator } from 'stdnum';
import { readVatNumber, type VatNumber } from '../../../domain/values/vat-number';

/** Loads a single module of stdnum. Loading all 300 takes 0.1 s of CPU; the 41 that are used take a third of that. */
const stdnum = (country: string, name: string): Validator =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  require(`stdnum/lib/cjs/${country.toLowerCase()}/${name}`) as Validator;

/** The stdnum modules for VAT numbers by prefix. A number is valid when one of them accepts it. */
const VALIDATORS: Readonly<Record<string, readonly Validator[]>> = {
  AD: [stdnum('AD', 'nrt')],
  AL: [stdnum('AL', 'nipt')],
  AR: [stdnum('AR', 'cuit')],
  AT: [stdnum('AT', 'uid')],
  BE: [stdnum('BE', 'vat')],
  BG: [stdnum('BG', 'vat'), stdnum('BG', 'egn'), stdnum('BG', 'pnf')],
  BY: [stdnum('BY', 'unp')],
  CH: [stdnum('CH', 'vat'), stdnum('CH', 'uid')], // with and without MWST, TVA, IVA
  CY: [stdnum('CY', 'vat')],
  CZ: [stdnum('CZ', 'dic')],
  DE: [stdnum('DE', 'vat')],
  DK: [stdnum('DK', 'cvr')],
  EE: [stdnum('EE', 'kmkr')],
  EL: [stdnum('GR', 'vat')],
  ES: [stdnum('ES', 'nif')],
  FI: [stdnum('FI', 'alv')],
  FR: [stdnum('FR', 'tva')],
  GB: [stdnum('GB', 'vat')],
  HR: [stdnum('HR', 'oib')],
  HU: [stdnum('HU', 'anum')],
  IE: [stdnum('IE', 'vat')],
  IN: [stdnum('IN', 'gstin')],
  IS: [stdnum('IS', 'vsk')],
  IT: [stdnum('IT', 'iva')],
  LT: [stdnum('LT', 'pvm')],
  LU: [stdnum('LU', 'tva')],
  LV: [stdnum('LV', 'pvn')],
  MC: [stdnum('MC', 'tva')],
  MT: [stdnum('MT', 'vat')],
  NL: [stdnum('NL', 'btw')],
  NO: [stdnum('NO', 'mva'), stdnum('NO', 'orgnr')], // with and without MVA
  PL: [stdnum('PL', 'nip')],
  PT: [stdnum('PT', 'nif')],
  RO: [stdnum('RO', 'cif')],
  SE: [stdnum('SE', 'vat')],
  SI: [stdnum('SI', 'ddv')],
  SK: [stdnum('SK', 'dph')],
  XI: [stdnum('GB', 'vat')],
  ZA: [stdnum('ZA', 'vat')],
};

/** Corrections of errors in stdnum 1.12.0, by prefix: whether the number is valid; undefined when stdnum decides. */
const CORRECTIONS: Readonly<Record<string, (number: string) => boolean | undefined>> = {
  // stdnum accepts any first digit. Enterprise numbers begin with 0 or 1; without the leading 0 they have nine digits.
  BE: (number) => (/^([01]\d{9}|[2-9]\d{8})$/.test(number) ? undefined : false),
  // stdnum rejects first digits of valid companies and persons, and inverts the check of other persons.
  BG: (number) => (number.length === 10 ? isBulgarianPerson(number) : isBulgarianCompany(number)),
  // stdnum includes the leading 6 of a person without a birth number in the check, though it is not part of it.
  CZ: (number) => (/^6\d{8}$/.test(number) ? isSpecialCzech(number) : undefined),
  // stdnum does not check the letters of five-character numbers: government departments and health authorities.
  GB: (number) => (number.length === 5 ? isBritishAuthority(number) : undefined),
  // stdnum requires a date in the codes of persons; codes issued since 2017 contain none.
  LV: (number) => (/^32\d{9}$/.test(number) ? true : undefined),
  // stdnum applies the rule for the third digit to the first.
  SK: (number) => /^[1-9]\d[2-47-9]\d{7}$/.test(number) && Number(number) % 11 === 0,
  XI: (number) => (number.length === 5 ? isBritishAuthority(number) : undefined),
};

/**
 * The stored form of a VAT number: upper case without separators, with omitted leading zeros restored. The number is
 * validated by the check digits of its country where their rule is known.
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

/** What is wrong with a text for which `storedVatNumber` returns undefined. */
export function vatNumberFault(text: string): string {
  const vat = readVatNumber(text);
  if (!vat) return 'must be a VAT number that begins with its country code, such as BE0123456749';
  const is_well_formed = VALIDATORS[vat.prefix]?.some(
    (validator) => resultOf(validator, vat).error?.name === 'InvalidChecksum',
  );
  return is_well_formed
    ? 'must be a VAT number with valid check digits: at least one digit is wrong'
    : 'must be a VAT number with the length, the form and the check digits of its country';
}

const resultOf = (validator: Validator, { prefix, number }: VatNumber) =>
  validator.validate(prefix === 'CH' ? prefix + number : number);

/** @returns the number in stdnum's form, without prefix; undefined when stdnum rejects it */
function compactOf(validator: Validator, vat: VatNumber): string | undefined {
  const { prefix, number } = vat;
  const result = resultOf(validator, vat);
  if (!result.isValid) return undefined;
  const compact = prefix === 'CH' ? result.compact.slice(2) : result.compact;
  // stdnum removes a second prefix itself, so that BEBE0123456749 would pass.
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

/** The number of a citizen, a foreigner, or another person. */
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
