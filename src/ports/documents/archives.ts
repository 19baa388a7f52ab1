/** A file that is put into an archive. */
export interface ArchiveEntry {
  /** Relative, with `/` between its parts. */
  readonly path: string;
  /** Called when it is the file's turn, so that at most one file is open. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** A file of an archive and the SHA-256 of its bytes, in hexadecimal. */
export interface FileDigest {
  readonly path: string;
  readonly sha256: string;
}

/** A file whose text depends on the digests of the files before it. */
export interface LastEntry {
  readonly path: string;
  readonly textOf: (files: readonly FileDigest[]) => string;
}

/** Archives of files. Equal files in the same order give equal bytes. */
export interface Archives {
  /**
   * A ZIP file, written while it is read. Reading stops when a file cannot be read, with its error; the bytes until
   * then are no complete ZIP file.
   *
   * @param entries - the next one is taken when the one before has been read
   */
  zip(
    entries: Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>,
    last?: LastEntry,
  ): AsyncIterable<Uint8Array>;
}
