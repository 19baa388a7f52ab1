import { minorUnits } from '../../values/currency';
import { DomainError } from '../../errors';
import { amount, type Decimal, decimal, decimalsOf, isNegative, isZero, sum, ZERO } from '../../values/money';
import type { Totals } from '../../amounts/totals';
import { DOCUMENT_TYPES, type DocumentType } from '../document-type';

export const PAYMENT_STATUSES = ['unpaid', 'partial', 'paid'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * The sums that reduce the open amount of a document, in its currency; null where there is nothing to add up. The
 * amount that the document itself states as paid is not among them.
 */
export interface Settlement {
  /** The sum of the payments, above 0. */
  readonly payments: string | null;
  /** The sum of the amounts of the linked reconciliations and payment intents; of any sign. */
  readonly links: string | null;
  /** The sum of what is set off between an invoice and its credit notes; above 0. */
  readonly set_off: string | null;
}

export const NOTHING_SETTLED: Settlement = { payments: null, links: null, set_off: null };

/** @returns null when there are no sums */
export function settlementOf(sums: Settlement): Settlement | null {
  const { payments, links, set_off } = sums;
  return payments === null && links === null && set_off === null ? null : sums;
}

/** The totals that the open amount follows from. */
export type SettledTotals = Pick<Totals, 'tax_inclusive' | 'rounding' | 'paid' | 'payable'>;

/** The fields of a document that its open amount follows from. */
export interface Settled {
  readonly totals: SettledTotals;
  /** Null when there are no payments, links with an amount, and set-offs. */
  readonly settlement: Settlement | null;
}

interface Balance {
  /** The absolute value of the document total that is neither stated as paid nor settled; below 0 when more is paid. */
  readonly open: Decimal;
  /** What is stated as paid, and what is settled. */
  readonly paid: Decimal;
}

/**
 * The total of a received document may be negative. Its absolute value then counts, as does that of the amounts of its
 * links, which may have either sign.
 */
function balanceOf({ totals, settlement }: Settled): Balance {
  const is_negative = isNegative(decimal(totals.tax_inclusive).plus(decimal(totals.rounding)));
  const sized = (value: Decimal) => (is_negative ? value.neg() : value);
  const valueOf = (text: string | null | undefined) => (text == null ? ZERO : decimal(text));
  const links = valueOf(settlement?.links);
  const settled = sum([
    valueOf(settlement?.payments),
    is_negative ? links.abs() : links,
    valueOf(settlement?.set_off),
  ]);
  return {
    open: sized(decimal(totals.payable)).minus(settled),
    paid: sized(decimal(totals.paid)).plus(settled),
  };
}

/** A document with nothing open is paid, also when its total is 0. */
export function paymentStatusOf(document: Settled): PaymentStatus {
  const { open, paid } = balanceOf(document);
  if (isZero(open) || isNegative(open)) return 'paid';
  return isZero(paid) || isNegative(paid) ? 'unpaid' : 'partial';
}

/**
 * The amount that is still to be paid; below 0 when links go beyond it.
 *
 * @returns null for a type of document that is not paid
 */
export function openAmount(
  document: Settled & { readonly type: DocumentType; readonly currency: string },
): string | null {
  const { type, totals, settlement } = document;
  if (!DOCUMENT_TYPES[type].is_paid) return null;
  if (settlement === null && isPlain(totals)) return totals.payable;
  return amount(balanceOf(document).open, settledDecimals(document));
}

/**
 * The decimals of what settles a document: those of its currency, or more where a received document states more of what
 * is payable, which could not be paid exactly otherwise.
 */
export function settledDecimals({
  currency,
  totals,
}: {
  readonly currency: string;
  readonly totals: Pick<Totals, 'payable'>;
}): number {
  return Math.max(minorUnits(currency), decimalsOf(totals.payable));
}

/** Whether the total is certainly not negative, as of all documents of the company. */
function isPlain({ tax_inclusive, rounding }: SettledTotals): boolean {
  return !tax_inclusive.startsWith('-') && !/[1-9]/.test(rounding);
}

/**
 * Checks that a change does not take the total of a document below what it states as paid and its payments together.
 * These may be above the total already: a link with a negative amount, such as a reversed payment, has opened more to
 * pay.
 *
 * @param before - the totals before the change
 * @throws DomainError invalid_paid_amount
 */
export function assertPaymentsCovered({ totals, settlement }: Settled, before: SettledTotals): void {
  if (settlement?.payments == null) return;
  const payments = decimal(settlement.payments);
  const excessOf = ({ paid, tax_inclusive }: SettledTotals) =>
    decimal(paid).plus(payments).minus(decimal(tax_inclusive));
  const excess = excessOf(totals);
  if (excess.lte(ZERO) || excess.lte(excessOf(before))) return;
  throw new DomainError(
    'invalid_paid_amount',
    'The amount paid and the payments must not be above the document total.',
  );
}
