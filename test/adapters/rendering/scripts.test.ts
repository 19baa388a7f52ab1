import fc from 'fast-check';
import { PdfDocumentRendering } from '../../../src/adapters/rendering/pdf-document-rendering';
import { loadedFaces } from '../../../src/adapters/rendering/fonts/faces';
import { scriptFont, trimScriptFonts } from '../../../src/adapters/rendering/fonts/script-fonts';
import type { Line } from '../../../src/adapters/rendering/fonts/text-directions';
import { firstLines, textLines } from '../../../src/adapters/rendering/text-lines';
import { A_LINE, aDocument, type DocumentMembers } from '../../support/documents';
import { processorTime } from '../../support/processor-time';
import { ReadPdf } from './read-pdf';

const rendering = new PdfDocumentRendering();
const { regular } = loadedFaces();

async function bytesOf(members: DocumentMembers): Promise<Uint8Array> {
  const document = { ...aDocument({ language: 'en', ...members }), status: 'sent' } as const;
  return rendering.pdf({ document, logo: null });
}

const NAMES = [
  ['Chinese', '北京示例科技有限公司'],
  ['traditional Chinese', '臺灣範例股份有限公司'],
  ['Japanese', '株式会社サンプル電機'],
  ['Korean', '주식회사 한국전자'],
  ['Arabic', 'شركة المثال للتجارة'],
  ['Hebrew', 'חברת דוגמה בע״מ'],
  ['Thai', 'บริษัท ตัวอย่าง จำกัด'],
  ['Hindi', 'उदाहरण प्राइवेट लिमिटेड'],
  ['Greek', 'Ελληνική Εταιρεία ΑΕ'],
  ['Russian', 'ООО «Пример»'],
  ['Vietnamese', 'Công ty Cổ phần Ví Dụ'],
  ['Polish', 'Przykład Żółć Sp. z o.o.'],
] as const;

describe('A name in another script', () => {
  test.each(NAMES)('is printed in %s, without missing glyphs', async (_script, name) => {
    const pdf = new ReadPdf(await bytesOf({ relation: { name } }));
    expect(regular.printable(name)).toBe(name.normalize('NFC'));
    // A letter may be drawn in several glyphs, or several in one: then the text is said beside them.
    const letters = new Set(pdf.characters + pdf.actualTexts.join(''));
    for (const letter of name.normalize('NFC').replace(/\s/g, '')) expect(letters).toContain(letter);
    expect(pdf.characters).not.toContain('□');
    for (const { glyphs } of pdf.runs) expect(glyphs).not.toContain(0);
  });

  test.each([
    ['Hebrew', 0x590, 0x5ff, ['\u05b7', '\u05d0']],
    ['Arabic', 0x600, 0x77f, ['\u064e', '\u0628', '\u06dd']],
    ['Devanagari', 0x900, 0x97f, ['\u093f', '\u094d\u0915', '\u0902']],
    ['Thai', 0xe00, 0xe5f, ['\u0e34', '\u0e48', '\u0e01']],
  ])('is laid out in %s whatever follows each character', (_script, first, last, followers) => {
    for (let code_point = first; code_point <= last; code_point++) {
      for (const follower of [' ', ...followers]) {
        const text = regular.printable(String.fromCodePoint(code_point) + follower);
        const width = regular.width(text, 10);
        if (!Number.isFinite(width)) throw new Error(`U+${code_point.toString(16)} has no width.`);
      }
    }
  });

  test('has its logical order for copying and screen readers', async () => {
    const pdf = new ReadPdf(await bytesOf({ relation: { name: 'شركة ABC 2026' } }));
    expect(pdf.actualTexts).toContain('شركة');
  });

  test('runs from right to left, numbers and Latin names in it from left to right', () => {
    expect(regular.runs('שלום (2026) ABC').map(({ text }) => text)).toEqual([
      'ABC',
      ' (',
      '2026',
      ') ',
      'שלום',
    ]);
    expect(regular.runs('Rue שלום 16').map(({ text }) => text)).toEqual(['Rue ', '16', ' ', 'שלום']);
  });

  test.each([
    ['Hebrew', 'חברת דוגמה לייבוא', ['חברת דוגמה לייבוא']],
    ['Hebrew with a hyphen', 'תל-אביב', ['תל-אביב']],
    ['Hebrew within Latin', 'ABC חברת דוגמה Ltd', ['ABC ', 'חברת דוגמה', ' Ltd']],
    ['Arabic', 'شركة المثال للتجارة', ['شركة المثال للتجارة']],
    ['Arabic before a number', 'شهر يوليو 12', ['12', ' ', 'شهر يوليو']],
  ])('keeps words from right to left together, so that they can be found: %s', (_kind, text, runs) => {
    expect(regular.runs(text).map((run) => run.text)).toEqual(runs);
  });

  test('is a string in reverse in Hebrew, which viewers reverse', async () => {
    const name = 'חברת דוגמה לייבוא';
    const pdf = new ReadPdf(await bytesOf({ relation: { name } }));
    expect(pdf.text.split('\n')).toContain(Array.from(name).reverse().join(''));
    expect(pdf.actualTexts).toContain(name);
  });

  test('joins Arabic letters, and puts Devanagari vowels where they are read', () => {
    const isolated = [...'شركة'].map((letter) => regular.runs(letter)[0]!.width);
    const [joined] = regular.runs('شركة');
    expect(joined!.width).toBeLessThan(isolated.reduce((sum, width) => sum + width, 0) * 0.9);
    const [vowel_first] = regular.runs('हि');
    expect(vowel_first!.glyphs[0]!.glyph.codePoints).toEqual([0x93f]);
  });

  test('has the requested weight', () => {
    const ink = (face: typeof regular) =>
      face
        .runs('中')[0]!
        .glyphs[0]!.glyph.path.commands.flatMap(({ args }) => args)
        .join();
    expect(ink(loadedFaces().bold)).not.toBe(ink(regular));
  });

  test('is drawn with the glyphs of its language', () => {
    const font = (text: string) => regular.runs(text).map((run) => run.font)[0];
    expect(font('直します')).not.toBe(font('直接'));
  });

  test('adds nothing to documents without other scripts', async () => {
    const latin = await bytesOf({});
    const chinese = await bytesOf({ relation: { name: '北京示例科技有限公司' } });
    expect(latin.length).toBeLessThan(25_000);
    expect(chinese.length - latin.length).toBeLessThan(12_000);
  });
});

describe('A document with very many characters', () => {
  const different = (count: number) =>
    Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');

  test('shows its first 5,000 of other scripts, and boxes for more', async () => {
    const texts = [different(4_000), different(6_500)];
    const lines = texts.map((description) => ({ ...A_LINE, description }));
    const { characters } = new ReadPdf(await bytesOf({ lines }));
    expect(characters.match(/\p{Script=Han}/gu)).toHaveLength(5_000);
    expect(characters).toContain('□');
  });

  test('does not leave all its fonts loaded for the next one', () => {
    const font = () => scriptFont(0x4e00, false, 'sc');
    trimScriptFonts();
    const before = font();
    trimScriptFonts();
    expect(font()).toBe(before);
    for (let code_point = 0x4e00; code_point < 0x9fff; code_point += 31) {
      for (const name of ['sc', 'jp'] as const) scriptFont(code_point, true, name);
    }
    trimScriptFonts();
    expect(font()).not.toBe(before);
  });
});

describe('A wrapped text', () => {
  /** The runs of each line as they are seen, from left to right; words from right to left in their own order. */
  const seen = (wrapped: readonly Line[]) =>
    wrapped.map((line) => regular.runs(line).map(({ text }) => text));
  const lines = (text: string, width: number) => seen(textLines(text, width, regular, 10));

  test('has the directions of its paragraph in each line, so that brackets and stops stay where they are', () => {
    expect(lines('شركة الاختبار المحدودة (Test Co. 2024)', 150)).toEqual([
      ['Test Co.', ') ', 'شركة الاختبار المحدودة'],
      ['(', '2024'],
    ]);
    expect(lines('حسب الاتفاق (A-1/B-2) والبقية', 80)).toEqual([
      ['A-', ') ', 'حسب الاتفاق'],
      ['والبقية', ' (', '1/B-2'],
    ]);
  });

  test('has the same order of a date however it is wrapped', () => {
    const text = 'بتاريخ 03-04-2024';
    expect(lines(text, 200)).toEqual([['2024', '-', '04', '-', '03', ' ', 'بتاريخ']]);
    expect(lines(text, 55)).toEqual([
      ['-', '03', ' ', 'بتاريخ'],
      ['2024', '-', '04'],
    ]);
  });

  test('continues from right to left in a paragraph from right to left', () => {
    expect(lines('שלום לכולם Belgium, 2026.', 60)).toEqual([['שלום לכולם'], ['Belgium,'], ['.', '2026']]);
  });

  test('ends in an ellipsis at its end, where there are too many lines', () => {
    const first = (text: string) => seen(firstLines(1, text, 80, regular, 10));
    expect(first('שלום Belgium לכולם')).toEqual([['…', 'Belgium', ' ', 'שלום']]);
    expect(first('Belgium לכולם Belgium')).toEqual([['Belgium ', 'לכולם', '…']]);
  });
});

describe('Lines without blanks', () => {
  const textOf = (line: Line) => (typeof line === 'string' ? line : line.text);
  const lines = (text: string, width: number) => textLines(text, width, regular, 10).map(textOf);

  test('break between ideographs, but not before a stop or after an opening bracket', () => {
    const broken = lines('销售办公家具，包括（橡木）椅子。谢谢', 55);
    expect(broken.join('')).toBe('销售办公家具，包括（橡木）椅子。谢谢');
    expect(broken.length).toBeGreaterThan(3);
    for (const line of broken) {
      expect(line).not.toMatch(/^[，。）]/);
      expect(line).not.toMatch(/（$/);
    }
  });

  test('break between Thai words', () => {
    expect(lines('บริษัทตัวอย่างจำกัด', 40)).toEqual(['บริษัท', 'ตัวอย่าง', 'จำกัด']);
  });

  test('are broken in time proportional to their length', () => {
    const tookMs = processorTime();
    lines('（'.repeat(20_000), 300);
    lines('、'.repeat(20_000), 300);
    lines(`א${'0'.repeat(200_000)}`, 300);
    expect(tookMs()).toBeLessThan(20_000);
  });
});

test('Every text has a width, whatever its characters, which does not depend on the texts before', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(texts, (all) => {
      const before = all.map((text) => [regular.isPlain(text), regular.width(text, 10)]);
      regular.width('\n𓀀é', 10);
      expect(all.map((text) => [regular.isPlain(text), regular.width(`${text}`, 10)])).toEqual(before);
      expect(before.every(([, width]) => Number.isFinite(width))).toBe(true);
    }),
  );
});
