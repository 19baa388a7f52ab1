/**
 * The text for comparing, sorting and searching: without case, and with letters in composed form. It is converted to
 * lower case first, so that both `ẞ` and `ß` become `SS`, and both `ς` and `σ` become `Σ`.
 */
export function foldCase(text: string): string {
  return toNfc(text).toLowerCase().toUpperCase();
}

/** Thirty combining marks in a row, which no real text has; a grapheme joiner is inserted after them. */
const LONG_ROW_OF_MARKS = /(?:(?!\u034f)\p{M}){30}(?!\u034f)(?=\p{M})/gu;
const GRAPHEME_JOINER = '\u034f';

/**
 * The text in Unicode NFC. Long runs of combining marks are split first (Stream-Safe Text Format, UAX #15, section 13),
 * since normalization sorts each run in time quadratic in its length.
 */
export function toNfc(text: string): string {
  return text.replace(LONG_ROW_OF_MARKS, `$&${GRAPHEME_JOINER}`).normalize('NFC');
}
