import type { Font, Glyph } from 'fontkit';
import { ideographsOf, scriptFont } from './script-fonts';
import { bidi, leveled, type Line } from './text-directions';

/** A glyph and its position, in thousandths of the font size. */
export interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly advance: number;
  readonly x_offset: number;
  readonly y_offset: number;
}

/** A part of a line with the same font and direction; spaces and hyphens between words from right to left are in it. */
export interface TextRun {
  /** In logical (reading) order. */
  readonly text: string;
  /** Null for the Latin font, which has rules of its own. */
  readonly font: Font | null;
  /** In visual order, from left to right; empty when the font is null. */
  readonly glyphs: readonly PlacedGlyph[];
  /** In thousandths of the font size. */
  readonly width: number;
}

/** The typeface for Latin text. */
interface LatinFace {
  readonly is_bold: boolean;
  has(code_point: number): boolean;
  /** Width of a text that this font alone draws, from left to right, in multiples of the font size. */
  plainWidth(text: string): number;
}

/** Combining marks and joiners, which stay in the run of the previous character. */
const CONTINUES = /^(?:\p{M}|\u200c|\u200d)$/u;
export const JOINERS = /\u200c|\u200d/g;
/** Joiners, which have no glyph. */
const WITHOUT_PICTURE = /^(?:\u200c|\u200d)$/;

/** Splits a line into runs with suitable fonts, in visual order (UAX #9). */
export function textRuns(line: Line, face: LatinFace): TextRun[] {
  const { text, levels } = leveled(line);
  const runs = splitRuns(text, levels, face);
  return reordered(runs).map(({ text: part, font, level }) =>
    font === null ? latinRun(part, level, face) : scriptRun(part, font, level % 2 === 1),
  );
}

interface Split {
  text: string;
  readonly font: Font | null;
  readonly level: number;
}

function splitRuns(text: string, levels: Uint8Array | null, face: LatinFace): Split[] {
  const preferred = ideographsOf(text);
  const splits: Split[] = [];
  let index = 0;
  for (const character of text) {
    const level = levels?.[index] ?? 0;
    index += character.length;
    const last = splits.at(-1);
    const code_point = character.codePointAt(0)!;
    const font =
      last && CONTINUES.test(character) && (last.font?.hasGlyphForCodePoint(code_point) ?? false)
        ? last.font
        : face.has(code_point)
          ? null
          : (scriptFont(code_point, face.is_bold, preferred) ?? null);
    if (font === null && WITHOUT_PICTURE.test(character)) continue;
    if (last && last.font === font && last.level === level) last.text += character;
    else if (font !== null && joinsWords(splits, font, level)) {
      splits.pop();
      splits.at(-1)!.text += last!.text + character;
    } else splits.push({ text: character, font, level });
  }
  return splits;
}

const BETWEEN_WORDS = /^[ -]+$/;

/**
 * Whether the last run only separates a word from the one before it, from right to left. Both are one run then: viewers
 * of PDF reverse each run, but not the order of runs, so that no text of several words would be found in them.
 */
function joinsWords(splits: readonly Split[], font: Font, level: number): boolean {
  const [word, between] = splits.slice(-2);
  if (level % 2 === 0 || word?.font !== font || word.level !== level) return false;
  if (between?.font !== null || between.level !== level || !BETWEEN_WORDS.test(between.text)) return false;
  return Array.from(between.text).every((one) => font.hasGlyphForCodePoint(one.codePointAt(0)!));
}

/**
 * Reverses, from the highest level down to the lowest odd level, every sequence of runs at that level or above (UAX #9,
 * L2).
 */
function reordered(splits: readonly Split[]): readonly Split[] {
  const runs = [...splits];
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while (end < runs.length && runs[end]!.level >= level) end += 1;
      if (end > start) {
        runs.splice(start, end - start, ...runs.slice(start, end).reverse());
        start = end;
      }
    }
  }
  return runs;
}

/** A run in the Latin font. At a right-to-left level its characters are reversed and brackets mirrored. */
function latinRun(text: string, level: number, face: LatinFace): TextRun {
  const characters = Array.from(text);
  const shown =
    level % 2 === 0
      ? text
      : characters
          .reverse()
          .map((character) => bidi.getMirroredCharacter(character) ?? character)
          .join('');
  return { text: shown, font: null, glyphs: [], width: face.plainWidth(shown) * 1000 };
}

const shaped = new WeakMap<Font, Map<string, TextRun>>();

function scriptRun(text: string, font: Font, from_right: boolean): TextRun {
  let of_font = shaped.get(font);
  if (!of_font) {
    of_font = new Map<string, TextRun>();
    shaped.set(font, of_font);
  }
  const key = `${from_right ? '<' : '>'}${text}`;
  let run = of_font.get(key);
  if (!run) {
    run = shapedRun(text, font, from_right);
    if (of_font.size >= MAX_SHAPED) of_font.clear();
    of_font.set(key, run);
  }
  return run;
}

/** Number of cached texts per font. */
const MAX_SHAPED = 500;

/**
 * Lays out a text. A font may lack an anchor that a mark attaches to (OpenType, MarkBasePos); fontkit then throws, and
 * the marks are placed without anchors.
 */
function layoutOf(text: string, font: Font, direction: 'rtl' | 'ltr') {
  try {
    return font.layout(text, undefined, undefined, undefined, direction);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return font.layout(text, { mark: false, mkmk: false }, undefined, undefined, direction);
  }
}

function shapedRun(text: string, font: Font, from_right: boolean): TextRun {
  const { glyphs, positions } = layoutOf(text, font, from_right ? 'rtl' : 'ltr');
  const scale = 1000 / font.unitsPerEm;
  const placed = glyphs.map((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    return {
      glyph,
      advance: xAdvance * scale,
      x_offset: xOffset * scale,
      y_offset: yOffset * scale,
    };
  });
  return { text, font, glyphs: placed, width: placed.reduce((sum, { advance }) => sum + advance, 0) };
}
