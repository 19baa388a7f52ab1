import type { Document, Party } from '../../../domain/documents/document';
import { DOCUMENT_TYPES, type DocumentType, transportedType } from '../../../domain/documents/document-type';

type Kind = Pick<Document, 'type' | 'status'>;

/**
 * Whether the buyer issued the document in the seller's name. A received document is seen from the other side: what
 * came in as a purchase was issued by its seller, what came in as a sale was issued by its buyer.
 */
export function issuedByBuyer({ type, status }: Kind): boolean {
  return DOCUMENT_TYPES[type].self_billed !== (status === 'received');
}

/** Whose paper it is. */
export function issuer(document: Document): Party {
  return issuedByBuyer(document) ? document.buyer : document.seller;
}

/** The type as its issuer has it: a purchase that was received is an invoice of its sender. */
export function issuedType(document: Kind): DocumentType {
  if (document.status !== 'received') return document.type;
  const { is_credit_note } = DOCUMENT_TYPES[document.type];
  return transportedType(issuedByBuyer(document) ? 'purchase' : 'sales', is_credit_note);
}
