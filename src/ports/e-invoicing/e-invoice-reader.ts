import type { AttachableFile } from '../../domain/documents/attachments/brought-files';
import type { ParsedEInvoice, EInvoiceFault } from '../../domain/e-invoicing/parsed-e-invoice';
import type { StatusMessage } from '../../domain/e-invoicing/settlement';

export interface ReadInvoice {
  readonly parsed: ParsedEInvoice;
  /** Where `assertAddsUp` finds that the e-invoice does not add up, and how; null: nowhere. */
  readonly discrepancy: Pick<EInvoiceFault, 'place' | 'reason'> | null;
  /** What can be attached of the files that it brought along, under names that differ: at most MAX_BROUGHT_FILES. */
  readonly files: readonly AttachableFile[];
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

/**
 * Reads e-invoices, and what else travels over their network. What is read costs nobody else time: it is read away from
 * the event loop, for at most 5 s and in at most 256 MiB, and no share has all readers while another one waits.
 */
export interface EInvoiceReader {
  /**
   * UBL Invoice or CreditNote, CII; or a PDF with one of them inside (Factur-X, ZUGFeRD).
   *
   * @param share - the company that it is read for
   * @throws EInvoiceFault, also for what takes too much time or memory; DomainError internal_error: too many wait
   */
  readFile(share: string, bytes: Uint8Array, form: 'xml' | 'pdf'): Promise<ReadInvoice>;
  /**
   * What an access point hands over: a UBL document, with or without its envelope.
   *
   * @param share - the company that it is for, where that is known; else a name for all of the network's messages
   * @throws EInvoiceFault, also for what takes too much time or memory; DomainError internal_error: too many wait
   */
  readMessage(share: string, bytes: Uint8Array): Promise<ReadMessage>;
}
