import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  networkIdentifiers,
  ublNamespace,
  ublRoot,
  type NetworkIdentifiers,
} from '../../../domain/e-invoicing/identifiers';
import { peppolDocument, type PeppolDocument } from '../../../domain/e-invoicing/peppol-document';
import type { Document } from '../../../domain/documents/document';
import type { EmbeddedFile, UblWriter } from '../../../ports/e-invoicing/ubl';
import { writeAllowanceCharges, writeTaxTotals, writeTotals } from './ubl-amounts';
import { writeLine } from './ubl-line';
import { writeDelivery, writeParty } from './ubl-party';
import { XmlText } from '../xml/xml-text';
import { bufferOf, type SizedBytes, sizedBytes } from '../../../domain/values/bytes';

/**
 * Writes UBL 2.1 in the element order of its schema, which is almost the same for invoices and credit notes. Comments
 * give the business term of EN 16931 of each element.
 */
export class PeppolUblWriter implements UblWriter {
  write(document: Document): Uint8Array {
    const peppol = peppolDocument(document);
    const identifiers = networkIdentifiers(document.type);
    if (peppol === null || identifiers === null)
      throw new Error(`PeppolUblWriter: no UBL for ${document.type}`);

    const xml = new XmlText();
    const root = ublRoot(peppol.is_credit_note);
    xml.group(
      root,
      () => {
        writeHead(xml, document, peppol, identifiers);
        writeReferences(xml, document);
        xml.group('cac:AccountingSupplierParty', () => writeParty(xml, peppol.seller, document.language)); // BG-4
        xml.group('cac:AccountingCustomerParty', () => writeParty(xml, peppol.buyer, document.language)); // BG-7
        writeDelivery(xml, document);
        writePayment(xml, peppol);
        writeAllowanceCharges(xml, peppol);
        writeTaxTotals(xml, peppol);
        writeTotals(xml, peppol);
        for (const [index, line] of peppol.lines.entries()) writeLine(xml, peppol, line, index);
      },
      {
        xmlns: ublNamespace(root),
        'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
        'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
      },
    );
    return Buffer.from(xml.toString(), 'utf8');
  }

  embed(xml: Uint8Array, files: readonly EmbeddedFile[]): SizedBytes {
    if (files.length === 0) return sizedBytes(xml);
    const bytes = bufferOf(xml);
    // These byte sequences are always tags, because `<` is escaped in texts.
    const [place] = ['<cac:AdditionalDocumentReference>', '<cac:AccountingSupplierParty>']
      .map((tag) => bytes.indexOf(tag))
      .filter((at) => at >= 0);
    if (place === undefined) throw new Error('PeppolUblWriter: not what it has written');
    return oneAfterAnother([
      sizedBytes(bytes.subarray(0, place)),
      ...files.flatMap(fileParts),
      sizedBytes(bytes.subarray(place)),
    ]);
  }
}

function writeHead(
  xml: XmlText,
  document: Document,
  { is_credit_note, type_code, tax_currency, buyer_reference }: PeppolDocument,
  { customization_id, profile_id }: NetworkIdentifiers,
): void {
  xml.element('cbc:CustomizationID', customization_id); // BT-24
  xml.element('cbc:ProfileID', profile_id); // BT-23
  xml.element('cbc:ID', document.number); // BT-1
  xml.element('cbc:IssueDate', document.issue_date); // BT-2
  // A credit note states the due date in the payment means.
  if (!is_credit_note) xml.element('cbc:DueDate', document.due_date); // BT-9
  xml.element(is_credit_note ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', type_code); // BT-3
  xml.element('cbc:Note', document.note); // BT-22
  xml.element('cbc:DocumentCurrencyCode', document.currency); // BT-5
  xml.element('cbc:TaxCurrencyCode', tax_currency); // BT-6
  xml.element('cbc:BuyerReference', buyer_reference); // BT-10
  xml.group('cac:InvoicePeriod', () => {
    xml.element('cbc:StartDate', document.period_start); // BT-73
    xml.element('cbc:EndDate', document.period_end); // BT-74
  });
}

function writeReferences(xml: XmlText, { order_reference, preceding_document }: Document): void {
  xml.group('cac:OrderReference', () => xml.element('cbc:ID', order_reference)); // BT-13
  if (preceding_document !== null) {
    xml.group('cac:BillingReference', () =>
      xml.group('cac:InvoiceDocumentReference', () => {
        xml.element('cbc:ID', preceding_document.number); // BT-25
        xml.element('cbc:IssueDate', preceding_document.issue_date); // BT-26
      }),
    );
  }
}

const BINARY_OBJECT = 'cbc:EmbeddedDocumentBinaryObject';

/** BG-24. */
function fileParts({ filename, content_type, size, open }: EmbeddedFile): SizedBytes[] {
  const xml = new XmlText('');
  xml.group('cac:AdditionalDocumentReference', () => {
    xml.element('cbc:ID', filename); // BT-122
    xml.group(
      'cac:Attachment',
      () => xml.element(BINARY_OBJECT, '=', { mimeCode: content_type, filename }), // BT-125
    );
  });
  const [head, tail] = xml.toString().split(`=</${BINARY_OBJECT}>`) as [string, string];
  return [
    sizedBytes(Buffer.from(head)),
    { size: Math.ceil(size / 3) * 4, open: async () => base64(await open()) },
    sizedBytes(Buffer.from(`</${BINARY_OBJECT}>${tail}`)),
  ];
}

/** Number of bytes that are encoded at once: a multiple of three, so that only the last slice has padding. */
const SLICE_BYTES = 3 * 256 * 1024;

async function* base64(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const source = rest.length === 0 ? bufferOf(piece) : Buffer.concat([rest, piece]);
    const whole = source.length - (source.length % 3);
    for (let from = 0; from < whole; from += SLICE_BYTES) {
      yield encoded(source.subarray(from, Math.min(from + SLICE_BYTES, whole)));
      await nextTurn();
    }
    rest = source.subarray(whole);
  }
  if (rest.length > 0) yield encoded(bufferOf(rest));
}

function encoded(bytes: Buffer): Uint8Array {
  return Buffer.from(bytes.toString('base64'), 'latin1');
}

/** Each part is opened when those before it have been read. */
function oneAfterAnother(parts: readonly SizedBytes[]): SizedBytes {
  return {
    size: parts.reduce((sum, { size }) => sum + size, 0),
    open: async () =>
      (async function* () {
        for (const { open } of parts) yield* await open();
      })(),
  };
}

function writePayment(xml: XmlText, { payment }: PeppolDocument): void {
  if (payment === null) return;
  const { code, account, reference, due_date } = payment;
  xml.group('cac:PaymentMeans', () => {
    xml.element('cbc:PaymentMeansCode', code); // BT-81
    xml.element('cbc:PaymentDueDate', due_date); // BT-9
    xml.element('cbc:PaymentID', reference); // BT-83
    if (account === null) return;
    xml.group('cac:PayeeFinancialAccount', () => {
      xml.element('cbc:ID', account.iban); // BT-84
      xml.group('cac:FinancialInstitutionBranch', () => xml.element('cbc:ID', account.bic)); // BT-86
    });
  });
}
