import {
  EInvoiceFault,
  type StatedLine,
  type StatedTotals,
  type StatedVatGroup,
  type ParsedEInvoice,
} from '../../../domain/e-invoicing/parsed-e-invoice';
import { cii, ciiDate, readParty, readPayment, readShipTo } from './cii-party-reader';
import { readAllowanceCharge, readEntries } from './cii-allowance-charges';
import { embeddedFiles } from './embedded-files';
import type { ParsedInvoice } from './parsed-invoice';
import {
  Amounts,
  assertTaxCurrencies,
  currencyAt,
  decimalAt,
  isCreditNoteCode,
  numberAt,
  required,
  vatCategoryAt,
} from './stated-values';
import { attribute, textOf, textsOf, type XmlElement } from '../xml/xml-element';

export function isCii({ name, namespace }: XmlElement): boolean {
  return (
    name === 'CrossIndustryInvoice' &&
    namespace === 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'
  );
}

/**
 * Parses a Cross Industry Invoice (UN/CEFACT D16B and later). Comments give the business terms of EN 16931.
 *
 * @throws EInvoiceFault for a missing or malformed mandatory value
 */
export function readCii(root: XmlElement): ParsedInvoice {
  const head = cii.find(root, 'ExchangedDocument');
  const transaction = cii.find(root, 'SupplyChainTradeTransaction');
  const agreement = cii.find(transaction, 'ApplicableHeaderTradeAgreement');
  const delivery = cii.find(transaction, 'ApplicableHeaderTradeDelivery');
  const settlement = cii.find(transaction, 'ApplicableHeaderTradeSettlement');

  const type_code = required(cii.text(head, 'TypeCode'), 'type_code', 'BR-04'); // BT-3
  const currency = required(
    currencyAt(cii.text(settlement, 'InvoiceCurrencyCode'), 'currency'), // BT-5
    'currency',
    'BR-05',
  );
  const tax_currency = currencyAt(cii.text(settlement, 'TaxCurrencyCode'), 'tax_currency'); // BT-6
  const customization_id = cii.text(
    root,
    ...['ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'],
  ); // BT-24
  const amounts = new Amounts(currency);
  const period = cii.find(settlement, 'BillingSpecifiedPeriod');
  const summation = cii.find(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const actual_delivery = cii.find(delivery, 'ActualDeliverySupplyChainEvent', 'OccurrenceDateTime');
  const terms = cii.all(settlement, 'SpecifiedTradePaymentTerms');
  const issue_date = ciiDate(cii.find(head, 'IssueDateTime'), 'issue_date'); // BT-2

  const parsed: ParsedEInvoice = {
    customization_id,
    type_code,
    is_credit_note: isCreditNoteCode(type_code),
    number: numberAt(cii.text(head, 'ID'), 'number', 'BR-02'), // BT-1
    issue_date: required(issue_date, 'issue_date', 'BR-03'),
    due_date: readDueDate(terms),
    delivery_date: ciiDate(actual_delivery, 'delivery_date'), // BT-72
    period_start: ciiDate(cii.find(period, 'StartDateTime'), 'period_start'), // BT-73
    period_end: ciiDate(cii.find(period, 'EndDateTime'), 'period_end'), // BT-74
    currency,
    tax_currency,
    buyer_reference: cii.text(agreement, 'BuyerReference'), // BT-10
    order_reference: cii.text(agreement, 'BuyerOrderReferencedDocument', 'IssuerAssignedID'), // BT-13
    note: textsOf(cii.all(head, 'IncludedNote').flatMap((note) => cii.all(note, 'Content'))), // BT-22
    preceding_document: readPreceding(cii.find(settlement, 'InvoiceReferencedDocument')),
    seller: readParty(cii.find(agreement, 'SellerTradeParty'), 'seller', 'BR-06'),
    buyer: readParty(cii.find(agreement, 'BuyerTradeParty'), 'buyer', 'BR-07'),
    delivery: readShipTo(cii.find(delivery, 'ShipToTradeParty')),
    payment: readPayment(settlement),
    payment_reference: cii.text(settlement, 'PaymentReference'), // BT-83
    payee: cii.text(settlement, 'PayeeTradeParty', 'Name'), // BT-59
    payment_terms: textsOf(terms.flatMap((one) => cii.all(one, 'Description'))), // BT-20
    allowance_charges: readEntries(settlement, amounts),
    totals: readTotals(summation, amounts, { customization_id, currency, tax_currency }),
    vat_breakdown: cii
      .all(settlement, 'ApplicableTradeTax')
      .map((group, index) => readVatGroup(group, index, amounts)),
    lines: readLines(cii.all(transaction, 'IncludedSupplyChainTradeLineItem'), amounts),
  };
  const objects = cii
    .all(agreement, 'AdditionalReferencedDocument')
    .map((reference) => cii.find(reference, 'AttachmentBinaryObject')); // BT-125
  return { parsed, files: embeddedFiles(objects) };
}

/** BT-9: the first of several payment terms with a due date. */
function readDueDate(terms: readonly XmlElement[]): string | null {
  return terms.reduce<string | null>(
    (found, one) => found ?? ciiDate(cii.find(one, 'DueDateDateTime'), 'due_date'),
    null,
  );
}

function readPreceding(reference: XmlElement | undefined): ParsedEInvoice['preceding_document'] {
  const number = cii.text(reference, 'IssuerAssignedID'); // BT-25
  if (number === null) return null;
  const issued = cii.find(reference, 'FormattedIssueDateTime');
  return { number, issue_date: ciiDate(issued, 'preceding_document.issue_date') }; // BT-26
}

function readVatGroup(group: XmlElement, index: number, amounts: Amounts): StatedVatGroup {
  const place = `vat_breakdown.${index}`;
  const amount = (name: string, member: string, rule: string) =>
    required(amounts.at(cii.find(group, name), `${place}.${member}`), `${place}.${member}`, rule);
  return {
    category: vatCategoryAt(cii.text(group, 'CategoryCode'), `${place}.category`, 'BR-47'), // BT-118
    rate: decimalAt(cii.text(group, 'RateApplicablePercent'), `${place}.rate`), // BT-119
    taxable_amount: amount('BasisAmount', 'taxable_amount', 'BR-45'), // BT-116
    vat_amount: amount('CalculatedAmount', 'vat_amount', 'BR-46'), // BT-117
    exemption_reason: cii.text(group, 'ExemptionReason'), // BT-120
    exemption_code: cii.text(group, 'ExemptionReasonCode'), // BT-121
  };
}

function readTotals(
  summation: XmlElement | undefined,
  amounts: Amounts,
  {
    customization_id,
    currency,
    tax_currency,
  }: Pick<ParsedEInvoice, 'customization_id' | 'currency' | 'tax_currency'>,
): StatedTotals {
  const at = (name: string, member: string) => amounts.at(cii.find(summation, name), `totals.${member}`);
  const taxes = cii.all(summation, 'TaxTotalAmount');
  const currencyOf = (tax: XmlElement) => attribute(tax, 'currencyID') ?? currency;
  const taxIn = (code: string) => taxes.find((tax) => currencyOf(tax) === code);
  assertTaxCurrencies(taxes.map(currencyOf), { currency, tax_currency }, customization_id);
  return {
    lines: required(at('LineTotalAmount', 'lines'), 'totals.lines', 'BR-12'), // BT-106
    allowances: at('AllowanceTotalAmount', 'allowances'), // BT-107
    charges: at('ChargeTotalAmount', 'charges'), // BT-108
    tax_exclusive: required(at('TaxBasisTotalAmount', 'tax_exclusive'), 'totals.tax_exclusive', 'BR-13'), // BT-109
    tax: amounts.at(taxIn(currency), 'totals.tax'), // BT-110
    tax_inclusive: required(at('GrandTotalAmount', 'tax_inclusive'), 'totals.tax_inclusive', 'BR-14'), // BT-112
    rounding: at('RoundingAmount', 'rounding'), // BT-114
    paid: at('TotalPrepaidAmount', 'paid'), // BT-113
    payable: required(at('DuePayableAmount', 'payable'), 'totals.payable', 'BR-15'), // BT-115
    tax_in_tax_currency:
      tax_currency === null || tax_currency === currency
        ? null
        : new Amounts(tax_currency).at(taxIn(tax_currency), 'totals.tax_in_company_currency'), // BT-111
  };
}

/**
 * The lines of the extended profile of Factur-X that are not part of the totals: headings, whose amount is the sum of
 * the lines below them, and information, such as the components of a line.
 */
const NOT_IN_TOTALS: ReadonlySet<string | null> = new Set(['GROUP', 'INFORMATION']);

function readLines(all: readonly XmlElement[], amounts: Amounts): StatedLine[] {
  const elements = all.filter(
    (line) => !NOT_IN_TOTALS.has(cii.text(line, 'AssociatedDocumentLineDocument', 'LineStatusReasonCode')),
  );
  if (elements.length === 0) throw new EInvoiceFault('lines', 'are missing (BR-16)');
  return elements.map((element, index) => readLine(element, `lines.${index}`, amounts));
}

function readLine(line: XmlElement, place: string, amounts: Amounts): StatedLine {
  const product = cii.find(line, 'SpecifiedTradeProduct');
  const agreement = cii.find(line, 'SpecifiedLineTradeAgreement');
  const price = cii.find(agreement, 'NetPriceProductTradePrice');
  const settlement = cii.find(line, 'SpecifiedLineTradeSettlement');
  const tax = cii.find(settlement, 'ApplicableTradeTax');
  const quantity = cii.find(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity');
  const net = cii.find(settlement, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount');
  const at = (member: string) => `${place}.${member}`;
  return {
    name: required(cii.text(product, 'Name'), at('name'), 'BR-25'), // BT-153
    description: cii.text(product, 'Description'), // BT-154
    quantity: required(decimalAt(textOf(quantity), at('quantity')), at('quantity'), 'BR-22'), // BT-129
    unit: attribute(quantity, 'unitCode'), // BT-130
    unit_price: required(
      decimalAt(cii.text(price, 'ChargeAmount'), at('unit_price')),
      at('unit_price'),
      'BR-26',
    ), // BT-146
    base_quantity: decimalAt(cii.text(price, 'BasisQuantity'), at('base_quantity')), // BT-149
    vat_category: vatCategoryAt(cii.text(tax, 'CategoryCode'), at('vat_category'), 'BR-CO-04'), // BT-151
    vat_rate: decimalAt(cii.text(tax, 'RateApplicablePercent'), at('vat_rate')), // BT-152
    item_reference: cii.text(product, 'SellerAssignedID'), // BT-155
    order_line_reference: cii.text(agreement, 'BuyerOrderReferencedDocument', 'LineID'), // BT-132
    allowance_charges: cii
      .all(settlement, 'SpecifiedTradeAllowanceCharge')
      .map((entry, index) => readAllowanceCharge(entry, at(`allowance_charges.${index}`), amounts)),
    net_amount: required(amounts.at(net, at('net_amount')), at('net_amount'), 'BR-24'), // BT-131
  };
}
