import type { Font, Glyph } from 'fontkit';
import { type Outline, trueTypeFont } from './outlines';

/** Units per em of every Noto Sans font. */
const GATHERED_EM = 1000;
const ASCENT = 1069;
const DESCENT = -293;

/**
 * A font to embed that is composed of the glyphs that a document uses from many fonts. It implements the properties of
 * a fontkit font that PDFKit reads.
 */
export class GatheredFont {
  readonly unitsPerEm = GATHERED_EM;
  readonly ascent = ASCENT;
  readonly descent = DESCENT;
  readonly xHeight = 536;
  readonly capHeight = 714;
  readonly lineGap = 0;
  readonly italicAngle = 0;
  readonly bbox = { minX: -1000, minY: -1000, maxX: 3000, maxY: 2000 };
  readonly post = { isFixedPitch: false };
  readonly head = { macStyle: { italic: false } };
  private readonly outlines: Outline[] = [{ advance: GATHERED_EM, commands: [] }];
  private readonly ids = new Map<Font, Map<number, number>>();

  constructor(readonly postscriptName: string) {}

  /** @returns the glyph's index in the embedded font */
  include(font: Font, glyph: Glyph): number {
    const { id, advanceWidth } = glyph;
    let of_font = this.ids.get(font);
    if (!of_font) {
      of_font = new Map<number, number>();
      this.ids.set(font, of_font);
    }
    let number = of_font.get(id);
    if (number === undefined) {
      const { commands } = glyph.path;
      number = this.outlines.push({ advance: Math.round(advanceWidth), commands }) - 1;
      of_font.set(id, number);
    }
    return number;
  }

  getGlyph(): { readonly advanceWidth: number } {
    return { advanceWidth: GATHERED_EM };
  }

  /** Not used: texts are laid out by the fonts that the glyphs come from. */
  layout(): never {
    throw new Error('A gathered font has no characters of its own.');
  }

  createSubset(): { encode(): Buffer } {
    return { encode: () => trueTypeFont(this.outlines, GATHERED_EM, ASCENT, DESCENT) };
  }
}
