import bidiFactory from 'bidi-js';

/** The directions of a text, as resolved by the Unicode Bidirectional Algorithm (UAX #9). */
export interface Directions {
  /** Embedding level of each UTF-16 code unit; odd levels run from right to left. */
  readonly levels: Uint8Array;
  /** Level of the paragraph: 0 from left to right, 1 from right to left. */
  readonly base: number;
}

/** A line of a wrapped paragraph. Its directions were resolved in the whole paragraph (UAX #9, 3.4). */
export interface DirectedLine extends Directions {
  readonly text: string;
}

/** One line. A string is a paragraph of its own, or has only characters from left to right. */
export type Line = string | DirectedLine;

export const bidi = bidiFactory();

const LETTERS_FROM_RIGHT = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
const FROM_RIGHT = new RegExp(`[${LETTERS_FROM_RIGHT}]`);

/**
 * The characters whose directions are resolved together, because the time for numbers without letters between them is
 * quadratic. A longer text is separated, if possible, between two words of which the first has the paragraph's
 * direction: the directions are then the same as those in the whole text, except for brackets around both.
 */
const PARTS = [`(?![${LETTERS_FROM_RIGHT}])\\p{L}`, `[${LETTERS_FROM_RIGHT}]`].map(
  (letter) => new RegExp(`[^]{1,1000}$|[^]{1,1000}(?<=${letter} )(?=\\p{L})|[^]{1,1000}`, 'gu'),
);

/**
 * Resolves the directions of a paragraph. Its first letter determines the direction of the paragraph.
 *
 * @returns null when all its characters run from left to right
 */
export function paragraphDirections(paragraph: string): Directions | null {
  if (!FROM_RIGHT.test(paragraph)) return null;
  const base = baseLevel(paragraph);
  const levels = new Uint8Array(paragraph.length);
  let start = 0;
  for (const [part] of paragraph.matchAll(PARTS[base]!)) {
    levels.set(bidi.getEmbeddingLevels(part, base === 1 ? 'rtl' : 'ltr').levels, start);
    start += part.length;
  }
  return { levels, base };
}

/** Level of a paragraph (UAX #9, P2 and P3). */
function baseLevel(paragraph: string): number {
  for (const character of paragraph) {
    const type = bidi.getBidiCharTypeName(character);
    if (type === 'L') return 0;
    if (type === 'R' || type === 'AL') return 1;
  }
  return 0;
}

export function textOf(line: Line): string {
  return typeof line === 'string' ? line : line.text;
}

/** @returns the text of a line, and its levels, null when all its characters run from left to right */
export function leveled(line: Line): { readonly text: string; readonly levels: Uint8Array | null } {
  if (typeof line !== 'string') return line;
  return { text: line, levels: paragraphDirections(line)?.levels ?? null };
}

/** A key of everything that determines how a line is drawn. */
export function lineKey(line: Line): string {
  return typeof line === 'string' ? line : `${line.text}\0${Buffer.from(line.levels).toString('latin1')}`;
}

/**
 * A part of a paragraph as a line. It ends without blanks, whose levels would be those of the paragraph (UAX #9, L1).
 */
export function partOf(directions: Directions | null, start: number, text: string): Line {
  if (directions === null) return text;
  const { levels, base } = directions;
  return { text, levels: levels.subarray(start, start + text.length), base };
}

/** The beginning of a line with an ellipsis, which has the direction of the paragraph. */
export function withEllipsis(line: Line, beginning: string): Line {
  const text = `${beginning}…`;
  if (typeof line === 'string') return text;
  const levels = new Uint8Array(text.length).fill(line.base);
  levels.set(line.levels.subarray(0, beginning.length));
  return { text, levels, base: line.base };
}
