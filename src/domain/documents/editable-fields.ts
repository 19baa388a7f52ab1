import { DomainError } from '../errors';
import type { ChangeContext, DocumentChange } from './change';
import type { Document } from './document';
import { isPreceding } from './references';
import { NOTHING_SETTLED } from './payments/payment-status';

/** Fields that the service sets, or that are fixed at creation. A PATCH that names one is refused. */
export const DOCUMENT_READ_ONLY = [
  ...['id', 'type', 'journal_id', 'number', 'status', 'accounting_status', 'peppol_status', 'peppol_error'],
  ...['allowed_actions', 'sent_at', 'transmitted_at', 'received_at', 'duplicate_of', 'payment_status'],
  ...['open_amount', 'converted_from', 'converted_to', 'credited_amount', 'credit_notes', 'responses'],
  ...['seller', 'buyer', 'delivery', 'payment'],
  ...['vat_breakdown', 'totals', 'attachments', 'created_at', 'updated_at'],
] as const;

/** @throws DomainError field_not_editable */
export function assertFieldsEditable(patch: Readonly<Record<string, unknown>>): void {
  const refused = DOCUMENT_READ_ONLY.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);
}

/**
 * Payments and the amounts of links are in the document's currency, so a document with such keeps its currency. So do
 * an invoice and a credit note that names it by its id.
 *
 * @param invoice - the invoice that the document names by its id after the change; null when it was deleted
 * @throws DomainError document_not_editable
 */
export function assertCurrencyEditable(
  document: Pick<Document, 'currency' | 'settlement' | 'credited' | 'preceding_document'>,
  { currency, preceding_document }: Pick<DocumentChange, 'currency' | 'preceding_document'>,
  invoice: ChangeContext['preceding_document'],
): void {
  if (currency == null || currency === document.currency) return;
  const is_kept =
    preceding_document === undefined || isPreceding(preceding_document, document.preceding_document);
  const names_invoice = invoice !== null && is_kept;
  // A set-off ends when the credit note leaves its invoice.
  const { payments, links } = document.settlement ?? NOTHING_SETTLED;
  const is_free = payments === null && links === null && document.credited === null;
  if (is_free && !names_invoice) return;
  throw new DomainError(
    'document_not_editable',
    'The document has payments, links with amounts, credit notes or an invoice in its currency: the currency cannot change.',
  );
}

/**
 * An invoice and the credit notes that name it by its id have the same relation, so the invoice keeps its relation.
 *
 * @throws DomainError document_not_editable
 */
export function assertRelationEditable(
  document: Pick<Document, 'relation_id' | 'credited'>,
  { relation_id }: Pick<DocumentChange, 'relation_id'>,
): void {
  if (relation_id === undefined || relation_id === document.relation_id) return;
  if (document.credited === null) return;
  throw new DomainError(
    'document_not_editable',
    'The document has credit notes for its relation: the relation cannot change.',
  );
}
