import {
  assertRoomForAttachment,
  type Attachment,
  ATTACHMENT_VERSION,
} from '../../domain/documents/attachments/attachments';
import type { AttachmentType } from '../../domain/documents/attachments/attachment-types';
import { fileAttached, fileDetached } from '../../domain/documents/transitions';
import { DomainError, existing } from '../../domain/errors';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { KeptAttachment } from '../../ports/documents/attachment-repository';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { Download, StreamedBytes } from '../download';
import { assertDocument } from './document-existence';
import type { StoredFiles } from './stored-files';

/** A file in an upload request. */
export interface AttachmentUpload {
  readonly sent_as: string;
  readonly filename: string;
  readonly content_type: AttachmentType;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A file whose bytes are stored, to be attached or discarded. */
export interface ReceivedFile {
  readonly file: Omit<KeptAttachment, 'created_at'>;
  /** Part of the fingerprint under an Idempotency-Key: the file name in the request and the SHA-256 of the content. */
  readonly identity: readonly string[];
  /** Deletes the stored file unless it was attached. */
  discard(): Promise<void>;
}

/** The attachments of a document. Every operation first checks that the document exists (`not_found`). */
export class Attachments {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly files: StoredFiles,
  ) {}

  /** @throws DomainError not_found */
  list(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Attachment>> {
    return unit.read(async ({ attachments, documents }) => {
      const found = await attachments.list(company_id, document_id, filters, page);
      // A document with attachments exists; only an empty list needs the check.
      if (found.data.length === 0) await assertDocument(documents, company_id, document_id);
      return found;
    });
  }

  /** @throws DomainError not_found */
  async getFile(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    id: string,
  ): Promise<Download<StreamedBytes>> {
    return existing(await this.findFile(unit, company_id, document_id, id), 'attachment');
  }

  async findFile(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    id: string,
  ): Promise<Download<StreamedBytes> | undefined> {
    const find = () => unit.read(({ attachments }) => attachments.find(company_id, document_id, id));
    const kept = await find();
    if (!kept) return undefined;
    const { filename, content_type, size } = kept;
    const isReferred = async () => (await find()) !== undefined;
    const open = async () => existing(await this.files.open(kept, isReferred), 'attachment');
    return { content_type, filename, version: ATTACHMENT_VERSION, bytes: { size, open } };
  }

  /**
   * The first step of adding a file: stores its bytes. The caller determines how long the upload takes, so that no
   * transaction is open during it. The fingerprint under an Idempotency-Key needs the digest of all bytes.
   *
   * @param readUpload - called after the document was found
   * @throws DomainError not_found; errors of `readUpload` and of its bytes; StorageFailure
   */
  async receive(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    readUpload: () => Promise<AttachmentUpload>,
  ): Promise<ReceivedFile> {
    await unit.read(({ documents }) => assertDocument(documents, company_id, document_id));
    const { sent_as, filename, content_type, bytes } = await readUpload();
    const id = this.ids.next();
    const key = `${company_id}/${id}`;
    const { size, sha256 } = await this.files.store(unit, company_id, key, bytes);
    return {
      file: { id, filename, content_type, size, sha256, key },
      identity: [sent_as, sha256],
      discard: () => this.files.discard(unit, company_id, [key]),
    };
  }

  /**
   * The second step: attaches the file. If it fails, the caller discards the received file, also when the outcome of
   * the commit is unknown.
   *
   * @throws DomainError not_found, validation_error when the document has the most attachments, duplicate_attachment
   */
  add(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    { file }: ReceivedFile,
  ): Promise<Attachment & { version: number }> {
    return unit.transaction(async ({ attachments, orphaned_files }) => {
      const document = existing(await attachments.lockDocument(company_id, document_id), 'document');
      assertRoomForAttachment(await attachments.count(company_id, document_id));
      if (!(await orphaned_files.claim(company_id, [file.key]))) throw tooLate();
      const attachment = { ...file, created_at: this.clock.now() };
      await attachments.insertAll(company_id, [{ ...attachment, document_id }]);
      await attachments.saveDocument(company_id, fileAttached(document, attachment.created_at));
      return { ...attachment, version: ATTACHMENT_VERSION };
    });
  }

  /** @throws DomainError not_found, precondition_failed, document_not_editable */
  async delete(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    id: string,
    if_match: IfMatch,
  ): Promise<void> {
    const key = await unit.transaction(async ({ attachments }) => {
      const document = existing(await attachments.lockDocument(company_id, document_id), 'document');
      const attachment = existing(await attachments.find(company_id, document_id, id), 'attachment');
      assertVersion(if_match, ATTACHMENT_VERSION);
      const detached = fileDetached(document, this.clock.now());
      await attachments.delete(company_id, document_id, id);
      await attachments.saveDocument(company_id, detached);
      return attachment.key;
    });
    // Not awaited: the attachment is deleted, and a file store that hangs must not fail the request.
    void this.files.discard(unit, company_id, [key]);
  }
}

/** The sweep has deleted the file: the upload took over an hour, or the request was aborted. */
function tooLate(): DomainError {
  return new DomainError('internal_error', 'The upload took too long. Retry.', { retry_after_s: 1 });
}
