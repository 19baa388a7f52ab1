import bidiFactory from 'bidi-js';
import type { Font, Glyph } from 'fontkit';
import { ideographsOf, scriptFont } from './script-fonts';

/** A glyph where it stands: in thousandths of the size of the text. */
export interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly advance: number;
  readonly x_offset: number;
  readonly y_offset: number;
}

/** A piece of a line in one font and direction. */
export interface TextRun {
  /** In the order in which it is read. */
  readonly text: string;
  /** Null: the Latin font, by its own rules. */
  readonly font: Font | null;
  /** From left to right; empty where the font is null. */
  readonly glyphs: readonly PlacedGlyph[];
  /** Thousandths of the size. */
  readonly width: number;
}

/** The face of Latin texts, beside which the others stand. */
interface LatinFace {
  readonly is_bold: boolean;
  has(code_point: number): boolean;
  width(text: string, size: number): number;
}

const bidi = bidiFactory();

/** Marks that join to the letter before them, and joiners, which have no picture. */
const CONTINUES = /^(?:\p{M}|\u200c|\u200d)$/u;
export const JOINERS = /\u200c|\u200d/g;
/** Joiners that join nothing, and the mark of direction. */
const WITHOUT_PICTURE = /^(?:\u200c|\u200d|\u200f)$/;

/**
 * A line of several scripts, each in a font that has it, from left to right as it is drawn (UAX #9). The direction is
 * that of its first letter.
 */
export function textRuns(text: string, face: LatinFace): TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
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

function splitRuns(text: string, levels: Uint8Array, face: LatinFace): Split[] {
  const preferred = ideographsOf(text);
  const splits: Split[] = [];
  let index = 0;
  for (const character of text) {
    const level = levels[index]!;
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
    else splits.push({ text: character, font, level });
  }
  return splits;
}

/** From the highest level down to the lowest odd one, what is at it or above is turned around (UAX #9, L2). */
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

/** Signs between words of a script that runs from right to left are turned around, and brackets mirrored. */
function latinRun(text: string, level: number, face: LatinFace): TextRun {
  const characters = Array.from(text);
  const shown =
    level % 2 === 0
      ? text
      : characters
          .reverse()
          .map((character) => bidi.getMirroredCharacter(character) ?? character)
          .join('');
  return { text: shown, font: null, glyphs: [], width: face.width(shown, 1000) };
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

/** Texts remembered of each font. */
const MAX_SHAPED = 500;

/**
 * An anchor that a mark is attached to may be missing in a font (OpenType, MarkBasePos), and fontkit then fails. Such a
 * text is laid out with its marks where they fall.
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
