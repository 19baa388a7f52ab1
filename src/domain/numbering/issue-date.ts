import { addDays } from '../values/calendar';
import { DomainError } from '../errors';
import { periodBounds } from './number-format';

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

/** What limits an issue date, whatever the document's place in its sequence. */
export interface IssueDateLimits {
  /** Null: it is not checked, because no date was given. */
  readonly given: string | null;
  readonly window: DateRange;
  /** Of a due date that does not follow the issue date; null: there is none. */
  readonly due_date: string | null;
}

/**
 * @throws DomainError `invalid_issue_date`. Its details are dates that are themselves accepted, so the narrower ends of
 *   window, bracket and due date; there are none when no date is accepted.
 */
export function assertIssueDate(issue_date: string, limits: IssueDateLimits, bracket: DateRange): void {
  if (limits.given !== null && !isWithin(issue_date, limits.window)) {
    throw invalidIssueDate('The issue date lies outside the numbering window', limits, bracket);
  }
  if (!isWithin(issue_date, bracket)) {
    throw invalidIssueDate('The issue date does not fit between the neighbouring numbers', limits, bracket);
  }
}

export function isWithin(date: string, { min, max }: DateRange): boolean {
  return (min === null || date >= min) && (max === null || date <= max);
}

/** The date of a range that is nearest to another one. */
export function nearestWithin(date: string, { min, max }: DateRange): string {
  if (min !== null && date < min) return min;
  return max !== null && date > max ? max : date;
}

function invalidIssueDate(message: string, limits: IssueDateLimits, bracket: DateRange): DomainError {
  const accepted = intersection([limits.window, bracket, { min: null, max: limits.due_date }]);
  if (accepted === null) {
    return new DomainError('invalid_issue_date', `${message}: no date is allowed here at present.`);
  }
  const { min, max } = accepted;
  const allowed = [min === null ? null : `from ${min}`, max === null ? null : `until ${max}`];
  return new DomainError(
    'invalid_issue_date',
    `${message}: allowed is ${allowed.filter((bound) => bound !== null).join(' ')}.`,
    { details: [{ min, max }] },
  );
}

/** @returns null when no date lies in all of them */
function intersection(ranges: readonly DateRange[]): DateRange | null {
  const bounds = (end: 'min' | 'max') =>
    ranges
      .map((range) => range[end])
      .filter((date) => date !== null)
      .sort();
  const min = bounds('min').at(-1) ?? null;
  const max = bounds('max')[0] ?? null;
  return min !== null && max !== null && min > max ? null : { min, max };
}

export function isInClosedBooks(issue_date: string, books_closed_until: string | null): boolean {
  return books_closed_until !== null && issue_date <= books_closed_until;
}
