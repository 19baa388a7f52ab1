import type { Document, DocumentRow, Draft } from '../domain/documents/document';
import type { DocumentType } from '../domain/documents/document-type';
import type { DraftContext } from '../domain/documents/draft';
import type { DocumentFacts } from '../domain/documents/lifecycle';
import type { Page, PageRequest } from './page';

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
export interface Sequence {
  readonly journal_id: string;
  readonly period: string;
  /** What the sequence begins with. */
  readonly first_number: number;
  /** The number's text around its counter, which has at least `digits` digits. */
  readonly before: string;
  readonly digits: number;
  readonly after: string;
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

export interface DocumentRepository {
  /** Everything that a new document refers to, in one statement. Throws `not_found` for an unknown company. */
  findReferences(company_id: string, references: References): Promise<DraftContext>;
  /**
   * Gives the drafts the next numbers of one sequence, in their order, and stores them: all, or none. The counter
   * is locked first, and only for this statement's transaction.
   *
   * @param drafts - their issue dates do not run backwards
   * @returns the documents; undefined, with nothing stored, when the first is dated before the sequence's last
   */
  issue(company_id: string, sequence: Sequence, drafts: readonly Draft[]): Promise<Document[] | undefined>;
  /** The issue date of the sequence's last document; null when it has none. */
  findLastIssueDate(company_id: string, sequence: Sequence): Promise<string | null>;
  find(company_id: string, id: string): Promise<(Document & OtherFacts) | undefined>;
  list(company_id: string, filters: DocumentFilters, page: PageRequest): Promise<Page<DocumentRow>>;
}
