/**
 * Text without the difference between upper and lower case, and between the composed and decomposed spelling of a
 * letter: what is compared, sorted and searched in its place. Lower case comes first, so that `ẞ` and `ß` both end
 * as `SS`, `ς` and `σ` both as `Σ`.
 */
export function foldCase(text: string): string {
  return composed(text).toLowerCase().toUpperCase();
}

/** More combining marks in a row than any writing has; behind each of these rows a joiner is put. */
const LONG_ROW_OF_MARKS = /(?:(?!\u034f)\p{M}){30}(?!\u034f)(?=\p{M})/gu;
const GRAPHEME_JOINER = '\u034f';

/**
 * The text in Unicode NFC. Long rows of combining marks are parted (Stream-Safe Text Format, UAX #15, section 13):
 * normalization sorts each row, in a time that grows with the square of its length.
 */
export function composed(text: string): string {
  return text.replace(LONG_ROW_OF_MARKS, `$&${GRAPHEME_JOINER}`).normalize('NFC');
}
