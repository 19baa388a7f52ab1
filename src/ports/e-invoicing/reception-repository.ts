import type { Company, Language } from '../../domain/master-data/company';
import type { PartyKeys } from '../../domain/e-invoicing/addressing';
import type { SentDocument } from '../../domain/e-invoicing/received-together';

/** The original file of a received document. */
export interface OriginalFile {
  readonly content_type: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal; null for a file that was stored before digests were recorded. */
  readonly sha256: string | null;
  /** Key in the file store. */
  readonly key: string;
}

/** A status message about a sent document, as it came. */
export interface StatusMessageFile {
  readonly message_id: string;
  readonly received_at: Date;
  /** Bytes. */
  readonly size: number;
}

/** What the reception of an e-invoice adds to its document. */
export interface StoredReception extends OriginalFile {
  readonly document_id: string;
  readonly sender: PartyKeys;
  /** The type as its sender states it (UNTDID 1001). */
  readonly type_code: string;
}

/** A message from an access point. */
export interface InboundMessage {
  readonly message_id: string;
  /** The document that it becomes, or that the status message is about. */
  readonly document_id: string;
  /** The bytes of a status message; null for a message that becomes a document, whose original is kept. */
  readonly content: Uint8Array | null;
}

/** A company that a message is for. */
export interface Receiver {
  readonly company: Company;
  /** The document that the message became, or that it is about; undefined when the message was not received before. */
  readonly document_id: string | undefined;
}

/** Received documents of one company. */
export interface ReceptionRepository {
  /** Finds the company with the electronic address, among all companies; compared without case. */
  findCompany(electronic_address: string): Promise<Company | undefined>;
  /** Finds the company as `findCompany` does, and whether it received the message before. */
  findReceiver(electronic_address: string, message_id: string): Promise<Receiver | undefined>;
  /** Locks the keys of senders until the transaction ends. A reception takes these locks before all others. */
  lockSenders(company_id: string, senders: readonly PartyKeys[]): Promise<void>;
  /**
   * Finds the relation of each sender by electronic address, then VAT number, then identifier; of several the oldest.
   *
   * @returns in the order of the senders
   */
  findRelations(
    company_id: string,
    senders: readonly PartyKeys[],
  ): Promise<({ readonly id: string; readonly language: Language | null } | undefined)[]>;
  /**
   * @returns the ids of the oldest received documents with one of the sender's keys and the same type, number and date,
   *   in the order of the arguments
   */
  findSame(company_id: string, documents: readonly SentDocument[]): Promise<(string | undefined)[]>;
  /** Stores senders and original files, after their documents in the same transaction. */
  insertAll(company_id: string, receptions: readonly StoredReception[]): Promise<void>;
  /**
   * @returns the type of a received document as its sender states it (UNTDID 1001); null when the document was received
   *   before types were stored
   */
  findTypeCode(company_id: string, document_id: string): Promise<string | null>;
  findOriginal(
    company_id: string,
    document_id: string,
  ): Promise<(OriginalFile & { readonly number: string }) | undefined>;
  /**
   * Stores messages that are not stored yet, after any transaction that is inserting the same ones.
   *
   * @returns the document ids of those that were stored before, in the order of the messages; undefined for a new one
   */
  insertMessages(
    company_id: string,
    messages: readonly InboundMessage[],
    now: Date,
  ): Promise<(string | undefined)[]>;
  /**
   * The status messages about a document, the oldest first. Those that came before their bytes were kept are left out.
   */
  listStatusMessages(company_id: string, document_id: string): Promise<StatusMessageFile[]>;
  /** Reads part of a status message. @param start - offset in bytes @param length - in bytes */
  readStatusMessage(
    company_id: string,
    message_id: string,
    start: number,
    length: number,
  ): Promise<Uint8Array>;
}
