/**
 * The file name of a document: its number, in characters that every file system and HTTP header accepts.
 *
 * @param extension - without the dot
 */
export function documentFileName(number: string, extension: string): string {
  return `${number.replace(/[^A-Za-z0-9._-]/g, '-')}.${extension}`;
}
