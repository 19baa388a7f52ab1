import { attachableFiles } from '../../../domain/documents/attachments/supporting-documents';
import { assertAddsUp } from '../../../domain/e-invoicing/received-totals';
import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import type { ReadInvoice, ReadMessage } from '../../../ports/e-invoicing/e-invoice-reader';
import type { ParsedInvoice } from './parsed-invoice';
import { XmlEInvoiceReader } from './xml-e-invoice-reader';

/** Runs in workers: all work that grows with the size of the input. Only results are passed back. */
const reader = new XmlEInvoiceReader();

export function readFile(bytes: Uint8Array, form: 'xml' | 'pdf'): ReadInvoice {
  return outcome(reader.readFile(bytes, form));
}

export function readMessage(bytes: Uint8Array): ReadMessage {
  const message = reader.readMessage(bytes);
  if ('response' in message || 'fault' in message) return message;
  return { envelope: message.envelope, invoice: outcome(message.invoice) };
}

function outcome({ parsed, files }: ParsedInvoice): ReadInvoice {
  const discrepancy = discrepancyOf(parsed);
  // Files of an e-invoice with a discrepancy are not needed, because it is refused.
  return { parsed, discrepancy, files: discrepancy === null ? attachableFiles(files) : [] };
}

function discrepancyOf(parsed: ReadInvoice['parsed']): ReadInvoice['discrepancy'] {
  try {
    assertAddsUp(parsed);
    return null;
  } catch (error) {
    if (error instanceof EInvoiceFault) return { place: error.place, reason: error.reason };
    throw error;
  }
}
