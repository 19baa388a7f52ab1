import type { Attachment } from '../../domain/documents/attachments/attachments';
import type { AttachmentOwner } from '../../domain/documents/transitions';
import type { Page, PageRequest } from '../page';

/** An attachment, and where its bytes are. */
export interface KeptAttachment extends Attachment {
  /** In the file store. */
  readonly key: string;
}

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
  lockDocument(company_id: string, document_id: string): Promise<AttachmentOwner | undefined>;
  /** Stores version and time of a locked document: its attachments are part of it, not fields of its row. */
  saveDocument(company_id: string, document: AttachmentOwner): Promise<void>;
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
