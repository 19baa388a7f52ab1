import type { BankAccount } from '../master-data/bank-account';
import type { Branding } from '../master-data/branding';
import type { Company } from '../master-data/company';
import type { DeliveryLocation } from '../master-data/delivery-location';
import { DomainError } from '../errors';
import type { Journal } from '../numbering/journal';
import type { Relation } from '../master-data/relation';
import type { Document, PrecedingDocument } from './document';
import { DOCUMENT_TYPES, type DocumentType } from './document-type';
import type { SettledTotals } from './payments/payment-status';
import { isEqual, type Unversioned } from '../version';

/**
 * The credited invoice: a document of this service by its id, or an external one by its number. A PATCH may have the
 * stored fields of the former.
 */
export type PrecedingDocumentInput =
  | { readonly id: string }
  | { readonly number: string; readonly issue_date?: string | null | undefined }
  | (PrecedingDocument & { readonly id: string });

/** The fields of a branding that a document's snapshot is made of. */
export type FoundBranding = Pick<
  Branding,
  'id' | 'name' | 'primary_color' | 'address_position' | 'header' | 'footer'
> & {
  readonly logo_sha256: string | null;
};

/** A journal without `default` and `last_number`, which come from other rows. */
export type FoundJournal = Omit<Unversioned<Journal>, 'default' | 'last_number'>;

/** What a `preceding_document` must be, in a creation. */
export const PRECEDING_FORMS = 'must be {"id"} or {"number", "issue_date"}';

/** The resources of the company that a document refers to; null when not requested, or not found. */
export interface FoundReferences {
  readonly company: Unversioned<Company>;
  readonly relation: Unversioned<Relation> | null;
  /** The requested journal, or the category's default. */
  readonly journal: FoundJournal | null;
  /** The journal's account, else the company's default. */
  readonly bank_account: Pick<BankAccount, 'reference' | 'bic'> | null;
  readonly delivery_location: Unversioned<DeliveryLocation> | null;
  /** The requested branding, or the default. */
  readonly branding: FoundBranding | null;
  readonly preceding_document:
    | (Pick<Document, 'id' | 'type' | 'number' | 'issue_date' | 'relation_id' | 'currency'> &
        Pick<Document, 'status' | 'settlement' | 'credited'> & { readonly totals: SettledTotals })
    | null;
}

export type AddressedRelation = Unversioned<Relation> & {
  readonly address: NonNullable<Relation['address']>;
};

/** @throws DomainError invalid_relation */
export function usableRelation(relation: Unversioned<Relation> | null): AddressedRelation {
  if (relation === null) throw new DomainError('invalid_relation', 'No such relation.');
  if (relation.address === null) throw new DomainError('invalid_relation', 'The relation has no address.');
  return relation as AddressedRelation;
}

/**
 * @param asked - whether the request names the journal
 * @throws DomainError invalid_journal, no_default_journal
 */
export function usableJournal(
  journal: FoundJournal | null,
  type: DocumentType,
  asked: boolean,
): FoundJournal {
  const { category } = DOCUMENT_TYPES[type];
  if (!asked) {
    if (journal !== null) return journal;
    throw new DomainError('no_default_journal', `The company has no default journal for ${category}.`);
  }
  if (journal === null) throw new DomainError('invalid_journal', 'No such journal.');
  if (!journal.active) throw new DomainError('invalid_journal', 'The journal is not active.');
  if (journal.category !== category) {
    throw new DomainError('invalid_journal', `The journal's category is not ${category}.`);
  }
  return journal;
}

/** @throws DomainError invalid_delivery_location */
export function assertDeliveryLocation(asked: boolean, location: object | null): void {
  if (asked && location === null) {
    throw new DomainError('invalid_delivery_location', 'The relation has no such delivery location.');
  }
}

/** @throws DomainError validation_error */
export function assertBranding(asked: boolean, branding: FoundBranding | null): void {
  if (asked && branding === null) throw new DomainError('validation_error', 'branding_id: no such branding');
}

/**
 * The snapshot of the credited invoice; the invoice itself may be deleted later.
 *
 * @throws DomainError validation_error
 */
export function precedingDocument(
  given: PrecedingDocumentInput | null,
  invoice: FoundReferences['preceding_document'],
  credit_note: { readonly type: DocumentType; readonly relation_id: string; readonly currency: string },
): PrecedingDocument | null {
  if (given === null) return null;
  if (!DOCUMENT_TYPES[credit_note.type].is_credit_note) throw fault('is allowed only for a credit note');
  if (!('id' in given)) return { id: null, number: given.number, issue_date: given.issue_date ?? null };
  if ('number' in given) throw fault(PRECEDING_FORMS);

  if (invoice === null) throw fault('no such document');
  assertCredited(invoice, credit_note);
  return precedingOf(invoice);
}

/** What a credit note keeps of its invoice. */
export function precedingOf({ id, number, issue_date }: PrecedingDocument): PrecedingDocument {
  return { id, number, issue_date };
}

/**
 * Checks that a credit note may name the document by its id.
 *
 * @throws DomainError validation_error
 */
export function assertCredited(
  invoice: Pick<Document, 'type' | 'relation_id' | 'currency'>,
  credit_note: Pick<Document, 'type' | 'relation_id' | 'currency'>,
): void {
  const rules = DOCUMENT_TYPES[invoice.type];
  if (rules.is_credit_note || rules.ubl_type_code === null) throw fault('must be an invoice');
  const { direction } = DOCUMENT_TYPES[credit_note.type];
  if (rules.direction !== direction) throw fault('must be an invoice of the same direction');
  if (invoice.relation_id !== credit_note.relation_id) throw fault('must be an invoice of the same relation');
  if (invoice.currency !== credit_note.currency) throw fault('must be an invoice in the same currency');
}

function fault(reason: string): DomainError {
  return new DomainError('validation_error', `preceding_document: ${reason}`);
}

/** Whether a request names the invoice that a credit note has. */
export function isPreceding(
  given: PrecedingDocumentInput | null,
  preceding_document: PrecedingDocument | null,
): boolean {
  if (given === null || preceding_document === null) return given === preceding_document;
  if ('id' in given && !('number' in given)) return given.id === preceding_document.id;
  return isEqual({ id: null, issue_date: null, ...given }, preceding_document);
}
