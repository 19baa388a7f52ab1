import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph } from 'fontkit'; // loaded on first use (`lazy` in .swcrc)
import { FontGlyphs, GlyphSubset } from './glyph-subset';
import { ideographsOf, scriptFont } from './script-fonts';
import { lineKey, type Line, textOf } from './text-directions';
import { JOINERS, textRuns, type TextRun } from './text-runs';

/** A character as PDFKit reads it from a font's layout. */
export interface Letter {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** Replaces characters without a glyph in any font. PDF/A forbids `.notdef`, glyph 0 (ISO 19005-3, 6.2.11.8). */
const BOX = '\u25a1';

/**
 * Number of different characters of other scripts that a document shows; the others become boxes. Each is shaped and
 * its outline embedded, so that many thousands would take more time than a drawing has. Chinese texts have below 4,000.
 */
const MAX_SCRIPT_CHARACTERS = 5_000;

/** Number of cached text widths; when it is reached, the cache is cleared. */
const MAX_WIDTHS = 20_000;

/**
 * The most UTF-16 code units that are shaped together. Shaping takes more than proportional time. Longer texts are
 * measured before they are wrapped.
 */
const LONGEST_SHAPED = 1_000;
const PARTS = new RegExp(`[^]{1,${LONGEST_SHAPED / 2}}`, 'gu');

/**
 * A font, loaded once for all documents. Full shaping of a text takes ten times as long as the rest of a page. Latin,
 * Greek and Cyrillic need only one glyph per character, tabular digits and kerning, which can be cached. Other scripts
 * are shaped by their own fonts.
 */
export class Typeface {
  /** The font in the form that `PDFDocument.registerFont` accepts. */
  readonly font: Font;
  private readonly letters = new Map<number, Letter>();
  private readonly kernings = new Map<number, number>();
  private readonly widths = new Map<string, number>();
  private readonly shape: Font['layout'];

  constructor(
    path: string,
    readonly is_bold: boolean,
  ) {
    const file = readFileSync(path);
    this.font = create(file);
    const glyphs = new FontGlyphs(file);
    Object.assign(this.font, { createSubset: () => new GlyphSubset(glyphs) });
    this.shape = this.font.layout.bind(this.font);
    for (const digit of '0123456789') this.keepTabular(digit);
    const layout = (text: string) => this.layout(text) as never;
    this.font.layout = layout;
  }

  /** Uses tabular digits, which align in columns: OpenType feature `tnum`. */
  private keepTabular(digit: string): void {
    this.keep(digit.codePointAt(0)!, this.shape(digit, ['tnum']).glyphs[0]!);
  }

  private keep(code_point: number, { id, advanceWidth }: Pick<Glyph, 'id' | 'advanceWidth'>): Letter {
    // A new object: fontkit's glyph keeps the first character that it was used for, across documents.
    const letter = { id, advanceWidth, codePoints: [code_point] };
    this.letters.set(code_point, letter);
    return letter;
  }

  letter(code_point: number): Letter {
    return this.letters.get(code_point) ?? this.keep(code_point, this.font.glyphForCodePoint(code_point));
  }

  /** Kerning of a pair, in font units. Digits are not kerned, so that columns align. */
  kerning(left: number, right: number): number {
    if (left === SPACE || isDigit(left) || isDigit(right)) return 0;
    const pair = left * 0x110000 + right;
    let kerning = this.kernings.get(pair);
    if (kerning === undefined) {
      const { positions } = this.shape(String.fromCodePoint(left, right));
      const is_pair = positions.length === 2; // not a ligature, or a letter composed with its accent
      kerning = is_pair ? positions[0]!.xAdvance - this.letter(left).advanceWidth : 0;
      this.kernings.set(pair, kerning);
    }
    return kerning;
  }

  /**
   * Layout for texts within images, which PDFKit draws. PDFKit scales the positions in place, so they are new objects.
   */
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

  /** @returns the width in points; of a long text, the sum of the widths of its parts */
  width(line: Line, size: number): number {
    const text = textOf(line);
    if (text.length > LONGEST_SHAPED) {
      const parts = text.match(PARTS)!;
      return parts.reduce((sum, part) => sum + this.width(part, size), 0);
    }
    const key = lineKey(line);
    let width = this.widths.get(key);
    if (width === undefined) {
      width =
        typeof line === 'string' && this.isPlain(line)
          ? this.plainWidth(line)
          : textRuns(line, this).reduce((sum, run) => sum + run.width / 1000, 0);
      if (this.widths.size >= MAX_WIDTHS) this.widths.clear();
      this.widths.set(key, width);
    }
    return width * size;
  }

  plainWidth(text: string): number {
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

  /** Whether the Latin font alone draws the text, from left to right. */
  isPlain(text: string): boolean {
    if (PLAIN.test(text)) return true;
    for (const character of text) if (!this.has(character.codePointAt(0)!)) return false;
    return true;
  }

  /** @returns the runs of a line, from left to right */
  runs(line: Line): TextRun[] {
    return textRuns(line, this);
  }

  /** Height of capital letters, in points. */
  capHeight(size: number): number {
    return (this.font.capHeight / this.font.unitsPerEm) * size;
  }

  /**
   * The text as the fonts can show it: composed (NFC), without invisible characters such as controls and direction
   * marks, and with a box for characters without a glyph. Line feeds are kept.
   *
   * @param scripts - the characters of other scripts that the document has shown so far, to which the text's are added
   */
  printable(text: string, scripts = new Set<number>()): string {
    return this.shown(text, scripts);
  }

  /** @returns the characters that `printable` replaces by a box */
  missing(text: string): string[] {
    if (PLAIN.test(text)) return [];
    const is_shown = (character: string) => this.printable(character) !== BOX || character === BOX;
    return [...new Set(text)].filter((character) => !is_shown(character));
  }

  /** Like `printable`, with this font only. */
  ownPrintable(text: string): string {
    return this.shown(text, null);
  }

  private shown(text: string, scripts: Set<number> | null): string {
    if (PLAIN.test(text)) return text;
    const ideographs = ideographsOf(text);
    const is_western = !EASTERN.test(text); // in East Asian text fullwidth punctuation is kept
    const covers = (character: string) => {
      const code_point = character.codePointAt(0)!;
      if (this.has(code_point) || scripts?.has(code_point)) return true;
      if (scripts === null || scripts.size >= MAX_SCRIPT_CHARACTERS) return false;
      const is_found = scriptFont(code_point, this.is_bold, ideographs) !== undefined;
      if (is_found) scripts.add(code_point);
      return is_found;
    };
    const composed = text.normalize('NFC').replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(INVISIBLE, '');
    const joined = scripts !== null && JOINED.test(composed) ? composed : composed.replace(JOINERS, '');
    return Array.from(joined, (character) => {
      if (character === '\n' || this.has(character.codePointAt(0)!)) return character;
      // for example the ligature ﬁ as f and i, or a fullwidth letter as the letter
      const plain = character.normalize('NFKC');
      if (is_western && Array.from(plain).every((part) => this.has(part.codePointAt(0)!))) return plain;
      if (covers(character)) return character;
      return Array.from(plain).every(covers) ? plain : BOX;
    }).join('');
  }

  has(code_point: number): boolean {
    const letter = this.letters.get(code_point);
    return letter ? letter.id !== MISSING_GLYPH : this.font.hasGlyphForCodePoint(code_point);
  }
}

const SPACE = 0x20;
/** The glyph `.notdef`, which a letter has that the font lacks. */
const MISSING_GLYPH = 0;

function isDigit(code_point: number): boolean {
  return code_point >= 0x30 && code_point <= 0x39;
}

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0)!);
}

/** ASCII, which is most texts and which every font contains. */
const PLAIN = /^[\n -~]*$/;

/** Control and format characters except joiners, variation selectors, and lone surrogates. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|(?![\u200c\u200d])\p{Cf}|[\ufe00-\ufe0f]|\p{Cs}/gu;

/** Scripts with joining letters, where joiners affect the shape. */
const JOINED = /\p{Script=Arabic}|\p{Script=Devanagari}/u;

/** Chinese characters, kana and hangul. */
const EASTERN = /[\u2e80-\u9fff\uac00-\ud7af]/;
