import { readFileSync } from 'node:fs';
import path from 'node:path';
import { create, type Font } from 'fontkit';
import { setWeight } from './variation';

/** A Noto Sans font as packaged for the web: split into files for ranges of Unicode. */
interface Family {
  readonly folder: string;
  readonly stem: string;
  /** Whether one file contains all weights. */
  readonly is_variable: boolean;
}

function family(name: string, is_variable: boolean): Family {
  const scope = is_variable ? '@fontsource-variable' : '@fontsource';
  const folder = path.dirname(require.resolve(`${scope}/noto-sans-${name}/unicode.json`));
  return { folder, stem: `noto-sans-${name}`, is_variable };
}

const FAMILIES = {
  sc: true,
  jp: true,
  kr: true,
  arabic: false,
  hebrew: false,
  thai: false,
  devanagari: false,
} as const;
type Name = keyof typeof FAMILIES;

/** Files with characters that the Latin font has already. */
const OTHERS = new Set([
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
]);

interface Piece {
  readonly key: string;
  readonly first: number;
  readonly last: number;
}

const pieces = new Map<Name, readonly Piece[]>();
const fonts = new Map<string, Font>();
/** Number of font files that are kept for the next document. Each takes up to 2 MB with the outlines of its glyphs. */
const MAX_FONTS = 100;

/** The files of a font, loaded on first use of one of their characters and cached. */
function piecesOf(name: Name): readonly Piece[] {
  let found = pieces.get(name);
  if (!found) {
    const { folder } = family(name, FAMILIES[name]);
    const ranges = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<
      string,
      string
    >;
    found = Object.entries(ranges)
      .filter(([key]) => !OTHERS.has(key))
      .flatMap(([key, list]) => list.split(',').map((range) => pieceOf(key.replace(/[[\]]/g, ''), range)));
    pieces.set(name, found);
  }
  return found;
}

function pieceOf(key: string, range: string): Piece {
  const [first = '', last = first] = range.replace('U+', '').split('-');
  return { key, first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) };
}

/** Regional variants of Chinese characters: simplified Chinese, Japanese and Korean. */
export type Ideographs = 'sc' | 'jp' | 'kr';

const BY_SCRIPT: readonly Name[] = ['arabic', 'hebrew', 'thai', 'devanagari'];
const IDEOGRAPHS: readonly Ideographs[] = ['sc', 'jp', 'kr'];

/** The variant by the script of neighbouring letters: kana for Japanese, hangul for Korean. */
export function ideographsOf(text: string): Ideographs {
  if (/[\u3040-\u30ff]/.test(text)) return 'jp';
  return /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/.test(text) ? 'kr' : 'sc';
}

/** Fonts of characters that were looked for; cleared when it is full. */
const found = new Map<number, Font | undefined>();
const MAX_FOUND = 50_000;

/**
 * Unloads the fonts when there are too many. Called before a document is drawn: within one, a character keeps its font,
 * so that its glyph is embedded once.
 */
export function trimScriptFonts(): void {
  if (fonts.size <= MAX_FONTS) return;
  fonts.clear();
  found.clear();
}

/**
 * @param preferred - variant of Chinese characters
 * @returns the font with a glyph for the character; undefined when there is none
 */
export function scriptFont(code_point: number, bold: boolean, preferred: Ideographs): Font | undefined {
  const key = (code_point * IDEOGRAPHS.length + IDEOGRAPHS.indexOf(preferred)) * 2 + (bold ? 1 : 0);
  if (found.has(key)) return found.get(key);
  const font = findFont(code_point, bold, preferred);
  if (found.size >= MAX_FOUND) found.clear();
  found.set(key, font);
  return font;
}

function findFont(code_point: number, bold: boolean, preferred: Ideographs): Font | undefined {
  for (const name of [preferred, ...IDEOGRAPHS.filter((other) => other !== preferred), ...BY_SCRIPT]) {
    const piece = piecesOf(name).find(({ first, last }) => first <= code_point && code_point <= last);
    const font = piece && loaded(name, piece.key, bold);
    if (font?.hasGlyphForCodePoint(code_point)) return font;
  }
  return undefined;
}

function loaded(name: Name, key: string, bold: boolean): Font {
  const { folder, stem, is_variable } = family(name, FAMILIES[name]);
  const weight = bold ? 600 : 400;
  const place = `${stem}-${key}-${weight}`;
  let font = fonts.get(place);
  if (!font) {
    const file = is_variable ? `${stem}-${key}-wght-normal.woff2` : `${place}-normal.woff2`;
    font = create(readFileSync(path.join(folder, 'files', file)));
    if (is_variable) setWeight(font, weight);
    fonts.set(place, font);
  }
  return font;
}
