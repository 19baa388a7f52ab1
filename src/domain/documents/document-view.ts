import { minorUnits } from '../values/currency';
import { amount, ZERO } from '../values/money';
import type { Document, DocumentRow, DocumentRowView, DocumentView } from './document';
import { DOCUMENT_TYPES } from './document-type';
import { allowedActions, type DocumentFacts } from './lifecycle';
import { openAmount } from './payments/payment-status';
import { type Respondable, responseFault } from './responses/invoice-response';

/** The fields of a view that follow from others. */
type Derived = 'open_amount' | 'credited_amount' | 'credit_notes';
type Facts = Omit<DocumentFacts, 'open_amount' | 'response_fault'> & Pick<Respondable, 'is_from_network'>;
/** The facts that are not in the document's own row, nor known from its numbering. */
type Others = Pick<Facts, 'books_closed_until' | 'self_billing_enabled' | 'links_count' | 'is_from_network'>;

/** A document as returned by the interface, from its own row and the facts from other rows. */
export function viewOf(document: Omit<DocumentView, 'allowed_actions' | Derived> & Facts): DocumentView {
  const { open_amount, credited_amount, credit_notes } = derivedFrom(document);
  const allowed_actions = allowedActions(factsOf(document, document, open_amount));
  return { allowed_actions, open_amount, credited_amount, credit_notes, ...document };
}

/** The view of a document that was just created: without links and attachments. */
export function createdView(
  document: Document & Pick<DocumentFacts, 'is_last_in_sequence'>,
  { books_closed_until, self_billing_enabled }: Pick<Others, 'books_closed_until' | 'self_billing_enabled'>,
): DocumentView {
  const { open_amount, credited_amount, credit_notes } = derivedFrom(document);
  const facts = { books_closed_until, self_billing_enabled, links_count: 0, is_from_network: false };
  const others = { ...facts, attachments: [], converted_to: [] };
  const allowed_actions = allowedActions(factsOf(document, others, open_amount));
  return { allowed_actions, open_amount, credited_amount, credit_notes, ...others, ...document };
}

/** Each by its name, because a copy of all fields takes longer than all checks of the actions. */
function factsOf(
  document: Omit<Facts & Respondable, keyof Others>,
  others: Others,
  open_amount: string | null,
): DocumentFacts {
  const { type, status, accounting_status, peppol_status, issue_date, is_last_in_sequence } = document;
  const { settlement, credited, responses } = document;
  const { books_closed_until, self_billing_enabled, links_count, is_from_network } = others;
  return {
    open_amount,
    response_fault: responseFault({ type, status, responses, is_from_network }),
    type,
    status,
    accounting_status,
    peppol_status,
    issue_date,
    is_last_in_sequence,
    books_closed_until,
    self_billing_enabled,
    links_count,
    settlement,
    credited,
  };
}

/**
 * A document as returned by a list. It takes each field by its name, since it takes V8 long to add fields to a copy of
 * a wide object.
 */
export function rowViewOf(row: DocumentRow): DocumentRowView {
  const { open_amount, credited_amount, credit_notes } = derivedFrom(row);
  return {
    id: row.id,
    type: row.type,
    number: row.number,
    journal_id: row.journal_id,
    status: row.status,
    accounting_status: row.accounting_status,
    peppol_status: row.peppol_status,
    peppol_error: row.peppol_error,
    payment_status: row.payment_status,
    relation_id: row.relation_id,
    delivery_location_id: row.delivery_location_id,
    branding_id: row.branding_id,
    issue_date: row.issue_date,
    due_date: row.due_date,
    delivery_date: row.delivery_date,
    period_start: row.period_start,
    period_end: row.period_end,
    currency: row.currency,
    exchange_rate: row.exchange_rate,
    language: row.language,
    buyer_reference: row.buyer_reference,
    order_reference: row.order_reference,
    note: row.note,
    payment_reference: row.payment_reference,
    preceding_document: row.preceding_document,
    converted_from: row.converted_from,
    converted_to: row.converted_to,
    credited_amount,
    credit_notes,
    seller: row.seller,
    buyer: row.buyer,
    delivery: row.delivery,
    payment: row.payment,
    allowance_charges: row.allowance_charges,
    vat_breakdown: row.vat_breakdown,
    totals: row.totals,
    paid_amount: row.paid_amount,
    open_amount,
    responses: row.responses,
    duplicate_of: row.duplicate_of,
    sent_at: row.sent_at,
    transmitted_at: row.transmitted_at,
    received_at: row.received_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    external_id: row.external_id,
    metadata: row.metadata,
  };
}

function derivedFrom(
  document: Pick<Document, 'type' | 'status' | 'currency' | 'totals' | 'settlement' | 'credited'>,
): Pick<DocumentView, Derived> {
  return {
    open_amount: openAmount(document),
    credited_amount: creditedAmount(document),
    credit_notes: document.credited?.notes ?? [],
  };
}

/** @returns null unless the document is an own invoice */
export function creditedAmount({
  type,
  status,
  currency,
  credited,
}: Pick<Document, 'type' | 'status' | 'currency' | 'credited'>): string | null {
  if (DOCUMENT_TYPES[type].credited_by === null || status === 'received') return null;
  return credited?.amount ?? amount(ZERO, minorUnits(currency));
}
