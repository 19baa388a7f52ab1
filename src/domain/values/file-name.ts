/** The most bytes of UTF-8 that the name of a file may have on the usual file systems. */
export const MAX_NAME_BYTES = 255;
const EXTENSION = /\.[A-Za-z0-9]{1,16}$/;
const encoder = new TextEncoder();

/** The number of bytes of a name in UTF-8. */
export function nameBytes(name: string): number {
  return encoder.encode(name).byteLength;
}

/** The text in characters that every file system and HTTP header accepts. */
export function plainName(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]/g, '-');
}

/**
 * The name of a file, cut between two characters where it has too many bytes. It keeps its extension, since programs
 * choose by it how to open the file.
 *
 * @param suffix - ASCII, put before the extension; it is not cut
 */
export function shortenedName(name: string, suffix = ''): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const start = name.slice(0, name.length - extension.length);
  const end = `${suffix}${extension}`;
  const { read } = encoder.encodeInto(start, new Uint8Array(MAX_NAME_BYTES - end.length));
  return `${start.slice(0, read)}${end}`;
}
