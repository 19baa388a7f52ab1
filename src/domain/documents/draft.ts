import { today } from '../values/calendar';
import { minorUnits } from '../values/currency';
import type { Company, Language } from '../master-data/company';
import { firstVersion } from '../version';
import { distinctDates, type NumberFormat, periodOf } from '../numbering/number-format';
import type { AllowanceChargeInput } from '../amounts/allowance-charges';
import { type Draft, UNNUMBERED } from './document';
import type { DocumentType } from './document-type';
import { assertDueDate, assertInvoicingPeriod, defaultDueDate } from './due-date';
import { assertSelfBilling, assertTransported } from './lifecycle';
import { intersection, type IssueDateLimits, issueDateWindow } from '../numbering/issue-date';
import { computedLine, type LineInput } from '../amounts/lines';
import {
  MAX_STRUCTURED_BASE,
  needsStructuredReference,
  normalisedPaymentReference,
  structuredReference,
} from './payments/payment-reference';
import { paymentStatusOf } from './payments/payment-status';
import {
  assertBranding,
  assertDeliveryLocation,
  type FoundReferences,
  precedingDocument,
  type PrecedingDocumentInput,
  usableJournal,
  usableRelation,
} from './references';
import {
  appearanceOf,
  companyParty,
  deliveryTo,
  parties,
  paymentAccount,
  relationParty,
  vatPartiesOf,
} from './snapshots';
import { assertTotals, computedAmounts } from '../amounts/totals';
import { assertVatCategory } from '../amounts/vat-parties';
import { ownDataOf, type OwnDataInput } from '../values/own-data';

type Optional<T> = T | null | undefined;

/** The fields of a request besides type and journal. A field that is left out or null gets its default. */
export interface DocumentMembers extends OwnDataInput {
  readonly relation_id: string;
  readonly lines: readonly LineInput[];
  readonly issue_date?: Optional<string>;
  readonly due_date?: Optional<string>;
  readonly delivery_date?: Optional<string>;
  readonly period_start?: Optional<string>;
  readonly period_end?: Optional<string>;
  readonly currency?: Optional<string>;
  readonly exchange_rate?: Optional<string>;
  readonly language?: Optional<Language>;
  readonly allowance_charges?: Optional<readonly AllowanceChargeInput[]>;
  readonly paid_amount?: Optional<string>;
  readonly buyer_reference?: Optional<string>;
  readonly order_reference?: Optional<string>;
  readonly note?: Optional<string>;
  readonly payment_reference?: Optional<string>;
  readonly delivery_location_id?: Optional<string>;
  readonly branding_id?: Optional<string>;
  readonly preceding_document?: Optional<PrecedingDocumentInput>;
}

export interface DocumentInput extends DocumentMembers {
  readonly type: DocumentType;
  readonly journal_id?: Optional<string>;
  /** Whether the document is sent on creation; its type must then be one that the network transports. */
  readonly send_peppol?: boolean | undefined;
}

/** The time of creation, and the number of days that the issue date may lie ahead of it. */
export interface DraftTime {
  readonly now: Date;
  readonly days_ahead: number;
}

/**
 * Runs one check or computation of a draft. On creation its DomainError is thrown. In a preview it is recorded, and the
 * result is null.
 */
export type StepRunner = <T>(step: () => T) => T | null;

const strictly: StepRunner = (step) => step();

/**
 * The document of a request before numbering, checked in the contract's order. `assertIssueDate` later checks its date
 * against the numbering sequence.
 *
 * @throws DomainError self_billing_disabled, invalid_relation, invalid_journal, no_default_journal,
 *   invalid_delivery_location, validation_error, not_sendable, invalid_allowance_charge, invalid_amount,
 *   invalid_paid_amount
 */
export function newDraft(input: DocumentInput, found: FoundReferences, id: string, time: DraftTime): Draft {
  return draftParts(input, found, id, time, strictly) as Draft;
}

/** A draft in which the result of a refused check is null. */
export type DraftParts = { readonly [Member in keyof Draft]: Draft[Member] | null };

/**
 * The fields of `newDraft` for both of its uses: creation, which throws the first error, and preview, which continues.
 *
 * @param attempt - runs each check, in the contract's order; a null of it becomes the null of the field
 */
export function draftParts(
  input: DocumentInput,
  found: FoundReferences,
  id: string,
  { now }: DraftTime,
  attempt: StepRunner,
): DraftParts {
  const { company, delivery_location, branding } = found;
  const { type } = input;
  const checked = checkedParts(input, found, now, attempt);
  const { given_reference, relation, journal, parts, amounts } = checked;
  const { currency, delivery, due_date, issue_date, preceding_document } = checked;
  const makes_reference = needsStructuredReference({ type, currency, company_vat: company.vat });
  return {
    id,
    type,
    journal_id: journal?.id ?? null,
    period: journal && periodOf(journal.sequence_scope, issue_date),
    status: 'draft',
    accounting_status: 'pending',
    peppol_status: null,
    peppol_error: null,
    payment_status: amounts && paymentStatusOf({ totals: amounts.totals, settlement: null }),
    relation_id: relation?.id ?? null,
    delivery_location_id: delivery_location?.id ?? null,
    branding_id: branding?.id ?? null,
    issue_date,
    due_date,
    delivery_date: input.delivery_date ?? null,
    period_start: input.period_start ?? null,
    period_end: input.period_end ?? null,
    currency,
    company_currency: company.currency,
    language: input.language ?? relation?.language ?? company.language,
    buyer_reference: input.buyer_reference ?? relation?.buyer_reference ?? null,
    order_reference: input.order_reference ?? null,
    note: input.note ?? null,
    payment_reference: given_reference ?? (makes_reference ? madeReference(id) : null),
    payment_reference_made: given_reference === null && makes_reference,
    preceding_document,
    converted_from: null,
    credit_origin: null,
    credited: null,
    responses: [],
    seller: parts && parts.seller,
    buyer: parts && parts.buyer,
    delivery,
    payment: relation && paymentAccount(type, found.bank_account, relation),
    payee: null,
    payment_terms: null,
    branding: appearanceOf(branding),
    embed_pdf: company.embed_pdf,
    lines: amounts && amounts.lines,
    allowance_charges: amounts && amounts.allowance_charges,
    vat_breakdown: amounts && amounts.vat_breakdown,
    totals: amounts && amounts.totals,
    paid_amount: amounts && amounts.paid_amount,
    settlement: null,
    exchange_rate: amounts && amounts.exchange_rate,
    duplicate_of: null,
    marked_sent: false,
    was_rejected: false,
    sent_at: null,
    transmitted_at: null,
    received_at: null,
    ...UNNUMBERED,
    ...ownDataOf(input),
    ...firstVersion(now),
  };
}

/** The checks of a draft, in the contract's order, and the fields that they need or compute. */
function checkedParts(input: DocumentInput, found: FoundReferences, now: Date, attempt: StepRunner) {
  const { company, delivery_location, branding } = found;
  const { type } = input;
  const given_reference = attempt(() =>
    input.payment_reference == null ? null : normalisedPaymentReference(input.payment_reference),
  );

  attempt(() => assertSelfBilling(type, company.self_billing_enabled));
  const relation = attempt(() => usableRelation(found.relation));
  const journal = attempt(() => usableJournal(found.journal, type, input.journal_id != null));
  // A location belongs to a relation. Without a relation neither the location nor the VAT categories are checked.
  const is_located =
    found.relation !== null &&
    attempt(() => {
      assertDeliveryLocation(input.delivery_location_id != null, delivery_location);
      return true;
    });
  attempt(() => assertBranding(input.branding_id != null, branding));
  const currency = input.currency ?? company.currency;
  const preceding_document =
    found.relation &&
    attempt(() =>
      precedingDocument(input.preceding_document ?? null, found.preceding_document, {
        type,
        relation_id: input.relation_id,
        currency,
      }),
    );
  if (input.send_peppol) attempt(() => assertTransported(type));
  const issue_date = input.issue_date ?? today(now, company.timezone);
  const due_date = input.due_date ?? defaultDueDate(type, issue_date, relation?.payment_term_days ?? null);
  attempt(() => assertDueDate(due_date, issue_date));
  attempt(() => assertInvoicingPeriod(input.period_start ?? null, input.period_end ?? null));

  const parts = relation && parties(type, companyParty(company), relationParty(relation));
  const delivery = deliveryTo(delivery_location);
  if (parts && is_located) {
    const vat_parties = vatPartiesOf({ type, ...parts, delivery });
    input.lines.forEach((line, index) => attempt(() => assertVatCategory(line, index, vat_parties)));
  }
  const minor_units = minorUnits(currency);
  const lines = input.lines.map((line, index) => attempt(() => computedLine(line, index, minor_units)));
  const amounts = lines.every((line) => line !== null)
    ? attempt(() => computedAmounts({ company_currency: company.currency, ...input, currency }, lines))
    : null;
  if (amounts) attempt(() => assertTotals(amounts.totals));
  return {
    given_reference,
    relation,
    journal,
    preceding_document,
    currency,
    issue_date,
    due_date,
    parts,
    delivery,
    amounts,
  };
}

/** What limits the issue date of a new document; the journal is null when it was refused. */
export interface DatingReferences {
  readonly company: Pick<Company, 'timezone' | 'books_closed_until'>;
  readonly journal: Pick<NumberFormat, 'number_format'> | null;
}

/** The limits of a new document's issue date, except those of its numbering sequence. */
export function issueDateLimits(
  input: Pick<DocumentInput, 'issue_date' | 'due_date'>,
  { company, journal }: DatingReferences,
  { now, days_ahead }: DraftTime,
): IssueDateLimits {
  const { timezone, books_closed_until } = company;
  const open = issueDateWindow({ today: today(now, timezone), books_closed_until, days_ahead });
  const window = journal ? intersection([open, distinctDates(journal)]) : open;
  return { given: input.issue_date ?? null, window, due_date: input.due_date ?? null };
}

/** The draft with another id and the payment reference of that id; used when the first reference is taken. */
export function withOtherReference(draft: Draft, id: string): Draft {
  return { ...draft, id, payment_reference: madeReference(id) };
}

/** A reference of ten digits from the random part of the id, so that no counter is needed. */
function madeReference(id: string): string {
  return structuredReference(
    Number(BigInt(`0x${id.replaceAll('-', '').slice(-15)}`) % BigInt(MAX_STRUCTURED_BASE + 1)),
  );
}
