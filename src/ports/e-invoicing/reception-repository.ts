import type { Company, Language } from '../../domain/master-data/company';
import type { ReceivedDocument } from '../../domain/documents/received-document';
import type { PartyKeys } from '../../domain/e-invoicing/addressing';

/** The file that a document came as. */
export interface OriginalFile {
  readonly content_type: string;
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal; null when the document came before it was kept. */
  readonly sha256: string | null;
  /** In the file store. */
  readonly key: string;
}

/** What comes from elsewhere, for one company. */
export interface ReceptionRepository {
  /** Whose electronic address it is, over all companies; compared without case. */
  findCompany(electronic_address: string): Promise<Company | undefined>;
  /**
   * Locks everything that a sender is known by until the transaction ends. It comes before all other locks of a
   * reception.
   */
  lockSender(company_id: string, sender: PartyKeys): Promise<void>;
  /** The relation that a sender is: by electronic address, then VAT number, then identifier, the oldest of several. */
  findRelation(
    company_id: string,
    sender: PartyKeys,
  ): Promise<{ readonly id: string; readonly language: Language | null } | undefined>;
  /** The oldest received document with the same sender (any of its keys), type, number and date. */
  findSame(
    company_id: string,
    sender: PartyKeys,
    document: Pick<ReceivedDocument, 'type' | 'number' | 'issue_date'>,
  ): Promise<string | undefined>;
  /** After the document, and after the file was adopted. */
  insert(company_id: string, document_id: string, sender: PartyKeys, original: OriginalFile): Promise<void>;
  findOriginal(
    company_id: string,
    document_id: string,
  ): Promise<(OriginalFile & { readonly number: string }) | undefined>;

  /** The document that a message of the network became, or is about. */
  findMessage(company_id: string, message_id: string): Promise<string | undefined>;
  /** Waits for whoever is taking in the same message. @returns false when it was taken in before */
  insertMessage(company_id: string, message_id: string, document_id: string, now: Date): Promise<boolean>;
}
