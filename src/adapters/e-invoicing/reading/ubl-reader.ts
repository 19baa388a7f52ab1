import type {
  StatedAllowanceCharge,
  StatedDocumentAllowanceCharge,
  StatedLine,
  StatedTotals,
  StatedVatGroup,
  ParsedEInvoice,
} from '../../../domain/e-invoicing/parsed-e-invoice';
import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import { DOCUMENT_TYPES, transportedType } from '../../../domain/documents/document-type';
import { ublNamespace } from '../../../domain/e-invoicing/identifiers';
import { embeddedFiles } from './embedded-files';
import type { ParsedInvoice } from './parsed-invoice';
import {
  Amounts,
  assertTaxCurrencies,
  currencyAt,
  dateAt,
  decimalAt,
  kindAt,
  isCreditNoteCode,
  numberAt,
  required,
  vatCategoryAt,
} from './stated-values';
import { readDelivery, readParty, readPayment, ubl } from './ubl-party-reader';
import { attribute, textOf, textsOf, type XmlElement } from '../xml/xml-element';

const INVOICE = ublNamespace('Invoice');
const CREDIT_NOTE = ublNamespace('CreditNote');

export function isUbl({ name, namespace }: XmlElement): boolean {
  return (
    (name === 'Invoice' && namespace === INVOICE) || (name === 'CreditNote' && namespace === CREDIT_NOTE)
  );
}

/**
 * Parses a UBL 2.1 Invoice or CreditNote. Comments give the business terms of EN 16931.
 *
 * @throws EInvoiceFault for a missing or malformed mandatory value
 */
export function readUbl(root: XmlElement): ParsedInvoice {
  const is_credit_note_root = root.name === 'CreditNote';
  const currency = required(
    currencyAt(ubl.text(root, 'DocumentCurrencyCode'), 'currency'), // BT-5
    'currency',
    'BR-05',
  );
  const amounts = new Amounts(currency);
  const tax_currency = currencyAt(ubl.text(root, 'TaxCurrencyCode'), 'tax_currency'); // BT-6
  const type_code =
    ubl.text(root, is_credit_note_root ? 'CreditNoteTypeCode' : 'InvoiceTypeCode') ??
    DOCUMENT_TYPES[transportedType('sales', is_credit_note_root)].ubl_type_code; // BT-3
  const tax = readTax(root, amounts, currency, tax_currency);
  const delivery = ubl.find(root, 'Delivery');
  const preceding = ubl.find(root, 'BillingReference', 'InvoiceDocumentReference');
  const { payment, payment_reference, due_date } = readPayment(root);

  const parsed: ParsedEInvoice = {
    customization_id: ubl.text(root, 'CustomizationID'), // BT-24
    type_code,
    is_credit_note: is_credit_note_root || isCreditNoteCode(type_code),
    number: numberAt(ubl.text(root, 'ID'), 'number', 'BR-02'), // BT-1
    issue_date: required(dateAt(ubl.text(root, 'IssueDate'), 'issue_date'), 'issue_date', 'BR-03'), // BT-2
    due_date: dateAt(ubl.text(root, 'DueDate'), 'due_date') ?? due_date, // BT-9
    delivery_date: dateAt(ubl.text(delivery, 'ActualDeliveryDate'), 'delivery_date'), // BT-72
    period_start: dateAt(ubl.text(root, 'InvoicePeriod', 'StartDate'), 'period_start'), // BT-73
    period_end: dateAt(ubl.text(root, 'InvoicePeriod', 'EndDate'), 'period_end'), // BT-74
    currency,
    tax_currency,
    buyer_reference: ubl.text(root, 'BuyerReference'), // BT-10
    order_reference: ubl.text(root, 'OrderReference', 'ID'), // BT-13
    note: textsOf(ubl.all(root, 'Note')), // BT-22
    preceding_document: readPreceding(preceding),
    seller: readParty(ubl.find(root, 'AccountingSupplierParty', 'Party'), 'seller', 'BR-06'),
    buyer: readParty(ubl.find(root, 'AccountingCustomerParty', 'Party'), 'buyer', 'BR-07'),
    delivery: readDelivery(delivery),
    payment,
    payment_reference,
    payee: ubl.text(root, 'PayeeParty', 'PartyName', 'Name'), // BT-59
    payment_terms: textsOf(ubl.all(root, 'PaymentTerms').flatMap((terms) => ubl.all(terms, 'Note'))), // BT-20
    allowance_charges: ubl
      .all(root, 'AllowanceCharge')
      .map((entry, index) => readEntry(entry, index, amounts)),
    totals: readTotals(ubl.find(root, 'LegalMonetaryTotal'), amounts, tax),
    vat_breakdown: tax.groups,
    lines: readLines(ubl.all(root, is_credit_note_root ? 'CreditNoteLine' : 'InvoiceLine'), amounts),
  };
  return { parsed, files: readFiles(root) };
}

function readPreceding(reference: XmlElement | undefined): ParsedEInvoice['preceding_document'] {
  const number = ubl.text(reference, 'ID'); // BT-25
  if (number === null) return null;
  return { number, issue_date: dateAt(ubl.text(reference, 'IssueDate'), 'preceding_document.issue_date') };
}

interface Tax {
  readonly groups: readonly StatedVatGroup[];
  readonly tax: string | null;
  readonly tax_in_tax_currency: string | null;
}

/**
 * The VAT total is stated in the document's currency, with the breakdown, and optionally in the tax currency. Only
 * Peppol forbids further totals.
 */
function readTax(root: XmlElement, amounts: Amounts, currency: string, tax_currency: string | null): Tax {
  const totals = ubl.all(root, 'TaxTotal');
  const currencyOf = (total: XmlElement) => attribute(ubl.find(total, 'TaxAmount'), 'currencyID') ?? currency;
  const own = totals.filter((total) => currencyOf(total) === currency);
  if (own.length > 1) throw new EInvoiceFault('totals.tax', 'is stated twice (PEPPOL-EN16931-R053)');
  assertTaxCurrencies(totals.map(currencyOf), { currency, tax_currency }, ubl.text(root, 'CustomizationID'));
  const other = totals.find((total) => currencyOf(total) !== currency && currencyOf(total) === tax_currency);
  return {
    groups: ubl.all(own[0], 'TaxSubtotal').map((group, index) => readVatGroup(group, index, amounts)),
    tax: amounts.at(ubl.find(own[0], 'TaxAmount'), 'totals.tax'), // BT-110
    tax_in_tax_currency:
      other && tax_currency !== null
        ? new Amounts(tax_currency).at(ubl.find(other, 'TaxAmount'), 'totals.tax_in_company_currency') // BT-111
        : null,
  };
}

function readVatGroup(group: XmlElement, index: number, amounts: Amounts): StatedVatGroup {
  const place = `vat_breakdown.${index}`;
  const category = ubl.find(group, 'TaxCategory');
  const amount = (name: string, member: string, rule: string) =>
    required(amounts.at(ubl.find(group, name), `${place}.${member}`), `${place}.${member}`, rule);
  return {
    category: vatCategoryAt(ubl.text(category, 'ID'), `${place}.category`, 'BR-47'), // BT-118
    rate: decimalAt(ubl.text(category, 'Percent'), `${place}.rate`), // BT-119
    taxable_amount: amount('TaxableAmount', 'taxable_amount', 'BR-45'), // BT-116
    vat_amount: amount('TaxAmount', 'vat_amount', 'BR-46'), // BT-117
    exemption_reason: ubl.text(category, 'TaxExemptionReason'), // BT-120
    exemption_code: ubl.text(category, 'TaxExemptionReasonCode'), // BT-121
  };
}

function readTotals(element: XmlElement | undefined, amounts: Amounts, tax: Tax): StatedTotals {
  const at = (name: string, member: string) => amounts.at(ubl.find(element, name), `totals.${member}`);
  return {
    lines: required(at('LineExtensionAmount', 'lines'), 'totals.lines', 'BR-12'),
    allowances: at('AllowanceTotalAmount', 'allowances'),
    charges: at('ChargeTotalAmount', 'charges'),
    tax_exclusive: required(at('TaxExclusiveAmount', 'tax_exclusive'), 'totals.tax_exclusive', 'BR-13'),
    tax: tax.tax,
    tax_inclusive: required(at('TaxInclusiveAmount', 'tax_inclusive'), 'totals.tax_inclusive', 'BR-14'),
    rounding: at('PayableRoundingAmount', 'rounding'),
    paid: at('PrepaidAmount', 'paid'),
    payable: required(at('PayableAmount', 'payable'), 'totals.payable', 'BR-15'),
    tax_in_tax_currency: tax.tax_in_tax_currency,
  };
}

function readAllowanceCharge(entry: XmlElement, place: string, amounts: Amounts): StatedAllowanceCharge {
  return {
    kind: kindAt(ubl.text(entry, 'ChargeIndicator'), `${place}.kind`),
    amount: required(amounts.at(ubl.find(entry, 'Amount'), `${place}.amount`), `${place}.amount`, 'BR-31'),
    percent: decimalAt(ubl.text(entry, 'MultiplierFactorNumeric'), `${place}.percent`),
    base_amount: amounts.at(ubl.find(entry, 'BaseAmount'), `${place}.base_amount`),
    reason: ubl.text(entry, 'AllowanceChargeReason') ?? ubl.text(entry, 'AllowanceChargeReasonCode'),
  };
}

function readEntry(entry: XmlElement, index: number, amounts: Amounts): StatedDocumentAllowanceCharge {
  const place = `allowance_charges.${index}`;
  const category = ubl.find(entry, 'TaxCategory');
  return {
    ...readAllowanceCharge(entry, place, amounts),
    vat_category: vatCategoryAt(ubl.text(category, 'ID'), `${place}.vat_category`, 'BR-32'), // BT-95, BT-102
    vat_rate: decimalAt(ubl.text(category, 'Percent'), `${place}.vat_rate`), // BT-96, BT-103
  };
}

function readLines(elements: readonly XmlElement[], amounts: Amounts): StatedLine[] {
  if (elements.length === 0) throw new EInvoiceFault('lines', 'are missing (BR-16)');
  return elements.map((element, index) => readLine(element, `lines.${index}`, amounts));
}

function readLine(line: XmlElement, place: string, amounts: Amounts): StatedLine {
  const item = ubl.find(line, 'Item');
  const price = ubl.find(line, 'Price');
  const category = ubl.find(item, 'ClassifiedTaxCategory');
  const quantity = ubl.find(line, 'InvoicedQuantity') ?? ubl.find(line, 'CreditedQuantity');
  const at = (member: string) => `${place}.${member}`;
  return {
    name: required(ubl.text(item, 'Name'), at('name'), 'BR-25'), // BT-153
    description: ubl.text(item, 'Description'), // BT-154
    quantity: required(decimalAt(textOf(quantity), at('quantity')), at('quantity'), 'BR-22'), // BT-129
    unit: attribute(quantity, 'unitCode'), // BT-130
    // BT-146. A price may have more decimals than an amount.
    unit_price: required(
      decimalAt(ubl.text(price, 'PriceAmount'), at('unit_price')),
      at('unit_price'),
      'BR-26',
    ),
    base_quantity: decimalAt(ubl.text(price, 'BaseQuantity'), at('base_quantity')), // BT-149
    vat_category: vatCategoryAt(ubl.text(category, 'ID'), at('vat_category'), 'BR-CO-04'), // BT-151
    vat_rate: decimalAt(ubl.text(category, 'Percent'), at('vat_rate')), // BT-152
    item_reference: ubl.text(item, 'SellersItemIdentification', 'ID'), // BT-155
    order_line_reference: ubl.text(line, 'OrderLineReference', 'LineID'), // BT-132
    allowance_charges: ubl
      .all(line, 'AllowanceCharge')
      .map((entry, index) => readAllowanceCharge(entry, at(`allowance_charges.${index}`), amounts)),
    net_amount: required(
      amounts.at(ubl.find(line, 'LineExtensionAmount'), at('net_amount')),
      at('net_amount'),
      'BR-24',
    ), // BT-131
  };
}

function readFiles(root: XmlElement) {
  const objects = ubl
    .all(root, 'AdditionalDocumentReference')
    .map((reference) => ubl.find(reference, 'Attachment', 'EmbeddedDocumentBinaryObject')); // BT-125
  return embeddedFiles(objects);
}
