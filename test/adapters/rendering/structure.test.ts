import { PdfDocumentRendering } from '../../../src/adapters/rendering/pdf-document-rendering';
import { A_LINE, aDocument } from '../../support/documents';
import { plain, ReadPdf, type StructureNode } from './read-pdf';

const rendering = new PdfDocumentRendering();

async function pdfOf(count: number): Promise<ReadPdf> {
  const lines = Array.from({ length: count }, (_line, index) => ({ ...A_LINE, name: `Line ${index + 1}` }));
  const document = { ...aDocument({ language: 'en', lines, note: 'Thank you' }), status: 'sent' } as const;
  return new ReadPdf(await rendering.pdf({ document, logo: null }));
}
const structureOf = async (count: number) => (await pdfOf(count)).structure;

const all = (node: StructureNode, tag: string): StructureNode[] => [
  ...(node.tag === tag ? [node] : []),
  ...node.children.flatMap((child) => all(child, tag)),
];
const textOf = (node: StructureNode): string => node.text + node.children.map(textOf).join(' ');

describe('The structure of a document', () => {
  test('contains every text except those that each page repeats', async () => {
    const { structure, runs } = await pdfOf(60);
    const pieces = (node: StructureNode): string[] => [node.text, ...node.children.flatMap(pieces)];
    const letters = (texts: readonly string[]) => [...texts.join('').replace(/\s/g, '')].sort().join('');
    const shown = runs.filter(({ mcid }) => mcid !== null).map(({ text }) => plain(text));
    expect(letters(pieces(structure))).toBe(letters(shown));
    const repeated = runs
      .filter(({ mcid, page }) => mcid === null && page === 1)
      .map(({ text }) => plain(text));
    expect(repeated).toEqual(expect.arrayContaining(['Description', 'Carried forward', 'Page 2 of 3']));
  });

  test('has a title, and a heading for each party and the note', async () => {
    const root = await structureOf(1);
    expect(all(root, 'H1').map(textOf)).toEqual(['Invoice2026-00042']);
    expect(all(root, 'H2').map(textOf)).toEqual(['Customer', 'Supplier', 'Note']);
  });

  test('has one table of the lines over all pages, with column headers', async () => {
    const [lines] = all(await structureOf(60), 'Table');
    const heads = all(lines!, 'TH');
    expect(heads.map(textOf)).toEqual(['#', 'Description', 'Quantity', 'Unit price', 'VAT', 'Amount (EUR)']);
    for (const { attributes } of heads) expect(attributes).toContain('/Scope/Column');
    const rows = all(lines!, 'TR').slice(1);
    expect(rows).toHaveLength(60);
    expect(rows[59]!.children.map(textOf)).toEqual(['60', 'Line 60', '1', '100.00', '21%', '100.00']);
  });

  test('has a label for each total', async () => {
    const totals = all(await structureOf(1), 'Table')[2]!;
    const rows = all(totals, 'TR').map((row) => row.children.map(textOf));
    expect(rows).toEqual([
      ['Total excl. VAT', '100.00'],
      ['VAT', '21.00'],
      ['Total incl. VAT', '€121.00'],
      ['Amount due', '€121.00'],
    ]);
    for (const { attributes } of all(totals, 'TH')) expect(attributes).toContain('/Scope/Row');
  });

  test('describes the payment code in words', async () => {
    const [code] = all(await structureOf(1), 'Figure');
    expect(code!.attributes).toContain(
      `/Alt<feff${Buffer.from('Scan to pay', 'utf16le').swap16().toString('hex')}>`,
    );
  });
});
