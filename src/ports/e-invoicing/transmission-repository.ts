import type { DocumentType } from '../../domain/documents/document-type';
import type { PeppolStatus } from '../../domain/documents/document-status';
import type { DocumentTransmission, Transmission } from '../../domain/e-invoicing/transmission';
import type { TransmissionJob } from '../job-queue';
import type { Page, PageRequest } from '../page';

/** A transmission that a worker has taken. */
export interface TakenTransmission extends DocumentTransmission {
  /** Bytes. */
  readonly payload_size: number;
  /** Null for a large payload, which is read separately once memory for it is available. */
  readonly payload: Uint8Array | null;
}

/** A new state of a transmission and of its document. */
export interface TransmissionChange {
  /** As returned by `take` or `lock`; of a response, by `lock` in the same transaction. */
  readonly before: DocumentTransmission;
  readonly after: DocumentTransmission;
}

/** The payload of a transmission. It is immutable once it is complete. */
export interface SentPayload extends Pick<Transmission, 'message_id' | 'state'> {
  /** Bytes. */
  readonly size: number;
  /** The payload while its PDF is missing; null once it is complete. */
  readonly incomplete: Uint8Array | null;
}

/** A transmission with number and type of its document. */
export interface CompanyTransmission extends Transmission {
  readonly number: string;
  readonly type: DocumentType;
}

/** A transmission with its company and its document. */
export interface ManagedTransmission extends Transmission {
  readonly company: { readonly id: string; readonly name: string };
  readonly document: { readonly id: string; readonly number: string; readonly type: DocumentType };
}

/** The filters of a list of transmissions; a filter that is undefined does not filter. */
export interface TransmissionFilters {
  readonly company_id?: string | undefined;
  readonly state?: PeppolStatus | undefined;
  /** Electronic address, in any case. */
  readonly receiver?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/** A transmission that is stored with its document, whose number its payload has. */
export interface NumberedSend {
  readonly transmission: Transmission;
  /** The payload before the number, and after it; without the PDF when the transmission `lacks_pdf`. */
  readonly payload: readonly [Uint8Array, Uint8Array];
}

/**
 * Transmissions of a company's documents, and of its responses about received ones. At most one transmission of a
 * document, the latest, is not `failed` or `rejected`; the Peppol fields of the document have the latest one's state. A
 * received document may have several transmissions of responses; each response has the state of its transmission.
 */
export interface TransmissionRepository {
  /** @param payload - the bytes for all attempts; without the PDF when the transmission `lacks_pdf` */
  insert(company_id: string, transmission: Transmission, payload: Uint8Array): Promise<void>;
  /** Inserts the transmission of a document that the transaction has stored before, with its job. */
  insertNumbered(company_id: string, send: NumberedSend): Promise<void>;
  find(company_id: string, message_id: string): Promise<Transmission | undefined>;
  findPayload(company_id: string, message_id: string): Promise<Uint8Array | undefined>;
  findSent(company_id: string, document_id: string, message_id: string): Promise<SentPayload | undefined>;
  findLatestSent(company_id: string, document_id: string): Promise<SentPayload | undefined>;
  /** Reads part of a complete payload. @param start - offset in bytes @param length - in bytes */
  readPayload(company_id: string, message_id: string, start: number, length: number): Promise<Uint8Array>;
  list(
    company_id: string,
    document_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Transmission>>;
  /** Transmissions of all documents of the company. */
  listOfCompany(company_id: string, page: PageRequest): Promise<Page<CompanyTransmission>>;
  /** Transmissions of all companies. */
  listOfAll(filters: TransmissionFilters, page: PageRequest): Promise<Page<ManagedTransmission>>;
  /** @returns the id of the company that sent the message, among all companies */
  findCompany(message_id: string): Promise<string | undefined>;
  /**
   * Pending transmissions of all companies that were not changed since a time, by message id.
   *
   * @param after - a message id
   */
  listUntouched(
    before: Date,
    page: { readonly after: string | undefined; readonly limit: number },
  ): Promise<TransmissionJob[]>;
  /**
   * The latest transmission of an own document with the number to the receiver.
   *
   * @param document - `receiver`: an electronic address, compared without case; `type`: null for any
   */
  findLatestOfNumber(
    company_id: string,
    document: { readonly number: string; readonly receiver: string; readonly type: DocumentType | null },
  ): Promise<Transmission | undefined>;

  /**
   * Takes a transmission for a worker and increments its fencing token, so that a worker that took it earlier can no
   * longer store a result. Adds a started attempt, unless the network is known to have the message.
   *
   * @returns undefined when there is nothing left to do
   */
  take(company_id: string, message_id: string, now: Date): Promise<TakenTransmission | undefined>;
  /**
   * Stores the complete payload of a transmission whose PDF was missing.
   *
   * @returns false, with nothing stored, when another worker has taken the transmission since, or it is pending no more
   */
  complete(company_id: string, taken: Transmission, payload: Uint8Array): Promise<boolean>;
  /**
   * Reverses `take` when nothing was handed over: removes the started attempt, and decrements the fencing token. The
   * caller must do nothing more with the transmission, since the next worker gets the same token.
   *
   * @returns false, with nothing stored, when another worker has taken the transmission since
   */
  putBack(company_id: string, taken: Transmission): Promise<boolean>;
  /** Locks the transmission's document, then the transmission. */
  lock(company_id: string, message_id: string): Promise<DocumentTransmission | undefined>;
  /**
   * Stores new states of transmissions with the Peppol fields of their documents, or the documents' responses. Locks
   * each document before its transmission.
   *
   * @returns for each change, in the order of the changes: false, with nothing stored, when another worker has taken
   *   the transmission since, when the transmission or its document has changed since, when an earlier one of the
   *   changes is of the same document, or when another transaction has locked the document
   */
  saveAll(company_id: string, changes: readonly TransmissionChange[]): Promise<boolean[]>;
}
