import { minorUnits } from '../../values/currency';
import { amount, type Decimal, decimal, isNegative, isZero, sum, ZERO } from '../../values/money';
import { revised } from '../../version';
import type { Document } from '../document';
import type { CreditState } from './credit-state';
import { openAmount, paymentStatusOf, type Settlement, settlementOf } from '../payment-status';
import { isFullyCredited } from './credit-lines';
import { type CreditNote, madeCredits } from './credit-note';

type Settled = Pick<Document, 'type' | 'currency' | 'totals' | 'settlement'>;

/** What is set off between an invoice and its credit note: as much as both have open. */
export function setOff(invoice: Settled, note: Settled): Decimal {
  const of_invoice = decimal(openAmount(invoice) ?? '0');
  const of_note = decimal(openAmount(note) ?? '0');
  const least = of_invoice.lt(of_note) ? of_invoice : of_note;
  return isNegative(least) ? ZERO : least;
}

/** The settlement and payment status of a document after its set-off changed by `difference`. */
export function withSetOff(
  { currency, totals, settlement: before }: Settled,
  difference: Decimal,
): Pick<Document, 'settlement' | 'payment_status'> {
  const total = decimal(before?.set_off ?? '0').plus(difference);
  const set_off = isZero(total) ? null : amount(total, minorUnits(currency));
  const settlement = settlementOf({ ...NOTHING, ...before, set_off });
  return { settlement, payment_status: paymentStatusOf({ totals, settlement }) };
}

const NOTHING: Settlement = { payments: null, links: null, set_off: null };

/**
 * The invoice with its credit notes.
 *
 * @param notes - all credit notes that name it
 * @param difference - by how much the set-off with them changed
 */
export function withCreditNotes<T extends Document>(
  invoice: T,
  notes: readonly CreditNote[],
  difference: Decimal,
  now: Date,
): T {
  const changed = { credited: creditState(invoice, notes), ...withSetOff(invoice, difference) };
  return revised<T, Document>(invoice, changed, now);
}

function creditState(invoice: Document, notes: readonly CreditNote[]): CreditState | null {
  if (notes.length === 0) return null;
  const total = sum(notes.map(({ totals }) => decimal(totals.tax_inclusive)));
  const made = madeCredits(notes);
  const whole = decimal(invoice.totals.tax_inclusive);
  return {
    amount: amount(total, minorUnits(invoice.currency)),
    notes: notes.map(({ id, number }) => ({ id, number })),
    is_made: made.length > 0,
    is_complete: isFullyCredited(invoice, made) || (total.gte(whole) && !isZero(whole)),
  };
}
