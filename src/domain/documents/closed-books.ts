import { DomainError } from '../errors';
import { isEqual } from '../version';
import type { AllowanceCharge } from '../amounts/allowance-charges';
import type { Document } from './document';
import { isInClosedBooks } from '../numbering/issue-date';
import type { Line } from '../amounts/lines';

type Booked = Pick<
  Document,
  | 'relation_id'
  | 'lines'
  | 'issue_date'
  | 'currency'
  | 'exchange_rate'
  | 'allowance_charges'
  | 'paid_amount'
  | 'totals'
>;

/** The fields of a document that enter the books, each as the value to compare. Other fields may change later. */
const BOOKED: { readonly [Member in keyof Booked]: (document: Booked) => unknown } = {
  relation_id: (document) => document.relation_id,
  lines: (document) => document.lines.map(lineFigures),
  issue_date: (document) => document.issue_date,
  currency: (document) => document.currency,
  exchange_rate: (document) => document.exchange_rate,
  allowance_charges: (document) => document.allowance_charges.map(entryFigures),
  paid_amount: (document) => document.paid_amount,
  totals: (document) => document.totals,
};

export const BOOKED_FIELDS = Object.keys(BOOKED) as (keyof Booked)[];

function lineFigures(line: Line): unknown {
  const { quantity, unit_price, discount_percent, discount_amount, vat_rate, vat_category, net_amount } =
    line;
  return [quantity, unit_price, discount_percent, discount_amount, vat_rate, vat_category, net_amount];
}

function entryFigures({ kind, amount, percent, shares }: AllowanceCharge): unknown {
  return [kind, amount, percent, shares];
}

/**
 * @param books_closed_until - last day of the company's closed books; null when no books are closed
 * @throws DomainError invalid_issue_date when an amount, the issue date, the currency or the relation changes in a
 *   document whose stored issue date is in closed books
 */
export function assertBooksOpen(stored: Booked, changed: Booked, books_closed_until: string | null): void {
  if (!isInClosedBooks(stored.issue_date, books_closed_until)) return;
  const field = BOOKED_FIELDS.find((name) => !isEqual(BOOKED[name](stored), BOOKED[name](changed)));
  if (field === undefined) return;
  throw new DomainError(
    'invalid_issue_date',
    `The books are closed for the document's issue date: ${field} cannot change.`,
  );
}
