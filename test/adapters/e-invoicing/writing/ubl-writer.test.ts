import fc from 'fast-check';
import { sizedBytes, wholeOf } from '../../../../src/domain/values/bytes';
import { PeppolUblWriter } from '../../../../src/adapters/e-invoicing/writing/ubl-writer';
import type { Document } from '../../../../src/domain/documents/document';
import type { EmbeddedFile } from '../../../../src/ports/e-invoicing/ubl';
import { all, parsed, text, type Element } from '../../../e-invoicing/fragment';
import { BRUSSELS, TRANSPORTED_TYPES, aDocument, type DocumentMembers } from '../../../support/documents';

const LINE = { name: 'Work', quantity: '3', unit_price: '9.99', vat_rate: '21' };
const OUTSIDE_SCOPE = { ...LINE, vat_rate: '0', vat_category: 'O' } as const;

function written(document: Document): string {
  return Buffer.from(new PeppolUblWriter().write(document)).toString('utf8');
}

async function withFiles(document: Document, files: readonly EmbeddedFile[]): Promise<string> {
  const writer = new PeppolUblWriter();
  return Buffer.from(await wholeOf(writer.embed(writer.write(document), files))).toString('utf8');
}

async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

function ubl(members: DocumentMembers = {}): Element {
  return rootOf(written(aDocument(members)));
}

function rootOf(document: string): Element {
  const xml = parsed(document);
  const [root] = [...all(xml, 'Invoice'), ...all(xml, 'CreditNote')];
  if (!root) throw new Error('no root element');
  return root;
}

/** Names and texts of an element's children, one level deep. */
function said(root: Element, path: string): Record<string, string | null> {
  const [element] = all(root, path);
  const names = Object.keys(element ?? {}).filter((name) => !/^[#@]/.test(name));
  return Object.fromEntries(names.map((name) => [name, text(element, name)]));
}

describe('The UBL of a document', () => {
  test.each([
    ['invoice', 'Invoice', 'InvoiceTypeCode', '380', ':billing:'],
    ['credit_note', 'CreditNote', 'CreditNoteTypeCode', '381', ':billing:'],
    ['purchase_invoice', 'Invoice', 'InvoiceTypeCode', '389', ':selfbilling:'],
    ['purchase_credit_note', 'CreditNote', 'CreditNoteTypeCode', '261', ':selfbilling:'],
  ] as const)(
    'has the root, type and specification of its type: %s',
    (type, root, element, code, specification) => {
      const xml = written(aDocument({ type }));
      const [invoice] = all(parsed(xml), root);
      expect(text(invoice, element)).toBe(code);
      expect(text(invoice, 'CustomizationID')).toContain(specification);
      expect(text(invoice, 'ProfileID')).toContain(specification);
      expect(xml).toContain(`<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"`);
    },
  );

  test('does not exist for a type that is not transported', () => {
    expect(() => written(aDocument({ type: 'proforma' }))).toThrow('no UBL');
  });

  test.each(TRANSPORTED_TYPES)('has its elements in the order of the schema: %s', async (type) => {
    const is_credit_note = type.endsWith('credit_note');
    const document = aDocument({
      type,
      number: 'N-1',
      note: 'Thank you',
      currency: 'USD',
      exchange_rate: '0.9',
      period_start: '2026-06-01',
      order_reference: 'PO-1',
      buyer_reference: 'B-1',
      delivery_date: '2026-06-30',
      allowance_charges: [{ kind: 'charge', amount: '1', reason: 'R' }],
      ...(is_credit_note ? { preceding_document: { number: 'F-1' } } : {}),
    });
    const file = { filename: 'a.pdf', content_type: 'application/pdf', ...sizedBytes(Buffer.from('%PDF')) };
    const root = rootOf(await withFiles(document, [file]));
    const names = Object.keys(root).filter((name) => !/^[#@]/.test(name));
    const before = is_credit_note
      ? ['IssueDate', 'CreditNoteTypeCode']
      : ['IssueDate', 'DueDate', 'InvoiceTypeCode'];
    expect(names).toEqual([
      ...['CustomizationID', 'ProfileID', 'ID', ...before, 'Note', 'DocumentCurrencyCode', 'TaxCurrencyCode'],
      ...[
        'BuyerReference',
        'InvoicePeriod',
        'OrderReference',
        ...(is_credit_note ? ['BillingReference'] : []),
      ],
      ...['AdditionalDocumentReference', 'AccountingSupplierParty', 'AccountingCustomerParty', 'Delivery'],
      ...['PaymentMeans', 'AllowanceCharge', 'TaxTotal', 'LegalMonetaryTotal'],
      is_credit_note ? 'CreditNoteLine' : 'InvoiceLine',
    ]);
  });

  test('names the credited invoice, its date only when known', () => {
    const path = 'BillingReference/InvoiceDocumentReference';
    const preceding_document = { number: 'F-1', issue_date: '2026-01-31' };
    expect(said(ubl({ type: 'credit_note', preceding_document }), path)).toEqual({
      ID: 'F-1',
      IssueDate: '2026-01-31',
    });
    expect(said(ubl({ type: 'credit_note', preceding_document: { number: 'F-1' } }), path)).toEqual({
      ID: 'F-1',
    });
  });

  test('embeds files with their type and name', async () => {
    const bytes = Uint8Array.from([0, 255, 1]);
    const named = { filename: 'a & "b".pdf', content_type: 'application/pdf', ...sizedBytes(bytes) };
    const root = rootOf(await withFiles(aDocument(), [named]));
    const [file] = all(root, 'AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject');
    expect(file).toEqual({
      '#text': 'AP8B',
      '@mimeCode': 'application/pdf',
      '@filename': 'a & "b".pdf',
    });
    expect(text(root, 'AdditionalDocumentReference/ID')).toBe('a & "b".pdf');
  });

  test.each(TRANSPORTED_TYPES)('gets one more file as if all had been embedded at once: %s', async (type) => {
    const file = (filename: string) => {
      return { filename, content_type: 'application/pdf', ...sizedBytes(Buffer.from(filename)) };
    };
    const document = aDocument({
      ...{ type, note: '<cac:AdditionalDocumentReference>', order_reference: 'cac:AccountingSupplierParty' },
      relation: { name: '<cac:AccountingSupplierParty>' },
    });
    const writer = new PeppolUblWriter();
    for (const others of [[], [file('b.pdf')], [file('b.pdf'), file('c & d.pdf')]]) {
      const before = await wholeOf(writer.embed(writer.write(document), others));
      const embedded = await wholeOf(writer.embed(before, [file('a.pdf')]));
      expect(Buffer.from(embedded).toString()).toBe(await withFiles(document, [file('a.pdf'), ...others]));
    }
  });

  test.each([0, 1, 2, 786_431, 786_432, 786_433, 3_000_000])('embeds each file of %i bytes', async (size) => {
    const bytes = Buffer.alloc(size, 'content of a file');
    const xml = await withFiles(aDocument(), [
      { filename: 'a.csv', content_type: 'text/csv', ...sizedBytes(bytes) },
    ]);
    const [, base64 = ''] = /<cbc:EmbeddedDocumentBinaryObject [^>]*>([^<]*)</.exec(xml) ?? [];
    expect(base64).toBe(bytes.toString('base64'));
    expect(() => rootOf(xml)).not.toThrow();
  });

  test('embeds large files in several iterations of the event loop, so that other requests are answered meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const bytes = Buffer.alloc(30 * 1024 * 1024);
    await withFiles(aDocument(), [{ filename: 'a.csv', content_type: 'text/csv', ...sizedBytes(bytes) }]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  test('encodes a file as one text, however it is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 7 }), { maxLength: 6 }), async (pieces) => {
        const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
        const open = async () => piecesOf(pieces);
        const xml = await withFiles(aDocument(), [
          { filename: 'a.csv', content_type: 'text/csv', size, open },
        ]);
        expect(xml).toContain(`filename="a.csv">${Buffer.concat(pieces).toString('base64')}</`);
      }),
    );
  });

  test('embeds no file in a document that the service did not write', () => {
    const file = { filename: 'a.pdf', content_type: 'application/pdf', ...sizedBytes(Buffer.from('%PDF')) };
    expect(() => new PeppolUblWriter().embed(Buffer.from('<Invoice/>'), [file])).toThrow('has written');
  });
});

describe('A party in UBL', () => {
  const seller = 'AccountingSupplierParty/Party';
  const company = { identifier: '0123.456.749', email: 'a@example.org' };

  test('has the Belgian number as address and legal entity without BE, as VAT number with it', () => {
    const root = ubl({ company });
    const [endpoint] = all(root, `${seller}/EndpointID`);
    const [legal] = all(root, `${seller}/PartyLegalEntity/CompanyID`);
    expect([endpoint, legal]).toEqual(Array(2).fill({ '#text': '0123456749', '@schemeID': '0208' }));
    expect(text(root, `${seller}/PartyTaxScheme/CompanyID`)).toBe('BE0123456749');
    expect(text(root, `${seller}/PartyTaxScheme/TaxScheme/ID`)).toBe('VAT');
    expect(said(root, `${seller}/Contact`)).toEqual({ Name: 'Janssens BV', ElectronicMail: 'a@example.org' });
  });

  test('has an identifier of unknown origin without a scheme', () => {
    const root = ubl({ relation: { vat: null, identifier: 'X 1', address: { country_code: 'FR' } } });
    const [legal] = all(root, 'AccountingCustomerParty/Party/PartyLegalEntity/CompanyID');
    expect(legal).toEqual({ '#text': 'X 1' });
  });

  test('has no VAT number in a document outside the scope of VAT', () => {
    expect(all(ubl({ lines: [OUTSIDE_SCOPE] }), `${seller}/PartyTaxScheme`)).toEqual([]);
  });

  test.each([
    [{ box: null }, 'nl', undefined],
    [{ box: '3' }, 'nl', 'bus 3'],
    [{ box: '3' }, 'fr', 'bte 3'],
    [{ box: '3' }, 'en', 'box 3'],
    [{ box: 'bus 3' }, 'fr', 'bus 3'],
  ] as const)(
    'has street and number on the first line, a box on the second: %j in %s',
    (changes, language, second) => {
      const address = { ...BRUSSELS, region: 'Brussel', ...changes };
      expect(said(ubl({ language, company: { address } }), `${seller}/PostalAddress`)).toEqual({
        StreetName: 'Wetstraat 16',
        ...(second ? { AdditionalStreetName: second } : {}),
        CityName: 'Brussel',
        PostalZone: '1000',
        CountrySubentity: 'Brussel',
        Country: null,
      });
    },
  );

  test('may have an address with a country only', () => {
    const root = ubl({ relation: { address: { country_code: 'FR' } } });
    const [address] = all(root, 'AccountingCustomerParty/Party/PostalAddress');
    expect(Object.keys(address ?? {}).filter((name) => !name.startsWith('#'))).toEqual(['Country']);
    expect(text(address, 'Country/IdentificationCode')).toBe('FR');
  });
});

test('The delivery in UBL has its date, place and name, each when there is one', () => {
  const delivery_location = { identifier: '5412345000013', identifier_scheme: '0088' };
  const root = ubl({ delivery_date: '2026-06-30', delivery_location });
  expect(said(root, 'Delivery')).toEqual({
    ActualDeliveryDate: '2026-06-30',
    DeliveryLocation: null,
    DeliveryParty: null,
  });
  expect(all(root, 'Delivery/DeliveryLocation/ID')).toEqual([
    { '#text': '5412345000013', '@schemeID': '0088' },
  ]);
  expect(text(root, 'Delivery/DeliveryLocation/Address/CityName')).toBe('Luik');
  expect(text(root, 'Delivery/DeliveryParty/PartyName/Name')).toBe('Warehouse');
  const nameless = ubl({ delivery_location: { ...delivery_location, name: null } });
  expect(said(nameless, 'Delivery')).toEqual({ DeliveryLocation: null });
  expect(said(ubl({ delivery_date: '2026-06-30' }), 'Delivery')).toEqual({
    ActualDeliveryDate: '2026-06-30',
  });
  expect(all(ubl(), 'Delivery')).toEqual([]);
});

describe('The payment means in UBL', () => {
  test('are a credit transfer with reference, account and BIC', () => {
    const root = ubl({ payment_reference: '+++012/3456/78939+++' });
    expect(said(root, 'PaymentMeans')).toEqual({
      PaymentMeansCode: '30',
      PaymentID: '+++012/3456/78939+++',
      PayeeFinancialAccount: null,
    });
    expect(text(root, 'PaymentMeans/PayeeFinancialAccount/ID')).toBe('BE68539007547034');
    expect(text(root, 'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID')).toBe('KREDBEBB');
  });

  test('hold the due date of a credit note', () => {
    const root = ubl({ type: 'credit_note', due_date: '2026-08-01', bank_account: null });
    expect(said(root, 'PaymentMeans')).toEqual({ PaymentMeansCode: '1', PaymentDueDate: '2026-08-01' });
  });
});

describe('The amounts in UBL', () => {
  test('are those of the document; allowances, charges and the paid amount are present only where there are any', () => {
    expect(said(ubl({ lines: [LINE] }), 'LegalMonetaryTotal')).toEqual({
      LineExtensionAmount: '29.97',
      TaxExclusiveAmount: '29.97',
      TaxInclusiveAmount: '36.26',
      PayableAmount: '36.26',
    });
    const members: DocumentMembers = {
      lines: [LINE],
      allowance_charges: [
        { kind: 'allowance', percent: '10', reason: 'Loyalty' },
        { kind: 'charge', amount: '5', reason: 'Freight' },
      ],
      paid_amount: '1',
    };
    expect(said(ubl(members), 'LegalMonetaryTotal')).toEqual({
      LineExtensionAmount: '29.97',
      TaxExclusiveAmount: '31.97',
      TaxInclusiveAmount: '38.68',
      AllowanceTotalAmount: '3.00',
      ChargeTotalAmount: '5.00',
      PrepaidAmount: '1.00',
      PayableAmount: '37.68',
    });
  });

  test('have one allowance or charge for each VAT rate', () => {
    const root = ubl({
      lines: [LINE, { ...LINE, vat_rate: '6' }],
      allowance_charges: [{ kind: 'allowance', percent: '10', reason: 'Loyalty' }],
    });
    const entries = all(root, 'AllowanceCharge');
    expect(said({ e: entries.slice(0, 1) }, 'e')).toEqual({
      ChargeIndicator: 'false',
      AllowanceChargeReason: 'Loyalty',
      MultiplierFactorNumeric: '10.00',
      Amount: '3.00',
      BaseAmount: '29.97',
      TaxCategory: null,
    });
    expect(entries.map((entry) => text(entry, 'TaxCategory/Percent'))).toEqual(['21.00', '6.00']);
  });

  test('have the reason for VAT category in the breakdown, and no rate outside the scope of VAT', () => {
    const exempt = { ...LINE, vat_rate: '0', vat_category: 'E', vat_exemption_reason: 'Article 44' } as const;
    expect(said(ubl({ lines: [exempt] }), 'TaxTotal/TaxSubtotal/TaxCategory')).toEqual({
      ID: 'E',
      Percent: '0.00',
      TaxExemptionReason: 'Article 44',
      TaxScheme: null,
    });
    const root = ubl({ lines: [OUTSIDE_SCOPE] });
    expect(said(root, 'TaxTotal/TaxSubtotal/TaxCategory')).toEqual({
      ID: 'O',
      TaxExemptionReasonCode: 'VATEX-EU-O',
      TaxExemptionReason: 'Not subject to VAT',
      TaxScheme: null,
    });
    expect(said(root, 'InvoiceLine/Item/ClassifiedTaxCategory')).toEqual({ ID: 'O', TaxScheme: null });
  });

  test('have the VAT in the currency of the books as a second total', () => {
    const root = ubl({ lines: [LINE], currency: 'USD', exchange_rate: '0.9' });
    expect(all(root, 'TaxTotal').flatMap((total) => all(total, 'TaxAmount'))).toEqual([
      { '#text': '6.29', '@currencyID': 'USD' },
      { '#text': '5.66', '@currencyID': 'EUR' },
    ]);
    expect(text(root, 'TaxCurrencyCode')).toBe('EUR');
  });

  test('of yen have no decimals', () => {
    const root = ubl({ currency: 'JPY', lines: [{ ...LINE, unit_price: '367' }] });
    expect(text(root, 'LegalMonetaryTotal/LineExtensionAmount')).toBe('1101');
  });
});

describe('A line in UBL', () => {
  const line = {
    ...LINE,
    description: 'Two\nlines',
    unit: 'HUR',
    unit_price: '9.123456',
    discount_percent: '10',
    item_reference: 'X-1',
    order_line_reference: '7',
  };

  test.each([
    ['invoice', 'InvoiceLine', 'InvoicedQuantity'],
    ['credit_note', 'CreditNoteLine', 'CreditedQuantity'],
  ] as const)('has the fields of the document: %s', (type, name, quantity) => {
    const root = ubl({ type, lines: [{ ...LINE }, line] });
    const [, second] = all(root, name);
    expect(said({ line: [second ?? {}] }, 'line')).toEqual({
      ID: '2',
      [quantity]: '3',
      LineExtensionAmount: '24.63',
      OrderLineReference: null,
      AllowanceCharge: null,
      Item: null,
      Price: null,
    });
    expect(all(second, quantity)[0]?.['@unitCode']).toBe('HUR');
    expect(text(second, 'OrderLineReference/LineID')).toBe('7');
    expect(text(second, 'Item/Description')).toBe('Two\nlines');
    expect(text(second, 'Item/Name')).toBe('Work');
    expect(text(second, 'Item/SellersItemIdentification/ID')).toBe('X-1');
    expect(text(second, 'Price/PriceAmount')).toBe('9.123456');
  });

  test('has its discount as an allowance, negative where the line takes back', () => {
    const root = ubl({
      lines: [
        { ...LINE, quantity: '9' },
        { ...line, quantity: '-3' },
      ],
    });
    const [, second] = all(root, 'InvoiceLine');
    expect(said({ line: [second ?? {}] }, 'line/AllowanceCharge')).toEqual({
      ChargeIndicator: 'false',
      AllowanceChargeReasonCode: '95',
      AllowanceChargeReason: 'Discount',
      MultiplierFactorNumeric: '10.00',
      Amount: '-2.74',
      BaseAmount: '-27.37',
    });
    expect(text(second, 'LineExtensionAmount')).toBe('-24.63');
  });
});
