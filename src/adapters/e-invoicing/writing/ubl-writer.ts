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
import { bufferOf } from '../../../domain/values/bytes';

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

  async embed(xml: Uint8Array, files: readonly EmbeddedFile[]): Promise<Uint8Array> {
    if (files.length === 0) return xml;
    const bytes = bufferOf(xml);
    // These byte sequences are always tags, because `<` is escaped in texts.
    const [place] = ['<cac:AdditionalDocumentReference>', '<cac:AccountingSupplierParty>']
      .map((tag) => bytes.indexOf(tag))
      .filter((at) => at >= 0);
    if (place === undefined) throw new Error('PeppolUblWriter: not what it has written');
    const parts: Uint8Array[] = [bytes.subarray(0, place)];
    for (const file of files) parts.push(...(await fileParts(file)));
    return Buffer.concat([...parts, bytes.subarray(place)]);
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
async function fileParts({ filename, content_type, bytes }: EmbeddedFile): Promise<Uint8Array[]> {
  const xml = new XmlText('');
  xml.group('cac:AdditionalDocumentReference', () => {
    xml.element('cbc:ID', filename); // BT-122
    xml.group(
      'cac:Attachment',
      () => xml.element(BINARY_OBJECT, '=', { mimeCode: content_type, filename }), // BT-125
    );
  });
  const [head, tail] = xml.toString().split(`=</${BINARY_OBJECT}>`) as [string, string];
  return [Buffer.from(head), await base64(bytes), Buffer.from(`</${BINARY_OBJECT}>${tail}`)];
}

/** Number of bytes that are encoded at once: a multiple of three, so that only the last slice has padding. */
const SLICE_BYTES = 3 * 256 * 1024;

async function base64(bytes: Uint8Array): Promise<Uint8Array> {
  const source = bufferOf(bytes);
  const target = Buffer.alloc(Math.ceil(source.length / 3) * 4);
  for (let from = 0, to = 0; from < source.length; from += SLICE_BYTES) {
    if (from > 0) await nextTurn();
    to += target.write(source.toString('base64', from, from + SLICE_BYTES), to, 'latin1');
  }
  return target;
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
