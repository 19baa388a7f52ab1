import { ZERO, decimal, isNegative, isZero } from '../values/money';
import type { Totals } from '../amounts/totals';

export const PAYMENT_STATUSES = ['unpaid', 'partial', 'paid'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * Compares the payments with the document total. A total of 0 is paid. The total of a received document may be
 * negative; absolute values are then compared, since its payments may have either sign.
 */
export function paymentStatus(facts: {
  /** `totals.tax_inclusive` plus `totals.rounding`. */
  readonly total: string;
  readonly paid_amount: string | null;
  /** Sum of the amounts of the linked reconciliations and payment intents. */
  readonly linked_amount: string;
}): PaymentStatus {
  const total = decimal(facts.total);
  const paid = (facts.paid_amount === null ? ZERO : decimal(facts.paid_amount)).plus(
    decimal(facts.linked_amount),
  );
  const size = isNegative(total) ? paid.abs() : paid;

  if (size.gte(total.abs())) return 'paid';
  return isZero(size) || isNegative(size) ? 'unpaid' : 'partial';
}

/** @param linked_amount sum of the amounts of the linked reconciliations and payment intents */
export function paymentStatusOf(
  document: { readonly totals: Totals; readonly paid_amount: string | null },
  linked_amount: string,
): PaymentStatus {
  const { tax_inclusive, rounding } = document.totals;
  const total = decimal(tax_inclusive).plus(decimal(rounding)).toFixed();
  return paymentStatus({ total, paid_amount: document.paid_amount, linked_amount });
}
