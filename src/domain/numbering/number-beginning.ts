import { type NumberFormat, type NumberPart, partsOf } from './number-format';

/**
 * The beginnings of a journal's numbers that are equal to a text without case. There are several when the length of the
 * running number decides which letters follow it.
 *
 * @param text - in upper case
 * @returns each in the case of the numbers; none when no number of the journal begins with the text
 */
export function beginningsOf(format: NumberFormat, text: string): string[] {
  return [...new Set(beginnings(partsOf(format), text))];
}

function beginnings([part, ...following]: readonly NumberPart[], text: string): string[] {
  if (text === '') return [''];
  if (part === undefined) return [];
  return writtenAs(part, text).flatMap((written) =>
    beginnings(following, text.slice(written.length)).map((rest) => written + rest),
  );
}

/** What the part can be in numbers that begin with the text. */
function writtenAs(part: NumberPart, text: string): string[] {
  switch (part.token) {
    case 'literal': {
      const literal = part.text.slice(0, text.length);
      return text.startsWith(literal.toUpperCase()) ? [literal] : [];
    }
    case 'yyyy':
      return digits(text, 4, 4);
    case 'yy':
    case 'mm':
      return digits(text, 2, 2);
    case 'seq':
      return digits(text, part.digits, text.length);
  }
}

/** The digits at the beginning of the text: from `min` to `max` of them, or fewer when the text ends there. */
function digits(text: string, min: number, max: number): string[] {
  const { length } = /^\d*/.exec(text)![0];
  if (length === text.length && length <= max) return [text];
  const lengths = Array.from(
    { length: Math.max(Math.min(length, max) - min + 1, 0) },
    (_, more) => min + more,
  );
  return lengths.map((count) => text.slice(0, count));
}
