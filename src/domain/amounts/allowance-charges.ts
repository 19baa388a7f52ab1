import { DomainError } from '../errors';
import {
  amount,
  decimal,
  fromMinorUnits,
  isNegative,
  isZero,
  percent,
  percentOf,
  sum,
  toMinorUnits,
  ZERO,
  type Decimal,
} from '../values/money';
import { assertDecimals } from './lines';
import type { VatCategory } from './vat-category';
import type { VatGroup } from './vat-breakdown';

/**
 * An allowance or charge on the whole document, from a request. The request's schema has checked signs, ranges and the
 * two decimals of `percent`.
 */
export interface AllowanceChargeInput {
  readonly kind: 'allowance' | 'charge';
  readonly amount?: string | null | undefined;
  /** Percentage of the total of the lines. */
  readonly percent?: string | null | undefined;
  readonly reason: string;
}

/** The share of one allowance or charge in one VAT group: one AllowanceCharge of the UBL (BG-20, BG-21). */
export interface AllowanceChargeShare {
  readonly vat_category: VatCategory;
  readonly vat_rate: string;
  /** Above 0. */
  readonly amount: string;
  /** Total of the group's lines, the base of a percentage (BT-93, BT-100). */
  readonly base_amount: string;
}

/** An allowance or charge as stored. Responses have its first four fields; exactly one of amount and percent is set. */
export interface AllowanceCharge {
  readonly kind: 'allowance' | 'charge';
  readonly amount: string | null;
  readonly percent: string | null;
  readonly reason: string;
  /** `amount`, or `percent` of the lines' total, rounded to the currency. */
  readonly applied_amount: string;
  /** Their sum is exactly `applied_amount`; shares of 0 are left out. */
  readonly shares: readonly AllowanceChargeShare[];
}

export interface AppliedAllowanceCharges {
  readonly entries: readonly AllowanceCharge[];
  readonly allowances: Decimal;
  readonly charges: Decimal;
  /** The sum of the charges less the allowances of each VAT group, by the group's index; empty without entries. */
  readonly adjustments: readonly Decimal[];
}

const NONE_APPLIED: AppliedAllowanceCharges = {
  entries: [],
  allowances: ZERO,
  charges: ZERO,
  adjustments: [],
};

/** The message for an entry for which `hasOneForm` does not hold. */
export const ONE_FORM = 'must have exactly one of amount and percent';

export function hasOneForm({ amount, percent }: Pick<AllowanceChargeInput, 'amount' | 'percent'>): boolean {
  return (amount == null) !== (percent == null);
}

/**
 * @throws DomainError validation_error unless each entry has an amount with the currency's decimals, or a percentage
 */
function assertAllowanceChargeForms(entries: readonly AllowanceChargeInput[], minor_units: number): void {
  for (const [index, entry] of entries.entries()) {
    const path = `allowance_charges.${index}`;
    if (!hasOneForm(entry)) throw new DomainError('validation_error', `${path}: ${ONE_FORM}`);
    if (entry.amount != null) assertDecimals(entry.amount, minor_units, `${path}.amount`);
  }
}

/**
 * Checks that allowances and charges can be spread over the VAT groups. Lines that total 0 have no proportions, and a
 * group below 0 would get a share of the wrong sign.
 *
 * @throws DomainError invalid_allowance_charge
 */
function assertSpreadable(groups: readonly VatGroup[]): void {
  if (groups.some(({ lines_total }) => isNegative(lines_total))) {
    throw new DomainError(
      'invalid_allowance_charge',
      'A document-level discount or charge needs lines that total at least 0 in every VAT category and rate.',
    );
  }
  if (groups.every(({ lines_total }) => isZero(lines_total))) {
    throw new DomainError(
      'invalid_allowance_charge',
      'A document-level discount or charge needs lines that total more than 0.',
    );
  }
}

/**
 * Limit of the shares of all allowances and charges, in characters: an e-invoice states each share with the reason of
 * its entry, which takes about `SHARE_LENGTH` characters besides. E-invoices that state more are not received here
 * either.
 */
const MAX_SHARES_LENGTH = 1_000_000;
const SHARE_LENGTH = 150;

/** @throws DomainError validation_error */
function assertSharesLength(entries: readonly AllowanceChargeInput[], groups: readonly VatGroup[]): void {
  const length = entries.reduce((total, { reason }) => total + SHARE_LENGTH + reason.length, 0);
  if (length * groups.length <= MAX_SHARES_LENGTH) return;
  throw new DomainError(
    'validation_error',
    `allowance_charges: are too long for ${groups.length} VAT rates, since each is stated at every rate with its reason`,
  );
}

/**
 * Spreads each allowance and charge over the VAT groups of the lines.
 *
 * @param groups - in the order of `vatGroups`, which decides ties
 * @throws DomainError validation_error, then invalid_allowance_charge
 */
export function appliedAllowanceCharges(
  entries: readonly AllowanceChargeInput[],
  groups: readonly VatGroup[],
  minor_units: number,
): AppliedAllowanceCharges {
  if (entries.length === 0) return NONE_APPLIED;
  assertAllowanceChargeForms(entries, minor_units);
  assertSharesLength(entries, groups);
  assertSpreadable(groups);

  const weights = groups.map(({ lines_total }) => toMinorUnits(lines_total, minor_units));
  const lines_total = sum(groups.map((group) => group.lines_total));
  const adjustments = groups.map(() => 0n);
  const totals = { allowance: 0n, charge: 0n };

  const applied = entries.map((entry): AllowanceCharge => {
    const value =
      entry.amount != null
        ? decimal(entry.amount)
        : percentOf(lines_total, decimal(entry.percent ?? '0'), minor_units);
    const units = toMinorUnits(value, minor_units);
    const parts = allocate(units, weights);

    totals[entry.kind] += units;
    for (const [index, part] of parts.entries()) {
      adjustments[index] = (adjustments[index] ?? 0n) + (entry.kind === 'charge' ? part : -part);
    }
    return {
      kind: entry.kind,
      amount: entry.amount == null ? null : amount(value, minor_units),
      percent: entry.percent == null ? null : percent(entry.percent),
      reason: entry.reason,
      applied_amount: amount(value, minor_units),
      shares: shares(groups, parts, minor_units),
    };
  });

  return {
    entries: applied,
    allowances: fromMinorUnits(totals.allowance, minor_units),
    charges: fromMinorUnits(totals.charge, minor_units),
    adjustments: adjustments.map((units) => fromMinorUnits(units, minor_units)),
  };
}

function shares(
  groups: readonly VatGroup[],
  parts: readonly bigint[],
  minor_units: number,
): AllowanceChargeShare[] {
  return groups.flatMap(({ category, rate, lines_total }, index) => {
    const part = parts[index] ?? 0n;
    if (part === 0n) return [];
    return {
      vat_category: category,
      vat_rate: rate,
      amount: amount(fromMinorUnits(part, minor_units), minor_units),
      base_amount: amount(lines_total, minor_units),
    };
  });
}

/**
 * Splits a sum in proportion to the weights by the largest remainder method: every part is rounded down, then the units
 * left over go one by one to the parts with the largest remainders; among equal remainders to the first.
 *
 * @param units - the sum in the smallest unit, not negative
 * @param weights - not negative, not all 0
 * @returns parts that add up to `units`; the part of a weight of 0 is 0
 */
export function allocate(units: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((a, b) => a + b, 0n);
  const parts = weights.map((weight) => (units * weight) / total);
  const left_over = units - parts.reduce((a, b) => a + b, 0n);

  const remainders = weights
    .map((weight, index) => ({ index, remainder: (units * weight) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of remainders.slice(0, Number(left_over))) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}
