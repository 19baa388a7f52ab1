import { DomainError } from '../../errors';
import { vatCountry } from '../../values/vat-number';
import { DOCUMENT_TYPES, type DocumentType } from '../document-type';

/**
 * Belgian structured communication: ten digits and two check digits (the ten digits modulo 97, or 97 when that is 0),
 * written as `+++012/3456/78939+++`, with asterisks in place of the plus signs, or as twelve digits.
 */
const STRUCTURED = /^(\+{3}|\*{3})(\d{3})\/(\d{4})\/(\d{5})\1$|^(\d{12})$/;

export const MAX_STRUCTURED_BASE = 9_999_999_999;

/**
 * @returns a structured reference in the form with plus signs and slashes; any other text unchanged
 * @throws DomainError validation_error when the check digits of a structured reference are wrong
 */
export function normalisedPaymentReference(payment_reference: string): string {
  const match = STRUCTURED.exec(payment_reference);
  if (!match) return payment_reference;

  const digits = match.slice(2).join('');
  const reference = structuredReference(Number(digits.slice(0, 10)));
  if (!reference.endsWith(`${digits.slice(10)}+++`)) {
    throw new DomainError('validation_error', 'payment_reference: the check digits are wrong');
  }
  return reference;
}

/** @param base - ten digits at most: 0 to 9,999,999,999 */
export function structuredReference(base: number): string {
  if (!Number.isInteger(base) || base < 0 || base > MAX_STRUCTURED_BASE) {
    throw new Error('structuredReference: the base must have ten digits at most');
  }
  const check = base % 97 || 97;
  const digits = String(base).padStart(10, '0') + String(check).padStart(2, '0');
  return `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`;
}

/** Whether a document without a payment reference gets a structured one: an invoice in euro of a Belgian company. */
export function needsStructuredReference(document: {
  readonly type: DocumentType;
  readonly currency: string;
  readonly company_vat: string | null;
}): boolean {
  return (
    DOCUMENT_TYPES[document.type].gets_payment_reference &&
    document.currency === 'EUR' &&
    document.company_vat !== null &&
    vatCountry(document.company_vat) === 'BE'
  );
}
