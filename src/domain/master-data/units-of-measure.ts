import { COUNTS, PACKAGES, TIMES } from '../code-lists/counted-units';
import {
  ENERGY_AND_POWER,
  LENGTHS_AND_AREAS,
  MASSES,
  OTHER_QUANTITIES,
  VOLUMES,
} from '../code-lists/measured-units';
import type { Language } from './company';

/** A unit with its names. A line may also have any other code of Recommendation 20 or 21. */
export interface UnitOfMeasure {
  /** UN/ECE Recommendation 20, or 21 prefixed with X (BT-130). */
  readonly code: string;
  /** Symbol, the same in all languages (`kg`); null for a unit without one. */
  readonly symbol: string | null;
  readonly names: Readonly<Record<Language, string>>;
}

/** The units that are common on invoices, sorted by code, so that the order is the same in every language. */
export const UNITS_OF_MEASURE: readonly UnitOfMeasure[] = [
  ...COUNTS,
  ...TIMES,
  ...PACKAGES,
  ...MASSES,
  ...LENGTHS_AND_AREAS,
  ...VOLUMES,
  ...ENERGY_AND_POWER,
  ...OTHER_QUANTITIES,
]
  .map(([code, symbol, en, nl, fr, de]) => ({ code, symbol, names: { en, nl, fr, de } }))
  .sort((a, b) => (a.code < b.code ? -1 : 1));
