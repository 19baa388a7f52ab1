import { addDays } from '../calendar';
import { DomainError } from '../errors';
import { periodBounds } from '../number-format';

/** Inclusive bounds of a date, `YYYY-MM-DD`; null: none. */
export interface DateRange {
  readonly min: string | null;
  readonly max: string | null;
}

export const DEFAULT_DAYS_AHEAD = 31;

/** The dates that may be given to a document today: after the closed books, and not too far ahead. */
export function issueDateWindow(facts: {
  /** In the company's time zone. */
  readonly today: string;
  readonly books_closed_until: string | null;
  readonly days_ahead?: number;
}): DateRange {
  return {
    min: facts.books_closed_until === null ? null : addDays(facts.books_closed_until, 1),
    max: addDays(facts.today, facts.days_ahead ?? DEFAULT_DAYS_AHEAD),
  };
}

/**
 * The dates that keep the order of a sequence: numbers and dates run the same way. A document to be numbered has the
 * sequence's last as `previous` and no `next`; a stored one has its two neighbours, and stays in its period.
 *
 * @param neighbours issue dates of the documents numbered before and after in the same period; null: none
 * @param period as `periodOf` gives it
 */
export function issueDateBracket(
  neighbours: { readonly previous: string | null; readonly next: string | null },
  period: string,
): DateRange {
  const { min, max } = periodBounds(period);
  return { min: neighbours.previous ?? min, max: neighbours.next ?? max };
}

/** @throws DomainError `invalid_issue_date`, with the window as details */
export function assertInWindow(issue_date: string, window: DateRange): void {
  assertWithin(issue_date, window, 'The issue date lies outside the numbering window');
}

/** @throws DomainError `invalid_issue_date`, with the bracket as details */
export function assertInBracket(issue_date: string, bracket: DateRange): void {
  assertWithin(issue_date, bracket, 'The issue date does not fit between the neighbouring numbers');
}

function assertWithin(issue_date: string, { min, max }: DateRange, message: string): void {
  if ((min === null || issue_date >= min) && (max === null || issue_date <= max)) return;
  const allowed = [min === null ? null : `from ${min}`, max === null ? null : `until ${max}`];
  throw new DomainError(
    'invalid_issue_date',
    `${message}: allowed is ${allowed.filter((bound) => bound !== null).join(' ')}.`,
    { details: [{ min, max }] },
  );
}

export function isInClosedBooks(issue_date: string, books_closed_until: string | null): boolean {
  return books_closed_until !== null && issue_date <= books_closed_until;
}

/** Members of a PATCH that change what the books say; the others (a note, a reference) stay open. */
export const BOOKED_MEMBERS = [
  'relation_id',
  'lines',
  'issue_date',
  'currency',
  'exchange_rate',
  'allowance_charges',
  'paid_amount',
] as const;

/**
 * @param members names in the PATCH
 * @throws DomainError `invalid_issue_date` for a booked member of a document whose stored date lies in closed books
 */
export function assertBooksOpen(
  members: readonly string[],
  stored: { readonly issue_date: string; readonly books_closed_until: string | null },
): void {
  if (!isInClosedBooks(stored.issue_date, stored.books_closed_until)) return;
  const member = BOOKED_MEMBERS.find((name) => members.includes(name));
  if (member === undefined) return;
  throw new DomainError(
    'invalid_issue_date',
    `The books are closed for the document's issue date: ${member} cannot change.`,
  );
}
