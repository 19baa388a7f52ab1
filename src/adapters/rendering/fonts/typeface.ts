import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph } from 'fontkit';
import { ideographsOf, scriptFont } from './script-fonts';
import { JOINERS, textRuns, type TextRun } from './text-runs';

/** A character as PDFKit takes it from a font's layout. */
export interface Letter {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** Stands for what no font has a picture of. PDF/A forbids the font's own stand-in, glyph 0 (ISO 19005-3, 6.2.11.8). */
const BOX = '\u25a1';

/** Texts whose width is remembered; then all are forgotten. */
const MAX_WIDTHS = 20_000;

/**
 * A font, read once for all documents. Shaping a text with every rule that a font knows takes ten times as long as
 * all the rest of a page; Latin, Greek and Cyrillic look right with a glyph for each character, digits of one width
 * and kerning, and all three can be remembered. Texts of other scripts are handed to fonts that have them.
 */
export class Typeface {
  /** What `PDFDocument.registerFont` takes. */
  readonly font: Font;
  private readonly letters = new Map<number, Letter>();
  private readonly kernings = new Map<number, number>();
  private readonly widths = new Map<string, number>();
  private readonly shape: Font['layout'];

  constructor(
    path: string,
    readonly is_bold: boolean,
  ) {
    this.font = create(readFileSync(path));
    this.shape = this.font.layout.bind(this.font);
    for (const digit of '0123456789') this.keepTabular(digit);
    this.font.layout = (text: string) => this.layout(text) as never;
  }

  /** Digits one below the other line up: OpenType feature `tnum`. */
  private keepTabular(digit: string): void {
    this.keep(digit.codePointAt(0)!, this.shape(digit, ['tnum']).glyphs[0]!);
  }

  private keep(code_point: number, { id, advanceWidth }: Pick<Glyph, 'id' | 'advanceWidth'>): Letter {
    // A glyph of our own: the library's remembers the first character that it was used for, in whatever document.
    const letter = { id, advanceWidth, codePoints: [code_point] };
    this.letters.set(code_point, letter);
    return letter;
  }

  letter(code_point: number): Letter {
    return this.letters.get(code_point) ?? this.keep(code_point, this.font.glyphForCodePoint(code_point));
  }

  /** What the pair moves together, in units of the font. Digits keep their distance, or columns would not line up. */
  kerning(left: number, right: number): number {
    if (left === SPACE || isDigit(left) || isDigit(right)) return 0;
    const pair = left * 0x110000 + right;
    let kerning = this.kernings.get(pair);
    if (kerning === undefined) {
      const { positions } = this.shape(String.fromCodePoint(left, right));
      const is_pair = positions.length === 2; // and not one ligature, or one letter with its accent
      kerning = is_pair ? positions[0]!.xAdvance - this.letter(left).advanceWidth : 0;
      this.kernings.set(pair, kerning);
    }
    return kerning;
  }

  /** For texts inside of pictures, which PDFKit draws: it scales the positions where they stand. */
  private layout(text: string) {
    const code_points = codePoints(text);
    const glyphs = code_points.map((code_point) => this.letter(code_point));
    const positions = glyphs.map(({ advanceWidth }, index) => {
      const next = code_points[index + 1];
      const kerning = next === undefined ? 0 : this.kerning(code_points[index]!, next);
      return { xAdvance: advanceWidth + kerning, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: 0 };
    });
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
      },
    };
  }

  /** @returns points */
  width(text: string, size: number): number {
    let width = this.widths.get(text);
    if (width === undefined) {
      width = this.isPlain(text)
        ? this.plainWidth(text)
        : textRuns(text, this).reduce((sum, run) => sum + run.width / 1000, 0);
      if (this.widths.size >= MAX_WIDTHS) this.widths.clear();
      this.widths.set(text, width);
    }
    return width * size;
  }

  private plainWidth(text: string): number {
    let units = 0;
    let last = -1;
    for (const character of text) {
      const code_point = character.codePointAt(0)!;
      if (last >= 0) units += this.kerning(last, code_point);
      units += this.letter(code_point).advanceWidth;
      last = code_point;
    }
    return units / this.font.unitsPerEm;
  }

  /** Whether this font alone draws the text, from left to right. */
  isPlain(text: string): boolean {
    if (PLAIN.test(text)) return true;
    for (const character of text) if (!this.has(character.codePointAt(0)!)) return false;
    return !MARKS_OF_DIRECTION.test(text);
  }

  /** @returns the line in pieces, from left to right */
  runs(text: string): TextRun[] {
    return textRuns(text, this);
  }

  /** Height of a capital, in points. */
  capHeight(size: number): number {
    return (this.font.capHeight / this.font.unitsPerEm) * size;
  }

  /**
   * The text as our fonts can show it: composed, without what has no picture (controls, marks of direction), and with
   * a box for what all of them lack. Line feeds stay.
   */
  printable(text: string): string {
    return this.shown(text, true);
  }

  /** @returns what `printable` shows a box for */
  missing(text: string): string[] {
    if (PLAIN.test(text)) return [];
    const is_shown = (character: string) => this.printable(character) !== BOX || character === BOX;
    return [...new Set(text)].filter((character) => !is_shown(character));
  }

  /** The same by this font alone. */
  ownPrintable(text: string): string {
    return this.shown(text, false);
  }

  private shown(text: string, with_scripts: boolean): string {
    if (PLAIN.test(text)) return text;
    const ideographs = ideographsOf(text);
    const is_western = !EASTERN.test(text); // elsewhere a fullwidth comma is the comma
    const covers = (character: string) =>
      this.has(character.codePointAt(0)!) ||
      (with_scripts && scriptFont(character.codePointAt(0)!, this.is_bold, ideographs) !== undefined);
    const composed = text.normalize('NFC').replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(INVISIBLE, '');
    const joined = with_scripts && JOINED.test(composed) ? composed : composed.replace(JOINERS, '');
    return Array.from(joined, (character) => {
      if (character === '\n' || this.has(character.codePointAt(0)!)) return character;
      const plain = character.normalize('NFKC'); // the ligature ﬁ as f and i, a fullwidth letter as the letter
      if (is_western && Array.from(plain).every((part) => this.has(part.codePointAt(0)!))) return plain;
      if (covers(character)) return character;
      return Array.from(plain).every(covers) ? plain : BOX;
    }).join('');
  }

  has(code_point: number): boolean {
    return this.letters.has(code_point) || this.font.hasGlyphForCodePoint(code_point);
  }
}

const SPACE = 0x20;

function isDigit(code_point: number): boolean {
  return code_point >= 0x30 && code_point <= 0x39;
}

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0)!);
}

/** Most texts: ASCII, and every font has it. */
const PLAIN = /^[\n -~]*$/;

/** Control and format characters but joiners, variation selectors, and the halves of characters that UTF-16 cannot hold. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|(?![\u200c\u200d])\p{Cf}|[\ufe00-\ufe0f]|\p{Cs}/gu;

/** Scripts whose letters join, so that joiners between them show. */
const JOINED = /\p{Script=Arabic}|\p{Script=Devanagari}/u;

/** Ideographs, kana and hangul. */
const EASTERN = /[\u2e80-\u9fff\uac00-\ud7af]/;

/** Set before a line that continues a text from right to left. */
const MARKS_OF_DIRECTION = /\u200f/;
