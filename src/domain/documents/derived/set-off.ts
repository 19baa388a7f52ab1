import { minorUnits } from '../../values/currency';
import { amount, type Decimal, decimal, isNegative, isZero, sum, ZERO } from '../../values/money';
import type { Totals } from '../../amounts/totals';
import { isEqual, revised } from '../../version';
import type { Document } from '../document';
import type { CreditState } from './credit-state';
import {
  NOTHING_SETTLED,
  openAmount,
  paymentStatusOf,
  type SettledTotals,
  settlementOf,
} from '../payments/payment-status';
import { isFullyCredited } from './credit-lines';
import type { CreditedSums, CreditNote } from './credited';

type Settled = Pick<Document, 'type' | 'currency' | 'settlement'> & { readonly totals: SettledTotals };

/** Whether a change may change what a document has open, or its invoice. */
export function mayChangeSetOff(change: {
  readonly [Member in (typeof SETTLING)[number]]?: unknown;
}): boolean {
  return SETTLING.some((member) => change[member] !== undefined);
}

const SETTLING = ['lines', 'allowance_charges', 'paid_amount', 'currency', 'preceding_document'] as const;

/** Whether two totals leave as much to be set off. The tax in the company's currency is no part of it. */
export function isSameToSetOff(before: Totals, after: Totals): boolean {
  const { tax_in_company_currency } = before;
  return isEqual(before, { ...after, tax_in_company_currency });
}

/** What is set off between an own invoice and its credit note: as much as both have open. */
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
  const settlement = settlementOf({ ...NOTHING_SETTLED, ...before, set_off });
  return { settlement, payment_status: paymentStatusOf({ totals, settlement }) };
}

/** The document with nothing set off. */
export function withoutSetOff<T extends Settled>(document: T): T {
  const set_off = decimal(document.settlement?.set_off ?? '0');
  return { ...document, ...withSetOff(document, set_off.neg()) };
}

/**
 * An invoice and its credit notes, set off again: the oldest credit note first, as much as both have open.
 *
 * @returns the credit notes in the order of the argument
 */
export function setOffAgain<Invoice extends Settled, Note extends Settled>(
  invoice: Invoice,
  notes: readonly Note[],
): { readonly invoice: Invoice; readonly notes: Note[] } {
  let free = withoutSetOff(invoice);
  const again = notes.map(withoutSetOff).map((note) => {
    const difference = setOff(free, note);
    free = { ...free, ...withSetOff(free, difference) };
    return { ...note, ...withSetOff(note, difference) };
  });
  return { invoice: free, notes: again };
}

/**
 * A changed credit note, set off again: what was set off against its former invoice is released first.
 *
 * @param before - the credit note before the change
 * @param former_invoice - the invoice that `before` credits; undefined when the company has not issued it
 * @param invoice - the invoice that `after` credits, which may be the same
 * @returns the credit note, and by how much the set-off of each invoice changes
 */
export function movedSetOff<Note extends Settled, Invoice extends Settled & Pick<Document, 'id'>>(
  before: Settled,
  after: Note,
  { former_invoice, invoice }: Record<'former_invoice' | 'invoice', Invoice | undefined>,
): { readonly note: Note; readonly invoices: { readonly invoice: Invoice; readonly difference: Decimal }[] } {
  const former = decimal(before.settlement?.set_off ?? '0');
  const is_same = former_invoice?.id === invoice?.id;
  const released = is_same ? former : ZERO;
  const alone = withoutSetOff(after);
  const free = invoice && { ...invoice, ...withSetOff(invoice, released.neg()) };
  const present = free ? setOff(free, alone) : ZERO;
  const note = { ...alone, ...withSetOff(alone, present) };
  return {
    note,
    invoices: [
      ...(invoice ? [{ invoice, difference: present.minus(released) }] : []),
      ...(former_invoice && !is_same ? [{ invoice: former_invoice, difference: former.neg() }] : []),
    ],
  };
}

/**
 * The invoice with its credit notes.
 *
 * @param credited - the `creditState` of all credit notes that name it
 * @param difference - by how much the set-off with them changed
 */
export function withCreditNotes<T extends Document>(
  invoice: T,
  credited: CreditState | null,
  difference: Decimal,
  now: Date,
): T {
  const changed = { credited, ...withSetOff(invoice, difference) };
  return revised<T, Document>(invoice, changed, now);
}

/**
 * Whether the credit notes that were made from the invoice have its total together. Otherwise something is left of its
 * lines, since credit notes for all of them cancel the total exactly, and the sums of their lines need not be read.
 */
export function isTotalCredited({ totals }: Pick<Document, 'totals'>, notes: readonly CreditNote[]): boolean {
  const made = notes.filter(({ is_made }) => is_made);
  return made.length > 0 && totalOf(made).eq(decimal(totals.tax_inclusive));
}

/**
 * What the invoice states of its credit notes.
 *
 * @param credited - what those that were made from the invoice credit of its lines; may be undefined unless
 *   `isTotalCredited`
 */
export function creditState(
  invoice: Document,
  notes: readonly CreditNote[],
  credited: CreditedSums['lines'] | undefined,
): CreditState | null {
  if (notes.length === 0) return null;
  const made = notes.filter(({ is_made }) => is_made);
  const total = totalOf(notes);
  const whole = decimal(invoice.totals.tax_inclusive);
  // The lines that are left may have a total of 0: a free one, or one and its reversal.
  const is_rest_creditable = whole.gt(totalOf(made)) ? total.lt(whole) : total.lte(whole);
  return {
    amount: amount(total, minorUnits(invoice.currency)),
    notes: notes.map(({ id, number }) => ({ id, number })),
    is_made: made.length > 0,
    is_complete: (credited !== undefined && isFullyCredited(invoice, credited)) || !is_rest_creditable,
  };
}

function totalOf(notes: readonly CreditNote[]): Decimal {
  return sum(notes.map(({ totals }) => decimal(totals.tax_inclusive)));
}
