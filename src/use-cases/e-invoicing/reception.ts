import type { Company } from '../../domain/master-data/company';
import type { DocumentView } from '../../domain/documents/document';
import { documentFileName } from '../../domain/documents/document-file-name';
import { correspondents } from '../../domain/e-invoicing/addressing';
import { EInvoiceFault } from '../../domain/e-invoicing/parsed-e-invoice';
import { DomainError } from '../../domain/errors';
import { vatCountry } from '../../domain/values/vat-number';
import type { EInvoiceReader, ReadInvoice, ReadMessage } from '../../ports/e-invoicing/e-invoice-reader';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { AttachmentFile } from '../documents/attachments';
import { type Incoming, type Intake, ORIGINAL_TYPES } from './intake';
import { type NetworkResponses, unknownParticipant } from './network-responses';
import type { StoredFiles } from '../documents/stored-files';

/** A file as it comes from the caller. */
export interface ImportFile {
  readonly sent_as: string;
  readonly form: 'xml' | 'pdf';
  readonly bytes: Uint8Array;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A file that was read and stored, to be imported or discarded. */
export interface ReceivedImport {
  /** A refusal waits until it is due: a request that was done before is not refused. */
  readonly outcome: Incoming | DomainError;
  /** What tells the upload from another one. */
  readonly identity: readonly string[];
  /** Unless it was imported. */
  discard(): Promise<void>;
}

/** What an access point is told of a message that it brought. */
export interface Delivered {
  /** That the message became, or is about. */
  readonly document_id: string;
  /** ISO 3166-1 alpha-2, of the receiver; null when nothing tells it. */
  readonly country_code: string | null;
  /** False for a message that came before. */
  readonly is_new: boolean;
}

/** What is known of a message besides its bytes. An envelope in them says better. */
export interface MessageFacts {
  readonly message_id: string;
  /** Electronic address. */
  readonly receiver?: string;
}

/** The share of messages whose receiver stands inside: it is known only after they were read. */
const NETWORK = 'network';

/** Documents that come from elsewhere, as files or over the network; and what the network says of ours. */
export class Reception {
  constructor(
    private readonly intake: Intake,
    private readonly responses: NetworkResponses,
    private readonly files: StoredFiles,
    private readonly reader: EInvoiceReader,
  ) {}

  /**
   * The first step of an import: the file is read and stored, outside of any transaction.
   *
   * @throws DomainError what `readUpload` throws; StorageFailure
   */
  async receiveImport(
    unit: UnitOfWork,
    company_id: string,
    readUpload: () => Promise<ImportFile>,
  ): Promise<ReceivedImport> {
    const { sent_as, sha256, ...file } = await readUpload();
    const company = await unit.read(({ companies }) => companies.find(company_id));
    if (!company) throw new DomainError('not_found', 'No such company.');
    const stored: string[] = [];
    const discard = () => this.intake.discard(unit, company_id, stored);
    const received = (outcome: Incoming | DomainError) => ({
      outcome,
      identity: [sent_as, sha256],
      discard,
    });
    try {
      const read = await this.reader.readFile(company_id, file.bytes, file.form);
      return received(await this.intake.bringIn(unit, company, read, file, stored));
    } catch (error) {
      if (error instanceof EInvoiceFault) return received(refusal('file', error));
      await discard();
      throw error;
    }
  }

  /**
   * The second step. When it fails, the file is to be discarded, whether or not its commit was in doubt.
   *
   * @throws DomainError validation_error: the file is none that can be imported, or was received already
   */
  async importFile(unit: UnitOfWork, { outcome }: ReceivedImport): Promise<DocumentView> {
    if (outcome instanceof DomainError) throw outcome;
    return this.intake.transaction(unit, outcome, async (repositories) => {
      const same = await this.intake.findSame(repositories, outcome);
      if (same !== undefined) {
        throw new DomainError('validation_error', `file: already received as ${same}`);
      }
      await this.intake.store(repositories, outcome, null);
      return (await this.intake.view(repositories, outcome))!;
    });
  }

  /**
   * What an access point brings: a document for one of the companies, or a response to a document of theirs. The same
   * message again changes nothing.
   *
   * @throws DomainError validation_error: it can never be taken in; with any other failure it may be, later
   */
  async receive(unit: UnitOfWork, bytes: Uint8Array, facts: MessageFacts): Promise<Delivered> {
    try {
      const named = facts.receiver === undefined ? undefined : await this.findCompany(unit, facts.receiver);
      const message = await this.reader.readMessage(named?.id ?? NETWORK, bytes);
      const { envelope } = message;
      const message_id = envelope?.message_id ?? facts.message_id;
      if ('response' in message) return await this.respond(unit, message, message_id);
      const { invoice } = message;
      const receiver = envelope?.receiver ?? facts.receiver ?? receiverOf(invoice);
      const company = receiver === facts.receiver ? named : await this.findCompany(unit, receiver);
      if (!company) throw unknownParticipant();
      return await this.deliver(unit, company, invoice, bytes, message_id);
    } catch (error) {
      throw error instanceof EInvoiceFault ? refusal('body', error) : error;
    }
  }

  /**
   * The very bytes that a document came as.
   *
   * @throws DomainError not_found: no such document, or one of our own
   */
  async getOriginal(unit: UnitOfWork, company_id: string, document_id: string): Promise<AttachmentFile> {
    const original = await unit.read(({ receptions }) => receptions.findOriginal(company_id, document_id));
    if (!original) throw new DomainError('not_found', 'No such received document.');
    const { content_type, size, number } = original;
    const extension = content_type === ORIGINAL_TYPES.pdf ? 'pdf' : 'xml';
    // A received document stays, and so does its original.
    const open = async () => (await this.files.open(original, async () => true))!;
    const filename = documentFileName(number, extension);
    // It never changes.
    return { content_type, filename, version: 1, bytes: { size, open } };
  }

  /** By electronic address. */
  private async findCompany(unit: UnitOfWork, receiver: string | null): Promise<Company | undefined> {
    if (receiver === null) return undefined;
    return unit.read(({ receptions }) => receptions.findCompany(receiver));
  }

  private async deliver(
    unit: UnitOfWork,
    company: Company,
    invoice: ReadInvoice,
    bytes: Uint8Array,
    message_id: string,
  ): Promise<Delivered> {
    const country_code = countryOf(company);
    const before = await unit.read(({ receptions }) => receptions.findMessage(company.id, message_id));
    if (before !== undefined) return { document_id: before, country_code, is_new: false };

    const stored: string[] = [];
    let is_new = false;
    try {
      const incoming = await this.intake.bringIn(unit, company, invoice, { bytes, form: 'xml' }, stored);
      const { document_id } = incoming;
      const kept_as = await this.intake.transaction(unit, incoming, async (repositories) => {
        if (!(await this.intake.noteMessage(repositories, incoming, message_id))) {
          return (await repositories.receptions.findMessage(company.id, message_id))!;
        }
        const same = await this.intake.findSame(repositories, incoming);
        await this.intake.store(repositories, incoming, same ?? null);
        return document_id;
      });
      is_new = kept_as === document_id;
      return { document_id: kept_as, country_code, is_new };
    } finally {
      if (!is_new) await this.intake.discard(unit, company.id, stored);
    }
  }

  private async respond(
    unit: UnitOfWork,
    { response, envelope }: Extract<ReadMessage, { readonly response: unknown }>,
    message_id: string,
  ): Promise<Delivered> {
    const told = { ...response, ...(envelope && { sender: envelope.sender, receiver: envelope.receiver }) };
    const { company, document_id, is_new } = await this.responses.respond(unit, told, message_id);
    return { document_id, country_code: countryOf(company), is_new };
  }
}

function receiverOf({ parsed }: ReadInvoice): string | null {
  return correspondents(parsed).receiver.electronic_address;
}

/** Where a participant is at home, for the network's statistics: its address, else its VAT number. */
function countryOf({ address, vat }: Company): string | null {
  if (address) return address.country_code;
  return vat === null ? null : vatCountry(vat);
}

function refusal(part: 'file' | 'body', { message }: EInvoiceFault): DomainError {
  return new DomainError('validation_error', `${part}: ${message}`);
}
