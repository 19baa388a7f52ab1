import type { Journal } from './journal';
import { firstNumberOf } from './number-format';

/** Running numbers from the first to the last one, both included. */
export type NumberRange = readonly [first: number, last: number];

/** What is stored of the numbers of one period of a journal. */
export interface InspectedSequence {
  /** The period, a result of `periodOf`. */
  readonly period: string;
  /** The last running number that was given. */
  readonly last_number: number;
  /** The running numbers that documents have, in ascending order. */
  readonly ranges: readonly NumberRange[];
  /** How many documents have a number. */
  readonly count: number;
  /** The numbers of the first and the last document. */
  readonly first: string | null;
  readonly last: string | null;
  /** Running numbers that several documents have. */
  readonly duplicates: readonly number[];
  /** Running numbers of documents with an earlier issue date than the previous document. */
  readonly date_inversions: readonly number[];
}

/** The check of one period of a journal; without problems all lists are empty. */
export interface SequenceReport extends Pick<
  InspectedSequence,
  'count' | 'first' | 'last' | 'duplicates' | 'date_inversions'
> {
  /** Null for a continuous sequence. */
  readonly period: string | null;
  /** Running numbers between the first number and the last given one that no document has; at most 100,000. */
  readonly gaps: readonly number[];
}

export function sequenceReport(
  { period, last_number, ranges, ...found }: InspectedSequence,
  journal: Pick<Journal, 'first_number' | 'first_period'>,
): SequenceReport {
  const gaps = numbersOutside(ranges, firstNumberOf(period, journal), last_number);
  return { ...found, period: period || null, gaps };
}

/** A damaged counter may be far ahead of the documents; the lowest missing numbers then show it. */
const MAX_GAPS = 100_000;

/** The numbers from `first` to `last` that are in none of the ascending ranges, the lowest `MAX_GAPS` of them. */
function numbersOutside(ranges: readonly NumberRange[], first: number, last: number): number[] {
  const outside: number[] = [];
  let next = first;
  for (const [start, end] of [...ranges, [last + 1, last + 1]] as const) {
    for (; next < start && next <= last; next++) {
      if (outside.length === MAX_GAPS) return outside;
      outside.push(next);
    }
    next = Math.max(next, end + 1);
  }
  return outside;
}
