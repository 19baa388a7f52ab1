import type { ChangeContext } from '../../domain/documents/change';
import type { Document, DocumentRow, DocumentView, Draft } from '../../domain/documents/document';
import type { DocumentType } from '../../domain/documents/document-type';
import type { ReceivedDocument } from '../../domain/documents/received-document';
import type { FoundReferences } from '../../domain/documents/references';
import type { DocumentFacts } from '../../domain/documents/lifecycle';
import type { Page, PageRequest } from '../page';

/** What a new document refers to. */
export interface References {
  readonly relation_id: string;
  /** Undefined: the default of the type's category. */
  readonly journal_id: string | undefined;
  readonly type: DocumentType;
  readonly delivery_location_id: string | undefined;
  /** Undefined: the default. */
  readonly branding_id: string | undefined;
  readonly preceding_document_id: string | undefined;
}

/** Where numbers come from: one counter per journal and period. */
export interface Sequence extends SequencePlace {
  /** What the sequence begins with. */
  readonly first_number: number;
  /** The number's text around its counter, which has at least `digits` digits. */
  readonly before: string;
  readonly digits: number;
  readonly after: string;
}

/** A draft that is to get the next number of a sequence. */
export interface NumberingRequest {
  readonly sequence: Sequence;
  readonly draft: Draft;
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
  readonly issue_date_from?: string | undefined;
  readonly issue_date_to?: string | undefined;
  readonly due_date_from?: string | undefined;
  readonly due_date_to?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/** What decides about a document, besides its own row. */
export type OtherFacts = Pick<DocumentFacts, 'books_closed_until' | 'is_last_in_sequence' | 'links_count'>;
export type FoundDocument = Document & OtherFacts & Pick<DocumentView, 'attachments'>;

/** A document that was numbered just now. */
export type IssuedDocument = Document & Pick<DocumentFacts, 'is_last_in_sequence'>;

/** What a change of a document refers to; undefined: not renewed. */
export interface ChangedReferences {
  readonly relation_id: string | undefined;
  readonly delivery_location_id: string | undefined;
  readonly branding_id: string | undefined;
  readonly preceding_document_id: string | undefined;
}

/** Two documents drew the same structured payment reference: one of them must draw again. */
export class PaymentReferenceTaken extends Error {}

export interface DocumentRepository {
  /**
   * Everything that a new document refers to, in one statement.
   *
   * @throws DomainError not_found: no such company
   */
  findReferences(company_id: string, references: References): Promise<FoundReferences>;
  /**
   * Gives a draft the next number of its sequence, and stores it, in one statement. The counter stays locked until the
   * transaction ends.
   *
   * @returns undefined, with nothing stored, when the last document of the sequence is dated after the draft
   * @throws PaymentReferenceTaken
   */
  issue(company_id: string, request: NumberingRequest): Promise<IssuedDocument | undefined>;
  /** Stores a document that came from elsewhere: it has its number, and takes none of ours. */
  insertReceived(company_id: string, document: ReceivedDocument): Promise<void>;
  /** The issue date of the sequence's last document; null when it has none. */
  findLastIssueDate(company_id: string, place: SequencePlace): Promise<string | null>;
  find(company_id: string, id: string): Promise<FoundDocument | undefined>;
  list(company_id: string, filters: DocumentFilters, page: PageRequest): Promise<Page<DocumentRow>>;

  /** Locks the counter. Whoever changes a document's date or takes it away does this before locking the document. */
  lockSequence(company_id: string, place: SequencePlace): Promise<void>;
  /** Locks the document; `find`, for an update. */
  lock(company_id: string, id: string): Promise<FoundDocument | undefined>;
  /** What a change refers to, the neighbours' dates and what was paid, in one statement. */
  findChangeContext(
    company_id: string,
    document: Document,
    references: ChangedReferences,
  ): Promise<ChangeContext>;
  /**
   * Stores a locked document after a change, all but its number; nothing when it is the same. When it is the last of its
   * sequence and its issue date has changed, the sequence, which must be locked too, takes the date as the earliest one
   * for its next document.
   */
  save<T extends FoundDocument>(company_id: string, before: T, after: T): Promise<void>;
  /** Takes away the last document of its sequence, with its attachments, and gives its number back. Both are locked. */
  deleteLast(company_id: string, document: Document): Promise<void>;
  /** Whether the numbers of a journal run without gap and its dates never backwards, period by period. */
  inspectSequences(company_id: string, journal_id: string): Promise<SequenceReport[]>;
}

export interface SequencePlace {
  readonly journal_id: string;
  readonly period: string;
}

/** What stands in one period of a journal; the lists are empty in a sound one. */
export interface SequenceReport {
  /** '' for a continuous sequence. */
  readonly period: string;
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
  /** Running numbers that no document carries, between the first and the counter. */
  readonly gaps: readonly number[];
  /** Running numbers that more than one document carries. */
  readonly duplicates: readonly number[];
  /** Running numbers of documents dated before the one in front of them. */
  readonly date_inversions: readonly number[];
}
