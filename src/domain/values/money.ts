import { Big as BigJs } from 'big.js';

/**
 * Exact decimals. Numbers are decimal strings at every edge and `Decimal` in between; no binary floating point
 * touches an amount. The constructor is our own, so that no other user of big.js sees (or changes) its settings.
 */
const Big = BigJs();
/** Refuses JavaScript numbers: a float slipping in is an exception, not a cent. */
Big.strict = true;

export type Decimal = BigJs;

const HALF_AWAY_FROM_ZERO = 1;
const HUNDREDTH = new Big('0.01');

export const ZERO: Decimal = new Big('0');

/** @param text a decimal number of the wire: `-?(0|[1-9]\d*)(\.\d+)?`, already checked */
export function decimal(text: string): Decimal {
  return new Big(text);
}

/** The one rounding of the service: half away from zero, to `decimals` places. */
export function rounded(value: Decimal, decimals: number): Decimal {
  return value.round(decimals, HALF_AWAY_FROM_ZERO);
}

/** `rate` percent of `base`, rounded to `decimals` places. */
export function percentOf(base: Decimal, rate: Decimal, decimals: number): Decimal {
  return rounded(base.times(rate).times(HUNDREDTH), decimals);
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

export function isZero(value: Decimal): boolean {
  return value.c[0] === 0;
}

export function isNegative(value: Decimal): boolean {
  return value.s < 0 && !isZero(value);
}

/** Written with exactly `minor_units` decimals, never `-0.00`. */
export function amount(value: Decimal, minor_units: number): string {
  const text = value.toFixed(minor_units, HALF_AWAY_FROM_ZERO);
  return text.startsWith('-') && !/[1-9]/.test(text) ? text.slice(1) : text;
}

/** A rate or percentage as answered: two decimals. */
export function percent(text: string): string {
  return amount(new Big(text), 2);
}

/** The same number in its shortest exact form, without exponent: `3`, `0.5`. For quantities, prices and rates of exchange. */
export function shortest(text: string): string {
  const short = withoutEndZeros(text);
  return short === '-0' ? '0' : short;
}

/** `21.50` → `21.5`, `21.00` → `21`; zeros before the point stay. */
export function withoutEndZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** Digits in groups of three from the right: `1234567` → `1,234,567`. */
export function inThousands(digits: string, separator: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(separator);
}

/** Decimals that the value needs: 1 for `0.50`. A trailing zero says nothing, so leaving it out rounds nothing. */
export function decimalsOf(text: string): number {
  return writtenDecimals(shortest(text));
}

/** Decimals as they are written: 3 for `1.000`. */
export function writtenDecimals(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** The value in the currency's smallest unit. It must hold no more decimals than that. */
export function toMinorUnits(value: Decimal, minor_units: number): bigint {
  return BigInt(value.toFixed(minor_units, HALF_AWAY_FROM_ZERO).replace('.', ''));
}

export function fromMinorUnits(units: bigint, minor_units: number): Decimal {
  return new Big(`${units}e-${minor_units}`);
}
