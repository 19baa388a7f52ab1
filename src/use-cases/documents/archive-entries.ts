import type { ArchiveEntry } from '../../ports/documents/archives';

/** A file of a text that is in memory. */
export function textFile(path: string, text: string): ArchiveEntry {
  return bytesFile(path, new TextEncoder().encode(text));
}

/** A file of bytes that are in memory. */
export function bytesFile(path: string, bytes: Uint8Array): ArchiveEntry {
  return {
    path,
    open: async () =>
      (async function* () {
        yield bytes;
      })(),
  };
}
