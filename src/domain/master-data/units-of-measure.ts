import { COUNTS, PACKAGES, TIMES } from '../code-lists/counted-units';
import {
  ENERGY_AND_POWER,
  LENGTHS_AND_AREAS,
  MASSES,
  OTHER_QUANTITIES,
  VOLUMES,
} from '../code-lists/measured-units';
import type { Language } from './company';

/** A unit as people read it. A line takes any other code of Recommendation 20 or 21 too. */
export interface UnitOfMeasure {
  /** UN/ECE Recommendation 20, or 21 prefixed with X (BT-130). */
  readonly code: string;
  /** The sign behind a quantity, the same in all languages (`kg`); null where there is none. */
  readonly symbol: string | null;
  readonly names: Readonly<Record<Language, string>>;
}

/** The units in real use on invoices, sorted by code: in every language the same order. */
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
