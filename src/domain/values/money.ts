import { Big as BigJs } from 'big.js';

/**
 * Exact decimals. Numbers are decimal strings in requests, responses and the database, and `Decimal` in computations;
 * no amount is a binary floating-point number. This module has its own constructor, so that its settings are separate
 * from those of other users of big.js.
 */
const Big = BigJs();
/** JavaScript numbers throw, so that no rounding error of a float enters an amount. */
Big.strict = true;

export type Decimal = BigJs;

const HALF_AWAY_FROM_ZERO = 1;
const HUNDREDTH = new Big('0.01');

export const ZERO: Decimal = new Big('0');

/** @param text - a decimal string that matches `-?(0|[1-9]\d*)(\.\d+)?` */
export function decimal(text: string): Decimal {
  return new Big(text);
}

/** The only rounding of the service: half away from zero, to `decimals` decimals. */
export function rounded(value: Decimal, decimals: number): Decimal {
  return value.round(decimals, HALF_AWAY_FROM_ZERO);
}

/** `rate` percent of `base`, rounded to `decimals` decimals. */
export function percentOf(base: Decimal, rate: Decimal, decimals: number): Decimal {
  return rounded(base.times(rate).times(HUNDREDTH), decimals);
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

/** The sums of the values with the same key. */
export function sumsByKey<Key>(pairs: readonly (readonly [key: Key, value: Decimal])[]): Map<Key, Decimal> {
  const sums = new Map<Key, Decimal>();
  for (const [key, value] of pairs) sums.set(key, (sums.get(key) ?? ZERO).plus(value));
  return sums;
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

/** A rate or percentage as returned by the interface: two decimals. */
export function percent(text: string): string {
  return amount(new Big(text), 2);
}

/** The number in its shortest exact form, without exponent: `3`, `0.5`. For quantities, prices and exchange rates. */
export function shortestDecimal(text: string): string {
  const short = trimTrailingZeros(text);
  return short === '-0' ? '0' : short;
}

/** `21.50` → `21.5`, `21.00` → `21`, `200` → `200`. */
export function trimTrailingZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** The sign of negative numbers in texts for people; it is as wide as a digit. */
export const MINUS = '\u2212';

/** Digits in groups of three from the right: `1234567` → `1,234,567`. */
export function groupThousands(digits: string, separator: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(separator);
}

/** Number of decimals without trailing zeros: 1 for `0.50`. */
export function decimalsOf(text: string): number {
  return writtenDecimals(shortestDecimal(text));
}

/** Number of decimals including trailing zeros: 3 for `1.000`. */
export function writtenDecimals(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** The value in minor units of the currency. @param value - with at most `minor_units` decimals */
export function toMinorUnits(value: Decimal, minor_units: number): bigint {
  return BigInt(value.toFixed(minor_units, HALF_AWAY_FROM_ZERO).replace('.', ''));
}

export function fromMinorUnits(units: bigint, minor_units: number): Decimal {
  return new Big(`${units}e-${minor_units}`);
}
