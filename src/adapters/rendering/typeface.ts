import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

/** A character as PDFKit takes it from a font's layout. */
interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** Stands for what the font has no picture of. PDF/A forbids the font's own stand-in, glyph 0 (ISO 19005-3, 6.2.11.8). */
const BOX = '\u25a1';

/**
 * A font, read once for all documents. Shaping a text with every rule that a font knows takes ten times as long as
 * all the rest of a page; Latin, Greek and Cyrillic look right with a glyph for each character, digits of one width
 * and kerning, and all three can be remembered.
 */
export class Typeface {
  /** What `PDFDocument.registerFont` takes. */
  readonly font: Font;
  private readonly glyphs = new Map<number, Glyph>();
  private readonly kernings = new Map<string, number>();
  private readonly shape: Font['layout'];

  constructor(path: string) {
    this.font = create(readFileSync(path));
    this.shape = this.font.layout.bind(this.font);
    for (const digit of '0123456789') this.keepTabular(digit);
    this.font.layout = (text: string) => this.run(text);
  }

  /** Digits one below the other line up: OpenType feature `tnum`. */
  private keepTabular(digit: string): void {
    const glyph = this.shape(digit, ['tnum']).glyphs[0]!;
    this.keep(digit.codePointAt(0)!, glyph);
  }

  private keep(code_point: number, { id, advanceWidth }: { id: number; advanceWidth: number }): Glyph {
    // A glyph of our own: the library's remembers the first character that it was used for, in whatever document.
    const glyph = { id, advanceWidth, codePoints: [code_point] };
    this.glyphs.set(code_point, glyph);
    return glyph;
  }

  private glyph(code_point: number): Glyph {
    return this.glyphs.get(code_point) ?? this.keep(code_point, this.font.glyphForCodePoint(code_point));
  }

  /** What the pair moves together, in units of the font. Digits keep their distance, or columns would not line up. */
  private kerning(left: string, right: string): number {
    if (left === ' ' || /\d/.test(left) || /\d/.test(right)) return 0;
    const pair = left + right;
    let kerning = this.kernings.get(pair);
    if (kerning === undefined) {
      const { positions } = this.shape(pair);
      const is_pair = positions.length === 2; // and not one ligature, or one letter with its accent
      kerning = is_pair ? positions[0]!.xAdvance - this.glyph(left.codePointAt(0)!).advanceWidth : 0;
      this.kernings.set(pair, kerning);
    }
    return kerning;
  }

  /** PDFKit scales the positions where they stand, and asks for the width afterwards. */
  private run(text: string) {
    const characters = Array.from(text);
    const glyphs = characters.map((character) => this.glyph(character.codePointAt(0)!));
    const positions = glyphs.map(({ advanceWidth }, index) => ({
      xAdvance: advanceWidth + this.kerningAfter(characters, index),
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
      advanceWidth: 0,
    }));
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
      },
    };
  }

  private kerningAfter(characters: readonly string[], index: number): number {
    const next = characters[index + 1];
    return next === undefined ? 0 : this.kerning(characters[index]!, next);
  }

  /** @returns points */
  width(text: string, size: number): number {
    const characters = Array.from(text);
    let width = 0;
    for (const [index, character] of characters.entries()) {
      width += this.glyph(character.codePointAt(0)!).advanceWidth + this.kerningAfter(characters, index);
    }
    return (width / this.font.unitsPerEm) * size;
  }

  /** Height of a capital, in points. */
  capHeight(size: number): number {
    return (this.font.capHeight / this.font.unitsPerEm) * size;
  }

  /**
   * The text as the font can show it: composed, without what has no picture (controls, marks of direction, joiners),
   * and with a box for what the font lacks. Line feeds stay.
   */
  printable(text: string): string {
    if (PLAIN.test(text)) return text;
    const composed = text.normalize('NFC').replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(INVISIBLE, '');
    return Array.from(composed, (character) => this.shown(character)).join('');
  }

  private shown(character: string): string {
    if (character === '\n' || this.covers(character)) return character;
    const plain = character.normalize('NFKC'); // the ligature ﬁ as f and i, a fullwidth letter as the letter
    return Array.from(plain).every((part) => this.covers(part)) ? plain : BOX;
  }

  private covers(character: string): boolean {
    return this.font.hasGlyphForCodePoint(character.codePointAt(0)!);
  }
}

/** Most texts: ASCII, and every font has it. */
const PLAIN = /^[\n -~]*$/;

/** Control and format characters, variation selectors, and the halves of characters that UTF-16 cannot hold. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const INVISIBLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|\p{Cf}|[\ufe00-\ufe0f]|\p{Cs}/gu;
