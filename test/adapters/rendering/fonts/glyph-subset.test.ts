import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { FontGlyphs, GlyphSubset } from '../../../../src/adapters/rendering/fonts/glyph-subset';

/** A member of fontkit's fonts that its types lack. */
interface Subsetting {
  createSubset(): { includeGlyph(id: number): number; encode(): Uint8Array };
}

const INTER = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'].map(
  (name): [string] => [require.resolve(`@expo-google-fonts/inter/${name}`)],
);

describe('a subset of a font', () => {
  describe.each(INTER)('%s', (path) => {
    const file = readFileSync(path);
    const font = create(file) as Font & Subsetting;

    test.each([
      ['letters', 'Invoice 2026-1'],
      ['nothing but .notdef', ''],
      ['letters that are composed of others', 'Fußgängerübergänge à Liège, Ÿ½Ǻ'],
      ['Greek and Cyrillic', 'Ελληνικά Кириллица ΐ Ё'],
    ])('has the tables that the font library writes for %s', (_kind, text) => {
      const subset = new GlyphSubset(new FontGlyphs(file));
      const expected = font.createSubset();
      for (const character of text) {
        const { id } = font.glyphForCodePoint(character.codePointAt(0)!);
        expect(subset.includeGlyph(id)).toBe(expected.includeGlyph(id));
      }
      expect(tables(subset.encode())).toEqual(tables(Buffer.from(expected.encode())));
    });

    test('takes any number of subsets out of one font', () => {
      const glyphs = new FontGlyphs(file);
      const { id } = font.glyphForCodePoint('é'.codePointAt(0)!);
      const encoded = [1, 2].map(() => {
        const subset = new GlyphSubset(glyphs);
        subset.includeGlyph(id);
        return subset.encode();
      });
      expect(encoded[1]).toEqual(encoded[0]);
    });
  });
});

function tables(file: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 12; at < 12 + file.readUInt16BE(4) * 16; at += 16) {
    const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    found[file.toString('latin1', at, at + 4)] = file.toString('hex', offset, offset + length);
  }
  return found;
}
