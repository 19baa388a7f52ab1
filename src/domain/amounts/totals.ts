import { minorUnits } from '../values/currency';
import { DomainError } from '../errors';
import {
  ZERO,
  amount,
  decimal,
  isNegative,
  rounded,
  shortestDecimal,
  sum,
  type Decimal,
} from '../values/money';
import {
  appliedAllowanceCharges,
  type AllowanceCharge,
  type AllowanceChargeInput,
} from './allowance-charges';
import {
  AMOUNT_LIMIT,
  assertDecimals,
  type ComputedLine,
  computedLine,
  type Line,
  type LineInput,
} from './lines';
import { vatBreakdown, vatGroups, type VatBreakdownEntry } from './vat-breakdown';

/**
 * The values that the amounts of a document are computed from. Amounts are decimal strings; `LineInput` says what the
 * request's schema has checked.
 */
export interface AmountsInput {
  readonly currency: string;
  readonly company_currency: string;
  readonly lines: readonly LineInput[];
  readonly allowance_charges?: readonly AllowanceChargeInput[] | null | undefined;
  /** The amount already paid, including VAT. */
  readonly paid_amount?: string | null | undefined;
  /** Units of the company's currency for one unit of the document's currency; above 0. */
  readonly exchange_rate?: string | null | undefined;
}

/** EN 16931 BG-22. All amounts are in the document's currency except `tax_in_company_currency`. */
export interface Totals {
  readonly lines: string; // BT-106
  readonly allowances: string; // BT-107
  readonly charges: string; // BT-108
  readonly tax_exclusive: string; // BT-109
  readonly tax: string; // BT-110
  /** The document total. */
  readonly tax_inclusive: string; // BT-112
  /** 0 unless a received document states one. */
  readonly rounding: string; // BT-114
  readonly paid: string; // BT-113
  readonly payable: string; // BT-115
  /** Null without an exchange rate, and when the document is in the company's currency (BR-53). */
  readonly tax_in_company_currency: string | null; // BT-111
}

/** All computed amounts of a document, as stored and returned; a value that was not given is null. */
export interface DocumentAmounts {
  readonly lines: readonly Line[];
  readonly allowance_charges: readonly AllowanceCharge[];
  readonly vat_breakdown: readonly VatBreakdownEntry[];
  readonly totals: Totals;
  readonly paid_amount: string | null;
  readonly exchange_rate: string | null;
}

/**
 * The amounts of a document of the company, computed and checked (EN 16931 BR-CO-10 to BR-CO-17).
 *
 * @throws DomainError in this order: validation_error for a line, validation_error for the decimals of another
 *   amount, invalid_allowance_charge, then the errors of `assertTotals`
 */
export function documentAmounts(input: AmountsInput): DocumentAmounts {
  const amounts = computedAmounts(input);
  assertTotals(amounts.totals);
  return amounts;
}

/** Computes the amounts without checking the totals, so that a preview can show what the checks refuse. */
export function computedAmounts(
  input: AmountsInput,
  lines: readonly ComputedLine[] = input.lines.map((line, index) =>
    computedLine(line, index, minorUnits(input.currency)),
  ),
): DocumentAmounts {
  const minor_units = minorUnits(input.currency);
  const paid = paidAmount(input.paid_amount, minor_units);

  const groups = vatGroups(lines);
  const applied = appliedAllowanceCharges(input.allowance_charges ?? [], groups, minor_units);
  const breakdown = vatBreakdown(groups, applied.adjustments, minor_units);

  const lines_total = sum(groups.map((group) => group.lines_total));
  const tax_exclusive = lines_total.minus(applied.allowances).plus(applied.charges); // BR-CO-13
  const tax = sum(breakdown.map(({ vat }) => vat)); // BR-CO-14
  const tax_inclusive = tax_exclusive.plus(tax); // BR-CO-15
  const written = (value: Decimal) => amount(value, minor_units);

  return {
    lines: lines.map(({ line }) => line),
    allowance_charges: applied.entries,
    vat_breakdown: breakdown.map(({ entry }) => entry),
    totals: {
      lines: written(lines_total),
      allowances: written(applied.allowances),
      charges: written(applied.charges),
      tax_exclusive: written(tax_exclusive),
      tax: written(tax),
      tax_inclusive: written(tax_inclusive),
      rounding: written(ZERO),
      paid: written(paid),
      payable: written(tax_inclusive.minus(paid)), // BR-CO-16
      tax_in_company_currency: taxInCompanyCurrency(tax, input),
    },
    paid_amount: input.paid_amount == null ? null : written(paid),
    exchange_rate: input.exchange_rate == null ? null : shortestDecimal(input.exchange_rate),
  };
}

function paidAmount(paid_amount: string | null | undefined, minor_units: number): Decimal {
  if (paid_amount == null) return ZERO;
  assertDecimals(paid_amount, minor_units, 'paid_amount');
  const paid = decimal(paid_amount);
  if (isNegative(paid)) throw new DomainError('validation_error', 'paid_amount: must not be negative');
  return paid;
}

/** The tax in the company's currency, where a rate is given and it is another currency. */
export function taxInCompanyCurrency(
  tax: Decimal,
  input: Pick<AmountsInput, 'exchange_rate' | 'currency' | 'company_currency'>,
): string | null {
  if (input.exchange_rate == null || input.currency === input.company_currency) return null;
  const minor_units = minorUnits(input.company_currency);
  return amount(rounded(tax.times(decimal(input.exchange_rate)), minor_units), minor_units);
}

/**
 * @throws DomainError invalid_amount for a document total below 0; validation_error for a total of 10^15 or more;
 *   invalid_paid_amount when the paid amount is above the document total
 */
export function assertTotals(totals: Totals): void {
  assertAmount(totals);
  assertPaidAmount(totals);
}

const LIMITED_TOTALS = ['lines', 'allowances', 'charges', 'tax_exclusive', 'tax', 'tax_inclusive'] as const;

/** @throws DomainError invalid_amount, validation_error */
function assertAmount(totals: Totals): void {
  if (isNegative(decimal(totals.tax_inclusive))) {
    throw new DomainError('invalid_amount', 'The document total must not be negative.');
  }
  // The database stores fifteen digits before the point. A larger amount is a malformed value: validation_error.
  for (const name of LIMITED_TOTALS) {
    if (isTooLarge(totals[name])) {
      const path = name === 'allowances' || name === 'charges' ? 'allowance_charges' : 'lines';
      throw new DomainError('validation_error', `${path}: the document's totals must be below 10^15`);
    }
  }
  if (totals.tax_in_company_currency !== null && isTooLarge(totals.tax_in_company_currency)) {
    throw new DomainError(
      'validation_error',
      "exchange_rate: the VAT in the company's currency must be below 10^15",
    );
  }
}

function isTooLarge(text: string): boolean {
  return decimal(text).abs().gte(AMOUNT_LIMIT);
}

/** @throws DomainError invalid_paid_amount */
function assertPaidAmount(totals: Totals): void {
  if (decimal(totals.paid).gt(decimal(totals.tax_inclusive))) {
    throw new DomainError('invalid_paid_amount', 'The amount paid must not be above the document total.');
  }
}
