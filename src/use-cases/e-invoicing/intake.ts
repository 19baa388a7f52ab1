import type { Company } from '../../domain/master-data/company';
import type { DocumentView } from '../../domain/documents/document';
import { viewOf } from '../../domain/documents/document-view';
import { receivedDocument, receivedType, relationOfSender } from '../../domain/e-invoicing/received';
import {
  senderAndReceiver,
  isAddressedTo,
  partyKeys,
  type PartyKeys,
} from '../../domain/e-invoicing/addressing';
import { type ParsedEInvoice, EInvoiceFault } from '../../domain/e-invoicing/parsed-e-invoice';
import { DomainError } from '../../domain/errors';
import { newRelation } from '../../domain/master-data/relation';
import type { KeptAttachment } from '../../ports/documents/attachment-repository';
import type { Clock } from '../../ports/clock';
import type { ReadInvoice } from '../../ports/e-invoicing/e-invoice-reader';
import type { Ids } from '../../ports/ids';
import type { OriginalFile } from '../../ports/e-invoicing/reception-repository';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import type { StoredFiles } from '../documents/stored-files';

/** A received e-invoice before its transaction: it is parsed and checked, and its files are stored. */
export interface Incoming {
  readonly company: Company;
  /** The id of the future document. */
  readonly document_id: string;
  readonly parsed: ParsedEInvoice;
  readonly sender: PartyKeys;
  readonly original: OriginalFile;
  readonly attachments: readonly Omit<KeptAttachment, 'created_at'>[];
}

export const ORIGINAL_TYPES = { xml: 'application/xml', pdf: 'application/pdf' } as const;

/** Maximum number of runs of a transaction during which another request creates or deletes the sender's relation. */
const MAX_ATTEMPTS = 5;

/** The common steps of receiving an e-invoice by import and over the network. */
export class Intake {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly files: StoredFiles,
  ) {}

  /**
   * The steps before the transaction: checks the e-invoice and stores its files.
   *
   * @param stored - receives the keys of the stored files, which the caller discards on failure
   * @throws EInvoiceFault when the company is not the receiver or the amounts do not add up; StorageFailure
   */
  async prepare(
    unit: UnitOfWork,
    company: Company,
    { parsed, discrepancy, files }: ReadInvoice,
    { bytes, form }: { readonly bytes: Uint8Array; readonly form: keyof typeof ORIGINAL_TYPES },
    stored: string[],
  ): Promise<Incoming> {
    const { sender, receiver } = senderAndReceiver(parsed);
    if (!isAddressedTo(company, parsed)) {
      const role = receiver === parsed.buyer ? 'buyer' : 'seller';
      throw new EInvoiceFault(role, 'is not the company, by electronic address, VAT number or identifier');
    }
    if (discrepancy !== null) throw new EInvoiceFault(discrepancy.place, discrepancy.reason);
    // Sorted, since attachments with the same `created_at` are listed by id.
    const ids = Array.from({ length: files.length + 1 }, () => this.ids.next()).sort();
    const withKey = <File extends { readonly bytes: Uint8Array }>(file: File) => {
      const id = ids.shift()!;
      return { file, id, key: `${company.id}/${id}` };
    };
    const original = withKey({ bytes });
    const embedded = files.map(withKey);
    const [kept, ...rest] = await this.files.storeAll(
      unit,
      company.id,
      [original, ...embedded].map(({ key, file }) => ({ key, bytes: inChunks(file.bytes) })),
    );
    stored.push(original.key, ...embedded.map(({ key }) => key));
    const attachments = embedded.map(({ id, key, file: { filename, content_type } }, index) => ({
      ...{ id, key, filename, content_type },
      ...rest[index]!,
    }));
    return {
      ...{ company, parsed, attachments },
      document_id: this.ids.next(),
      sender: partyKeys(sender),
      original: { content_type: ORIGINAL_TYPES[form], ...kept!, key: original.key },
    };
  }

  /**
   * Runs the transaction of a reception with a lock on the sender, so that receptions from the same sender run in turn.
   * The transaction runs again when another request has created or deleted the sender's relation meanwhile.
   */
  async transaction<T>(
    unit: UnitOfWork,
    { company, sender }: Incoming,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await unit.transaction(async (repositories) => {
          await repositories.receptions.lockSender(company.id, sender);
          return work(repositories);
        });
      } catch (error) {
        const is_relation =
          error instanceof DomainError &&
          (error.error === 'duplicate_relation' || error.error === 'invalid_relation');
        if (!is_relation || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * The first write of the transaction; concurrent receptions of the message wait.
   *
   * @returns false for a repeated message
   */
  noteMessage(
    { receptions }: Repositories,
    { company, document_id }: Incoming,
    message_id: string,
  ): Promise<boolean> {
    return receptions.insertMessage(company.id, message_id, document_id, this.clock.now(), null);
  }

  /** @returns the id of the oldest document from the same sender with the same type, number and date */
  findSame({ receptions }: Repositories, { company, parsed, sender }: Incoming): Promise<string | undefined> {
    const { number, issue_date } = parsed;
    return receptions.findSame(company.id, sender, { type: receivedType(parsed), number, issue_date });
  }

  /** Stores the document with its files, and the sender as a relation if no relation matches. */
  async store(repositories: Repositories, incoming: Incoming, duplicate_of: string | null): Promise<void> {
    const { attachments, documents, receptions, orphaned_files } = repositories;
    const { company, document_id: id, parsed, sender, original } = incoming;
    const now = this.clock.now();
    const relation =
      (await receptions.findRelation(company.id, sender)) ??
      (await this.makeRelation(repositories, incoming, now));
    const document = receivedDocument(parsed, { id, now, company, relation, duplicate_of });
    await documents.insertReceived(company.id, document);
    const keys = [original, ...incoming.attachments].map(({ key }) => key);
    if (!(await orphaned_files.claim(company.id, keys))) throw tooLate();
    await receptions.insert(company.id, id, sender, { ...original, type_code: parsed.type_code });
    const created = incoming.attachments.map((attachment) => ({ ...attachment, created_at: now }));
    if (created.length > 0) await attachments.insertAll(company.id, id, created);
  }

  /** The stored document as the interface returns it; undefined when it does not exist. */
  async view(
    { documents }: Repositories,
    { company, document_id }: Incoming,
  ): Promise<DocumentView | undefined> {
    const found = await documents.find(company.id, document_id);
    return found && viewOf(found);
  }

  /** Deletes those of the files that no document has claimed. */
  async discard(unit: UnitOfWork, company_id: string, stored: readonly string[]): Promise<void> {
    await this.files.discard(unit, company_id, stored);
  }

  private async makeRelation(
    { relations }: Repositories,
    { company, parsed }: Incoming,
    now: Date,
  ): Promise<Pick<ReturnType<typeof newRelation>, 'id' | 'language'>> {
    const relation = newRelation(relationOfSender(parsed), this.ids.next(), now);
    await relations.insertAll(company.id, [relation], false);
    return relation;
  }
}

/** Chunk size for hashing and writing; a larger chunk would block the event loop for longer. */
const CHUNK_BYTES = 256 * 1024;

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** The sweep has deleted the files: the reception took over an hour. */
function tooLate(): DomainError {
  return new DomainError('internal_error', 'The reception took too long. Retry.', { retry_after_s: 1 });
}
