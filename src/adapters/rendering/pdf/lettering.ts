import type { Faces } from '../fonts/faces';
import { GatheredFont } from '../fonts/gathered-font';
import type { Line } from '../fonts/text-directions';
import type { PlacedGlyph, TextRun } from '../fonts/text-runs';
import type { Typeface } from '../fonts/typeface';
import { hexText } from './structure';

/** Properties of PDFKit's embedded font that its types lack. */
interface EmbeddedFont {
  readonly id: string;
  readonly subset: { includeGlyph(id: number): number };
  readonly widths: number[];
  readonly unicode: (readonly number[])[];
  ref(): unknown;
}

interface Fonts {
  /** Resources of the current page. */
  readonly page: { readonly fonts: Record<string, unknown> };
  registerFont(name: string, font: unknown): void;
  font(name: string): unknown;
  readonly _font: EmbeddedFont;
}

/**
 * Stands for a glyph that belongs to no character: PDF/A requires a Unicode value for every glyph (ISO 19005-3,
 * 6.2.11.7.2).
 */
const NO_CHARACTER = [0x200b];

/** The fonts of one document: the glyphs to embed, and the operators that show text. */
export class Lettering {
  private readonly regular: DocumentFace;
  private readonly bold: DocumentFace;

  constructor(doc: PDFKit.PDFDocument, { regular, bold }: Faces) {
    const fonts = doc as unknown as Fonts;
    this.regular = new DocumentFace(fonts, 'Regular', regular);
    this.bold = new DocumentFace(fonts, 'Bold', bold);
  }

  /**
   * Operators that show one line.
   *
   * @param x - left end of the line
   * @param y - baseline, from the top of the page
   * @param angle - in radians, counter-clockwise
   */
  operators(line: Line, is_bold: boolean, size: number, x: number, y: number, angle = 0): string {
    const face = is_bold ? this.bold : this.regular;
    if (typeof line === 'string' && face.typeface.isPlain(line))
      return face.plain(line, size, matrix(x, y, angle));
    let operators = '';
    let left = x;
    for (const run of face.typeface.runs(line)) {
      operators += face.run(run, size, left, y);
      left += (run.width * size) / 1000;
    }
    return operators;
  }
}

/** Text matrix. The y axis of the page points down, that of a font up. */
function matrix(x: number, y: number, angle: number): string {
  const place = `${short(x)} ${short(y)} Tm`;
  if (angle === 0) return `1 0 0 -1 ${place}`;
  const [cos, sin] = [Math.cos(angle).toFixed(4), Math.sin(angle).toFixed(4)];
  return `${cos} -${sin} -${sin} -${cos} ${place}`;
}

/** A number with at most two decimals. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

class DocumentFace {
  private readonly codes = new Map<number, string>();
  private readonly strings = new Map<string, string>();
  private embedded: EmbeddedFont | undefined;
  private gathered: { readonly font: GatheredFont; readonly embedded: EmbeddedFont } | undefined;

  constructor(
    private readonly fonts: Fonts,
    private readonly name: string,
    readonly typeface: Typeface,
  ) {
    fonts.registerFont(name, typeface.font);
  }

  plain(text: string, size: number, place: string): string {
    this.embedded ??= this.embed(this.name);
    let strings = this.strings.get(text);
    if (strings === undefined) this.strings.set(text, (strings = this.encoded(text, this.embedded)));
    return `BT/${this.use(this.embedded)} ${short(size)} Tf ${place}[${strings}]TJ ET\n`;
  }

  /** A text as glyph codes with kerning between them, in thousandths of the font size. */
  private encoded(text: string, font: EmbeddedFont): string {
    const { typeface, codes } = this;
    const scale = 1000 / typeface.font.unitsPerEm;
    let strings = '<';
    let last = -1;
    for (const character of text) {
      const code_point = character.codePointAt(0)!;
      const kerning = last < 0 ? 0 : typeface.kerning(last, code_point);
      if (kerning !== 0) strings += `>${short(-kerning * scale)}<`;
      let code = codes.get(code_point);
      if (code === undefined) {
        const { id, advanceWidth, codePoints } = typeface.letter(code_point);
        code = included(font, font.subset.includeGlyph(id), advanceWidth * scale, codePoints);
        codes.set(code_point, code);
      }
      strings += code;
      last = code_point;
    }
    return `${strings}>`;
  }

  run(run: TextRun, size: number, x: number, y: number): string {
    if (run.font === null) return this.plain(run.text, size, matrix(x, y, 0));
    const { font, embedded } = (this.gathered ??= this.gather());
    const scale = 1000 / run.font.unitsPerEm;
    const coded = run.glyphs.map((placed) => {
      const { advanceWidth, codePoints } = placed.glyph;
      const characters = codePoints.length === 0 ? NO_CHARACTER : codePoints;
      const width = advanceWidth * scale;
      return {
        ...placed,
        width,
        code: included(embedded, font.include(run.font!, placed.glyph), width, characters),
      };
    });
    const use = `BT/${this.use(embedded)} ${short(size)} Tf`;
    const text = `<</ActualText${hexText(run.text)}>>BDC ${use}`;
    if (isReversed(run))
      return `/ReversedChars${text} ${matrix(x, y, 0)}[${reversedString(coded)}]TJ ET EMC\n`;
    // Glyphs are not in the order of the characters, and one may stand for several; ActualText states the text itself.
    let operators = `/Span${text}\n`;
    let left = x;
    for (const { code, advance, x_offset, y_offset } of coded) {
      const place = matrix(left + (x_offset * size) / 1000, y - (y_offset * size) / 1000, 0);
      operators += `${place}<${code}>Tj\n`;
      left += (advance * size) / 1000;
    }
    return `${operators}ET EMC\n`;
  }

  private gather() {
    const font = new GatheredFont(`NotoSans-${this.name}`);
    const name = `Scripts${this.name}`;
    this.fonts.registerFont(name, font);
    return { font, embedded: this.embed(name) };
  }

  private embed(name: string): EmbeddedFont {
    this.fonts.font(name);
    return this.fonts._font;
  }

  private use(font: EmbeddedFont): string {
    this.fonts.page.fonts[font.id] ??= font.ref();
    return font.id;
  }
}

/**
 * Whether the glyphs are the characters of the text in reverse, such as Hebrew without points. Readers expect such text
 * in visual order and reverse it themselves (ISO 32000-1, 14.8.2.3.3); some of them would reverse the ActualText of a
 * Span too.
 */
function isReversed({ text, glyphs }: TextRun): boolean {
  const shown = glyphs.map(({ glyph }) => String.fromCodePoint(...glyph.codePoints)).reverse();
  return glyphs.length > 1 && glyphs.every(({ y_offset }) => y_offset === 0) && shown.join('') === text;
}

interface CodedGlyph extends PlacedGlyph {
  readonly code: string;
  /** In thousandths of the font size. */
  readonly width: number;
}

/** The glyphs as one string, so that its characters are what is reversed. */
function reversedString(glyphs: readonly CodedGlyph[]): string {
  let string = '';
  let moved = 0;
  for (const { code, advance, x_offset, width } of glyphs) {
    const correction = moved - x_offset;
    string += `${Math.abs(correction) < 0.005 ? '' : short(correction)}<${code}>`;
    moved = width + x_offset - advance;
  }
  return string;
}

/** @returns the glyph's code as four hexadecimal digits */
function included(font: EmbeddedFont, code: number, width: number, characters: readonly number[]): string {
  font.widths[code] ??= width;
  font.unicode[code] ??= characters;
  return code.toString(16).padStart(4, '0');
}
