import type { Attachment } from '../../domain/documents/attachments/attachments';
import type { AttachmentOwner } from '../../domain/documents/transitions';
import type { Page, PageRequest } from '../page';

/** An attachment with the key of its file. */
export interface KeptAttachment extends Attachment {
  /** Key in the file store. */
  readonly key: string;
}

/** An attachment to be inserted. */
export interface NewAttachment extends KeptAttachment {
  readonly document_id: string;
}

/**
 * Attachments of documents of one company. An attachment is inserted and deleted only while its document is locked. A
 * transaction that also locks the counter of the numbering sequence does so first.
 */
export interface AttachmentRepository {
  find(company_id: string, document_id: string, id: string): Promise<KeptAttachment | undefined>;
  /** In no order; those that do not exist are left out. */
  findAll(company_id: string, document_id: string, ids: readonly string[]): Promise<KeptAttachment[]>;
  list(
    company_id: string,
    document_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Attachment>>;

  /** Locks the document until the transaction ends. */
  lockDocument(company_id: string, document_id: string): Promise<AttachmentOwner | undefined>;
  /** Stores version and `updated_at` of a locked document, whose attachments have changed. */
  saveDocument(company_id: string, document: AttachmentOwner): Promise<void>;
  count(company_id: string, document_id: string): Promise<number>;
  /**
   * Inserts attachments, after their files were claimed.
   *
   * @throws DomainError duplicate_attachment when a document has the file name, compared without case
   */
  insertAll(company_id: string, attachments: readonly NewAttachment[]): Promise<void>;
  /** Deletes the attachment; its file becomes an orphaned file that is marked for deletion. */
  delete(company_id: string, document_id: string, id: string): Promise<void>;
}
