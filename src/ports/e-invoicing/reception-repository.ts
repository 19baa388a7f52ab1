import type { Company, Language } from '../../domain/master-data/company';
import type { ReceivedDocument } from '../../domain/documents/received-document';
import type { PartyKeys } from '../../domain/e-invoicing/addressing';

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

/** Received documents of one company. */
export interface ReceptionRepository {
  /** Finds the company with the electronic address, among all companies; compared without case. */
  findCompany(electronic_address: string): Promise<Company | undefined>;
  /** Locks the keys of a sender until the transaction ends. A reception takes these locks before all others. */
  lockSender(company_id: string, sender: PartyKeys): Promise<void>;
  /** Finds the sender's relation by electronic address, then VAT number, then identifier; of several the oldest. */
  findRelation(
    company_id: string,
    sender: PartyKeys,
  ): Promise<{ readonly id: string; readonly language: Language | null } | undefined>;
  /**
   * @returns the id of the oldest received document with one of the sender's keys and the same type, number and date
   */
  findSame(
    company_id: string,
    sender: PartyKeys,
    document: Pick<ReceivedDocument, 'type' | 'number' | 'issue_date'>,
  ): Promise<string | undefined>;
  /** Stores sender and original file; called after the document was inserted and the file was claimed. */
  insert(
    company_id: string,
    document_id: string,
    sender: PartyKeys,
    original: OriginalFile & { readonly type_code: string },
  ): Promise<void>;
  /**
   * @returns the type of a received document as its sender states it (UNTDID 1001); null when the document was received
   *   before types were stored
   */
  findTypeCode(company_id: string, document_id: string): Promise<string | null>;
  findOriginal(
    company_id: string,
    document_id: string,
  ): Promise<(OriginalFile & { readonly number: string }) | undefined>;

  /** @returns the id of the document that was received with the message, or that the status message is about */
  findMessage(company_id: string, message_id: string): Promise<string | undefined>;
  /**
   * Waits for a transaction that is inserting the same message.
   *
   * @param content - the bytes of a status message; null for a message that becomes a document, whose original is kept
   * @returns false when the message is already stored
   */
  insertMessage(
    company_id: string,
    message_id: string,
    document_id: string,
    now: Date,
    content: Uint8Array | null,
  ): Promise<boolean>;
  /** The status messages about a document, the oldest first. Those that came before their bytes were kept are left out. */
  listStatusMessages(company_id: string, document_id: string): Promise<StatusMessageFile[]>;
  /** Reads part of a status message. @param start - offset in bytes @param length - in bytes */
  readStatusMessage(
    company_id: string,
    message_id: string,
    start: number,
    length: number,
  ): Promise<Uint8Array>;
}
