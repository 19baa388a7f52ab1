/** The first `count` code points of the text. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join(''); // a code point has at most two UTF-16 units
}

/**
 * Whether the text has more than `count` code points. A text of more than twice as many UTF-16 units is not counted.
 */
export function isLongerThan(text: string, count: number): boolean {
  return text.length > 2 * count || (text.length > count && Array.from(text).length > count);
}
