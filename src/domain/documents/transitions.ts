import { type Versioned, revised, withNextVersion } from '../version';
import type { Document } from './document';
import { assertEditable, assertMarkable } from './lifecycle';
import { paymentStatusOf } from './payment-status';

/**
 * The changes of a stored document besides a PATCH (`change.ts`), its deletion (`lifecycle.ts`) and what happens on the
 * network (`e-invoicing/network-transitions.ts`). Each returns the document as it is to be stored, or the very same one
 * when nothing changes.
 */

/** Seller and buyer with the electronic addresses of now, which the document keeps once it is sent. */
export type Addressed = Pick<Document, 'seller' | 'buyer'>;

/** What decides about a document's attachments. */
export type AttachmentOwner = Pick<Document, 'id' | 'status' | 'accounting_status'> & Versioned;

/**
 * The document was sent by other means than the network. It stays sent, since `now`.
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

/** Accounting has the document, which neither changes nor is deleted from then on. The first time counts. */
export function bookedInAccounting<T extends Document>(document: T, now: Date): T {
  if (document.accounting_status === 'transmitted') return document;
  return revised<T, Document>(document, { accounting_status: 'transmitted', transmitted_at: now }, now);
}

/**
 * Links that pay the document were made or deleted.
 *
 * @param linked_amount - sum of the amounts of its links
 */
export function paymentsLinked<T extends Document>(document: T, linked_amount: string, now: Date): T {
  return revised<T, Document>(document, { payment_status: paymentStatusOf(document, linked_amount) }, now);
}

/** A file was attached: to a document in any state, since the UBL that was sent keeps its own copies. */
export function fileAttached<T extends AttachmentOwner>(document: T, now: Date): T {
  return withNextVersion(document, now);
}

/** @throws DomainError document_not_editable */
export function fileDetached<T extends AttachmentOwner>(document: T, now: Date): T {
  assertEditable(document);
  return withNextVersion(document, now);
}
