import { type Attachment, filenameKey } from '../../../src/domain/documents/attachments/attachments';
import type { AttachmentOwner } from '../../../src/domain/documents/transitions';
import { DomainError } from '../../../src/domain/errors';
import type {
  AttachmentRepository,
  KeptAttachment,
  NewAttachment,
} from '../../../src/ports/documents/attachment-repository';
import type {
  OrphanedFile,
  OrphanedFileRepository,
} from '../../../src/ports/documents/orphaned-file-repository';
import type { Page, PageRequest } from '../../../src/ports/page';
import { pageOf } from './page';
import type { Session, Tables } from './tables';

/** Since when the file is being uploaded; null: nothing may refer to it any more. */
export interface StoredOrphan {
  readonly uploading_since: Date | null;
}

/** An attachment never changes, so it was updated when it was created. */
const CREATED = { kind: 'instant', valueOf: ({ created_at }: Attachment) => created_at } as const;
const SORTS = { created_at: CREATED, updated_at: CREATED };

export class MemoryAttachmentRepository implements AttachmentRepository {
  constructor(private readonly session: Session) {}

  async find(company_id: string, document_id: string, id: string) {
    return this.session.tables.attachments.get(company_id, document_id, id);
  }

  async findAll(company_id: string, document_id: string, ids: readonly string[]) {
    return this.session.tables.attachments.list(company_id, document_id).filter(({ id }) => ids.includes(id));
  }

  async list(
    company_id: string,
    document_id: string,
    { updated_since }: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Attachment>> {
    const found = attachmentsOf(this.session.tables, company_id, document_id)
      .filter(({ created_at }) => updated_since === undefined || created_at >= updated_since)
      .map(({ key: _key, ...attachment }) => attachment);
    return pageOf<Attachment>(found, page, SORTS, ({ id }) => id);
  }

  async lockDocument(company_id: string, document_id: string): Promise<AttachmentOwner | undefined> {
    const document = this.session.tables.documents.get(company_id, document_id);
    if (!document) return undefined;
    const { id, status, accounting_status, version, updated_at } = document;
    return { id, status, accounting_status, version, updated_at };
  }

  async saveDocument(company_id: string, { id, version, updated_at }: AttachmentOwner) {
    const change = { version, updated_at };
    this.session.tables.documents.update((document) => ({ ...document, ...change }), company_id, id);
  }

  async count(company_id: string, document_id: string) {
    return attachmentsOf(this.session.tables, company_id, document_id).length;
  }

  async insertAll(company_id: string, attachments: readonly NewAttachment[]) {
    const { tables } = this.session;
    for (const { document_id, ...attachment } of attachments) {
      if (!tables.documents.get(company_id, document_id))
        throw new Error('An attachment without its document.');
      const key = filenameKey(attachment.filename);
      const others = attachmentsOf(tables, company_id, document_id);
      if (others.some(({ filename }) => filenameKey(filename) === key)) {
        throw new DomainError('duplicate_attachment', 'The document has an attachment of this name already.');
      }
      tables.attachments.set(attachment, company_id, document_id, attachment.id);
    }
  }

  async delete(company_id: string, document_id: string, id: string) {
    detach(this.session.tables, company_id, document_id, id);
  }
}

export class MemoryOrphanedFileRepository implements OrphanedFileRepository {
  constructor(private readonly session: Session) {}

  async insertAll(company_id: string, keys: readonly string[], now: Date) {
    for (const key of keys) this.session.tables.orphaned_files.set({ uploading_since: now }, company_id, key);
  }

  async claim(company_id: string, keys: readonly string[]) {
    const { orphaned_files } = this.session.tables;
    const claimed = keys.filter((key) => orphaned_files.get(company_id, key)?.uploading_since);
    for (const key of claimed) orphaned_files.delete(company_id, key);
    return claimed.length === keys.length;
  }

  async markForDeletion(company_id: string, keys: readonly string[]) {
    const { orphaned_files } = this.session.tables;
    return keys.filter((key) => orphaned_files.update(() => ({ uploading_since: null }), company_id, key));
  }

  async delete(company_id: string, keys: readonly string[]) {
    const { orphaned_files } = this.session.tables;
    const marked = keys.filter((key) => orphaned_files.get(company_id, key)?.uploading_since === null);
    for (const key of marked) orphaned_files.delete(company_id, key);
    return marked.length;
  }

  async listLeftOver(
    before: Date,
    { after, limit }: { readonly after: OrphanedFile | undefined; readonly limit: number },
  ): Promise<OrphanedFile[]> {
    const place = ({ company_id, key }: OrphanedFile) => `${company_id} ${key}`;
    return this.session.tables.orphaned_files
      .entries()
      .filter(([, { uploading_since }]) => uploading_since === null || uploading_since < before)
      .map(([[company_id, key]]) => ({ company_id: company_id!, key: key! }))
      .filter((file) => after === undefined || place(file) > place(after))
      .sort((a, b) => (place(a) < place(b) ? -1 : 1))
      .slice(0, limit);
  }
}

/** Of a document, the oldest first. */
export function attachmentsOf(
  { attachments }: Tables,
  company_id: string,
  document_id: string,
): KeptAttachment[] {
  return attachments
    .list(company_id, document_id)
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1));
}

/** Deletes the attachments of a document. */
export function detachAll(tables: Tables, company_id: string, document_id: string): void {
  for (const { id } of attachmentsOf(tables, company_id, document_id)) {
    detach(tables, company_id, document_id, id);
  }
}

function detach(tables: Tables, company_id: string, document_id: string, id: string): void {
  const attachment = tables.attachments.get(company_id, document_id, id);
  if (!attachment) return;
  tables.attachments.delete(company_id, document_id, id);
  tables.orphaned_files.set({ uploading_since: null }, company_id, attachment.key);
}
