import type { Statement } from '../domain/e-invoicing/statement';
import type { StatusMessage } from '../domain/e-invoicing/transmission';

/** A file that a document brought along (BG-24), of whatever type. */
export interface BroughtFile {
  readonly filename: string | null;
  /** Media type, as stated. */
  readonly content_type: string | null;
  bytes(): Uint8Array;
}

export interface ReadInvoice {
  readonly statement: Statement;
  readonly files: readonly BroughtFile[];
}

/** What somebody says of a document of ours. */
export interface ReadResponse extends StatusMessage {
  /** Message Level Status: the id of our message; Invoice Response: the number of our document. */
  readonly reference: string;
  /** Electronic addresses, as far as they are stated. */
  readonly sender: string | null;
  readonly receiver: string | null;
}

/** What is written on the envelope (SBDH). */
export interface Envelope {
  /** Instance identifier. */
  readonly message_id: string;
  /** Electronic addresses. */
  readonly sender: string;
  readonly receiver: string;
}

export type ReadMessage = { readonly envelope: Envelope | null } & (
  { readonly invoice: ReadInvoice } | { readonly response: ReadResponse }
);

/** Reads e-invoices, and what else travels over their network. Refuses hostile input in little time and memory. */
export interface EInvoiceReader {
  /**
   * UBL Invoice or CreditNote, CII; or a PDF with one of them inside (Factur-X, ZUGFeRD).
   *
   * @throws StatementFault
   */
  readFile(bytes: Uint8Array, form: 'xml' | 'pdf'): ReadInvoice;
  /**
   * What an access point hands over: a UBL document, with or without its envelope.
   *
   * @throws StatementFault
   */
  readMessage(bytes: Uint8Array): ReadMessage;
}
