import { XMLParser } from 'fast-xml-parser';
import type { Address } from '../../src/domain/values/address';
import type { Delivery, Party } from '../../src/domain/documents/document';
import type { Line } from '../../src/domain/amounts/lines';
import type { Totals } from '../../src/domain/amounts/totals';
import type { VatBreakdownEntry } from '../../src/domain/amounts/vat-breakdown';
import type { VatCategory } from '../../src/domain/amounts/vat-category';
import { peppolContact } from '../../src/domain/e-invoicing/peppol-document';
import type { SchemedIdentifier } from '../../src/domain/e-invoicing/party-identifiers';
import type {
  PeppolAllowanceCharge,
  PeppolDocument,
  PeppolLine,
  PeppolParty,
} from '../../src/domain/e-invoicing/peppol-document';
import { decimal } from '../../src/domain/values/money';

/** An element: its text, its attributes (`@name`) and its children, each a list. Prefixes are left out. */
export interface Element {
  readonly [name: string]: readonly Element[] | string;
}

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  alwaysCreateTextNode: true,
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
});

export function parsed(xml: string): Element {
  return PARSER.parse(xml) as Element;
}

/** The elements at a path such as `Party/EndpointID`. */
export function all(element: Element | undefined, path: string): readonly Element[] {
  return path
    .split('/')
    .reduce<readonly Element[]>(
      (elements, name) => elements.flatMap((each) => (each[name] ?? []) as readonly Element[]),
      element ? [element] : [],
    );
}

function first(element: Element | undefined, path: string): Element | undefined {
  return all(element, path)[0];
}

/** @returns null where there is no element, or nothing in it */
export function text(element: Element | undefined, path: string): string | null {
  const found = first(element, path)?.['#text'] as string | undefined;
  return found?.trim() || null;
}

function scheme(element: Element | undefined): string | null {
  return (element?.['@schemeID'] as string | undefined) ?? null;
}

/**
 * A UBL document, or the part of one that a unit test of an official rule looks at, as what our rules look at. What
 * the part does not say is null, an amount 0; rules about that are not asked.
 */
export function peppolFragment(name: 'Invoice' | 'CreditNote', root: Element): PeppolDocument {
  const is_credit_note = name === 'CreditNote';
  const self_billed = text(root, 'CustomizationID')?.includes(':selfbilling:') ?? false;
  const payment = first(root, 'PaymentMeans');
  // One of the tests calls the supplier so, and another has a file where none can be.
  const seller = first(root, 'AccountingSupplierParty/Party') ?? first(root, 'AccountingSellerParty/Party');
  const files = [
    ...all(root, 'AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject'),
    ...all(root, 'EmbeddedDocumentBinaryObject'),
  ];
  const iban = text(payment, 'PayeeFinancialAccount/ID');
  return {
    source: source(root, is_credit_note),
    type_code: is_credit_note ? '381' : '380',
    is_credit_note,
    self_billed,
    buyer_reference: text(root, 'BuyerReference'),
    tax_currency: text(root, 'TaxCurrencyCode'),
    seller: party('seller', seller, !self_billed),
    buyer: party('buyer', first(root, 'AccountingCustomerParty/Party'), self_billed),
    payment: payment
      ? {
          code: (text(payment, 'PaymentMeansCode') ?? '1') as '1',
          account: iban === null ? null : { iban, bic: null },
          reference: text(payment, 'PaymentID'),
          due_date: text(payment, 'PaymentDueDate'),
        }
      : null,
    allowance_charges: all(root, 'AllowanceCharge').map(allowanceCharge),
    lines: all(root, is_credit_note ? 'CreditNoteLine' : 'InvoiceLine').map(line),
    attachments: files.map((file) => ({
      filename: file['@filename'] as string,
      content_type: file['@mimeCode'] as string,
    })),
  };
}

function source(root: Element, is_credit_note: boolean): PeppolDocument['source'] {
  const number = text(root, 'ID');
  const preceding = text(root, 'BillingReference/InvoiceDocumentReference/ID');
  return {
    type: is_credit_note ? 'credit_note' : 'invoice',
    ...(number === null ? {} : { number }),
    issue_date: text(root, 'IssueDate') ?? '',
    note: text(root, 'Note'),
    currency: text(root, 'DocumentCurrencyCode') ?? '',
    order_reference: text(root, 'OrderReference/ID'),
    preceding_document: preceding === null ? null : { id: null, number: preceding, issue_date: null },
    period_start: text(root, 'InvoicePeriod/StartDate'),
    period_end: text(root, 'InvoicePeriod/EndDate'),
    delivery_date: text(root, 'Delivery/ActualDeliveryDate'),
    delivery: delivery(first(root, 'Delivery/DeliveryLocation')),
    vat_breakdown: all(root, 'TaxTotal/TaxSubtotal').map(breakdown),
    totals: totals(root),
    // Our rules read these from what follows from them.
    lines: [],
    allowance_charges: [],
  } as unknown as PeppolDocument['source'];
}

function totals(root: Element): Totals {
  const amount = (name: string) => text(root, `LegalMonetaryTotal/${name}`) ?? '0';
  return {
    lines: amount('LineExtensionAmount'),
    allowances: amount('AllowanceTotalAmount'),
    charges: amount('ChargeTotalAmount'),
    tax_exclusive: amount('TaxExclusiveAmount'),
    tax: text(root, 'TaxTotal/TaxAmount') ?? '0',
    tax_inclusive: amount('TaxInclusiveAmount'),
    rounding: amount('PayableRoundingAmount'),
    paid: amount('PrepaidAmount'),
    payable: amount('PayableAmount'),
    tax_in_company_currency: null,
  };
}

function breakdown(subtotal: Element): VatBreakdownEntry {
  return {
    category: (text(subtotal, 'TaxCategory/ID') ?? '') as VatCategory,
    rate: text(subtotal, 'TaxCategory/Percent') ?? '0',
    taxable_amount: text(subtotal, 'TaxableAmount') ?? '0',
    vat_amount: text(subtotal, 'TaxAmount') ?? '0',
    exemption_reason: text(subtotal, 'TaxCategory/TaxExemptionReason'),
    exemption_code: text(subtotal, 'TaxCategory/TaxExemptionReasonCode'),
  };
}

function party(role: PeppolParty['role'], element: Element | undefined, is_company: boolean): PeppolParty {
  const address = first(element, 'PostalAddress');
  const legal = first(element, 'PartyLegalEntity/CompanyID');
  const vat = all(element, 'PartyTaxScheme').find(
    (each) => text(each, 'TaxScheme/ID')?.toUpperCase() === 'VAT',
  );
  const endpoint = first(element, 'EndpointID');
  const kept: Party = {
    name: text(element, 'PartyLegalEntity/RegistrationName') ?? '',
    vat: text(vat, 'CompanyID'),
    identifier: text(element, 'PartyLegalEntity/CompanyID'),
    electronic_address: null,
    address: address ? addressOf(address) : null,
    email: text(element, 'Contact/ElectronicMail'),
    phone: text(element, 'Contact/Telephone'),
    website: null,
    contact_name: text(element, 'Contact/Name'),
    legal_information: text(element, 'PartyLegalEntity/CompanyLegalForm'),
  };
  return {
    role,
    is_company,
    vat: text(vat, 'CompanyID'),
    endpoint: endpoint ? { scheme: scheme(endpoint) ?? '', value: own(endpoint) } : null,
    legal: legal && own(legal) !== '' ? { scheme: scheme(legal), value: own(legal) } : null,
    other: text(element, 'PartyIdentification/ID'),
    contact: peppolContact(kept),
    legal_information: kept.legal_information,
    party: kept,
  };
}

function own(element: Element): SchemedIdentifier['value'] {
  return (element['#text'] as string | undefined)?.trim() ?? '';
}

function addressOf(element: Element): Address {
  return {
    country_code: text(element, 'Country/IdentificationCode') ?? '',
    street: text(element, 'StreetName'),
    street_number: null,
    box: null,
    postal_code: text(element, 'PostalZone'),
    city: text(element, 'CityName'),
    region: null,
  };
}

function delivery(location: Element | undefined): Delivery | null {
  const address = first(location, 'Address');
  if (!address || text(address, 'Country/IdentificationCode') === null) return null;
  const identifier = first(location, 'ID');
  return {
    name: null,
    identifier: identifier ? own(identifier) : null,
    identifier_scheme: scheme(identifier),
    address: addressOf(address),
  };
}

function allowanceCharge(element: Element, index: number): PeppolAllowanceCharge {
  return {
    index,
    kind: text(element, 'ChargeIndicator') === 'true' ? 'charge' : 'allowance',
    reason: text(element, 'AllowanceChargeReason') ?? '',
    vat_category: (text(element, 'TaxCategory/ID') ?? '') as VatCategory,
    vat_rate: text(element, 'TaxCategory/Percent') ?? '0',
    amount: text(element, 'Amount') ?? '0',
    percent: text(element, 'MultiplierFactorNumeric'),
    base_amount: text(element, 'BaseAmount'),
  };
}

function line(element: Element): PeppolLine {
  const discount = all(element, 'AllowanceCharge').reduce((total, each) => {
    const amount = decimal(text(each, 'Amount') ?? '0');
    return text(each, 'ChargeIndicator') === 'true' ? total.minus(amount) : total.plus(amount);
  }, decimal('0'));
  const base_quantity = text(element, 'Price/BaseQuantity');
  const price = decimal(text(element, 'Price/PriceAmount') ?? '0');
  const unit_price =
    base_quantity === null || decimal(base_quantity).eq('0') ? price : price.div(decimal(base_quantity));
  return {
    discount: { amount: discount.toFixed(), percent: null, base_amount: null },
    line: {
      name: text(element, 'Item/Name') ?? '',
      quantity: text(element, 'InvoicedQuantity') ?? text(element, 'CreditedQuantity') ?? '1',
      unit_price: unit_price.toFixed(),
      vat_category: (text(element, 'Item/ClassifiedTaxCategory/ID') ?? '') as VatCategory,
      vat_rate: text(element, 'Item/ClassifiedTaxCategory/Percent') ?? '0',
      order_line_reference: text(element, 'OrderLineReference/LineID'),
      net_amount: text(element, 'LineExtensionAmount') ?? '0',
    } as Line,
  };
}
