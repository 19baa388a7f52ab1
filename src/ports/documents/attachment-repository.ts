import type { Attachment } from '../../domain/documents/attachments/attachments';
import type { DocumentFacts } from '../../domain/documents/lifecycle';
import type { Page, PageRequest } from '../page';

/** An attachment, and where its bytes are. */
export interface KeptAttachment extends Attachment {
  /** In the file store. */
  readonly key: string;
}

/** What decides whether a document's attachments may go. */
export type OwnerFacts = Pick<DocumentFacts, 'status' | 'accounting_status'>;

/**
 * Attachments of one document of a company. An attachment is written and removed only while its document is locked:
 * after the counter, where that is locked too.
 */
export interface AttachmentRepository {
  find(company_id: string, document_id: string, id: string): Promise<KeptAttachment | undefined>;
  list(
    company_id: string,
    document_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Attachment>>;
  hasDocument(company_id: string, document_id: string): Promise<boolean>;

  /** Locks the document until the transaction ends. */
  lockDocument(company_id: string, document_id: string): Promise<OwnerFacts | undefined>;
  /** What is attached is part of the document: with it the document has changed. */
  touchDocument(company_id: string, document_id: string, now: Date): Promise<void>;
  count(company_id: string, document_id: string): Promise<number>;
  /**
   * After their files were adopted.
   *
   * @throws DomainError duplicate_attachment: by the filename without the difference of case
   */
  insertAll(company_id: string, document_id: string, attachments: readonly KeptAttachment[]): Promise<void>;
  /** Its file becomes a condemned stray. */
  delete(company_id: string, document_id: string, id: string): Promise<void>;
}
