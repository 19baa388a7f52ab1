/**
 * Text without the difference between upper and lower case, and between the composed and decomposed spelling of a
 * letter: what is compared, sorted and searched in its place. Lower case comes first, so that `ẞ` and `ß` both end
 * as `SS`, `ς` and `σ` both as `Σ`.
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase();
}
