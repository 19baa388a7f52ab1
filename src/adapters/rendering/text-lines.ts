import type { Typeface } from './typeface';

/** After these a line may end. A hyphen, a slash and the like stay on their line, a space goes. */
const PIECES = /[^ \-/–—]*[ \-/–—]*/g;

/**
 * The text in lines that fit: broken at spaces, hyphens and slashes, and within a word that is wider than a line.
 *
 * @param width points
 * @returns at least one line; an empty one for each empty line of the text
 */
export function textLines(text: string, width: number, face: Typeface, size: number): string[] {
  return text.split('\n').flatMap((paragraph) => paragraphLines(paragraph, width, face, size));
}

function paragraphLines(paragraph: string, width: number, face: Typeface, size: number): string[] {
  const fits = (line: string) => face.width(line.trimEnd(), size) <= width;
  if (fits(paragraph)) return [paragraph.trimEnd()];

  const lines: string[] = [];
  let line = '';
  for (const piece of paragraph.match(PIECES) ?? []) {
    if (fits(line + piece)) {
      line += piece;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = piece;
    while (!fits(line)) {
      const head = fittingHead(line, width, face, size);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

/** As many of the word's characters as fit, at least one. */
function fittingHead(word: string, width: number, face: Typeface, size: number): string {
  const characters = Array.from(word);
  let low = 1;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (face.width(characters.slice(0, middle).join(''), size) <= width) low = middle;
    else high = middle - 1;
  }
  return characters.slice(0, low).join('');
}

/** The first lines, the last of them with an ellipsis where something is left out. */
export function atMost(lines: readonly string[], count: number): readonly string[] {
  if (lines.length <= count) return lines;
  return [...lines.slice(0, count - 1), `${lines[count - 1]?.replace(/.{0,2}$/u, '')}…`];
}
