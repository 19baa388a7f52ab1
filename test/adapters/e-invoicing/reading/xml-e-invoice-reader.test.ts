import { XmlEInvoiceReader } from '../../../../src/adapters/e-invoicing/reading/xml-e-invoice-reader';
import { anApplicationResponse, anEnvelope, aUbl, fixture } from '../../../support/e-invoices';

const reader = new XmlEInvoiceReader();
const statementOf = (xml: string) => reader.readFile(Buffer.from(xml), 'xml').parsed;
const ENVELOPE = { message_id: 'M-1', sender: '0208:1', receiver: '0208:2' };

/** The document with one text replaced, which must be present. */
function changed(xml: string, from: string | RegExp, to: string): string {
  const result = xml.replace(from, to);
  if (result === xml) throw new Error(`There is no ${String(from)}.`);
  return result;
}

describe('A UBL document', () => {
  test.each<[string, string | RegExp, string, string]>([
    ['without a number', '<cbc:ID>F-1</cbc:ID>', '', 'number: is missing (BR-02)'],
    ['with a blank number', '>F-1<', '> <', 'number: is missing (BR-02)'],
    [
      'with a number that is too long',
      '>F-1<',
      `>${'x'.repeat(256)}<`,
      'number: must have at most 255 characters',
    ],
    ['without a date', '<cbc:IssueDate>2026-09-01</cbc:IssueDate>', '', 'issue_date: is missing (BR-03)'],
    ['with an invalid date', '2026-09-01', '2026-02-30', 'issue_date: must be a date of the calendar'],
    [
      'without a currency',
      /<cbc:DocumentCurrencyCode>.*?<\/cbc:DocumentCurrencyCode>/,
      '',
      'currency: is missing (BR-05)',
    ],
    ['in an unknown currency', '>EUR<', '>EUX<', 'currency: must be an active ISO 4217 code'],
    [
      'with an amount in another currency',
      'TaxableAmount currencyID="EUR"',
      'TaxableAmount currencyID="USD"',
      "vat_breakdown.0.taxable_amount: is not in the document's currency",
    ],
    [
      'with an amount with an exponent',
      '>121.00<',
      '>1.21E2<',
      'totals.tax_inclusive: must be a decimal number',
    ],
    [
      'with an amount that is not a number',
      '>121.00<',
      '>NaN<',
      'totals.tax_inclusive: must be a decimal number',
    ],
    ['with an amount with a comma', '>121.00<', '>121,00<', 'totals.tax_inclusive: must be a decimal number'],
    [
      'with an amount of three decimals',
      '>121.00<',
      '>121.001<',
      'totals.tax_inclusive: must have at most 2 decimals',
    ],
    [
      'with an amount that is too large',
      '>121.00<',
      '>1000000000000000<',
      'totals.tax_inclusive: must be below 10^15',
    ],
    [
      'with a number of endless digits',
      /<cbc:InvoicedQuantity[^>]*>1</,
      `<cbc:InvoicedQuantity>1.${'3'.repeat(99)}<`,
      'lines.0.quantity: has too many digits',
    ],
    [
      'without a seller',
      /<cac:AccountingSupplierParty>.*?<\/cac:AccountingSupplierParty>/s,
      '',
      'seller.name: is missing (BR-06)',
    ],
    ['without a name of the buyer', 'Buyer SRL', '', 'buyer.name: is missing (BR-07)'],
    [
      'without totals',
      /<cac:LegalMonetaryTotal>.*?<\/cac:LegalMonetaryTotal>/s,
      '',
      'totals.lines: is missing (BR-12)',
    ],
    ['without lines', /<cac:InvoiceLine>.*?<\/cac:InvoiceLine>/s, '', 'lines: are missing (BR-16)'],
    [
      'without a quantity',
      /<cbc:InvoicedQuantity.*?<\/cbc:InvoicedQuantity>/,
      '',
      'lines.0.quantity: is missing (BR-22)',
    ],
    ['without a price', /<cac:Price>.*?<\/cac:Price>/s, '', 'lines.0.unit_price: is missing (BR-26)'],
    [
      'with a VAT category that is none',
      /<cbc:ID>S</,
      '<cbc:ID>X<',
      'vat_breakdown.0.category: must be a VAT category',
    ],
    [
      'by Peppol with a VAT total in a third currency',
      '<cac:TaxTotal>',
      '<cac:TaxTotal><cbc:TaxAmount currencyID="SEK">9</cbc:TaxAmount></cac:TaxTotal><cac:TaxTotal>',
      "totals.tax: is not in the document's currency (PEPPOL-EN16931-R051)",
    ],
    ['with two VAT totals', /(<cac:TaxTotal>.*?<\/cac:TaxTotal>)/s, '$1$1', 'totals.tax: is stated twice'],
  ])('is refused %s', (_what, from, to, message) => {
    expect(() => statementOf(changed(aUbl(), from, to))).toThrow(message);
  });

  test.each<[string, string | RegExp, string, object]>([
    ['a date with a time zone', '2026-09-01', '2026-09-01+02:00', { issue_date: '2026-09-01' }],
    [
      'a number with leading zeros and signs',
      '>121.00<',
      '>+00121.0<',
      { totals: { tax_inclusive: '121.0' } },
    ],
    [
      'no type of its own',
      /<cbc:InvoiceTypeCode>.*?<\/cbc:InvoiceTypeCode>/,
      '',
      { type_code: '380', is_credit_note: false },
    ],
    ['blanks around texts', '>F-1<', '>\n  F-1\t<', { number: 'F-1' }],
    [
      'several notes',
      '<cbc:DocumentCurrencyCode>',
      '<cbc:Note>One</cbc:Note><cbc:Note>Two</cbc:Note><cbc:DocumentCurrencyCode>',
      { note: 'One\nTwo' },
    ],
    [
      'an address without a country',
      /<cac:Country>.*?<\/cac:Country>/s,
      '',
      {
        seller: { address: { country_code: null, city: 'Brussel' } },
      },
    ],
    [
      'an address whose country has no code of two letters',
      />BE<\/cbc:IdentificationCode>/,
      '>BEL</cbc:IdentificationCode>',
      {
        seller: { address: { country_code: null, city: 'Brussel' } },
      },
    ],
    ...['1A', 'UK'].map((code): [string, RegExp, string, object] => [
      `the country code ${code}, which is not in ISO 3166-1`,
      />BE<\/cbc:IdentificationCode>/,
      `>${code}</cbc:IdentificationCode>`,
      { seller: { address: { country_code: code } } },
    ]),
    [
      'an endpoint without a scheme',
      / schemeID="0208">0123456749/,
      '>0123456749',
      { seller: { electronic_address: null } },
    ],
    [
      'the SEPA identifier of a creditor, which does not identify the seller',
      '</cbc:EndpointID>',
      `</cbc:EndpointID>
       <cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ09999999999</cbc:ID></cac:PartyIdentification>
       <cac:PartyIdentification><cbc:ID>1001</cbc:ID></cac:PartyIdentification>`,
      {
        seller: {
          identifiers: [
            { scheme: '0208', value: '0123456749' },
            { scheme: null, value: '1001' },
          ],
        },
      },
    ],
    [
      'a payee',
      '<cac:TaxTotal>',
      '<cac:PayeeParty><cac:PartyIdentification><cbc:ID>1</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>Factor AG</cbc:Name></cac:PartyName></cac:PayeeParty><cac:TaxTotal>',
      { payee: 'Factor AG', payment_terms: null },
    ],
    [
      'several payment terms',
      '<cac:TaxTotal>',
      `<cac:PaymentTerms><cbc:Note>#SKONTO#TAGE=14#PROZENT=2.00#\n</cbc:Note><cbc:Note>30 days\nnet</cbc:Note></cac:PaymentTerms>
       <cac:PaymentTerms><cbc:Note> </cbc:Note></cac:PaymentTerms><cac:PaymentTerms><cbc:Note>No cash</cbc:Note></cac:PaymentTerms><cac:TaxTotal>`,
      { payment_terms: '#SKONTO#TAGE=14#PROZENT=2.00#\n30 days\nnet\nNo cash', payee: null },
    ],
  ])('is read with %s', (_what, from, to, expected) => {
    expect(statementOf(changed(aUbl(), from, to))).toMatchObject(expected);
  });

  test('without a Peppol specification may state its VAT in a third currency, which is ignored', () => {
    const other = (currency: string, amount: string) =>
      `<cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">${amount}</cbc:TaxAmount></cac:TaxTotal>`;
    const en16931 = changed(aUbl(), /urn:cen.eu:en16931:2017#[^<]*/, 'urn:cen.eu:en16931:2017');
    const with_third = changed(en16931, '<cac:TaxTotal>', `${other('SEK', '9')}<cac:TaxTotal>`);
    expect(statementOf(with_third)).toEqual(statementOf(en16931));
    const with_both = changed(
      changed(with_third, '<cac:TaxTotal>', `${other('DKK', '7')}<cac:TaxTotal>`),
      '<cbc:BuyerReference>',
      '<cbc:TaxCurrencyCode>DKK</cbc:TaxCurrencyCode><cbc:BuyerReference>',
    );
    expect(statementOf(with_both).totals).toMatchObject({ tax: '21.00', tax_in_tax_currency: '7' });
  });

  test('has at most 1,048,576 characters outside of its lines', () => {
    const note = '<cbc:Note>' + 'x'.repeat(600_000) + '</cbc:Note>';
    const noted = (notes: number) => changed(aUbl(), '<cbc:DocumentCurrencyCode>', `${note.repeat(notes)}$&`);
    expect(statementOf(noted(1)).note).toHaveLength(600_000);
    expect(() => statementOf(noted(2))).toThrow('has more than 1048576 characters outside of its lines');
  });

  test('is read with any namespace prefixes', () => {
    const plain = aUbl({ lines: 2 });
    const other = plain
      .replaceAll('cbc:', 'b:')
      .replaceAll('cac:', 'a:')
      .replace('xmlns:cbc=', 'xmlns:b=')
      .replace('xmlns:cac=', 'xmlns:a=')
      .replace('<Invoice xmlns=', '<u:Invoice xmlns:u=')
      .replace('</Invoice>', '</u:Invoice>');
    expect(statementOf(other)).toEqual(statementOf(plain));
  });

  test('is not recognised when its elements are of another namespace', () => {
    const foreign = aUbl().replace('CommonBasicComponents-2', 'CommonBasicComponents-3');
    expect(() => statementOf(foreign)).toThrow('is missing');
  });

  test('is a credit note by its root element or its type code', () => {
    expect(statementOf(aUbl({ root: 'CreditNote' })).is_credit_note).toBe(true);
    expect(statementOf(aUbl({ type_code: '381' })).is_credit_note).toBe(true);
    expect(statementOf(aUbl({ type_code: '384' })).is_credit_note).toBe(false);
  });

  test('may be imported in its envelope', () => {
    expect(statementOf(anEnvelope(aUbl(), ENVELOPE)).number).toBe('F-1');
  });
});

describe('A Cross Industry Invoice', () => {
  const xml = fixture('invoice-cii.xml').toString();
  test.each<[string, string | RegExp, string, string]>([
    ['without a type', '<ram:TypeCode>380</ram:TypeCode>', '', 'type_code: is missing (BR-04)'],
    ['with an invalid date', '20260901', '20260931', 'issue_date: must be a date of the calendar'],
    [
      'without lines',
      /<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/s,
      '',
      'lines: are missing (BR-16)',
    ],
    [
      'without a total',
      /<ram:GrandTotalAmount>.*<\/ram:GrandTotalAmount>/,
      '',
      'totals.tax_inclusive: is missing (BR-14)',
    ],
    ['of ZUGFeRD 1', 'CrossIndustryInvoice:100', 'CrossIndustryDocument:invoice:1p0', 'is neither a UBL'],
  ])('is refused %s', (_what, from, to, message) => {
    expect(() => statementOf(changed(xml, from, to))).toThrow(message);
  });

  const THIRD = '<ram:TaxTotalAmount currencyID="SEK">9</ram:TaxTotalAmount><ram:GrandTotalAmount>';
  const PEPPOL = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
  test('may state its VAT in a third currency unless its specification is Peppol', () => {
    const with_third = changed(xml, '<ram:GrandTotalAmount>', THIRD);
    expect(statementOf(with_third)).toEqual(statementOf(xml));
    const peppol = changed(with_third, /(DocumentContextParameter>\s*<ram:ID>)[^<]*/, `$1${PEPPOL}`);
    expect(() => statementOf(peppol)).toThrow('PEPPOL-EN16931-R051');
  });

  test('reads charges for transport (extended profile) as charges of the document', () => {
    const transport = `<ram:SpecifiedLogisticsServiceCharge><ram:Description>Freight</ram:Description>
      <ram:AppliedAmount>15.00</ram:AppliedAmount><ram:AppliedTradeTax><ram:TypeCode>VAT</ram:TypeCode>
      <ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent>
      </ram:AppliedTradeTax></ram:SpecifiedLogisticsServiceCharge>`;
    const end = '<ram:SpecifiedTradePaymentTerms>';
    expect(statementOf(changed(xml, end, transport + end)).allowance_charges.at(-1)).toEqual({
      ...{ kind: 'charge', amount: '15.00', percent: null, base_amount: null, reason: 'Freight' },
      ...{ vat_category: 'S', vat_rate: '19' },
    });
  });

  describe('with sub-lines (extended profile)', () => {
    const CODE = '<ram:LineStatusReasonCode>';
    const item = (code: string) =>
      `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>0</ram:LineID>
      ${CODE}${code}</ram:LineStatusReasonCode></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:Name>Heading</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation>
      <ram:LineTotalAmount>244.55</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
      </ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`;
    const details = xml.replace(
      /<ram:LineID>(\d)<\/ram:LineID><\/ram:Assoc/g,
      `<ram:LineID>0.$1</ram:LineID><ram:ParentLineID>0</ram:ParentLineID>${CODE}DETAIL</ram:LineStatusReasonCode></ram:Assoc`,
    );

    test('has the lines that its totals sum', () => {
      const first = '<ram:IncludedSupplyChainTradeLineItem>';
      const grouped = changed(details, first, item('GROUP') + item('INFORMATION') + first);
      expect(grouped.split(`${CODE}DETAIL`)).toHaveLength(3);
      expect(statementOf(grouped)).toEqual(statementOf(xml));
    });

    test('is refused when it has only others', () => {
      const lines = /<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/s;
      expect(() => statementOf(changed(xml, lines, item('GROUP')))).toThrow('lines: are missing (BR-16)');
    });
  });

  test('states its payee, and payment terms with and without a due date', () => {
    expect(statementOf(xml)).toMatchObject({ payee: null, payment_terms: null });
    const payee =
      '<ram:PayeeTradeParty><ram:ID>1</ram:ID><ram:Name>Factor AG</ram:Name></ram:PayeeTradeParty>';
    const with_payee = changed(xml, '<ram:SpecifiedTradeSettlementPaymentMeans>', `${payee}$&`);
    const described =
      '<ram:Description>2 % within 8 days</ram:Description><ram:Description>30 days</ram:Description>';
    const terms = '<ram:SpecifiedTradePaymentTerms>';
    const other = `${terms}<ram:Description>No cash</ram:Description></ram:SpecifiedTradePaymentTerms>`;
    expect(statementOf(changed(with_payee, terms, `${other}${terms}${described}`))).toMatchObject({
      ...{ payee: 'Factor AG', payment_terms: 'No cash\n2 % within 8 days\n30 days' },
      due_date: '2026-10-01',
    });
  });

  test('is a credit note by its type code', () => {
    expect(statementOf(changed(xml, '>380<', '>381<')).is_credit_note).toBe(true);
  });
});

describe('A message of the network', () => {
  const response = { code: 'RE', reference: 'F-1', sender: '0208:1', receiver: '0208:2', reason: 'Why' };
  const message = (xml: string) => reader.readMessage(Buffer.from(xml));

  test.each([
    ['response', 'invoice_response'],
    ['mls', 'message_level_status'],
  ] as const)('may be a response: %s', (kind, named) => {
    expect(message(anApplicationResponse(kind, response))).toEqual({
      envelope: null,
      response: {
        ...response,
        kind: named,
        type_code: null,
        content:
          kind === 'mls'
            ? null
            : { status: 'RE', reasons: [], actions: [], note: null, effective_date: null },
      },
    });
  });

  const CLARIFIED =
    '<cac:Status><cbc:StatusReasonCode listID="OPStatusReason">PRI</cbc:StatusReasonCode><cbc:StatusReason>Too high</cbc:StatusReason></cac:Status>' +
    '<cac:Status><cbc:StatusReasonCode listID="OPStatusAction">NIN</cbc:StatusReasonCode></cac:Status>' +
    '<cac:Status><cbc:StatusReason>Only a text</cbc:StatusReason></cac:Status></cac:Response>';
  const clarified = changed(anApplicationResponse('response', response), '</cac:Response>', CLARIFIED);

  test('may be a response with reasons and actions', () => {
    expect(message(clarified)).toMatchObject({
      response: {
        content: {
          reasons: [
            { code: 'PRI', text: 'Too high' },
            { code: 'OTH', text: 'Only a text' },
          ],
          actions: [{ code: 'NIN', text: null }],
        },
        reason: 'Why; Too high; Only a text',
      },
    });
  });

  test.each([
    ['an unknown reason', '>PRI<', '>XXX<', 'PEPPOL-T111-B03301'],
    [
      'an action among the reasons',
      'listID="OPStatusAction"',
      'listID="OPStatusReason"',
      'PEPPOL-T111-B03301',
    ],
    ['a list of no name', 'listID="OPStatusReason"', '', 'PEPPOL-T111-B03301'],
    ['a list that an object has by itself', 'OPStatusReason', 'constructor', 'PEPPOL-T111-B03301'],
    ['an unknown status', '>RE<', '>XX<', 'PEPPOL-T111-B03001'],
    [
      'a date that is none',
      '</cbc:ResponseCode>',
      '</cbc:ResponseCode><cbc:EffectiveDate>2026-02-30</cbc:EffectiveDate>',
      'EffectiveDate: must be a date',
    ],
  ])('is refused as a response with %s', (_what, from, to, reason) => {
    expect(() => message(changed(clarified, from, to))).toThrow(reason);
  });

  test('is read in its envelope as without one', () => {
    const xml = anApplicationResponse('response', response);
    expect(message(anEnvelope(xml, ENVELOPE))).toEqual({ ...message(xml), envelope: ENVELOPE });
  });

  test.each([
    ['of another kind', 'invoice_response:3', 'catalogue_response:3', 'is of no response that is taken here'],
    ['without a code', '<cbc:ResponseCode>RE</cbc:ResponseCode>', '', 'ResponseCode: is missing'],
    ['about nothing', '<cbc:ID>F-1</cbc:ID>', '', 'DocumentReference: is missing'],
  ])('is refused as a response %s', (_what, from, to, reason) => {
    expect(() => message(changed(anApplicationResponse('response', response), from, to))).toThrow(reason);
  });

  test.each([
    [
      'two documents',
      '</sh:StandardBusinessDocument>',
      '<a/></sh:StandardBusinessDocument>',
      'must hold one document',
    ],
    [
      'two receivers',
      '<sh:DocumentIdentification>',
      '<sh:Receiver/><sh:DocumentIdentification>',
      'must name one receiver',
    ],
    ['no sender', /<sh:Sender>.*?<\/sh:Sender>/, '', 'must name one sender'],
    ['an endless id', 'M-1', 'x'.repeat(256), 'instance identifier that is too long'],
  ])('is refused in an envelope with %s', (_what, from, to, reason) => {
    expect(() => message(changed(anEnvelope(aUbl(), ENVELOPE), from, to))).toThrow(reason);
  });
});
