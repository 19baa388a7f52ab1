import type { AttachableFile } from '../../domain/documents/attachments/supporting-documents';
import type { ParsedEInvoice, EInvoiceFault } from '../../domain/e-invoicing/parsed-e-invoice';
import type { ResponseContent } from '../../domain/documents/responses/invoice-response';
import type { StatusMessage } from '../../domain/e-invoicing/settlement';

export interface ReadInvoice {
  readonly parsed: ParsedEInvoice;
  /** The first fault that `assertAddsUp` finds; null when the amounts add up. */
  readonly discrepancy: Pick<EInvoiceFault, 'place' | 'reason'> | null;
  /** The result of `attachableFiles` for the embedded files. */
  readonly files: readonly AttachableFile[];
}

/** A status message about a document that a company of this installation sent. */
export interface ReadResponse extends StatusMessage {
  /** Message Level Status: the id of the sent message; Invoice Response: the number of the sent document. */
  readonly reference: string;
  /** The type of the sent document (UNTDID 1001), as an Invoice Response states it. */
  readonly type_code: string | null;
  /** What an Invoice Response says; null for a Message Level Status. */
  readonly content: ResponseContent | null;
  /** Electronic addresses; null when not stated. */
  readonly sender: string | null;
  readonly receiver: string | null;
}

/** The fields of the envelope (SBDH). */
export interface Envelope {
  /** Instance identifier. */
  readonly message_id: string;
  /** Electronic addresses. */
  readonly sender: string;
  readonly receiver: string;
}

export type ReadMessage = { readonly envelope: Envelope | null } & (
  | { readonly invoice: ReadInvoice }
  | { readonly response: ReadResponse }
  /** The content of the envelope could not be read. */
  | { readonly fault: Pick<EInvoiceFault, 'place' | 'reason'> }
);

/**
 * Reads e-invoices and status messages, off the event loop, for at most 5 s and in at most 256 MiB. While several
 * shares have requests, no share occupies all readers.
 */
export interface EInvoiceReader {
  /**
   * Reads a UBL Invoice or CreditNote, a CII invoice, or a PDF that embeds one of them (Factur-X, ZUGFeRD).
   *
   * @param share - the id of the company that the file is read for
   * @throws EInvoiceFault, also when time or memory is exceeded; DomainError internal_error when the queue is full
   */
  readFile(share: string, bytes: Uint8Array, form: 'xml' | 'pdf'): Promise<ReadInvoice>;
  /**
   * Reads a message from an access point: a UBL document with or without its envelope.
   *
   * @param share - the id of the receiving company, if known; otherwise one name for all messages of the network
   * @throws EInvoiceFault, also when time or memory is exceeded; DomainError internal_error when the queue is full
   */
  readMessage(share: string, bytes: Uint8Array): Promise<ReadMessage>;
}
