import type { Company } from '../../domain/master-data/company';
import type { DocumentView } from '../../domain/documents/document';
import { documentFileName } from '../../domain/documents/document-file-name';
import { senderAndReceiver } from '../../domain/e-invoicing/addressing';
import { MessageRefusal } from '../../domain/e-invoicing/message-refusal';
import { EInvoiceFault } from '../../domain/e-invoicing/parsed-e-invoice';
import { DomainError, existing } from '../../domain/errors';
import { partyCountry } from '../../domain/values/vat-number';
import type { EInvoiceReader, ReadInvoice, ReadMessage } from '../../ports/e-invoicing/e-invoice-reader';
import type { Receiver } from '../../ports/e-invoicing/reception-repository';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { Download, StreamedBytes } from '../download';
import { type Incoming, type Intake, ORIGINAL_TYPES } from './intake';
import { type NetworkResponses, unknownParticipant } from './network-responses';
import type { MessageParties, RefusedMessages } from './refused-messages';
import type { StoredFiles } from '../documents/stored-files';

/** A file in an import request. */
export interface ImportFile {
  readonly sent_as: string;
  readonly form: 'xml' | 'pdf';
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A file that was read and stored, to be imported or discarded. */
export interface ReceivedImport {
  /** An error is thrown in the second step only, since a repeated request gets the stored response instead. */
  readonly outcome: Incoming | DomainError;
  /** Part of the fingerprint under an Idempotency-Key: the file name in the request and the SHA-256 of the content. */
  readonly identity: readonly string[];
  /** Deletes the stored files unless they were imported. */
  discard(): Promise<void>;
}

/** The result for the access point that delivered a message. */
export interface Delivered {
  /** The document that was received, or that the status message is about. */
  readonly document_id: string;
  /** Country of the receiver, ISO 3166-1 alpha-2; null when unknown. */
  readonly country_code: string | null;
  /** False for a repeated message. */
  readonly is_new: boolean;
}

/** The facts about a message that the access point states. An envelope in the message takes precedence. */
export interface MessageFacts {
  readonly message_id: string;
  /** Electronic address. */
  readonly receiver?: string;
}

/** The share of the reader for messages whose receiver is known only after they are parsed. */
const NETWORK = 'network';

/** Receives e-invoices, as imported files and over the network, and status messages about sent documents. */
export class Reception {
  constructor(
    private readonly intake: Intake,
    private readonly responses: NetworkResponses,
    private readonly files: StoredFiles,
    private readonly reader: EInvoiceReader,
    private readonly refused: Pick<RefusedMessages, 'keep'>,
  ) {}

  /**
   * The first step of an import: parses and stores the file, outside of a transaction.
   *
   * @throws DomainError not_found; errors of `readUpload`; StorageFailure
   */
  async receiveImport(
    unit: UnitOfWork,
    company_id: string,
    readUpload: () => Promise<ImportFile>,
  ): Promise<ReceivedImport> {
    const { sent_as, sha256, ...file } = await readUpload();
    const company = existing(await unit.read(({ companies }) => companies.find(company_id)), 'company');
    const stored: string[] = [];
    const discard = () => this.files.discard(unit, company_id, stored);
    const received = (outcome: Incoming | DomainError) => ({
      outcome,
      identity: [sent_as, sha256],
      discard,
    });
    try {
      const read = await this.reader.readFile(company_id, file.bytes, file.form);
      return received(await this.intake.prepare(unit, company, read, file, stored));
    } catch (error) {
      if (error instanceof EInvoiceFault)
        return received(new DomainError('validation_error', `file: ${error.message}`));
      await discard();
      throw error;
    }
  }

  /**
   * The second step: stores the document. If it fails, the caller discards the file, also when the outcome of the
   * commit is unknown.
   *
   * @throws DomainError validation_error when the file cannot be imported, or was received before
   */
  async importFile(unit: UnitOfWork, { outcome }: ReceivedImport): Promise<DocumentView> {
    if (outcome instanceof DomainError) throw outcome;
    return this.intake.import(unit, outcome);
  }

  /**
   * Receives a message from an access point: a document for a company of this installation, or a status message about a
   * sent document. A repeated message changes nothing. A refused message is kept for the operator.
   *
   * @throws DomainError validation_error when the message is refused for good; after other errors a retry may succeed
   */
  async receive(unit: UnitOfWork, bytes: Uint8Array, facts: MessageFacts): Promise<Delivered> {
    let parties: MessageParties = { sender: null, receiver: facts.receiver ?? null };
    try {
      if (bytes.length === 0) throw new MessageRefusal('unreadable', 'body: must not be empty');
      const named = await this.findReceiver(unit, facts.receiver ?? null, facts.message_id);
      const message = await this.reader.readMessage(named?.company.id ?? NETWORK, bytes);
      parties = partiesOf(message, facts);
      if ('fault' in message) throw new EInvoiceFault(message.fault.place, message.fault.reason);
      const { envelope } = message;
      const message_id = envelope?.message_id ?? facts.message_id;
      if ('response' in message) return await this.respond(unit, message, { message_id, bytes });
      const { invoice } = message;
      const { receiver } = parties;
      const is_named = receiver === facts.receiver && message_id === facts.message_id;
      const found = is_named ? named : await this.findReceiver(unit, receiver, message_id);
      if (!found) throw unknownParticipant();
      const { company, document_id } = found;
      if (document_id !== undefined)
        return { document_id, country_code: partyCountry(company), is_new: false };
      return await this.deliver(unit, company, invoice, bytes, message_id);
    } catch (error) {
      const thrown = error instanceof EInvoiceFault ? messageRefusal(error) : error;
      const is_refused = thrown instanceof DomainError && thrown.status === 422;
      if (is_refused) await this.refused.keep(unit, bytes, parties, thrown);
      throw thrown;
    }
  }

  /**
   * The original file of a received document.
   *
   * @throws DomainError not_found when there is no such document, or it was not received
   */
  async getOriginal(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
  ): Promise<Download<StreamedBytes>> {
    const original = existing(
      await unit.read(({ receptions }) => receptions.findOriginal(company_id, document_id)),
      'received document',
    );
    const { content_type, size, number } = original;
    const extension = content_type === ORIGINAL_TYPES.pdf ? 'pdf' : 'xml';
    // Received documents and their originals are never deleted or changed.
    const open = async () => (await this.files.open(original, async () => true))!;
    const filename = documentFileName(number, extension);
    return { content_type, filename, version: 1, bytes: { size, open } };
  }

  /** @param receiver - electronic address */
  private async findReceiver(
    unit: UnitOfWork,
    receiver: string | null,
    message_id: string,
  ): Promise<Receiver | undefined> {
    if (receiver === null) return undefined;
    return unit.read(({ receptions }) => receptions.findReceiver(receiver, message_id));
  }

  private async deliver(
    unit: UnitOfWork,
    company: Company,
    invoice: ReadInvoice,
    bytes: Uint8Array,
    message_id: string,
  ): Promise<Delivered> {
    const stored: string[] = [];
    let is_new = false;
    try {
      const incoming = await this.intake.prepare(unit, company, invoice, { bytes, form: 'xml' }, stored);
      const document_id = await this.intake.deliver(unit, incoming, message_id);
      is_new = document_id === incoming.document_id;
      return { document_id, country_code: partyCountry(company), is_new };
    } finally {
      if (!is_new) await this.files.discard(unit, company.id, stored);
    }
  }

  private async respond(
    unit: UnitOfWork,
    { response, envelope }: Extract<ReadMessage, { readonly response: unknown }>,
    inbound: { readonly message_id: string; readonly bytes: Uint8Array },
  ): Promise<Delivered> {
    const addressed = {
      ...response,
      ...(envelope && { sender: envelope.sender, receiver: envelope.receiver }),
    };
    const { company, document_id, is_new } = await this.responses.respond(unit, addressed, inbound);
    return { document_id, country_code: partyCountry(company), is_new };
  }
}

/** The electronic addresses of a message: those of the envelope count, then what the access point states. */
function partiesOf(message: ReadMessage, facts: MessageFacts): MessageParties {
  if (message.envelope) return message.envelope;
  if ('response' in message) return message.response;
  if ('fault' in message) return { sender: null, receiver: facts.receiver ?? null };
  const { sender, receiver } = senderAndReceiver(message.invoice.parsed);
  return {
    sender: sender.electronic_address,
    receiver: facts.receiver ?? receiver.electronic_address,
  };
}

/** A fault that names no field is of the whole message. */
function messageRefusal({ place, message }: EInvoiceFault): MessageRefusal {
  return new MessageRefusal(place === null ? 'unreadable' : 'invalid', `body: ${message}`);
}
