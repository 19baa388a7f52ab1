import type { Company } from '../domain/company';
import type { Attachment } from '../domain/documents/attachments';
import type { Document } from '../domain/documents/document';
import {
  addressingOf,
  assertEmbeddable,
  assertNoFault,
  contentFaults,
  embedded,
  notRegistered,
  sendFailed,
  withElectronicAddresses,
} from '../domain/e-invoicing/sendable';
import type { Addressing } from '../domain/e-invoicing/transmission';
import type { Relation } from '../domain/relation';
import type { ParticipantDirectory } from '../ports/e-invoice-network';
import type { EmbeddedFile, UblWriter } from '../ports/ubl';
import type { UnitOfWork } from '../ports/unit-of-work';
import { Room } from './room';
import type { StoredFiles } from './stored-files';

/** A file is in memory up to six times while it becomes part of a document. */
const FILES_AT_ONCE_BYTES = 40 * 1024 * 1024;

/** A document that may be sent, and what its envelope says. */
export interface Sendable<T extends Document = Document> {
  /** With the electronic addresses of now. */
  readonly document: T;
  readonly addressing: Addressing;
  /** What travels inside of it. */
  readonly attachments: readonly Attachment[];
}

/** What stands between a document and the network. Nothing here belongs into a transaction: it waits for others. */
export class SendChecks {
  private readonly room = new Room(FILES_AT_ONCE_BYTES);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: ParticipantDirectory,
    private readonly ubl: UblWriter,
    private readonly files: StoredFiles,
  ) {}

  /** @throws DomainError send_failed: the first reason, with what to mend */
  async check<T extends Document>(
    kept: T,
    company: Company,
    relation: Relation,
    attachments: readonly Attachment[],
  ): Promise<Sendable<T>> {
    const document = withElectronicAddresses(kept, company, relation);
    const addressing = addressingOf(document);
    await this.assertRegistered(document.id, addressing);
    const travelling = embedded(attachments);
    assertNoFault(document.id, contentFaults(document, travelling, company));
    assertEmbeddable(
      document.id,
      travelling.reduce((sum, { size }) => sum + size, 0),
    );
    return { document, addressing, attachments: travelling };
  }

  /** What is sent, byte for byte. */
  payload(
    company: Company,
    { document, attachments }: Pick<Sendable, 'document' | 'attachments'>,
  ): Promise<Uint8Array> {
    const bytes = attachments.reduce((sum, { size }) => sum + size, 0);
    return this.room.hold(bytes, async () => {
      const files: EmbeddedFile[] = [];
      for (const { id, filename, content_type } of attachments) {
        files.push({ filename, content_type, bytes: await this.read(company.id, document.id, id) });
      }
      return this.ubl.write(document, { company_currency: company.currency, files });
    });
  }

  private async assertRegistered(id: string, { receiver, document_type }: Addressing): Promise<void> {
    const found = await this.directory.lookup(receiver);
    if (found.kind === 'unavailable') {
      throw sendFailed(id, `The network's directory does not answer: ${found.reason} Send again later.`, {
        pointer: '/relation_id',
      });
    }
    if (found.kind === 'unknown_participant' || !found.document_types.includes(document_type)) {
      throw notRegistered(id);
    }
  }

  private async read(company_id: string, document_id: string, id: string): Promise<Uint8Array> {
    const attachment = await this.unitOfWork.read(({ attachments }) =>
      attachments.find(company_id, document_id, id),
    );
    const bytes = attachment && (await this.files.open(attachment.key));
    // Taken away since: what is accepted is checked against the document's version.
    if (!bytes) return new Uint8Array();
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}
