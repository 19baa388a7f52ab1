import { readFileSync } from 'node:fs';
import path from 'node:path';

/** An e-invoice of `test/fixtures/e-invoices`. */
export function fixture(name: string): Buffer {
  return readFileSync(path.join(__dirname, '..', 'fixtures', 'e-invoices', name));
}

export interface PartyMembers {
  readonly name: string;
  /** `scheme:value`. */
  readonly electronic_address: string | null;
  readonly vat: string | null;
  /** Of its legal registration; `scheme:value`, or the value alone. */
  readonly identifier: string | null;
}

export const SELLER: PartyMembers = {
  name: 'Seller NV',
  electronic_address: '0208:0123456749',
  vat: 'BE0123456749',
  identifier: '0208:0123456749',
};
export const BUYER: PartyMembers = {
  name: 'Buyer SRL',
  electronic_address: '0208:0876543270',
  vat: 'BE0876543270',
  identifier: '0208:0876543270',
};

export interface UblMembers {
  readonly root?: 'Invoice' | 'CreditNote';
  readonly type_code?: string;
  readonly number?: string;
  readonly issue_date?: string;
  readonly seller?: Partial<PartyMembers>;
  readonly buyer?: Partial<PartyMembers>;
  /** Lines of 100.00 each, at 21 %. */
  readonly lines?: number;
  readonly files?: readonly { readonly filename: string; readonly type: string; readonly bytes: Buffer }[];
}

const element = (name: string, text: string | null) =>
  text === null ? '' : `<cbc:${name}>${text}</cbc:${name}>`;

/** An element with an identifier and, where it names one, its scheme. */
function identifier(name: string, text: string | null): string {
  if (text === null) return '';
  const [, scheme, value = text] = /^(\d{4}):(.*)$/.exec(text) ?? [];
  return `<cbc:${name}${scheme === undefined ? '' : ` schemeID="${scheme}"`}>${value}</cbc:${name}>`;
}

function party(role: string, { name, electronic_address, vat, identifier: legal }: PartyMembers): string {
  return `<cac:Accounting${role}Party><cac:Party>
    ${identifier('EndpointID', electronic_address)}
    <cac:PostalAddress><cbc:CityName>Brussel</cbc:CityName><cac:Country><cbc:IdentificationCode>BE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    ${vat === null ? '' : `<cac:PartyTaxScheme>${element('CompanyID', vat)}<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`}
    <cac:PartyLegalEntity>${element('RegistrationName', name)}${identifier('CompanyID', legal)}</cac:PartyLegalEntity>
  </cac:Party></cac:Accounting${role}Party>`;
}

const CATEGORY =
  '<cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';

/** A Peppol BIS Billing 3.0 document. */
export function aUbl({
  root = 'Invoice',
  type_code = root === 'Invoice' ? '380' : '381',
  number = 'F-1',
  issue_date = '2026-09-01',
  seller,
  buyer,
  lines = 1,
  files = [],
}: UblMembers = {}): string {
  const eur = (amount: number) => amount.toFixed(2);
  const amount = (name: string, value: number) => `<cbc:${name} currencyID="EUR">${eur(value)}</cbc:${name}>`;
  const quantity = root === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity';
  const net = lines * 100;
  const tax = lines * 21;
  const is_self_billed = ['389', '261', '527'].includes(type_code);
  const line = (index: number) => `<cac:${root}Line><cbc:ID>${index + 1}</cbc:ID>
    <cbc:${quantity} unitCode="HUR">1</cbc:${quantity}>${amount('LineExtensionAmount', 100)}
    <cac:Item><cbc:Description>Consultancy on site, hour ${index + 1}</cbc:Description><cbc:Name>Consultancy</cbc:Name><cac:SellersItemIdentification><cbc:ID>C-${index}</cbc:ID></cac:SellersItemIdentification><cac:ClassifiedTaxCategory>${CATEGORY}</cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price>${amount('PriceAmount', 100)}</cac:Price></cac:${root}Line>`;
  const file = ({ filename, type, bytes }: NonNullable<UblMembers['files']>[number]) =>
    `<cac:AdditionalDocumentReference><cbc:ID>${filename}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="${type}" filename="${filename}">${bytes.toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:${is_self_billed ? 'selfbilling' : 'billing'}:3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:${is_self_billed ? 'selfbilling' : 'billing'}:01:1.0</cbc:ProfileID>
  ${element('ID', number)}${element('IssueDate', issue_date)}${element(`${root}TypeCode`, type_code)}
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>NA</cbc:BuyerReference>
  ${files.map(file).join('\n')}
  ${party('Supplier', { ...SELLER, ...seller })}
  ${party('Customer', { ...BUYER, ...buyer })}
  <cac:TaxTotal>${amount('TaxAmount', tax)}<cac:TaxSubtotal>${amount('TaxableAmount', net)}${amount('TaxAmount', tax)}<cac:TaxCategory>${CATEGORY}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
  <cac:LegalMonetaryTotal>${amount('LineExtensionAmount', net)}${amount('TaxExclusiveAmount', net)}${amount('TaxInclusiveAmount', net + tax)}${amount('PayableAmount', net + tax)}</cac:LegalMonetaryTotal>
  ${Array.from({ length: lines }, (_, index) => line(index)).join('\n')}
</${root}>
`;
}

/** The document in the envelope in which access points hand it over. */
export function anEnvelope(
  document: string,
  { message_id, sender, receiver }: { message_id: string; sender: string; receiver: string },
): string {
  const participant = (role: string, value: string) =>
    `<sh:${role}><sh:Identifier Authority="iso6523-actorid-upis">${value}</sh:Identifier></sh:${role}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<sh:StandardBusinessDocument xmlns:sh="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><sh:StandardBusinessDocumentHeader><sh:HeaderVersion>1.0</sh:HeaderVersion>
  ${participant('Sender', sender)}${participant('Receiver', receiver)}
  <sh:DocumentIdentification><sh:Standard>urn:oasis:names:specification:ubl:schema:xsd:Invoice-2</sh:Standard><sh:TypeVersion>2.1</sh:TypeVersion><sh:InstanceIdentifier>${message_id}</sh:InstanceIdentifier><sh:Type>Invoice</sh:Type><sh:CreationDateAndTime>2026-09-01T10:00:00Z</sh:CreationDateAndTime></sh:DocumentIdentification>
</sh:StandardBusinessDocumentHeader>${document.replace(/^<\?xml[^>]*\?>\s*/, '')}</sh:StandardBusinessDocument>
`;
}

/** A reason of an Invoice Response, with the business terms to correct. */
interface StatusMembers {
  readonly code: string;
  readonly text: string | null;
  readonly conditions: readonly { readonly term: string; readonly value: string | null }[];
}

function status({ code, text, conditions }: StatusMembers): string {
  const condition = ({ term, value }: StatusMembers['conditions'][number]) =>
    `<cac:Condition>${element('AttributeID', term)}${element('Description', value)}</cac:Condition>`;
  return `<cac:Status><cbc:StatusReasonCode listID="OPStatusReason">${code}</cbc:StatusReasonCode>${element('StatusReason', text)}${conditions.map(condition).join('')}</cac:Status>`;
}

/** Peppol Message Level Status (`mls`) or Invoice Response (`response`). */
export function anApplicationResponse(
  kind: 'mls' | 'response',
  {
    code,
    reference,
    sender,
    receiver,
    reason,
    reasons = [],
    type_code = null,
  }: Record<'code' | 'reference' | 'sender' | 'receiver' | 'reason', string> & {
    readonly reasons?: readonly StatusMembers[];
    /** Of the document that it is about. */
    readonly type_code?: string | null;
  },
): string {
  const customization = {
    mls: 'urn:peppol:edec:mls:1.0',
    response: 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3',
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>${customization[kind]}</cbc:CustomizationID><cbc:ID>R-1</cbc:ID><cbc:IssueDate>2026-09-02</cbc:IssueDate>
  <cac:SenderParty>${identifier('EndpointID', sender)}</cac:SenderParty><cac:ReceiverParty>${identifier('EndpointID', receiver)}</cac:ReceiverParty>
  <cac:DocumentResponse><cac:Response><cbc:ResponseCode>${code}</cbc:ResponseCode><cbc:Description>${reason}</cbc:Description>${reasons.map(status).join('')}</cac:Response>
    <cac:DocumentReference><cbc:ID>${reference}</cbc:ID>${element('DocumentTypeCode', type_code)}</cac:DocumentReference></cac:DocumentResponse>
</ApplicationResponse>
`;
}

let parties = 0;

/** A Belgian company that was not given before. */
export function aParty(name = 'Party NV'): PartyMembers & { readonly number: string } {
  const base = `0${String(3_000_000 + parties++)}`;
  const number = base + String(97 - (Number(base) % 97)).padStart(2, '0');
  return {
    name,
    number,
    electronic_address: `0208:${number}`,
    vat: `BE${number}`,
    identifier: `0208:${number}`,
  };
}
