import type { Company } from '../../domain/master-data/company';
import type { DocumentView } from '../../domain/documents/document';
import { viewOf } from '../../domain/documents/document-view';
import { receivedDocument, receivedType, relationOfSender } from '../../domain/e-invoicing/received';
import {
  correspondents,
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

/** A document on its way in: read, found to add up, its files stored. */
export interface Incoming {
  readonly company: Company;
  /** That it will have. */
  readonly document_id: string;
  readonly parsed: ParsedEInvoice;
  readonly sender: PartyKeys;
  readonly original: OriginalFile;
  readonly attachments: readonly Omit<KeptAttachment, 'created_at'>[];
}

export const ORIGINAL_TYPES = { xml: 'application/xml', pdf: 'application/pdf' } as const;

/** Of a transaction whose relation comes or goes each time that it is looked for. */
const MAX_ATTEMPTS = 5;

/** The steps by which a document from elsewhere becomes one of the company's, whichever way it came. */
export class Intake {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly files: StoredFiles,
  ) {}

  /**
   * What comes before the transaction.
   *
   * @param stored - gets the keys of what was stored, to be discarded when nothing comes of it
   * @throws EInvoiceFault: it is not for the company, or does not add up; StorageFailure
   */
  async bringIn(
    unit: UnitOfWork,
    company: Company,
    { parsed, discrepancy, files }: ReadInvoice,
    { bytes, form }: { readonly bytes: Uint8Array; readonly form: keyof typeof ORIGINAL_TYPES },
    stored: string[],
  ): Promise<Incoming> {
    const { sender, receiver } = correspondents(parsed);
    if (!isAddressedTo(company, parsed)) {
      const role = receiver === parsed.buyer ? 'buyer' : 'seller';
      throw new EInvoiceFault(role, 'is not the company, by electronic address, VAT number or identifier');
    }
    if (discrepancy !== null) throw new EInvoiceFault(discrepancy.place, discrepancy.reason);
    // In their order: attachments of one instant are listed by their ids.
    const ids = Array.from({ length: files.length + 1 }, () => this.ids.next()).sort();
    const placed = <File extends { readonly bytes: Uint8Array }>(file: File) => {
      const id = ids.shift()!;
      return { file, id, key: `${company.id}/${id}` };
    };
    const original = placed({ bytes });
    const brought = files.map(placed);
    const [kept, ...rest] = await this.files.storeAll(
      unit,
      company.id,
      [original, ...brought].map(({ key, file }) => ({ key, bytes: inPieces(file.bytes) })),
    );
    stored.push(original.key, ...brought.map(({ key }) => key));
    const attachments = brought.map(({ id, key, file: { filename, content_type } }, index) => ({
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
   * The transaction of an intake, in which nobody else takes in a document of the same sender; once more when its
   * relation was made or deleted by another meanwhile.
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

  /** Before all else is written: who takes in the same message waits. @returns false when it was taken in before */
  noteMessage(
    { receptions }: Repositories,
    { company, document_id }: Incoming,
    message_id: string,
  ): Promise<boolean> {
    return receptions.insertMessage(company.id, message_id, document_id, this.clock.now());
  }

  /** The oldest document that the same sender sent with the same type, number and date. */
  findSame({ receptions }: Repositories, { company, parsed, sender }: Incoming): Promise<string | undefined> {
    const { number, issue_date } = parsed;
    return receptions.findSame(company.id, sender, { type: receivedType(parsed), number, issue_date });
  }

  /** The document, its files, and its sender as a relation if there is none. */
  async store(repositories: Repositories, incoming: Incoming, duplicate_of: string | null): Promise<void> {
    const { attachments, documents, receptions, stray_files } = repositories;
    const { company, document_id: id, parsed, sender, original } = incoming;
    const now = this.clock.now();
    const relation =
      (await receptions.findRelation(company.id, sender)) ??
      (await this.makeRelation(repositories, incoming, now));
    const document = receivedDocument(parsed, { id, now, company, relation, duplicate_of });
    await documents.insertReceived(company.id, document);
    const keys = [original, ...incoming.attachments].map(({ key }) => key);
    if (!(await stray_files.adopt(company.id, keys))) throw tooLate();
    await receptions.insert(company.id, id, sender, original);
    const brought = incoming.attachments.map((attachment) => ({ ...attachment, created_at: now }));
    if (brought.length > 0) await attachments.insertAll(company.id, id, brought);
  }

  /** The document as it is answered; undefined when it is not there. */
  async view(
    { documents }: Repositories,
    { company, document_id }: Incoming,
  ): Promise<DocumentView | undefined> {
    const found = await documents.find(company.id, document_id);
    return found && viewOf(found);
  }

  /** Files that became part of a document stay. */
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

/** Bytes that are hashed and written at once: larger ones would keep other requests waiting. */
const PIECE_BYTES = 256 * 1024;

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Only a reception that was an hour under way. */
function tooLate(): DomainError {
  return new DomainError('internal_error', 'The reception took too long. Retry.', { retry_after_s: 1 });
}
