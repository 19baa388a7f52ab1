import { EU_MEMBER_STATES } from '../../../domain/code-lists/countries';
import type { Document } from '../../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import { decimal } from '../../../domain/values/money';
import { issuedByBuyer } from './issuer';

/** EPC069-12: what a code of version 13 with error correction M can hold. */
const MAX_BYTES = 331;
const MAX_NAME = 70;
const MAX_TEXT = 140;
const MAX_AMOUNT = decimal('999999999.99');
const CREDITOR_REFERENCE = /^RF(\d{2})([A-Z0-9]{1,21})$/;

/** Whether money is to move to the seller's account. */
export function leadsToPayment({ type, totals }: Document): boolean {
  return DOCUMENT_TYPES[type].total_is === 'payable' && decimal(totals.payable).gt('0');
}

/**
 * What the QR code of a credit transfer says (European Payments Council, EPC069-12, version 002 in UTF-8).
 *
 * @returns null for what such a transfer cannot be: another currency than the euro, nothing to pay, no account, an
 *   account outside the EEA without a BIC, texts that do not fit; and for what the payer himself issued
 */
export function epcPayment(document: Document): string | null {
  const { currency, payment, seller, totals, number, payment_reference } = document;
  if (currency !== 'EUR' || payment === null || !leadsToPayment(document)) return null;
  if (issuedByBuyer(document) || !isIban(payment.iban)) return null;
  if (decimal(totals.payable).gt(MAX_AMOUNT)) return null;
  if (payment.bic === null && !isInEea(payment.iban)) return null;

  const reference = oneLine(payment_reference ?? number);
  const is_structured = isCreditorReference(reference);
  if (reference.length > MAX_TEXT) return null; // half a reference is worse than none
  const lines = [
    'BCD',
    '002',
    '1', // UTF-8
    'SCT',
    payment.bic ?? '',
    Array.from(oneLine(seller.name)).slice(0, MAX_NAME).join('').trim(),
    payment.iban,
    `EUR${decimal(totals.payable).toFixed(2)}`,
    '', // purpose
    // One of the two at most: only an ISO 11649 reference counts as structured, the Belgian one travels as text.
    is_structured ? compact(reference) : '',
    is_structured ? '' : reference,
  ];
  while (lines.at(-1) === '') lines.pop(); // empty elements at the end are left out
  const text = lines.join('\n');
  return Buffer.byteLength(text) <= MAX_BYTES ? text : null;
}

/** ISO 11649: `RF`, two check digits, 21 letters and digits at most; modulo 97 of it all is 1. */
function isCreditorReference(reference: string): boolean {
  const [, check, body] = CREDITOR_REFERENCE.exec(compact(reference)) ?? [];
  if (check === undefined || body === undefined) return false;
  const digits = `${body}RF${check}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** By its form; a received document may name an account that is none. */
export function isIban(account: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account);
}

function compact(reference: string): string {
  return reference.replace(/\s/g, '').toUpperCase();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** There the IBAN alone is enough. */
function isInEea(iban: string): boolean {
  const country = iban.slice(0, 2);
  return EU_MEMBER_STATES.has(country) || ['IS', 'LI', 'NO'].includes(country);
}
