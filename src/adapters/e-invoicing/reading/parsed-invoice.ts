import type { SupportingDocument } from '../../../domain/documents/attachments/supporting-documents';
import type { EInvoiceFault, ParsedEInvoice } from '../../../domain/e-invoicing/parsed-e-invoice';
import type { Envelope, ReadResponse } from '../../../ports/e-invoicing/e-invoice-reader';

/** A parsed e-invoice and the files embedded in it. */
export interface ParsedInvoice {
  readonly parsed: ParsedEInvoice;
  readonly files: readonly SupportingDocument[];
}

export type ParsedMessage = { readonly envelope: Envelope | null } & (
  | { readonly invoice: ParsedInvoice }
  | { readonly response: ReadResponse }
  | { readonly fault: Pick<EInvoiceFault, 'place' | 'reason'> }
);
