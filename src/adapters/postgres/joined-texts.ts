/** Separates texts in one parameter, which PostgreSQL splits faster than it parses an array or JSON. */
const SEPARATOR = '\u001f';

/** @param texts - JSON, which contains no control characters */
export function joined(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
}

/** The texts that `joined` has joined. */
export function parts(text: string): string[] {
  return text.split(SEPARATOR);
}

/** SQL: the texts that `joined` has joined, as an array. @param parameter - `$n` */
export function split(parameter: string): string {
  return `string_to_array(${parameter}, e'\\x1f')`;
}
