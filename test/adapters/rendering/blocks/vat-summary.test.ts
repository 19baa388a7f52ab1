import { loadedFaces } from '../../../../src/adapters/rendering/fonts/faces';
import { PdfDocumentRendering } from '../../../../src/adapters/rendering/pdf-document-rendering';
import { LANGUAGES, type Language } from '../../../../src/domain/master-data/company';
import { A_LINE, aDocument } from '../../../support/documents';
import { plain, ReadPdf, type Run } from '../read-pdf';

const rendering = new PdfDocumentRendering();
const RIGHT = 300;
const RATES = [{ vat_rate: '21' }, { vat_rate: '6' }, { vat_rate: '0', vat_category: 'Z' }] as const;

/** The texts of each row of the VAT summary, from left to right; the first row has the titles. */
async function summaryOf(language: Language, prices: readonly string[]): Promise<Run[][]> {
  const lines = prices.map((unit_price, index) => ({ ...A_LINE, unit_price, ...RATES[index]! }));
  const document = { ...aDocument({ language, lines }), status: 'sent' } as const;
  const { runs } = new ReadPdf(await rendering.pdf({ document, logo: null }));
  const first = runs.findIndex(({ text }) =>
    /^(VAT summary|Btw-overzicht|Récapitulatif TVA|MwSt.-Übersicht)$/.test(text),
  );
  const texts = runs.slice(first).filter(({ x }) => x < RIGHT);
  return Array.from({ length: prices.length + 1 }, (_row, index) => texts.slice(index * 3, index * 3 + 3));
}

const { regular, bold } = loadedFaces();

describe('The VAT summary', () => {
  test('has amounts of the usual size where they fit beside each other', async () => {
    const rows = await summaryOf('de', ['2540740717.83', '25.50']);
    expect(rows[1]!.map(({ text }) => plain(text))).toEqual(['21 %', '2.540.740.717,83', '533.555.550,74']);
    expect(rows.slice(1).flatMap((row) => row.map(({ size }) => size))).toEqual([9, 9, 9, 9, 9, 9]);
  });

  test('has one size for all amounts that do not fit', async () => {
    const rows = await summaryOf('de', ['540740717832830', '25.50']);
    const sizes = new Set(rows.slice(1).flatMap(([, ...amounts]) => amounts.map(({ size }) => size)));
    expect(sizes.size).toBe(1);
    expect([...sizes][0]).toBeLessThan(9);
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    test.each([
      ['usual', ['100', '50.25']],
      ['large', ['2628538714.43', '1']],
      ['the largest', ['400000000000000', '400000000000000']],
      ['large, without VAT', ['1', '1', '999999999999990']],
    ])('keeps %s amounts apart', async (_kind, prices) => {
      for (const [number, row] of (await summaryOf(language, prices)).entries()) {
        expect(row).toHaveLength(3);
        const ends = row.map(({ x, text, size }) => x + (number === 0 ? bold : regular).width(text, size));
        for (const [index, { x }] of row.slice(1).entries()) expect(x - ends[index]!).toBeGreaterThan(6);
      }
    });
  });
});
