import { DomainError } from '../../domain/errors';

/** A file that was written to the store. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/** Size and digest of a file according to the row that refers to it. */
export type ExpectedFile = Pick<StoredFile, 'size'> & {
  /** Null for a file that was stored before digests were recorded; only its size is then checked. */
  readonly sha256: string | null;
};

/** The content of a file, in memory as a whole or as a stream. */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * The file store. A key has one to four parts of `a-z`, `0-9` and `-`, separated by `/`, and is used for one file only.
 * Files are read as streams, never as a whole in memory.
 */
export interface Storage {
  /**
   * Writes a file durably, so that it survives a power failure. If the source fails, nothing is stored. If the store
   * fails, part of the file may be stored, even after the error.
   *
   * @throws StorageFailure; errors of the source, unchanged
   */
  put(key: string, bytes: Bytes): Promise<StoredFile>;
  /**
   * Opens a file and verifies it. A different size fails at once, and so does a different digest of a file of up to 256
   * KiB. A different digest of a larger file fails before the last chunk.
   *
   * @returns the content, to be read once; undefined when there is no such file
   * @throws DamagedFile, StorageFailure; also while the content is read
   */
  open(key: string, file: ExpectedFile): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Deletes a file, or the stored part of it. Succeeds when there is no such file.
   *
   * @throws StorageFailure
   */
  delete(key: string): Promise<void>;
}

/** The store does not answer or is full; a later attempt may succeed. */
export class StorageFailure extends DomainError {
  constructor(cause: unknown) {
    super('internal_error', 'The file store does not answer. Retry later.', { retry_after_s: 5 });
    this.cause = cause;
  }
}

/** The stored file is missing or differs from what was written; it must not be returned to a caller. */
export class DamagedFile extends Error {
  constructor(key: string, what: string) {
    super(`The file ${key} of the file store ${what}.`);
  }
}

const KEY = /^[a-z0-9-]{1,64}(\/[a-z0-9-]{1,64}){0,3}$/;

/** Rejects keys that could name a path outside of the store. */
export function assertStorageKey(key: string): void {
  if (!KEY.test(key)) throw new Error('A key of the file store must have parts of a-z, 0-9 and -.');
}
