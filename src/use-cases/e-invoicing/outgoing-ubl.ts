import { type Attachment, filenameKey } from '../../domain/documents/attachments/attachments';
import type { Document } from '../../domain/documents/document';
import { documentFileName } from '../../domain/documents/document-file-name';
import type { EmbeddedFile, UblWriter } from '../../ports/e-invoicing/ubl';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { DocumentPages } from '../documents/document-pages';
import { Semaphore } from '../semaphore';
import type { StoredFiles } from '../documents/stored-files';

/** A file is in memory up to six times while it becomes part of a document. */
const FILES_AT_ONCE_BYTES = 40 * 1024 * 1024;

/** The UBL of our own documents, with the files that travel inside. Nothing here belongs into a transaction. */
export class OutgoingUbl {
  private readonly memory = new Semaphore(FILES_AT_ONCE_BYTES);

  constructor(
    private readonly writer: UblWriter,
    private readonly files: StoredFiles,
    private readonly pages: DocumentPages,
  ) {}

  /**
   * The document's own PDF, for receivers who look at it.
   *
   * @param attachments - that travel
   * @returns null: it does not travel, because its company did without when it was made, or an attachment of its name takes its place
   */
  async pdf(
    unit: UnitOfWork,
    company_id: string,
    document: Document,
    attachments: readonly Attachment[],
  ): Promise<EmbeddedFile | null> {
    if (!document.embed_pdf) return null;
    const filename = documentFileName(document.number, 'pdf');
    const key = filenameKey(filename);
    if (attachments.some((attachment) => filenameKey(attachment.filename) === key)) return null;
    const bytes = await this.pages.sentPdf(unit, company_id, document);
    return { filename, content_type: 'application/pdf', bytes };
  }

  /**
   * @param pdf - as `pdf` gave it, to be the first of the files
   * @throws DamagedFile, StorageFailure: of an attachment
   */
  write(
    unit: UnitOfWork,
    company_id: string,
    document: Document,
    attachments: readonly Attachment[],
    pdf: EmbeddedFile | null,
  ): Promise<Uint8Array> {
    const files = pdf === null ? [] : [pdf];
    return this.memory.use(embeddedBytes(attachments, pdf), async () => {
      for (const { id, filename, content_type } of attachments) {
        const bytes = await this.read(unit, company_id, document.id, id);
        if (bytes) files.push({ filename, content_type, bytes });
      }
      const xml = this.writer.write(document);
      return this.writer.embed(xml, files);
    });
  }

  /**
   * Puts the PDF into what was written before the document had a number.
   *
   * @returns undefined when there is no such document any more
   */
  async withPdf(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    xml: Uint8Array,
  ): Promise<Uint8Array | undefined> {
    const document = await unit.read(({ documents }) => documents.find(company_id, document_id));
    if (!document) return undefined;
    const bytes = await this.pages.sentPdf(unit, company_id, document);
    const filename = documentFileName(document.number, 'pdf');
    return this.writer.embed(xml, [{ filename, content_type: 'application/pdf', bytes }]);
  }

  /** @returns undefined when the attachment was taken away since; a send then finds that the document has changed */
  private async read(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    id: string,
  ): Promise<Uint8Array | undefined> {
    const find = () => unit.read(({ attachments }) => attachments.find(company_id, document_id, id));
    const attachment = await find();
    if (!attachment) return undefined;
    const bytes = await this.files.open(attachment, async () => (await find()) !== undefined);
    if (!bytes) return undefined;
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

/** Of all files that travel inside of a document. */
export function embeddedBytes(attachments: readonly Attachment[], pdf: EmbeddedFile | null): number {
  return attachments.reduce((sum, { size }) => sum + size, pdf?.bytes.length ?? 0);
}
