import { DomainError } from '../errors';
import type { Document } from './document';
import { changedReferences } from './changed-references';
import type { DocumentMembers, DraftTime } from './draft';
import { assertDueDate, assertInvoicingPeriod } from './due-date';
import { fixedAmounts, hasFixedAmounts } from './derived/fixed-amounts';
import { assertBooksOpen } from './closed-books';
import { assertIssueDate, isInClosedBooks, issueDateBracket, issueDateWindow } from '../numbering/issue-date';
import { normalisedPaymentReference } from './payments/payment-reference';
import { assertPaymentsCovered, paymentStatusOf } from './payments/payment-status';
import {
  assertCredited,
  type FoundReferences,
  isPreceding,
  precedingDocument,
  precedingOf,
} from './references';
import { vatPartiesOf } from './snapshots';
import { type DocumentAmounts, documentAmounts } from '../amounts/totals';
import { assertVatCategories, vatPartyFault } from '../amounts/vat-parties';
import { today } from '../values/calendar';
import { shortestDecimal } from '../values/money';
import { changedOwnData } from '../values/own-data';
import { isEqual, revised } from '../version';

/** The fields of a PATCH: a field left out is unchanged, null clears an optional field. */
export type DocumentChange = {
  readonly [Member in keyof DocumentMembers]?: DocumentMembers[Member] | undefined;
};
/**
 * The fields that a change sets. Each field of a PATCH is required here, so that code that omits a field does not
 * compile.
 */
type ChangedMembers = Partial<Document> & {
  readonly [Member in keyof Required<DocumentMembers>]: Document[Member];
};
export type DocumentPatch = DocumentChange & Readonly<Record<string, unknown>>;

/** The facts besides the document itself that a change depends on. */
export interface ChangeContext extends Omit<FoundReferences, 'journal' | 'bank_account'> {
  /** Issue dates of the previous and next document in the numbering sequence; null where there is none. */
  readonly neighbours: { readonly previous: string | null; readonly next: string | null };
}

/**
 * A document of the company after a PATCH. Snapshots of the references that the patch names are taken again where they
 * can be, and all amounts are computed again, from the stored lines unless the patch has lines. The number is kept. Any
 * other field with its present value counts as left out in every rule.
 *
 * @returns the same object when no field differs
 * @throws DomainError invalid_relation, invalid_delivery_location, validation_error, invalid_document_lines,
 *   invalid_allowance_charge, invalid_amount, invalid_paid_amount, invalid_issue_date
 */
export function changedDocument<T extends Document>(
  document: T,
  patch: DocumentChange,
  found: ChangeContext,
  time: DraftTime,
): T {
  const is_closed = isInClosedBooks(document.issue_date, found.company.books_closed_until);
  const differing = withoutRepeated(document, patch);
  const change = is_closed
    ? withoutPresent(document, differing, [...PARTIES, 'branding_id'])
    : withoutUnfit(document, differing, found);
  const kept = <Member extends keyof DocumentChange & keyof Document>(member: Member): Document[Member] =>
    (change[member] === undefined ? document[member] : change[member]) as Document[Member];

  const references = changedReferences(document, change, found);
  const currency = kept('currency');
  const issue_date = kept('issue_date');
  const due_date = kept('due_date');
  const payment_reference =
    change.payment_reference == null
      ? kept('payment_reference')
      : normalisedPaymentReference(change.payment_reference);
  const named = { type: document.type, relation_id: references.relation_id, currency };
  const preceding_document =
    change.preceding_document === undefined
      ? keptPreceding(document, is_closed ? {} : patch, found.preceding_document, named) // the patch may name it again
      : precedingDocument(change.preceding_document, found.preceding_document, named);
  if (change.due_date !== undefined) assertDueDate(due_date, issue_date);
  assertInvoicingPeriod(kept('period_start'), kept('period_end'));

  const is_fixed = hasFixedAmounts(document);
  if (PARTIES.some((member) => change[member] !== undefined) || (change.lines !== undefined && !is_fixed)) {
    const parties = vatPartiesOf({ ...references, type: document.type });
    const stored = change.lines === undefined;
    assertVatCategories(change.lines ?? document.lines, parties, { stored, is_fixed });
  }
  const amounts = is_fixed ? fixedAmounts(document, change.lines) : changedAmounts(document, change);
  const settled = { totals: amounts.totals, settlement: document.settlement };
  assertPaymentsCovered(settled, document.totals);
  const changed = {
    ...references,
    ...amounts,
    preceding_document,
    currency,
    issue_date,
    due_date,
    payment_reference,
    payment_reference_made:
      document.payment_reference_made && payment_reference === document.payment_reference,
    delivery_date: kept('delivery_date'),
    period_start: kept('period_start'),
    period_end: kept('period_end'),
    language: kept('language'),
    buyer_reference: kept('buyer_reference'),
    order_reference: kept('order_reference'),
    note: kept('note'),
    ...changedOwnData(document, change),
    payment_status: paymentStatusOf(settled),
  } satisfies ChangedMembers;
  const next: T = { ...document, ...changed };
  assertBooksOpen(document, next, found.company.books_closed_until);
  if (change.issue_date != null) {
    const { books_closed_until, timezone } = found.company;
    const facts = { today: today(time.now, timezone), books_closed_until, days_ahead: time.days_ahead };
    const limits = { given: issue_date, window: issueDateWindow(facts), due_date };
    assertIssueDate(issue_date, limits, issueDateBracket(found.neighbours, document.period ?? ''));
    assertDueDate(due_date, issue_date); // the stored due date against the new issue date
  }
  return revised(document, next, time.now);
}

/**
 * The patch without the fields that have their present value. Lines, allowances and charges remain, since a new
 * currency requires them. References remain, since their snapshots are taken again.
 */
function withoutRepeated(document: Document, patch: DocumentChange): DocumentChange {
  const { lines, allowance_charges, preceding_document, ...others } = patch;
  const { relation_id, delivery_location_id, branding_id } = patch;
  const differing = Object.entries(others).filter(
    ([member, value]) => !isEqual(value, document[member as keyof Document]),
  );
  return {
    ...Object.fromEntries(differing),
    relation_id,
    delivery_location_id,
    branding_id,
    lines,
    allowance_charges,
    preceding_document:
      preceding_document !== undefined && isPreceding(preceding_document, document.preceding_document)
        ? undefined
        : preceding_document,
  };
}

/**
 * Removes the present relation and delivery location from a patch when VAT categories that the document has would not
 * fit them any more: their snapshots stay.
 */
function withoutUnfit(document: Document, patch: DocumentChange, found: ChangeContext): DocumentChange {
  if (PARTIES.every((member) => patch[member] === undefined)) return patch;
  const stored: ReadonlySet<unknown> = new Set(document.lines.map((line) => line.vat_category));
  const lines = (patch.lines ?? document.lines).filter((line) => stored.has(line.vat_category));
  const references = changedReferences(document, patch, found);
  const fault = vatPartyFault(lines, vatPartiesOf({ ...references, type: document.type }));
  return fault ? withoutPresent(document, patch, PARTIES) : patch;
}

const PARTIES = ['relation_id', 'delivery_location_id'] as const;

/** Removes present references from a patch. */
function withoutPresent(
  document: Document,
  patch: DocumentChange,
  members: readonly ((typeof PARTIES)[number] | 'branding_id')[],
): DocumentChange {
  const differing = { ...patch };
  for (const member of members) if (patch[member] === document[member]) delete differing[member];
  return differing;
}

/**
 * The stored preceding document, which must be one of the new relation too. A patch that names it by its id alone takes
 * its number and date again.
 *
 * @param invoice - null when it was deleted
 */
function keptPreceding(
  { relation_id, preceding_document }: Document,
  patch: DocumentChange,
  invoice: ChangeContext['preceding_document'],
  credit_note: Pick<Document, 'type' | 'relation_id' | 'currency'>,
): Document['preceding_document'] {
  if (invoice === null || preceding_document === null) return preceding_document;
  if (credit_note.relation_id !== relation_id) assertCredited(invoice, credit_note);
  const named = patch.preceding_document;
  return named == null || 'number' in named ? preceding_document : precedingOf(invoice);
}

/** The computed amounts. */
function changedAmounts(document: Document, patch: DocumentChange): DocumentAmounts {
  const currency = patch.currency ?? document.currency;
  if (patch.lines === undefined && currency !== document.currency) {
    throw new DomainError(
      'invalid_document_lines',
      'The stored lines are in the previous currency: include all lines in the request.',
    );
  }
  return documentAmounts({
    lines: patch.lines ?? document.lines,
    currency,
    company_currency: document.company_currency,
    allowance_charges:
      patch.allowance_charges === undefined
        ? document.allowance_charges.map((entry) => ({ ...entry, amount: shortened(entry.amount) }))
        : patch.allowance_charges,
    paid_amount: patch.paid_amount === undefined ? shortened(document.paid_amount) : patch.paid_amount,
    exchange_rate: patch.exchange_rate === undefined ? document.exchange_rate : patch.exchange_rate,
  });
}

/** A stored amount without trailing zeros, since a new currency may have fewer decimals. */
function shortened(amount: string | null): string | null {
  return amount === null ? null : shortestDecimal(amount);
}
