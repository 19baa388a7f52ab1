/** The first characters of the text, at most so many; a character beyond the Basic Multilingual Plane counts as one. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join(''); // a character has two UTF-16 units at most
}

/** Whether the text has more characters than that, without counting those of a long one. */
export function isLongerThan(text: string, count: number): boolean {
  return text.length > 2 * count || (text.length > count && Array.from(text).length > count);
}
