import type { Company, Language } from '../../domain/master-data/company';
import type { DocumentView } from '../../domain/documents/document';
import { viewOf } from '../../domain/documents/document-view';
import { areIndependent } from '../../domain/e-invoicing/received-together';
import { receivedDocument, receivedType } from '../../domain/e-invoicing/received';
import {
  senderAndReceiver,
  isAddressedTo,
  partyKeys,
  type PartyKeys,
  relationOfSender,
} from '../../domain/e-invoicing/addressing';
import { type ParsedEInvoice, EInvoiceFault } from '../../domain/e-invoicing/parsed-e-invoice';
import { DomainError } from '../../domain/errors';
import { newRelation, type Relation } from '../../domain/master-data/relation';
import type { KeptAttachment } from '../../ports/documents/attachment-repository';
import type { Clock } from '../../ports/clock';
import type { ReadInvoice } from '../../ports/e-invoicing/e-invoice-reader';
import type { Ids } from '../../ports/ids';
import type { OriginalFile } from '../../ports/e-invoicing/reception-repository';
import type { Repositories, SharedWork, UnitOfWork } from '../../ports/unit-of-work';
import type { StoredFiles } from '../documents/stored-files';

/** A received e-invoice before its transaction: it is parsed and checked, and its files are stored. */
export interface Incoming {
  readonly company: Company;
  /** The id of the future document. */
  readonly document_id: string;
  /** The id of the sender's relation, if it is still to be created. */
  readonly relation_id: string;
  readonly parsed: ParsedEInvoice;
  readonly sender: PartyKeys;
  readonly original: OriginalFile;
  readonly attachments: readonly Omit<KeptAttachment, 'created_at'>[];
}

/** An e-invoice that the network has delivered. */
interface Delivery {
  readonly incoming: Incoming;
  readonly message_id: string;
}

/** An e-invoice in its transaction. */
interface FoundIncoming extends Incoming {
  /** The sender's relation; undefined when it is still to be created. */
  readonly relation: { readonly id: string; readonly language: Language | null } | undefined;
  /** The id of the oldest document from the same sender with the same type, number and date. */
  readonly same: string | undefined;
}

/** The e-invoices cannot be stored in one transaction, so each is stored alone. */
class NotTogether extends Error {}

/** The sweep has deleted the files of an e-invoice: its reception took over an hour. */
class FilesDeleted extends Error {}

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
      [original, ...embedded].map(({ key, file }) => ({ key, bytes: file.bytes })),
    );
    stored.push(original.key, ...embedded.map(({ key }) => key));
    const attachments = embedded.map(({ id, key, file: { filename, content_type } }, index) => ({
      id,
      key,
      filename,
      content_type,
      ...rest[index]!,
    }));
    return {
      company,
      parsed,
      attachments,
      document_id: this.ids.next(),
      relation_id: this.ids.next(),
      sender: partyKeys(sender),
      original: { content_type: ORIGINAL_TYPES[form], ...kept!, key: original.key },
    };
  }

  /**
   * Stores an e-invoice that the network has delivered, in a transaction that others for the company may share.
   *
   * @returns the id of the document that was received with the message, now or before
   */
  deliver(unit: UnitOfWork, incoming: Incoming, message_id: string): Promise<string> {
    const delivery = { incoming, message_id };
    return repeated(() => unit.sharedTransaction(incoming.company.id, delivery, this.deliveries));
  }

  /**
   * Stores an imported e-invoice.
   *
   * @returns the document as the interface returns it
   * @throws DomainError validation_error when it was received before
   */
  import(unit: UnitOfWork, incoming: Incoming): Promise<DocumentView> {
    const { company, document_id } = incoming;
    return repeated(() =>
      unit.transaction(async (repositories) => {
        const [found] = await this.findAll(repositories, [incoming]);
        if (found!.same !== undefined)
          throw new DomainError('validation_error', `file: already received as ${found!.same}`);
        await this.storeAll(repositories, [found!]);
        return viewOf((await repositories.documents.find(company.id, document_id))!);
      }),
    );
  }

  /** One object, so that concurrent deliveries share transactions. */
  private readonly deliveries: SharedWork<Delivery, string> = {
    run: (repositories, deliveries) => this.deliverAll(repositories, deliveries),
    resourcesOf: ({ incoming: { document_id, relation_id, attachments } }) => [
      ...[document_id, relation_id],
      ...attachments.map(({ id }) => id),
    ],
    linesOf: ({ incoming }) => incoming.parsed.lines.length,
  };

  private async deliverAll(
    repositories: Repositories,
    deliveries: readonly Delivery[],
  ): Promise<readonly string[]> {
    const { company } = deliveries[0]!.incoming;
    const messages = deliveries.map(({ message_id, incoming: { document_id } }) => ({
      message_id,
      document_id,
      content: null,
    }));
    const incoming = deliveries.map((delivery) => delivery.incoming);
    const [found, before] = await Promise.all([
      this.findAll(repositories, incoming),
      repositories.receptions.insertMessages(company.id, messages, this.clock.now()),
    ]);
    await this.storeAll(
      repositories,
      found.filter((_, index) => before[index] === undefined),
    );
    return messages.map(({ document_id }, index) => before[index] ?? document_id);
  }

  /**
   * Locks the senders, so that receptions from the same sender run in turn, and finds what is known of them.
   *
   * @throws NotTogether
   */
  private async findAll(
    { receptions }: Repositories,
    incoming: readonly Incoming[],
  ): Promise<readonly FoundIncoming[]> {
    const company_id = incoming[0]!.company.id;
    const senders = incoming.map(({ sender }) => sender);
    const sent = incoming.map(({ sender, parsed }) => {
      const { number, issue_date } = parsed;
      return { sender, type: receivedType(parsed), number, issue_date };
    });
    const [, relations, same] = await Promise.all([
      receptions.lockSenders(company_id, senders),
      receptions.findRelations(company_id, senders),
      receptions.findSame(company_id, sent),
    ]);
    const together = sent.map((one, index) => ({ ...one, has_relation: relations[index] !== undefined }));
    if (!areIndependent(together)) throw new NotTogether();
    return incoming.map((one, index) => ({ ...one, relation: relations[index], same: same[index] }));
  }

  /** Stores documents with their files, and each sender as a relation if no relation matches. */
  private async storeAll(
    { attachments, documents, orphaned_files, receptions, relations }: Repositories,
    found: readonly FoundIncoming[],
  ): Promise<void> {
    if (found.length === 0) return;
    const now = this.clock.now();
    const company_id = found[0]!.company.id;
    const created: Relation[] = [];
    const received = found.map(({ document_id: id, relation_id, company, parsed, relation, same }) => {
      if (!relation) created.push(newRelation(relationOfSender(parsed), relation_id, now));
      const receipt = { id, now, company, relation: relation ?? created.at(-1)!, duplicate_of: same ?? null };
      return receivedDocument(parsed, receipt);
    });
    const kept = found.map(({ document_id, sender, original, parsed }) => ({
      ...original,
      document_id,
      sender,
      type_code: parsed.type_code,
    }));
    const attached = found.flatMap(({ document_id, attachments: files }) =>
      files.map((file) => ({ ...file, document_id, created_at: now })),
    );
    const keys = [...kept, ...attached].map(({ key }) => key);
    // One after the other, so that the events of the relations precede those of the documents.
    if (created.length > 0) await relations.insertAll(company_id, created);
    const [is_claimed] = await Promise.all([
      orphaned_files.claim(company_id, keys),
      documents.insertReceived(company_id, received),
      receptions.insertAll(company_id, kept),
    ]);
    if (!is_claimed) throw new FilesDeleted();
    if (attached.length > 0) await attachments.insertAll(company_id, attached);
  }
}

/**
 * Repeats the transaction of a reception when another request has created or deleted the sender's relation meanwhile.
 */
async function repeated<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      // Only here: in the transaction, an `internal_error` would fail those who share it.
      if (error instanceof FilesDeleted)
        throw new DomainError('internal_error', 'The reception took too long. Retry.', { retry_after_s: 1 });
      const is_relation =
        error instanceof DomainError &&
        (error.error_name === 'duplicate_relation' || error.error_name === 'invalid_relation');
      if (!is_relation || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
