import { DomainError } from '../errors';
import type { Document, Party } from './document';
import { DOCUMENT_TYPES } from './document-type';
import type { DocumentMembers, DraftTime } from './draft';
import { assertDueDate, assertInvoicingPeriod } from './due-date';
import {
  assertBooksOpen,
  assertInBracket,
  assertInWindow,
  issueDateBracket,
  issueDateWindow,
} from './issue-date';
import { normalisedPaymentReference } from './payment-reference';
import { paymentStatusOf } from './payment-status';
import {
  assertBranding,
  assertDeliveryLocation,
  type FoundReferences,
  precedingDocument,
  usableRelation,
} from './references';
import { appearanceOf, deliveryTo, parties, paymentAccount, relationParty, sides } from './snapshots';
import { type DocumentAmounts, documentAmounts } from './totals';
import { assertVatCategories } from './vat-parties';
import { today } from '../calendar';

/** What the service decides, or what was fixed at creation. */
export const DOCUMENT_READ_ONLY = [
  ...['id', 'type', 'journal_id', 'number', 'status', 'accounting_status', 'peppol_status', 'peppol_error'],
  ...['allowed_actions', 'sent_at', 'transmitted_at', 'received_at', 'duplicate_of', 'payment_status'],
  ...[
    'seller',
    'buyer',
    'delivery',
    'payment',
    'vat_breakdown',
    'totals',
    'attachments',
    'created_at',
    'updated_at',
  ],
] as const;

/** What a PATCH says: a member left out stays as it is, null clears one that may be empty. */
export type DocumentChange = {
  readonly [Member in keyof DocumentMembers]?: DocumentMembers[Member] | undefined;
};
export type DocumentPatch = DocumentChange & Readonly<Record<string, unknown>>;

/** What decides about a change besides the document itself. */
export interface ChangeContext extends Omit<FoundReferences, 'journal' | 'bank_account'> {
  /** Issue dates of the documents numbered before and after; null where there is none. */
  readonly neighbours: { readonly previous: string | null; readonly next: string | null };
  /** Sum of the linked reconciliations and payment intents. */
  readonly linked_amount: string;
}

/** @throws DomainError field_not_editable */
export function assertMembersEditable(patch: Readonly<Record<string, unknown>>): void {
  const refused = DOCUMENT_READ_ONLY.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);
}

/**
 * An own document after a PATCH: what the patch names is renewed, snapshots too, and everything is computed again
 * from the stored lines where the patch has none. The number stays.
 *
 * @throws DomainError invalid_relation, invalid_delivery_location, validation_error, invalid_document_lines,
 *   invalid_allowance_charge, invalid_amount, invalid_paid_amount, invalid_issue_date
 */
export function changedDocument(
  document: Document,
  patch: DocumentChange,
  found: ChangeContext,
  time: DraftTime,
): Document {
  if (Object.values(patch).every((value) => value === undefined)) return document;
  const names = Object.keys(patch).filter((name) => patch[name as keyof DocumentChange] !== undefined);
  const kept = <Member extends keyof DocumentChange & keyof Document>(member: Member): Document[Member] =>
    (patch[member] === undefined ? document[member] : patch[member]) as Document[Member];

  const references = changedReferences(document, patch, found);
  const currency = kept('currency');
  const issue_date = kept('issue_date');
  const due_date = kept('due_date');
  const payment_reference =
    patch.payment_reference == null
      ? kept('payment_reference')
      : normalisedPaymentReference(patch.payment_reference);
  const preceding_document =
    patch.preceding_document === undefined
      ? document.preceding_document
      : precedingDocument(patch.preceding_document, found.preceding_document, {
          type: document.type,
          relation_id: references.relation_id,
          currency,
        });
  if (patch.due_date !== undefined) assertDueDate(due_date, issue_date);
  assertInvoicingPeriod(kept('period_start'), kept('period_end'));

  const amounts = changedAmounts(document, patch, references, found.company.currency);
  assertBooksOpen(names, {
    issue_date: document.issue_date,
    books_closed_until: found.company.books_closed_until,
  });
  if (patch.issue_date != null) {
    const { books_closed_until, timezone } = found.company;
    const window = { today: today(time.now, timezone), books_closed_until, days_ahead: time.days_ahead };
    assertInWindow(issue_date, issueDateWindow(window));
    assertInBracket(issue_date, issueDateBracket(found.neighbours, document.period ?? ''));
    assertDueDate(due_date, issue_date); // the kept one
  }

  return {
    ...document,
    ...references,
    ...amounts,
    preceding_document,
    currency,
    issue_date,
    due_date,
    payment_reference,
    payment_reference_made: document.payment_reference_made && patch.payment_reference === undefined,
    delivery_date: kept('delivery_date'),
    period_start: kept('period_start'),
    period_end: kept('period_end'),
    language: kept('language'),
    buyer_reference: kept('buyer_reference'),
    order_reference: kept('order_reference'),
    note: kept('note'),
    payment_status: paymentStatusOf(amounts, found.linked_amount),
    version: document.version + 1,
    updated_at: time.now,
  };
}

type References = Pick<
  Document,
  | 'relation_id'
  | 'delivery_location_id'
  | 'branding_id'
  | 'seller'
  | 'buyer'
  | 'delivery'
  | 'payment'
  | 'branding'
>;

function changedReferences(document: Document, patch: DocumentChange, found: ChangeContext): References {
  const { type } = document;
  const { company, relation: former } = sides(document);
  const relation = patch.relation_id === undefined ? undefined : usableRelation(found.relation);
  const relation_id = relation?.id ?? document.relation_id;

  const names_location = patch.delivery_location_id !== undefined;
  if (!names_location && document.delivery_location_id !== null && relation_id !== document.relation_id) {
    throw new DomainError(
      'invalid_delivery_location',
      "The document's delivery location is of its former relation.",
    );
  }
  assertDeliveryLocation(patch.delivery_location_id != null, found.delivery_location);
  assertBranding(patch.branding_id != null, found.branding);
  const location = patch.delivery_location_id == null ? null : found.delivery_location;
  const branding = patch.branding_id == null ? null : found.branding;

  return {
    relation_id,
    ...parties(type, company, relation ? relationParty(relation) : former),
    payment:
      relation && DOCUMENT_TYPES[type].direction === 'purchase'
        ? paymentAccount(type, null, relation)
        : document.payment,
    delivery_location_id: names_location ? (location?.id ?? null) : document.delivery_location_id,
    delivery: names_location ? deliveryTo(location) : document.delivery,
    branding_id: patch.branding_id === undefined ? document.branding_id : (branding?.id ?? null),
    branding: patch.branding_id === undefined ? document.branding : appearanceOf(branding),
  };
}

/** The stored lines do as long as nothing changed under them that they were checked against. */
function changedAmounts(
  document: Document,
  patch: DocumentChange,
  references: References,
  company_currency: string,
): DocumentAmounts {
  const currency = patch.currency ?? document.currency;
  const stored = patch.lines === undefined;
  if (stored && currency !== document.currency) {
    throw new DomainError(
      'invalid_document_lines',
      'Stored lines are in the former currency: send all lines.',
    );
  }
  const lines = patch.lines ?? document.lines;
  if (!stored || patch.relation_id !== undefined || patch.delivery_location_id !== undefined) {
    const { company, relation } = sides({ ...references, type: document.type });
    const registered = ({ vat, address }: Party) => ({ vat, country_code: address?.country_code ?? null });
    const delivery_country_code = references.delivery?.address.country_code ?? null;
    assertVatCategories(
      lines,
      { company: registered(company), relation: registered(relation), delivery_country_code },
      { stored },
    );
  }
  return documentAmounts({
    lines,
    currency,
    company_currency,
    allowance_charges:
      patch.allowance_charges === undefined ? document.allowance_charges : patch.allowance_charges,
    paid_amount: patch.paid_amount === undefined ? document.paid_amount : patch.paid_amount,
    exchange_rate: patch.exchange_rate === undefined ? document.exchange_rate : patch.exchange_rate,
  });
}
