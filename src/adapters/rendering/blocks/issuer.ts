import type { Document, Party } from '../../../domain/documents/document';
import { DOCUMENT_TYPES, type DocumentType, transportedType } from '../../../domain/documents/document-type';

type Kind = Pick<Document, 'type' | 'status'>;

/**
 * Whether the buyer issued the document in the seller's name. The company's own purchase
 * documents are self-billed. A received purchase document was issued by the seller, a received sales document by the
 * buyer.
 */
export function issuedByBuyer({ type, status }: Kind): boolean {
  return DOCUMENT_TYPES[type].self_billed !== (status === 'received');
}

/** The party that issued the document. */
export function issuer(document: Document): Party {
  return issuedByBuyer(document) ? document.buyer : document.seller;
}

/** The type from the issuer's point of view: a received purchase invoice is a sales invoice of its sender. */
export function issuedType(document: Kind): DocumentType {
  if (document.status !== 'received') return document.type;
  const { is_credit_note } = DOCUMENT_TYPES[document.type];
  return transportedType(issuedByBuyer(document) ? 'purchase' : 'sales', is_credit_note);
}
