import fc from 'fast-check';
import { bidi, paragraphDirections, partOf } from '../../../../src/adapters/rendering/fonts/text-directions';
import { loadedFaces } from '../../../../src/adapters/rendering/fonts/faces';
import { textLines } from '../../../../src/adapters/rendering/text-lines';

const { regular } = loadedFaces();
const resolved = (text: string) => Array.from(bidi.getEmbeddingLevels(text, 'auto').levels);
const levels = (text: string) => Array.from(paragraphDirections(text)!.levels);

describe('The directions of a paragraph', () => {
  test.each(['', 'Invoice 2026 (copy)', '北京示例科技有限公司', 'हिन्दी'])(
    'are not resolved where all characters run from left to right: %s',
    (text) => {
      expect(paragraphDirections(text)).toBeNull();
    },
  );

  test.each([
    ['Arabic', 'شركة', 1],
    ['a number before Arabic', '12 شركة', 1],
    ['Latin before Hebrew', '(ABC) שלום', 0],
    ['Arabic digits alone', '٣', 0],
  ])('begin with the first letter: %s', (_kind, text, base) => {
    expect(paragraphDirections(text)!.base).toBe(base);
    expect(levels(text)).toEqual(resolved(text));
  });

  test.each([
    ['from right to left', 'شركة الاختبار المحدودة (Test Co. 2024) بتاريخ 03-04-2024، (A-1/B-2). '],
    ['from left to right', 'Delivered to חברת דוגמה בע״מ (16 רחוב) on 03-04-2024 (A-1/B-2). '],
  ])('are those of the whole text, however long it is: %s', (_kind, sentence) => {
    const text = sentence.repeat(100);
    expect(levels(text)).toEqual(resolved(text));
  });

  test('are the same in each of its lines', () => {
    const units = ['א', 'ت', 'a', '1', '٣', ' ', '.', '-', '/', '(', ')', '%', 'é'];
    const texts = fc.string({ unit: fc.constantFrom(...units), maxLength: 200 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 15, max: 300 }), (text, width) => {
        let start = 0;
        for (const line of textLines(text, width, regular, 10)) {
          if (typeof line === 'string') continue; // the whole paragraph, or one from left to right
          start = text.indexOf(line.text, start);
          const { levels: all, base } = paragraphDirections(text)!;
          expect(line).toEqual(partOf({ levels: all, base }, start, line.text));
          start += line.text.length;
        }
      }),
    );
  });
});
