import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { PdfDocumentRendering } from '../../../src/adapters/rendering/pdf-document-rendering';
import type { Document } from '../../../src/domain/documents/document';
import { A_LINE, aDocument, TRANSPORTED_TYPES, type DocumentMembers } from '../../support/documents';
import { ReadPdf } from './read-pdf';

const rendering = new PdfDocumentRendering();
const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, removeNSPrefix: true });

async function facturX(document: Document): Promise<ReadPdf> {
  return new ReadPdf(await rendering.facturX({ document, logo: null }));
}

async function invoiceOf(members: DocumentMembers) {
  const pdf = await facturX(aDocument(members));
  const xml = pdf.attachments.get('factur-x.xml')!.bytes.toString('utf8');
  expect(XMLValidator.validate(xml)).toBe(true);
  return parser.parse(xml).CrossIndustryInvoice;
}

describe('Factur-X', () => {
  test('embeds the invoice as an alternative form of the same document', async () => {
    const pdf = await facturX(aDocument());
    const { specification, head } = pdf.attachments.get('factur-x.xml')!;
    expect(specification).toContain('/AFRelationship /Alternative');
    expect(head).toContain('/Subtype /text#2Fxml');
    expect(head).toMatch(/\/ModDate \(D:20260701100000Z\)/);
    expect(pdf.catalog).toMatch(/\/AF \[\d+ 0 R\]/);
  });

  test('declares itself in its metadata', async () => {
    const { metadata } = await facturX(aDocument());
    expect(XMLValidator.validate(metadata.replace(/<\?xpacket[^>]*\?>/g, ''))).toBe(true);
    for (const [name, value] of [
      ['DocumentType', 'INVOICE'],
      ['DocumentFileName', 'factur-x.xml'],
      ['Version', '1.0'],
      ['ConformanceLevel', 'EN 16931'],
    ]) {
      expect(metadata).toContain(`<fx:${name}>${value}</fx:${name}>`);
      expect(metadata).toContain(`<pdfaProperty:name>${name}</pdfaProperty:name>`);
    }
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>');
  });

  test('shows the same pages as the plain PDF', async () => {
    const document = aDocument();
    const plain = new ReadPdf(await rendering.pdf({ document, logo: null }));
    expect((await facturX(document)).text).toBe(plain.text);
  });

  test.each(['proforma', 'quote'] as const)('does not exist for a %s', async (type) => {
    await expect(facturX(aDocument({ type }))).rejects.toMatchObject({ code: 'invalid_filter' });
  });

  test('does not exist for amounts with three decimals', async () => {
    await expect(facturX(aDocument({ currency: 'KWD' }))).rejects.toMatchObject({ code: 'invalid_filter' });
  });
});

describe('Cross Industry Invoice', () => {
  test('states what the document states', async () => {
    const invoice = await invoiceOf({
      number: 'INV-7',
      company: { name: 'A & <B>' },
      lines: [
        { ...A_LINE, quantity: '-2', unit: 'HUR', discount_percent: '10', order_line_reference: '10' },
        { ...A_LINE, unit_price: '1000', vat_rate: '6' },
      ],
      paid_amount: '20',
      delivery_date: '2026-06-30',
      period_start: '2026-06-01',
    });
    expect(invoice.ExchangedDocumentContext.GuidelineSpecifiedDocumentContextParameter.ID).toBe(
      'urn:cen.eu:en16931:2017',
    );
    expect(invoice.ExchangedDocument).toMatchObject({
      ID: 'INV-7',
      TypeCode: '380',
      IssueDateTime: { DateTimeString: { '#text': '20260701', '@_format': '102' } },
    });
    const trade = invoice.SupplyChainTradeTransaction;
    expect(trade.ApplicableHeaderTradeAgreement.SellerTradeParty).toMatchObject({
      Name: 'A & <B>',
      SpecifiedTaxRegistration: { ID: { '#text': 'BE0123456749', '@_schemeID': 'VA' } },
      URIUniversalCommunication: { URIID: { '#text': '0123456749', '@_schemeID': '0208' } },
    });
    expect(trade.IncludedSupplyChainTradeLineItem[0]).toMatchObject({
      SpecifiedLineTradeDelivery: { BilledQuantity: { '#text': '-2', '@_unitCode': 'HUR' } },
      SpecifiedLineTradeSettlement: {
        SpecifiedTradeAllowanceCharge: { ActualAmount: '-20.00', CalculationPercent: '10.00' },
        SpecifiedTradeSettlementLineMonetarySummation: { LineTotalAmount: '-180.00' },
      },
    });
    expect(trade.ApplicableHeaderTradeSettlement).toMatchObject({
      InvoiceCurrencyCode: 'EUR',
      SpecifiedTradeSettlementHeaderMonetarySummation: {
        LineTotalAmount: '820.00',
        TaxBasisTotalAmount: '820.00',
        TaxTotalAmount: { '#text': '22.20', '@_currencyID': 'EUR' },
        GrandTotalAmount: '842.20',
        TotalPrepaidAmount: '20.00',
        DuePayableAmount: '822.20',
      },
    });
  });

  test.each(['Dock 4', null])(
    'states the place of delivery, with the name if it has one: %p',
    async (name) => {
      const delivery_location = { name, address: { country_code: 'BE', city: 'Luik' } };
      const { SupplyChainTradeTransaction: trade } = await invoiceOf({ delivery_location });
      expect(trade.ApplicableHeaderTradeDelivery.ShipToTradeParty).toEqual({
        ...(name === null ? {} : { Name: name }),
        PostalTradeAddress: { CityName: 'Luik', CountryID: 'BE' },
      });
    },
  );

  test.each(TRANSPORTED_TYPES)('is written for a %s', async (type) => {
    const { ExchangedDocument } = await invoiceOf({ type });
    expect(ExchangedDocument.TypeCode).toBe(
      { invoice: '380', credit_note: '381', purchase_invoice: '389', purchase_credit_note: '261' }[
        type as 'invoice'
      ],
    );
  });

  test('omits the rate where VAT does not apply', async () => {
    const { SupplyChainTradeTransaction: trade } = await invoiceOf({
      lines: [{ ...A_LINE, vat_rate: '0', vat_category: 'O' }],
    });
    const tax = trade.ApplicableHeaderTradeSettlement.ApplicableTradeTax;
    expect(tax).toMatchObject({ CategoryCode: 'O', ExemptionReasonCode: 'VATEX-EU-O' });
    expect(tax).not.toHaveProperty('RateApplicablePercent');
  });

  test('spreads discounts of the document over its VAT rates', async () => {
    const { SupplyChainTradeTransaction: trade } = await invoiceOf({
      lines: [A_LINE, { ...A_LINE, vat_rate: '6' }],
      allowance_charges: [{ kind: 'allowance', percent: '10', reason: 'Loyalty' }],
    });
    const { SpecifiedTradeAllowanceCharge: entries } = trade.ApplicableHeaderTradeSettlement;
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      ChargeIndicator: { Indicator: 'false' },
      ActualAmount: '10.00',
      Reason: 'Loyalty',
      CategoryTradeTax: { CategoryCode: 'S', RateApplicablePercent: '21.00' },
    });
  });

  test("states the VAT a second time in the currency of the company's books", async () => {
    const { SupplyChainTradeTransaction: trade } = await invoiceOf({ currency: 'USD', exchange_rate: '0.9' });
    const { TaxCurrencyCode, SpecifiedTradeSettlementHeaderMonetarySummation: sums } =
      trade.ApplicableHeaderTradeSettlement;
    expect(TaxCurrencyCode).toBe('EUR');
    expect(sums.TaxTotalAmount).toEqual([
      { '#text': '21.00', '@_currencyID': 'USD' },
      { '#text': '18.90', '@_currencyID': 'EUR' },
    ]);
  });

  test('names the invoice that a credit note credits', async () => {
    const { SupplyChainTradeTransaction: trade } = await invoiceOf({
      type: 'credit_note',
      preceding_document: { number: 'INV-1', issue_date: '2026-06-01' },
    });
    expect(trade.ApplicableHeaderTradeSettlement.InvoiceReferencedDocument).toMatchObject({
      IssuerAssignedID: 'INV-1',
      FormattedIssueDateTime: { DateTimeString: { '#text': '20260601' } },
    });
  });
});
