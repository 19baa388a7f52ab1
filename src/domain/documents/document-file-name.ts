import { plainName, shortenedName } from '../values/file-name';

/**
 * The file name of a document: its number, in characters that every file system and HTTP header accepts. The number of
 * a received document may be too long for a file name; it is cut.
 *
 * @param extension - without the dot
 */
export function documentFileName(number: string, extension: string): string {
  return shortenedName(`${plainName(number)}.${extension}`);
}
