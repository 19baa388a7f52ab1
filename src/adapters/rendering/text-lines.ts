import type { Typeface } from './fonts/typeface';

/** Pieces after which a line may break. A hyphen or slash stays at the end of its line; a space is dropped. */
const PIECES = /[^ \-/–—]*[ \-/–—]*/g;

/** Scripts that do not separate words by spaces. */
const UNSPACED =
  /[\u0e00-\u0e7f\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60]|[\ud840-\ud88f][\udc00-\udfff]/;
const THAI = /[\u0e00-\u0e7f]+|[^\u0e00-\u0e7f]+/g;

/**
 * A Chinese character or kana with the characters that must not be separated from it by a line break (a subset of JIS X
 * 4051): opening brackets before it; closing brackets, punctuation, small kana and the prolonged sound mark after it.
 */
const IDEOGRAPHS =
  /[（「『【〈《〔［｛“‘]{0,4}(?:[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60]|[\ud840-\ud88f][\udc00-\udfff])[、。，．・：；？！）」』】〉》〕］｝”’ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー々〜]{0,8}|[\s\S]/g;

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LETTER = /\p{L}/u;
/** Right-to-left mark (U+200F): at the beginning of a line it sets the line's direction. */
const RIGHT_TO_LEFT = '\u200f';

/**
 * Wraps a text: at spaces, hyphens and slashes, between Chinese characters, between Thai words, and within a word that
 * is wider than a line.
 *
 * @param width in points
 * @returns at least one line; an empty line for each empty line of the text
 */
export function textLines(text: string, width: number, face: Typeface, size: number): string[] {
  if (!text.includes('\n')) return paragraphLines(text, width, face, size);
  return text.split('\n').flatMap((paragraph) => paragraphLines(paragraph, width, face, size));
}

/**
 * The most UTF-16 code units of a line, so that the time to measure a line has a limit. A line of the narrowest letters has
 * about half of it; only many characters without a width, such as combining marks, are broken earlier than necessary.
 */
const LONGEST = 500;

/**
 * Kerning between two pieces is small, so pieces whose widths add up to this share of a line fit into it. The line is
 * measured only when it is fuller.
 */
const SURE_SHARE = 0.9;

function paragraphLines(paragraph: string, width: number, face: Typeface, size: number): string[] {
  const fits = (line: string) => line.length <= LONGEST && face.width(line, size) <= width;
  const whole = paragraph.trimEnd();
  if (fits(whole)) return [whole];

  const lines: string[] = [];
  let line = '';
  let pieces_width = 0;
  for (const piece of piecesOf(paragraph)) {
    if (line.length > LONGEST && piece.trim() === '') continue; // spaces that no line would show
    pieces_width += face.width(piece, size);
    const is_short = line.length + piece.length <= LONGEST && pieces_width <= SURE_SHARE * width;
    if (is_short || fits((line + piece).trimEnd())) {
      line += piece;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = piece;
    while (!fits(line.trimEnd())) {
      const head = fittingHead(line, width, face, size);
      lines.push(head);
      line = line.slice(head.length);
    }
    pieces_width = face.width(line, size);
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return directed(lines, paragraph);
}

function piecesOf(paragraph: string): readonly string[] {
  const pieces = paragraph.match(PIECES) ?? [];
  if (!UNSPACED.test(paragraph)) return pieces;
  return pieces.flatMap((piece) =>
    (piece.match(THAI) ?? []).flatMap((part) =>
      /^[\u0e00-\u0e7f]/.test(part) ? thaiWords(part) : ideographs(part),
    ),
  );
}

let thai: Intl.Segmenter | undefined;

/** Thai words can only be separated with a dictionary; the runtime's (ICU) is used. */
function thaiWords(text: string): string[] {
  thai ??= new Intl.Segmenter('th', { granularity: 'word' });
  return Array.from(thai.segment(text), ({ segment }) => segment);
}

/** Splits between Chinese characters; letters of other scripts stay together. */
function ideographs(text: string): string[] {
  const pieces: string[] = [];
  let word = '';
  for (const [piece] of text.matchAll(IDEOGRAPHS)) {
    if (!UNSPACED.test(piece)) {
      word += piece;
      continue;
    }
    if (word !== '') pieces.push(word);
    word = '';
    pieces.push(piece);
  }
  if (word !== '') pieces.push(word);
  return pieces;
}

/** Gives all lines of a paragraph the direction of its first letter. */
function directed(lines: string[], paragraph: string): string[] {
  if (!FROM_RIGHT.test(paragraph)) return lines;
  const runsFromRight = (text: string) => FROM_RIGHT.test(LETTER.exec(text)?.[0] ?? '');
  if (!runsFromRight(paragraph)) return lines;
  return lines.map((line) => (runsFromRight(line) ? line : RIGHT_TO_LEFT + line));
}

/**
 * A prefix of a word that fits, at least one character: the longest one, if prefixes get wider with each character. Each
 * next prefix is guessed from the width of the last one, so that few are measured.
 */
function fittingHead(word: string, width: number, face: Typeface, size: number): string {
  const characters = Array.from(word.slice(0, LONGEST));
  if (characters.length > 1 && !characters.at(-1)!.isWellFormed()) characters.pop(); // half of a surrogate pair, which LONGEST has split
  const prefix = (count: number) => characters.slice(0, count).join('');
  let fitting = 1;
  let too_long = characters.length + 1;
  let guess = FIRST_GUESS;
  for (let measured = 0; too_long - fitting > 1; measured++) {
    const middle = Math.ceil((fitting + too_long) / 2);
    const count = measured < GUESSES ? Math.min(Math.max(guess, fitting + 1), too_long - 1) : middle;
    const prefix_width = face.width(prefix(count), size);
    if (prefix_width <= width) fitting = count;
    else too_long = count;
    guess = Math.floor((count * width) / Math.max(prefix_width, 1));
  }
  return prefix(fitting);
}

/** Characters of a usual line. */
const FIRST_GUESS = 80;
/** After so many guesses the range of counts is halved, in case that the characters have very different widths. */
const GUESSES = 4;

/** The first lines of a text; when more follow, the last one ends in an ellipsis, in place of letters only where it is full. */
export function firstLines(
  count: number,
  text: string,
  width: number,
  face: Typeface,
  size: number,
): readonly string[] {
  const lines = textLines(text, width, face, size);
  if (lines.length <= count) return lines;
  const last = Array.from(lines[count - 1]!);
  while (last.length > 0 && face.width(`${last.join('')}…`, size) > width) last.pop();
  return [...lines.slice(0, count - 1), `${last.join('').trimEnd()}…`];
}
