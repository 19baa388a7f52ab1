import { type Line, paragraphDirections, partOf, textOf, withEllipsis } from './fonts/text-directions';
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

/**
 * Wraps a text: at spaces, hyphens and slashes, between Chinese characters, between Thai words, and within a word that
 * is wider than a line.
 *
 * @param width - in points
 * @returns at least one line; an empty line for each empty line of the text
 */
export function textLines(text: string, width: number, face: Typeface, size: number): Line[] {
  if (!text.includes('\n')) return paragraphLines(text, width, face, size);
  return text.split('\n').flatMap((paragraph) => paragraphLines(paragraph, width, face, size));
}

/**
 * The most UTF-16 code units of a line, so that the time to measure a line has a limit. A line of the narrowest letters
 * has about half of it; only many characters without a width, such as combining marks, are broken earlier than
 * necessary.
 */
const LONGEST = 500;

/**
 * Kerning between two pieces is small, so pieces whose widths add up to this share of a line fit into it. The line is
 * measured only when it is fuller.
 */
const SURE_SHARE = 0.9;

function paragraphLines(paragraph: string, width: number, face: Typeface, size: number): Line[] {
  const whole = paragraph.trimEnd();
  if (whole.length <= LONGEST && face.width(whole, size) <= width) return [whole];

  const directions = paragraphDirections(paragraph);
  const widthOf = (start: number, text: string) => face.width(partOf(directions, start, text), size);
  const fits = (start: number, text: string) => text.length <= LONGEST && widthOf(start, text) <= width;
  const lines: Line[] = [];
  let line = '';
  let line_start = 0;
  let pieces_width = 0;
  const endLine = () => {
    if (line.trim() !== '') lines.push(partOf(directions, line_start, line.trimEnd()));
  };
  let pieces_end = 0;
  for (const piece of piecesOf(paragraph)) {
    const start = pieces_end;
    pieces_end += piece.length;
    if (line.length > LONGEST && piece.trim() === '') continue; // spaces that no line would show
    pieces_width += widthOf(start, piece);
    const is_short = line.length + piece.length <= LONGEST && pieces_width <= SURE_SHARE * width;
    if (is_short || fits(line_start, (line + piece).trimEnd())) {
      line += piece;
      continue;
    }
    endLine();
    [line, line_start] = [piece, start];
    while (!fits(line_start, line.trimEnd())) {
      const head = fittingHead(line, width, (prefix) => widthOf(line_start, prefix));
      lines.push(partOf(directions, line_start, head.trimEnd()));
      line = line.slice(head.length);
      line_start += head.length;
    }
    pieces_width = widthOf(line_start, line);
  }
  endLine();
  return lines;
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

/**
 * A prefix of a word that fits, at least one character: the longest one, if prefixes get wider with each character.
 * Each next prefix is guessed from the width of the last one, so that few are measured.
 */
function fittingHead(word: string, width: number, widthOf: (prefix: string) => number): string {
  const characters = Array.from(word.slice(0, LONGEST));
  // LONGEST may have split a surrogate pair, of which half is left.
  if (characters.length > 1 && !characters.at(-1)!.isWellFormed()) characters.pop();
  const prefix = (count: number) => characters.slice(0, count).join('');
  let fitting = 1;
  let too_long = characters.length + 1;
  let guess = FIRST_GUESS;
  for (let measured = 0; too_long - fitting > 1; measured++) {
    const middle = Math.ceil((fitting + too_long) / 2);
    const count = measured < GUESSES ? Math.min(Math.max(guess, fitting + 1), too_long - 1) : middle;
    const prefix_width = widthOf(prefix(count));
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

/**
 * The first lines of a text; when more follow, the last one ends in an ellipsis, in place of letters only where it is
 * full.
 */
export function firstLines(
  count: number,
  text: string,
  width: number,
  face: Typeface,
  size: number,
): readonly Line[] {
  const lines = textLines(text, width, face, size);
  if (lines.length <= count) return lines;
  const last = lines[count - 1]!;
  const letters = Array.from(textOf(last));
  while (letters.length > 0 && face.width(withEllipsis(last, letters.join('')), size) > width) letters.pop();
  return [...lines.slice(0, count - 1), withEllipsis(last, letters.join('').trimEnd())];
}
