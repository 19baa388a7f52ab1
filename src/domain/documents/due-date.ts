import { addDays } from '../values/calendar';
import { DomainError } from '../errors';
import { DOCUMENT_TYPES, type DocumentType } from './document-type';

const DEFAULT_PAYMENT_TERM_DAYS = 30;

/**
 * The default due date: the issue date plus the relation's payment term, or 30 days without a term. A credit note has
 * no default, since its amount is set off instead of paid.
 */
export function defaultDueDate(
  type: DocumentType,
  issue_date: string,
  payment_term_days: number | null,
): string | null {
  if (DOCUMENT_TYPES[type].is_credit_note) return null;
  return addDays(issue_date, payment_term_days ?? DEFAULT_PAYMENT_TERM_DAYS);
}

/** @throws DomainError validation_error */
export function assertDueDate(due_date: string | null, issue_date: string): void {
  if (due_date !== null && due_date < issue_date) {
    throw new DomainError('validation_error', 'due_date: must not be before the issue date');
  }
}

/** @throws DomainError validation_error (EN 16931 BR-29) */
export function assertInvoicingPeriod(period_start: string | null, period_end: string | null): void {
  if (period_start !== null && period_end !== null && period_end < period_start) {
    throw new DomainError('validation_error', 'period_end: must not be before period_start');
  }
}
