import type { ChangeContext } from '../../domain/documents/change';
import type { Document, DocumentRow, DocumentView, Draft } from '../../domain/documents/document';
import type { DocumentType } from '../../domain/documents/document-type';
import type { ReceivedDocument } from '../../domain/documents/received-document';
import type { FoundReferences } from '../../domain/documents/references';
import type { DocumentFacts } from '../../domain/documents/lifecycle';
import type { Respondable } from '../../domain/documents/responses/invoice-response';
import type { Page, PageRequest } from '../page';

/** The resources that a new document refers to. */
export interface References {
  readonly relation_id: string;
  /** Undefined: the default journal of the type's category. */
  readonly journal_id: string | undefined;
  readonly type: DocumentType;
  readonly delivery_location_id: string | undefined;
  /** Undefined: the default branding. */
  readonly branding_id: string | undefined;
  readonly preceding_document_id: string | undefined;
}

/** A numbering sequence: one counter per journal and period. */
export interface Sequence extends SequenceKey {
  readonly first_number: number;
  /** The text of a number is `before`, the counter padded to `digits` digits, and `after`. */
  readonly before: string;
  readonly digits: number;
  readonly after: string;
}

/** A request for the next number of a sequence for a draft. */
export interface NumberingRequest {
  readonly sequence: Sequence;
  readonly draft: Draft;
  /** Whether the caller gave the issue date: a given one is refused in closed books. */
  readonly is_date_given: boolean;
}

export interface DocumentFilters {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly peppol_status?: string | undefined;
  readonly accounting_status?: string | undefined;
  readonly payment_status?: string | undefined;
  readonly journal_id?: string | undefined;
  readonly relation_id?: string | undefined;
  readonly currency?: string | undefined;
  readonly number?: string | undefined;
  readonly external_id?: string | undefined;
  /** Part of the buyer's name, of a received document the seller's, or the beginning of the number; without case. */
  readonly q?: string | undefined;
  readonly issue_date_from?: string | undefined;
  readonly issue_date_to?: string | undefined;
  readonly due_date_from?: string | undefined;
  readonly due_date_to?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/** The facts from other rows that the allowed actions of a document depend on. */
export type OtherFacts = Pick<
  DocumentFacts,
  'books_closed_until' | 'self_billing_enabled' | 'is_last_in_sequence' | 'links_count'
> &
  Pick<Respondable, 'is_from_network'>;
export type FoundDocument = Document & OtherFacts & Pick<DocumentView, 'attachments' | 'converted_to'>;

/** A document that was just numbered and stored. */
export type IssuedDocument = Document & Pick<DocumentFacts, 'is_last_in_sequence'>;

/** The resources that a change of a document refers to; undefined: no new snapshot is taken. */
export interface ReferenceChange {
  readonly relation_id: string | undefined;
  readonly delivery_location_id: string | undefined;
  readonly branding_id: string | undefined;
  readonly preceding_document_id: string | undefined;
}

/** Another document of the company has the generated payment reference; the caller retries with another reference. */
export class PaymentReferenceTaken extends Error {}

export interface DocumentRepository {
  /**
   * Finds all resources that a new document refers to, in one statement.
   *
   * @throws DomainError not_found when there is no such company
   */
  findReferences(company_id: string, references: References): Promise<FoundReferences>;
  /**
   * Gives a draft the next number of its sequence and stores it, in one statement. The counter is locked until the
   * transaction ends.
   *
   * @returns undefined, with nothing stored, when the sequence refuses the date: its last document is dated after the
   *   draft, or a given date lies in books that were closed meanwhile
   * @throws PaymentReferenceTaken
   */
  issue(company_id: string, request: NumberingRequest): Promise<IssuedDocument | undefined>;
  /** Stores received documents under their senders' numbers. */
  insertReceived(company_id: string, documents: readonly ReceivedDocument[]): Promise<void>;
  /** The issue date of the last document of the sequence; null for an empty sequence. */
  findLastIssueDate(company_id: string, key: SequenceKey): Promise<string | null>;
  /** Whether the company has the document, of which nothing is read. */
  exists(company_id: string, id: string): Promise<boolean>;
  find(company_id: string, id: string): Promise<FoundDocument | undefined>;
  /** Like `find` for several ids, in one statement. @returns in the order of the ids */
  findAll(company_id: string, ids: readonly string[]): Promise<(FoundDocument | undefined)[]>;
  list(company_id: string, filters: DocumentFilters, page: PageRequest): Promise<Page<DocumentRow>>;

  /** Locks the counter. To change the issue date of a document or delete it, lock the counter before the document. */
  lockSequence(company_id: string, key: SequenceKey): Promise<void>;
  /**
   * Finds the document and locks its row until the transaction ends. The books of the company are not closed
   * meanwhile.
   */
  lock(company_id: string, id: string): Promise<FoundDocument | undefined>;
  /** Finds the resources of a change, and the dates of the neighbouring documents, in one statement. */
  findChangeContext(
    company_id: string,
    document: Document,
    references: ReferenceChange,
  ): Promise<ChangeContext>;
  /**
   * Stores a changed document, which is locked, except its number; stores nothing when `after` is `before`. If the
   * issue date of the last document of a sequence changes, it becomes the earliest date of the sequence's next
   * document; the sequence must then be locked.
   */
  save<T extends FoundDocument>(company_id: string, before: T, after: T): Promise<void>;
  /**
   * Deletes the last document of a sequence with its attachments, and frees its number. Sequence and document are
   * locked.
   */
  deleteLast(company_id: string, document: FoundDocument): Promise<void>;
}

/** Identifies the numbering sequence of a journal in a period. */
export interface SequenceKey {
  readonly journal_id: string;
  readonly period: string;
}
