import { type Versioned, revised, withNextVersion } from '../version';
import type { Document } from './document';
import { assertEditable, assertMarkable } from './lifecycle';
import { paymentStatusOf, type Settlement } from './payments/payment-status';

/**
 * The changes of a stored document besides a PATCH (`change.ts`), deletion (`lifecycle.ts`) and reports of the network
 * (`e-invoicing/network-transitions.ts`). Each function returns the document to store, or the same object when nothing
 * changes.
 */

/** Seller and buyer with their present electronic addresses, which are fixed when the document is sent. */
export type Addressed = Pick<Document, 'seller' | 'buyer'>;

/** The fields of a document that adding and deleting attachments depends on. */
export type AttachmentOwner = Pick<Document, 'id' | 'status' | 'accounting_status'> & Versioned;

/**
 * Marks the document as sent by other means than the network, at `now`. It keeps the status `sent` from then on.
 *
 * @throws DomainError not_sendable (409), already_sent
 */
export function markedSent<T extends Document>(document: T, { seller, buyer }: Addressed, now: Date): T {
  assertMarkable(document);
  return revised<T, Document>(
    document,
    { status: 'sent', marked_sent: true, sent_at: now, seller, buyer },
    now,
  );
}

/** Marks the document as booked in accounting, which makes it final. A repetition changes nothing. */
export function bookedInAccounting<T extends Document>(document: T, now: Date): T {
  if (document.accounting_status === 'transmitted') return document;
  return revised<T, Document>(document, { accounting_status: 'transmitted', transmitted_at: now }, now);
}

/**
 * The document after a payment, or a link with an amount, was created or deleted: its next version, even if the payment
 * status is the same.
 */
export function settled<T extends Document>(document: T, settlement: Settlement | null, now: Date): T {
  const payment_status = paymentStatusOf({ totals: document.totals, settlement });
  return withNextVersion({ ...document, settlement, payment_status }, now);
}

/** The document after a file was attached. Every status allows it, since a sent UBL has its own copies of the files. */
export function fileAttached<T extends AttachmentOwner>(document: T, now: Date): T {
  return withNextVersion(document, now);
}

/** @throws DomainError document_not_editable */
export function fileDetached<T extends AttachmentOwner>(document: T, now: Date): T {
  assertEditable(document);
  return withNextVersion(document, now);
}
