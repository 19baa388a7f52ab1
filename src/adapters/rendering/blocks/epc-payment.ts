import { EU_MEMBER_STATES } from '../../../domain/code-lists/countries';
import type { Document } from '../../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import { firstCodePoints } from '../../../domain/values/code-points';
import { isIban } from '../../../domain/values/iban';
import { decimal } from '../../../domain/values/money';
import { issuedByBuyer } from './issuer';

/** Capacity of a QR code of version 13 with error correction level M, the maximum of EPC069-12. */
const MAX_BYTES = 331;
const MAX_NAME = 70;
const MAX_TEXT = 140;
const MAX_AMOUNT = decimal('999999999.99');
const CREDITOR_REFERENCE = /^RF(\d{2})([A-Z0-9]{1,21})$/;

/** Whether the document asks for a payment. */
export function leadsToPayment({ type, totals }: Document): boolean {
  return DOCUMENT_TYPES[type].total_is === 'payable' && decimal(totals.payable).gt('0');
}

/** Who is paid: the payee, such as a factor, or else the seller. */
export function beneficiary({ payee, seller }: Pick<Document, 'payee' | 'seller'>): string {
  return payee ?? seller.name;
}

/**
 * Content of the QR code for a SEPA credit transfer (European Payments Council, EPC069-12, version 002 in UTF-8).
 *
 * @returns null when no such transfer is possible: a currency other than euro, nothing to pay, no account, an account
 *   outside the EEA without BIC, texts that are too long; and for a document that the payer issued
 */
export function epcPayment(document: Document): string | null {
  const { currency, payment, totals, number, payment_reference } = document;
  if (currency !== 'EUR' || payment === null || !leadsToPayment(document)) return null;
  if (issuedByBuyer(document) || !isIban(payment.iban)) return null;
  if (decimal(totals.payable).gt(MAX_AMOUNT)) return null;
  if (payment.bic === null && !isInEea(payment.iban)) return null;

  const reference = oneLine(payment_reference ?? number);
  const is_structured = isCreditorReference(reference);
  if (reference.length > MAX_TEXT) return null; // a truncated reference could not be matched
  const lines = [
    'BCD',
    '002',
    '1', // UTF-8
    'SCT',
    payment.bic ?? '',
    firstCodePoints(oneLine(beneficiary(document)), MAX_NAME).trim(),
    payment.iban,
    `EUR${decimal(totals.payable).toFixed(2)}`,
    '', // purpose
    // At most one of the two. Only an ISO 11649 reference is a structured one; a Belgian reference is sent as text.
    is_structured ? compact(reference) : '',
    is_structured ? '' : reference,
  ];
  while (lines.at(-1) === '') lines.pop(); // trailing empty elements are omitted
  const text = lines.join('\n');
  return Buffer.byteLength(text) <= MAX_BYTES ? text : null;
}

/**
 * Whether it is an ISO 11649 reference: `RF`, two check digits and at most 21 letters and digits, with check digits
 * that hold (modulo 97 is 1).
 */
function isCreditorReference(reference: string): boolean {
  const [, check, body] = CREDITOR_REFERENCE.exec(compact(reference)) ?? [];
  if (check === undefined || body === undefined) return false;
  const digits = `${body}RF${check}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

function compact(reference: string): string {
  return reference.replace(/\s/g, '').toUpperCase();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Within the EEA no BIC is needed. */
function isInEea(iban: string): boolean {
  const country = iban.slice(0, 2);
  return EU_MEMBER_STATES.has(country) || ['IS', 'LI', 'NO'].includes(country);
}
