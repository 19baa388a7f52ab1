import { type Attachment, filenameKey } from '../../domain/documents/attachments/attachments';
import type { Document } from '../../domain/documents/document';
import { documentFileName } from '../../domain/documents/document-file-name';
import type { KeptAttachment } from '../../ports/documents/attachment-repository';
import type { EmbeddedFile, UblWriter } from '../../ports/e-invoicing/ubl';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { DocumentPdfs } from '../documents/document-pdfs';
import { ChangedSinceCheck } from '../documents/repeated-checks';
import { Semaphore } from '../semaphore';
import type { StoredFiles } from '../documents/stored-files';
import { bufferOf, type SizedBytes, sizedBytes, wholeOf } from '../../domain/values/bytes';

/** Limit of the files that are embedded in documents in memory at the same time. */
const FILES_AT_ONCE_BYTES = 40 * 1024 * 1024;

/** Writes the UBL of the company's documents with the embedded files. Must not be called inside a transaction. */
export class OutgoingUbl {
  private readonly memory = new Semaphore(FILES_AT_ONCE_BYTES);

  constructor(
    private readonly writer: UblWriter,
    private readonly files: StoredFiles,
    private readonly pdfs: DocumentPdfs,
  ) {}

  /**
   * The document's PDF, to be embedded in its UBL.
   *
   * @param attachments - the attachments to embed
   * @returns null when the company's setting was off at creation, or an attachment has the name of the PDF
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
    const bytes = await this.pdfs.sentPdf(unit, company_id, document);
    return { filename, content_type: 'application/pdf', ...sizedBytes(bytes) };
  }

  /**
   * The document with its files, in memory.
   *
   * @param pdf - the result of `pdf`; it becomes the first embedded file
   * @throws DamagedFile, StorageFailure for an attachment; ChangedSinceCheck when one was deleted meanwhile
   */
  write(
    unit: UnitOfWork,
    company_id: string,
    document: Document,
    attachments: readonly Attachment[],
    pdf: EmbeddedFile | null,
  ): Promise<Uint8Array> {
    return this.memory.use(company_id, embeddedBytes(attachments, pdf), async () =>
      wholeOf(this.embed(document, await this.filesOf(unit, company_id, document.id, attachments), pdf)),
    );
  }

  /**
   * As `write`, but the files are read when the result is: then it throws what `write` throws. A store that does not
   * answer is noticed before.
   */
  async stream(
    unit: UnitOfWork,
    company_id: string,
    document: Document,
    attachments: readonly Attachment[],
    pdf: EmbeddedFile | null,
  ): Promise<SizedBytes> {
    const files = await this.filesOf(unit, company_id, document.id, attachments);
    if (files[0]) for await (const _ of await files[0].open()) break;
    return this.embed(document, files, pdf);
  }

  private embed(document: Document, files: readonly EmbeddedFile[], pdf: EmbeddedFile | null): SizedBytes {
    return this.writer.embed(this.writer.write(document), pdf === null ? files : [pdf, ...files]);
  }

  /**
   * Embeds the PDF in UBL that was written before the document was numbered.
   *
   * @returns undefined when the document was deleted
   */
  async withPdf(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    xml: Uint8Array,
  ): Promise<Uint8Array | undefined> {
    const document = await unit.read(({ documents }) => documents.find(company_id, document_id));
    if (!document) return undefined;
    const bytes = await this.pdfs.sentPdf(unit, company_id, document);
    const filename = documentFileName(document.number, 'pdf');
    return wholeOf(
      this.writer.embed(xml, [{ filename, content_type: 'application/pdf', ...sizedBytes(bytes) }]),
    );
  }

  /** The attachments as files. A deleted one is left out; a send then detects that the document has changed. */
  private async filesOf(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    shown: readonly Attachment[],
  ): Promise<EmbeddedFile[]> {
    if (shown.length === 0) return [];
    const ids = shown.map(({ id }) => id);
    const found = await unit.read(({ attachments }) => attachments.findAll(company_id, document_id, ids));
    const by_id = new Map(found.map((attachment) => [attachment.id, attachment]));
    return ids.flatMap((id) => {
      const attachment = by_id.get(id);
      if (!attachment) return [];
      return [{ ...attachment, open: () => this.open(unit, company_id, document_id, attachment) }];
    });
  }

  private async open(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    attachment: KeptAttachment,
  ): Promise<AsyncIterable<Uint8Array>> {
    const find = () =>
      unit.read(({ attachments }) => attachments.find(company_id, document_id, attachment.id));
    const bytes = await this.files.open(attachment, async () => (await find()) !== undefined);
    if (!bytes) throw new ChangedSinceCheck('document');
    return bytes;
  }
}

/** Total size of the files to embed in a document. */
export function embeddedBytes(attachments: readonly Attachment[], pdf: EmbeddedFile | null): number {
  return attachments.reduce((sum, { size }) => sum + size, pdf?.size ?? 0);
}

/**
 * The payload before the placeholder, and after it. The number goes there as it is: it has no characters that XML
 * requires to escape.
 */
export function splitAtNumber(template: Uint8Array, placeholder: string): [Uint8Array, Uint8Array] {
  const at = bufferOf(template).indexOf(placeholder);
  if (at < 0) throw new Error('The UBL has no placeholder for the number.');
  return [template.subarray(0, at), template.subarray(at + placeholder.length)];
}
