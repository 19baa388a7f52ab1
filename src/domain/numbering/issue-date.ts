import { addDays } from '../values/calendar';
import { DomainError } from '../errors';
import { periodBounds } from './number-format';

/** Inclusive bounds of a date, `YYYY-MM-DD`; null: no bound. */
export interface DateRange {
  readonly min: string | null;
  readonly max: string | null;
}

/** The issue dates that are allowed today: after the closed books, and at most `days_ahead` days from now. */
export function issueDateWindow(facts: {
  /** The present day in the company's time zone. */
  readonly today: string;
  readonly books_closed_until: string | null;
  readonly days_ahead: number;
}): DateRange {
  return {
    min: facts.books_closed_until === null ? null : addDays(facts.books_closed_until, 1),
    max: addDays(facts.today, facts.days_ahead),
  };
}

/**
 * The issue dates that keep a numbering sequence ordered by date. For a new document, `previous` is the last document
 * of the sequence. A stored document has two neighbours and stays in its period.
 *
 * @param neighbours - issue dates of the previous and next document in the same period; null: there is none
 * @param period - a result of `periodOf`
 */
export function issueDateBracket(
  neighbours: { readonly previous: string | null; readonly next: string | null },
  period: string,
): DateRange {
  const { min, max } = periodBounds(period);
  return { min: neighbours.previous ?? min, max: neighbours.next ?? max };
}

/** The limits of an issue date that do not depend on the numbering sequence. */
export interface IssueDateLimits {
  /** The issue date in the request; null: the date is a default, and the window is not checked. */
  readonly given: string | null;
  readonly window: DateRange;
  /** A given due date, which the issue date must not pass; null when the due date is computed from the issue date. */
  readonly due_date: string | null;
}

/**
 * @throws DomainError invalid_issue_date. Its details are the first and last date that window, bracket and due date
 *   all allow; there are no details when no date is allowed.
 */
export function assertIssueDate(issue_date: string, limits: IssueDateLimits, bracket: DateRange): void {
  if (limits.given !== null && !isWithin(issue_date, limits.window)) {
    throw invalidIssueDate('The issue date lies outside the numbering window', limits, bracket);
  }
  if (!isWithin(issue_date, bracket)) {
    throw invalidIssueDate('The issue date does not fit between the neighbouring numbers', limits, bracket);
  }
}

/** Both bounds are inclusive. */
export function isWithin(date: string, { min, max }: DateRange): boolean {
  return (min === null || date >= min) && (max === null || date <= max);
}

/** The date in the range that is nearest to `date`. */
export function nearestWithin(date: string, { min, max }: DateRange): string {
  if (min !== null && date < min) return min;
  return max !== null && date > max ? max : date;
}

function invalidIssueDate(message: string, limits: IssueDateLimits, bracket: DateRange): DomainError {
  const { min, max } = intersection([limits.window, bracket, { min: null, max: limits.due_date }]);
  if (min !== null && max !== null && min > max) {
    return new DomainError('invalid_issue_date', `${message}: no date is allowed at present.`);
  }
  const allowed = [min === null ? null : `from ${min}`, max === null ? null : `until ${max}`];
  return new DomainError(
    'invalid_issue_date',
    `${message}: allowed are dates ${allowed.filter((bound) => bound !== null).join(' ')}.`,
    { details: [{ min, max }] },
  );
}

/** The dates that are in all ranges: none when `min` is after `max`. */
export function intersection(ranges: readonly DateRange[]): DateRange {
  const bounds = (end: 'min' | 'max') =>
    ranges
      .map((range) => range[end])
      .filter((date) => date !== null)
      .sort();
  return { min: bounds('min').at(-1) ?? null, max: bounds('max')[0] ?? null };
}

/** @param books_closed_until - the last day of the closed books, which is closed too; null when no books are closed */
export function isInClosedBooks(issue_date: string, books_closed_until: string | null): boolean {
  return books_closed_until !== null && issue_date <= books_closed_until;
}
