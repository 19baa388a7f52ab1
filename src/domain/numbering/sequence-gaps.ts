import type { Journal } from './journal';
import { firstNumberOf } from './number-format';

/** A numbering sequence with the numbers that its documents have. */
export interface NumberedSequence {
  /** The period, a result of `periodOf`. */
  readonly period: string;
  /** The last number that was given. */
  readonly last_number: number;
  /** How many documents have a number of the sequence, and the lowest and highest of these; null without documents. */
  readonly documents: number;
  readonly lowest: number | null;
  readonly highest: number | null;
}

/**
 * How many numbers have no document. Numbers are unique, so documents without a gap are as many as the numbers.
 *
 * @returns 0 when there is no gap; below 0 when documents have numbers that were not given
 */
export function missingNumbers(
  { period, last_number, documents, lowest, highest }: NumberedSequence,
  { first_number, first_period }: Pick<Journal, 'first_number' | 'first_period'>,
): number {
  const first = firstNumberOf(period, { first_number, first_period });
  const is_outside = (lowest !== null && lowest < first) || (highest !== null && highest > last_number);
  return is_outside ? -documents : Math.max(0, last_number - first + 1) - documents;
}
