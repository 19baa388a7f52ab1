import type { FileDigest } from '../../domain/events/evidence';

/** A file that is put into an archive. */
export interface ArchiveEntry {
  /** Relative, with `/` between its parts. */
  readonly path: string;
  /** Called when it is the file's turn, so that at most one file is open. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Archives of files. Equal files in the same order give equal bytes. */
export interface Archives {
  /**
   * A ZIP file, written while it is read. Reading stops when a file cannot be read, with its error.
   *
   * @param last - the path of the last file, and its text, which may depend on the digests of the others
   */
  zip(
    entries: readonly ArchiveEntry[],
    last: { readonly path: string; readonly textOf: (files: readonly FileDigest[]) => string },
  ): AsyncIterable<Uint8Array>;
}
