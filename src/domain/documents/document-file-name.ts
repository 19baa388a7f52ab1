/**
 * The name of a document as a file: its number, in characters that every file system and every header takes.
 *
 * @param extension - without the dot
 */
export function documentFileName(number: string, extension: string): string {
  return `${number.replace(/[^A-Za-z0-9._-]/g, '-')}.${extension}`;
}
