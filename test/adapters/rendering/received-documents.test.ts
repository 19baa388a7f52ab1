import { PeppolUblWriter } from '../../../src/adapters/e-invoicing/writing/ubl-writer';
import { XmlEInvoiceReader } from '../../../src/adapters/e-invoicing/reading/xml-e-invoice-reader';
import { PdfDocumentRendering } from '../../../src/adapters/rendering/pdf-document-rendering';
import { LEFT } from '../../../src/adapters/rendering/theme';
import type { Language } from '../../../src/domain/master-data/company';
import type { Document } from '../../../src/domain/documents/document';
import { receivedDocument } from '../../../src/domain/e-invoicing/received';
import type { ParsedEInvoice } from '../../../src/domain/e-invoicing/parsed-e-invoice';
import { A_LINE, aDocument } from '../../support/documents';
import { aStatedParty, aStatedGroup, aStatedLine, aStatement } from '../../support/parsed-e-invoices';
import { ReadPdf } from './read-pdf';

const rendering = new PdfDocumentRendering();

async function pdfOf(parsed: ParsedEInvoice, language: Language = 'en'): Promise<ReadPdf> {
  const document = receivedDocument(parsed, {
    id: 'an-id',
    now: new Date('2026-07-02T10:00:00.000Z'),
    company: { currency: 'EUR', language },
    relation: { id: 'a-relation', language: null },
    duplicate_of: null,
  });
  // A received document is kept where the others are, with more in its lines.
  const bytes = await rendering.pdf({
    document: document as unknown as Document,
    logo: null,
  });
  return new ReadPdf(bytes);
}

/** Replaces no-break spaces by spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/\u2212/g, '-');
const texts = (pdf: ReadPdf) => plain(pdf.text).split('\n');

const SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';

describe('PDF of a received document', () => {
  test.each([
    ['380', false, null, 'Invoice', 'Seller NV'],
    ['381', true, null, 'Credit note', 'Seller NV'],
    ['389', false, SELF_BILLING, 'Self-billed invoice', 'Buyer SRL'],
    ['261', true, SELF_BILLING, 'Self-billed credit note', 'Buyer SRL'],
  ] as const)(
    'of code %s has the letterhead and title of its issuer',
    async (type_code, is_credit_note, customization_id, title, issuer) => {
      const pdf = await pdfOf(aStatement({ type_code, is_credit_note, customization_id }));
      const head = pdf.runs.filter(({ y }) => y > 760).map(({ text }) => text);
      expect(head).toContain(issuer);
      expect(head.join(' ')).toContain(title);
      expect(texts(pdf).includes('Self-billing')).toBe(title.startsWith('Self-billed'));
    },
  );

  test.each([
    ['380', null],
    ['389', SELF_BILLING],
  ] as const)('of code %s has the buyer at the left', async (type_code, customization_id) => {
    const { runs } = await pdfOf(aStatement({ type_code, customization_id }));
    const columns = runs.filter(({ text }) => text === 'Customer' || text === 'Supplier');
    expect(columns.map(({ text }) => text)).toEqual(['Customer', 'Supplier']);
    expect(columns[0]!.x).toBeCloseTo(LEFT, 0);
  });

  test.each([
    ['380', false],
    ['381', true],
  ] as const)(
    'of code %s shows how quantity and price give the amount of each line',
    async (code, credit) => {
      const allowance = {
        kind: 'allowance',
        amount: '29.94',
        percent: '10',
        base_amount: '299.40',
        reason: 'Volume',
      } as const;
      const charge = {
        kind: 'charge',
        amount: '5.00',
        percent: null,
        base_amount: null,
        reason: 'Pallet',
      } as const;
      const coded = { ...charge, kind: 'allowance', amount: '1.00', reason: '95' } as const;
      const pdf = await pdfOf(
        aStatement({
          type_code: code,
          is_credit_note: credit,
          lines: [
            aStatedLine({
              name: 'Chairs',
              unit: null,
              quantity: '12',
              unit_price: '24.95',
              net_amount: '273.46',
              allowance_charges: [allowance, charge, coded],
            }),
            aStatedLine({
              name: 'Screws',
              unit: null,
              quantity: '250',
              unit_price: '8.40',
              base_quantity: '100',
              net_amount: '21.01',
            }),
          ],
          vat_breakdown: [aStatedGroup({ taxable_amount: '294.47', vat_amount: '61.84' })],
          totals: {
            lines: '294.47',
            tax_exclusive: '294.47',
            tax: '61.84',
            tax_inclusive: '356.31',
            paid: '100',
            rounding: '-0.31',
            payable: '256.00',
          },
        }),
      );
      const steps = rowsOf(pdf);
      expect(steps).toEqual(
        expect.arrayContaining([
          ['1', '12', '24.95', '21%', '273.46', 'Chairs'],
          ['12 × 24.95', '299.40'],
          ['Volume (10% × 299.40)', '-29.94'],
          ['Pallet', '5.00'],
          ['Discount 95', '-1.00'],
          ['2', '250', '8.40 / 100', '21%', '21.01', 'Screws'],
          ['250 × 8.40 / 100', '21.00'],
          ['Difference', '0.01'],
          ['Rounding', '-0.31'],
          ['Already paid', '-100.00'],
        ]),
      );
    },
  );

  test.each([
    ['a line feed', 'é\nb', 'é b'],
    ['a line feed alone', 'a\nb', 'a b'],
    ['a character of no font', 'é𓀀', 'é□'],
    ['only characters of no font', '𓀀', '□'],
  ])('draws a reason, a unit and a number with %s on one line each', async (_what, text, drawn) => {
    const allowance = { kind: 'allowance', amount: '10.00', percent: '10', base_amount: '110.00' } as const;
    const line = aStatedLine({
      unit: text,
      unit_price: '110',
      allowance_charges: [{ ...allowance, reason: text }],
    });
    const totals = { lines: '4000.00', tax_exclusive: '4000.00', tax: '840.00', tax_inclusive: '4840.00' };
    const pdf = await pdfOf(
      aStatement({
        number: text,
        lines: Array<typeof line>(40).fill(line),
        vat_breakdown: [aStatedGroup({ taxable_amount: '4000.00', vat_amount: '840.00' })],
        totals: { ...totals, payable: '4840.00' },
      }),
    );
    expect(pdf.pages).toBeGreaterThan(1);
    const shown = texts(pdf);
    expect(shown).toEqual(
      expect.arrayContaining([`${drawn} (10% × 110.00)`, `Invoice ${drawn}`, `1 ${drawn}`]),
    );
    for (const { glyphs } of pdf.runs) expect(glyphs).not.toContain(0);
  });

  test('shows no calculation where quantity times price is the amount', async () => {
    expect(texts(await pdfOf(aStatement())).join()).not.toContain('×');
  });

  test('shows a discount once although it is stated for each VAT rate', async () => {
    const rates = ['21', '12', '6', '0'] as const;
    const document = aDocument({
      lines: rates.map((vat_rate) => ({
        ...A_LINE,
        vat_rate,
        ...(vat_rate === '0' && { vat_category: 'Z' as const }),
      })),
      allowance_charges: [
        { kind: 'allowance', percent: '10', reason: 'Loyalty' },
        { kind: 'charge', amount: '8', reason: 'Freight' },
      ],
    });
    const xml = new PeppolUblWriter().write(document);
    const { parsed } = new XmlEInvoiceReader().readFile(Buffer.from(xml), 'xml');
    expect(parsed.allowance_charges).toHaveLength(8);
    const rows = texts(await pdfOf(parsed));
    expect(rows.filter((text) => text.startsWith('Loyalty'))).toEqual(['Loyalty (10%)']);
    expect(rows).toEqual(expect.arrayContaining(['-40.00', 'Freight', '8.00']));
    expect(rows.join(' ')).toContain('21%: -10.00 · 12%: -10.00 · 6%: -10.00 · 0%: -10.00');
  });

  test('shows its dates and the rest of a party, whatever the length of a text', async () => {
    const long = 'Registered office and share capital. '.repeat(200);
    const seller = aStatedParty({ name: long, legal_information: long, email: 'post@seller.example' });
    const pdf = await pdfOf(aStatement({ seller, number: 'F'.repeat(3_000), buyer_reference: long }));
    expect(texts(pdf)).toEqual(expect.arrayContaining(['post@seller.example', 'Date', 'Your reference']));
    expect(Math.min(...pdf.runs.map(({ y }) => y))).toBeGreaterThan(20);
  });

  const payment = { account: 'BE68539007547034', bic: 'KREDBEBB' };
  /** The fact below a caption. */
  const below = (pdf: ReadPdf, caption: string) => {
    const rows = texts(pdf);
    return rows[rows.indexOf(caption) + 1];
  };

  test('names its payee as the beneficiary, and otherwise its seller', async () => {
    expect(below(await pdfOf(aStatement({ payment })), 'Beneficiary')).toBe('Seller NV');
    const factored = await pdfOf(aStatement({ payment, payee: 'Factor AG' }));
    expect(below(factored, 'Beneficiary')).toBe('Factor AG');
    expect(below(factored, 'IBAN')).toBe('BE68 5390 0754 7034');
  });

  test('names its payee where it states no account', async () => {
    const pdf = await pdfOf(aStatement({ payee: 'Factor AG' }));
    expect(below(pdf, 'Beneficiary')).toBe('Factor AG');
    expect(below(pdf, 'Amount')).toBe('€121.00');
    expect(texts(pdf)).not.toContain('IBAN');
    expect(texts(await pdfOf(aStatement()))).not.toContain('Beneficiary');
  });

  test.each([
    ['en', 'Payment terms'],
    ['nl', 'Betalingsvoorwaarden'],
    ['fr', 'Conditions de paiement'],
    ['de', 'Zahlungsbedingungen'],
  ] as const)('shows its payment terms, in %s as %s', async (language, caption) => {
    const payment_terms = '#SKONTO#TAGE=14#PROZENT=2.00#\n      30 days';
    const rows = texts(await pdfOf(aStatement({ payment_terms, note: 'Thanks' }), language));
    const at = rows.indexOf(caption);
    expect(rows.slice(at, at + 3)).toEqual([caption, '#SKONTO#TAGE=14#PROZENT=2.00#', '30 days']);
    expect(rows.indexOf('Thanks')).toBeGreaterThan(at);
    expect(texts(await pdfOf(aStatement(), language))).not.toContain(caption);
  });

  test('stays within its pages, however long the texts about its payment are', async () => {
    const long = 'Registered office and share capital. '.repeat(400);
    const members = {
      payment: { ...payment, account: long },
      payment_reference: long,
      due_date: '2026-09-30',
    };
    const seller = aStatedParty({ name: long });
    for (const payee of [null, long]) {
      const pdf = await pdfOf(aStatement({ ...members, seller, payee, payment_terms: long }));
      expect(below(pdf, 'Due date')).toMatch(/2026/);
      expect(Math.min(...pdf.runs.map(({ y }) => y))).toBeGreaterThan(20);
    }
  });

  test('gives the reasons that its sender stated, in the sender’s words', async () => {
    const stated = { category: 'AE', rate: '0', vat_amount: '0', exemption_code: 'VATEX-EU-AE' } as const;
    const of = (exemption_reason: string | null) =>
      pdfOf(
        aStatement({
          lines: [aStatedLine({ vat_category: 'AE', vat_rate: '0' })],
          vat_breakdown: [aStatedGroup({ ...stated, exemption_reason })],
          totals: { lines: '100', tax_exclusive: '100', tax: '0', tax_inclusive: '100', payable: '100' },
        }),
      );
    const own_words = texts(await of('Verlegging van heffing, art. 20'));
    expect(own_words).toContain('Verlegging van heffing, art. 20');
    expect(own_words.join()).not.toMatch(/Reverse charge|Royal Decree/);
    expect(texts(await of(null))).toContain('Reverse charge (VATEX-EU-AE)');
  });
});

/** Texts by line, from left to right as they are drawn. */
function rowsOf({ runs }: ReadPdf): string[][] {
  const rows = new Map<string, string[]>();
  for (const { page, y, text } of runs) {
    const key = `${page} ${Math.round(y)}`;
    rows.set(key, [...(rows.get(key) ?? []), plain(text)]);
  }
  return [...rows.values()];
}
