import type { DocumentType } from '../../domain/documents/document-type';
import type { DocumentTransmission, Transmission } from '../../domain/e-invoicing/transmission';
import type { Page, PageRequest } from '../page';

/** A transmission in a worker's hands. */
export interface TakenTransmission extends DocumentTransmission {
  /** Bytes. */
  readonly payload_size: number;
  /** Null for a large one, which is read when there is room for it. */
  readonly payload: Uint8Array | null;
}

/** What was accepted for sending. Once it is complete, it never changes. */
export interface SentPayload extends Pick<Transmission, 'message_id' | 'state'> {
  /** Bytes. */
  readonly size: number;
  /** All of it while it lacks its PDF; null once it is complete. */
  readonly incomplete: Uint8Array | null;
}

/** A transmission with what its document is called. */
export interface CompanyTransmission extends Transmission {
  readonly number: string;
  readonly type: DocumentType;
}

/**
 * Transmissions of a company's documents. A document has at most one that did not end `failed` or `rejected`, its
 * latest; the document's members about the network say what that one's state is.
 */
export interface TransmissionRepository {
  /** @param payload - what is sent: kept as it is, for every attempt; without the PDF where it `lacks_pdf` */
  insert(company_id: string, transmission: Transmission, payload: Uint8Array): Promise<void>;
  find(company_id: string, message_id: string): Promise<Transmission | undefined>;
  findPayload(company_id: string, message_id: string): Promise<Uint8Array | undefined>;
  findSent(company_id: string, document_id: string, message_id: string): Promise<SentPayload | undefined>;
  findLatestSent(company_id: string, document_id: string): Promise<SentPayload | undefined>;
  /** @param start - bytes of a complete payload before the piece */
  readPayload(company_id: string, message_id: string, start: number, length: number): Promise<Uint8Array>;
  list(
    company_id: string,
    document_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Transmission>>;
  /** Of all the company's documents. */
  listOfCompany(company_id: string, page: PageRequest): Promise<Page<CompanyTransmission>>;
  /** The company whose document a message is, over all companies: for those who know the id only. */
  findCompany(message_id: string): Promise<string | undefined>;
  /** The latest transmission of our own document of that number. */
  findLatestOfNumber(company_id: string, number: string): Promise<Transmission | undefined>;

  /**
   * Takes a transmission in hand: nobody who took it before can settle it any more. Unless the network is known to have
   * the message, an attempt is noted as started.
   *
   * @returns undefined when there is nothing left to do
   */
  take(company_id: string, message_id: string, now: Date): Promise<TakenTransmission | undefined>;
  /**
   * Stores what is sent from now on of a transmission that lacked its PDF.
   *
   * @returns false, with nothing stored, when another has taken it since
   */
  complete(company_id: string, taken: Transmission, payload: Uint8Array): Promise<boolean>;
  /** Locks the transmission's document, then the transmission. */
  lock(company_id: string, message_id: string): Promise<DocumentTransmission | undefined>;
  /**
   * Stores a new state of a transmission, and what its document says of it. Locks the document first.
   *
   * @param before - as it was taken or locked
   * @returns false, with nothing stored, when another worker has taken the transmission since, or when the
   *   transmission or its document has changed since
   */
  save(company_id: string, before: DocumentTransmission, after: DocumentTransmission): Promise<boolean>;
}
