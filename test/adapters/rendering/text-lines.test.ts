import fc from 'fast-check';
import { loadedFaces } from '../../../src/adapters/rendering/fonts/faces';
import type { Line } from '../../../src/adapters/rendering/fonts/text-directions';
import { firstLines, textLines } from '../../../src/adapters/rendering/text-lines';

const { regular } = loadedFaces();
const textOf = (line: Line) => (typeof line === 'string' ? line : line.text);
const lines = (text: string, width: number) => textLines(text, width, regular, 10).map(textOf);

describe('Text lines', () => {
  test('break at blanks, hyphens and slashes', () => {
    expect(lines('one two', 25)).toEqual(['one', 'two']);
    expect(lines('over-due', 32)).toEqual(['over-', 'due']);
    expect(lines('and/or', 25)).toEqual(['and/', 'or']);
  });

  test('keep the line breaks of the text', () => {
    expect(lines('a\n\nb', 100)).toEqual(['a', '', 'b']);
  });

  test('never break at a no-break space', () => {
    expect(lines('x 1\u00a0000', 30)).toEqual(['x', '1\u00a0000']);
  });

  test('fit the width and contain every character', () => {
    const units = ['a', 'W', 'é', 'Щ', 'λ', ' ', '-', '1'];
    const textsOf = (...more: string[]) =>
      fc.string({ unit: fc.constantFrom(...units, ...more), maxLength: 200 });
    const texts = fc.oneof(textsOf(), textsOf('א', 'ت', '(', ')'));
    fc.assert(
      fc.property(texts, fc.integer({ min: 15, max: 300 }), (text, width) => {
        const result = textLines(text, width, regular, 10);
        expect(result.every((line) => regular.width(line, 10) <= width)).toBe(true);
        expect(result.map(textOf).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  describe.each([
    ['letters without a space', 'abcdefghij'],
    ['Arabic letters without a space', 'العميل'],
    ['Korean letters without a space', '한국어'],
    ['Chinese characters', '漢字仮名交'],
    ['both directions', 'aא'],
    ['words', 'one two '],
    ['spaces', ' '],
    ['no-break spaces and spaces', '\u00a0 '],
    ['ideographic spaces', '\u3000'],
    ['marks without a width', '\u0301'],
  ])('of %s', (_kind, repeated) => {
    /** How many characters are measured for the lines of so many characters. */
    function measured(count: number): number {
      let characters = 0;
      const counting = Object.assign(Object.create(regular) as typeof regular, {
        width(line: Line, size: number) {
          characters += textOf(line).length;
          return regular.width(line, size);
        },
      });
      textLines(`a${repeated.repeat(count / repeated.length)}漢`, 300, counting, 9);
      return characters;
    }

    test('are measured in proportion to the length of the text', () => {
      expect(measured(32_000)).toBeLessThan(5 * Math.max(measured(8_000), 8_000));
    });
  });

  test('contain every character of a word that is longer than any line', () => {
    const text = `a${'🄰'.repeat(1_000)}`; // the limits of lines fall between the halves of surrogate pairs
    expect(regular.printable(text)).toBe(text);
    const result = lines(text, 9_000);
    expect(result.join('')).toBe(text);
    expect(result.every((line) => line.isWellFormed())).toBe(true);
  });

  test('end in an ellipsis where there are too many', () => {
    const first = (text: string, width: number) => firstLines(2, text, width, regular, 10);
    expect(first('one\ntwo\nthree', 100)).toEqual(['one', 'two…']);
    expect(first('one two three', 25)).toEqual(['one', 'tw…']);
    expect(first('one', 100)).toEqual(['one']);
  });
});

describe('Typeface', () => {
  test.each(['Peeters & Zonen', 'ĄĆĘŁŃÓŚŹŻ ğış', 'Щёголь їґє', 'Ελληνικά ΐΰ', '€ £ № ½ ² → ✓ “–” …'])(
    'has a glyph for every letter of %s',
    (text) => {
      expect(regular.printable(text)).toBe(text);
    },
  );

  test('composes letters and decomposes ligatures', () => {
    expect(regular.printable('e\u0301 \ufb01 \uff21')).toBe('é fi A');
  });

  test('shows a box for a character without a glyph, and nothing for an invisible one', () => {
    expect(regular.printable('日本 🎉')).toBe('日本 □');
    expect(regular.ownPrintable('日本 🎉')).toBe('□□ □');
    expect(regular.missing('日本 🎉 □ 🎉 é\n')).toEqual(['🎉']);
    expect(regular.printable('a\u0000\u200b\u202e\ufeff\ud800b\tc\r\nd')).toBe('ab c\nd');
  });

  test('gives all digits one width', () => {
    const widths = [...'0123456789'].map((digit) => regular.width(digit.repeat(5), 9));
    expect(new Set(widths).size).toBe(1);
  });

  test.each(['漢字', 'aא', 'हिन्दी', '🄰'])('measures a text of any length: %s repeated', (repeated) => {
    const width = (count: number) => regular.width(repeated.repeat(count / repeated.length), 10);
    const once = regular.width(repeated, 10) / repeated.length;
    expect(width(600_000) / 600_000).toBeCloseTo(once, 1);
  });

  test('applies kerning', () => {
    expect(regular.width('AV', 100)).toBeLessThan(regular.width('A', 100) + regular.width('V', 100));
    expect(regular.width('ff', 100)).toBeGreaterThan(regular.width('f', 100) * 1.8);
  });
});
