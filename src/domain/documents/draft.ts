import type { BankAccount } from '../bank-account';
import type { Branding } from '../branding';
import { today } from '../calendar';
import type { Company, Language } from '../company';
import type { DeliveryLocation } from '../delivery-location';
import { DomainError } from '../errors';
import type { Journal } from '../journal';
import { periodOf } from '../number-format';
import type { Relation } from '../relation';
import type { AllowanceChargeInput } from './allowance-charges';
import type { Document, Draft, Party, Payment, PrecedingDocument } from './document';
import { DOCUMENT_TYPES, type DocumentType } from './document-type';
import { assertDueDate, defaultDueDate } from './due-date';
import { assertInWindow, issueDateWindow } from './issue-date';
import type { LineInput } from './lines';
import {
  MAX_STRUCTURED_BASE,
  needsStructuredReference,
  normalisedPaymentReference,
  structuredReference,
} from './payment-reference';
import { paymentStatus } from './payment-status';
import { documentAmounts } from './totals';
import { assertVatCategories } from './vat-parties';

type Optional<T> = T | null | undefined;

/** A document as it was asked for; what is left out (or null) is filled in. */
export interface DocumentInput {
  readonly type: DocumentType;
  readonly relation_id: string;
  readonly lines: readonly LineInput[];
  readonly journal_id?: Optional<string>;
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

export type PrecedingDocumentInput =
  { readonly id: string } | { readonly number: string; readonly issue_date?: Optional<string> };

/** What the request refers to, as it was found in the company; null where it was not. */
export interface DraftContext {
  readonly company: Company;
  readonly relation: Relation | null;
  /** The one asked for, or the category's default. */
  readonly journal: Journal | null;
  /** The journal's account, else the company's default. */
  readonly bank_account: Pick<BankAccount, 'reference' | 'bic'> | null;
  readonly delivery_location: DeliveryLocation | null;
  /** The one asked for, or the default. */
  readonly branding: Branding | null;
  readonly preceding_document: Pick<
    Document,
    'id' | 'type' | 'number' | 'issue_date' | 'relation_id' | 'currency'
  > | null;
}

/**
 * The document that a request asks for, checked in the contract's order; only its place in the sequence is open.
 *
 * @param days_ahead - how far ahead of today an issue date may lie
 * @throws DomainError self_billing_disabled, invalid_relation, invalid_journal, no_default_journal,
 *   invalid_delivery_location, validation_error, then those of `documentAmounts`, and invalid_issue_date
 */
export function newDraft(
  input: DocumentInput,
  found: DraftContext,
  id: string,
  now: Date,
  days_ahead: number,
): Draft {
  const { company } = found;
  const rules = DOCUMENT_TYPES[input.type];
  const given_reference =
    input.payment_reference == null ? null : normalisedPaymentReference(input.payment_reference);

  if (rules.self_billed && !company.self_billing_enabled) {
    throw new DomainError('self_billing_disabled', 'Self-billing is not enabled for the company.');
  }
  const relation = usableRelation(found.relation);
  const journal = usableJournal(found.journal, input);
  if (input.delivery_location_id != null && found.delivery_location === null) {
    throw new DomainError('invalid_delivery_location', 'The relation has no such delivery location.');
  }
  if (input.branding_id != null && found.branding === null) {
    throw new DomainError('validation_error', 'branding_id: no such branding');
  }
  const currency = input.currency ?? company.currency;
  const preceding_document = precedingDocument(input, found, currency);
  const day = today(now, company.timezone);
  const issue_date = input.issue_date ?? day;
  const due_date = input.due_date ?? defaultDueDate(input.type, issue_date, relation.payment_term_days);
  assertDueDate(due_date, issue_date);

  const { delivery_location } = found;
  assertVatCategories(input.lines, {
    company: { vat: company.vat, country_code: company.address?.country_code ?? null },
    relation: {
      vat: relation.type === 'company' ? relation.vat : null,
      country_code: relation.address.country_code,
    },
    delivery_country_code: delivery_location?.address.country_code ?? null,
  });
  const amounts = documentAmounts({ ...input, currency, company_currency: company.currency });
  if (input.issue_date != null) {
    assertInWindow(
      issue_date,
      issueDateWindow({ today: day, books_closed_until: company.books_closed_until, days_ahead }),
    );
  }

  const made_reference = needsStructuredReference({ type: input.type, currency, company_vat: company.vat });
  const isSale = rules.direction === 'sales';
  return {
    id,
    type: input.type,
    journal_id: journal.id,
    period: periodOf(journal.sequence_scope, issue_date),
    status: 'draft',
    accounting_status: 'pending',
    peppol_status: null,
    peppol_error: null,
    payment_status: paymentStatus({
      total: amounts.totals.tax_inclusive,
      paid_amount: amounts.paid_amount,
      linked_amount: '0',
    }),
    relation_id: relation.id,
    delivery_location_id: delivery_location?.id ?? null,
    branding_id: found.branding?.id ?? null,
    issue_date,
    due_date,
    delivery_date: input.delivery_date ?? null,
    period_start: input.period_start ?? null,
    period_end: input.period_end ?? null,
    currency,
    language: input.language ?? relation.language ?? company.language,
    buyer_reference: input.buyer_reference ?? relation.buyer_reference,
    order_reference: input.order_reference ?? null,
    note: input.note ?? null,
    payment_reference: given_reference ?? (made_reference ? structuredReference(referenceBase(id)) : null),
    preceding_document,
    seller: isSale ? companyParty(company) : relationParty(relation),
    buyer: isSale ? relationParty(relation) : companyParty(company),
    delivery: delivery_location && {
      name: delivery_location.name,
      identifier: delivery_location.identifier,
      identifier_scheme: delivery_location.identifier_scheme,
      address: delivery_location.address,
    },
    payment: isSale ? companyPayment(found.bank_account) : relationPayment(relation),
    branding: found.branding && {
      name: found.branding.name,
      primary_color: found.branding.primary_color,
      header: found.branding.header,
      footer: found.branding.footer,
    },
    ...amounts,
    duplicate_of: null,
    sent_at: null,
    transmitted_at: null,
    received_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}

type AddressedRelation = Relation & { readonly address: NonNullable<Relation['address']> };

function usableRelation(relation: Relation | null): AddressedRelation {
  if (relation === null) throw new DomainError('invalid_relation', 'No such relation.');
  if (relation.address === null) throw new DomainError('invalid_relation', 'The relation has no address.');
  return relation as AddressedRelation;
}

function usableJournal(journal: Journal | null, { type, journal_id }: DocumentInput): Journal {
  const { category } = DOCUMENT_TYPES[type];
  if (journal_id == null) {
    if (journal === null)
      throw new DomainError('no_default_journal', `The company has no default journal for ${category}.`);
    return journal;
  }
  if (journal === null) throw new DomainError('invalid_journal', 'No such journal.');
  if (!journal.active) throw new DomainError('invalid_journal', 'The journal is not active.');
  if (journal.category !== category) {
    throw new DomainError('invalid_journal', `The journal's category is not ${category}.`);
  }
  return journal;
}

/** What is kept of the credited invoice, so that it may go. */
function precedingDocument(
  input: DocumentInput,
  found: DraftContext,
  currency: string,
): PrecedingDocument | null {
  const given = input.preceding_document;
  if (given == null) return null;
  const { is_credit_note, direction } = DOCUMENT_TYPES[input.type];
  const fault = (reason: string) => new DomainError('validation_error', `preceding_document: ${reason}`);
  if (!is_credit_note) throw fault('only a credit note has one');
  if (!('id' in given)) return { id: null, number: given.number, issue_date: given.issue_date ?? null };

  const invoice = found.preceding_document;
  if (invoice === null) throw fault('no such document');
  const rules = DOCUMENT_TYPES[invoice.type];
  if (rules.is_credit_note || rules.ubl_type_code === null) throw fault('must be an invoice');
  if (rules.direction !== direction) throw fault('must be an invoice of the same direction');
  if (invoice.relation_id !== input.relation_id) throw fault('must be an invoice of the same relation');
  if (invoice.currency !== currency) throw fault('must be an invoice in the same currency');
  return { id: invoice.id, number: invoice.number, issue_date: invoice.issue_date };
}

/** The random part of the id, cut to ten digits: a reference that needs no counter of its own to be unique. */
function referenceBase(id: string): number {
  return Number(BigInt(`0x${id.replaceAll('-', '').slice(-15)}`) % BigInt(MAX_STRUCTURED_BASE + 1));
}

function companyParty({ name, vat, identifier, electronic_address, address, email }: Company): Party {
  return { name, vat, identifier, electronic_address, address, email, phone: null };
}

function relationParty(relation: Relation): Party {
  const { address, email, phone } = relation;
  if (relation.type === 'contact') {
    const name = `${relation.first_name} ${relation.last_name}`;
    return { name, vat: null, identifier: null, electronic_address: null, address, email, phone };
  }
  const { name, vat, identifier, electronic_address } = relation;
  return { name, vat, identifier, electronic_address, address, email, phone };
}

function companyPayment(account: DraftContext['bank_account']): Payment | null {
  return account && { iban: account.reference, bic: account.bic };
}

function relationPayment({ iban, bic }: Relation): Payment | null {
  return iban === null ? null : { iban, bic };
}
