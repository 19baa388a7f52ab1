import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import { isCii, readCii } from './cii-reader';
import { FILE_ELEMENTS } from './embedded-files';
import type { ParsedInvoice, ParsedMessage } from './parsed-invoice';
import { embeddedInvoice } from '../pdf/embedded-invoice';
import { isApplicationResponse, readResponse } from './response-reader';
import { isEnvelope, readEnvelope } from './sbd-reader';
import { isUbl, readUbl } from './ubl-reader';
import type { XmlElement } from '../xml/xml-element';
import { readXml } from '../xml/xml-reader';

/** Limit of the unpacked XML in a PDF, in bytes: the same as for an uploaded XML file. */
const MAX_EMBEDDED_BYTES = 20 * 1024 * 1024;

/**
 * Limit of what an invoice states outside of its lines and files, in characters of JSON. A page of a list has up to 200
 * documents without their lines.
 */
const MAX_HEAD = 1024 * 1024;

/** Parses all supported XML documents, by their root element. */
export class XmlEInvoiceReader {
  readFile(bytes: Uint8Array, form: 'xml' | 'pdf'): ParsedInvoice {
    const xml = form === 'pdf' ? embeddedInvoice(bytes, MAX_EMBEDDED_BYTES) : bytes;
    const root = readXml(xml, FILE_ELEMENTS);
    if (isEnvelope(root)) return readInvoice(readEnvelope(root).content);
    return readInvoice(root);
  }

  readMessage(bytes: Uint8Array): ParsedMessage {
    const root = readXml(bytes, FILE_ELEMENTS);
    if (!isEnvelope(root)) return { envelope: null, ...readContent(root) };
    const { envelope, content } = readEnvelope(root);
    try {
      return { envelope, ...readContent(content) };
    } catch (error) {
      if (!(error instanceof EInvoiceFault)) throw error;
      return { envelope, fault: { place: error.place, reason: error.reason } };
    }
  }
}

function readContent(root: XmlElement) {
  return isApplicationResponse(root) ? { response: readResponse(root) } : { invoice: readInvoice(root) };
}

/** @throws EInvoiceFault */
function readInvoice(root: XmlElement): ParsedInvoice {
  const invoice = isUbl(root) ? readUbl(root) : isCii(root) ? readCii(root) : undefined;
  if (!invoice) {
    throw new EInvoiceFault(null, 'is neither a UBL Invoice or CreditNote nor a Cross Industry Invoice');
  }
  const { lines: _lines, ...head } = invoice.parsed;
  if (JSON.stringify(head).length > MAX_HEAD) {
    throw new EInvoiceFault(null, `has more than ${MAX_HEAD} characters outside of its lines`);
  }
  return invoice;
}
