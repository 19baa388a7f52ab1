import { DomainError } from '../../domain/errors';

/** What was put into the store. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A file as the row that refers to it describes it. */
export type ExpectedFile = Pick<StoredFile, 'size'> & {
  /** Null: the file is older than the record of its digest, so that its size alone can be checked. */
  readonly sha256: string | null;
};

/**
 * Where the bytes of files are kept. A key has one to four parts of `a-z`, `0-9` and `-`, with `/` between them, and is
 * used for one file only. Bytes pass through in pieces: a file is never whole in memory.
 */
export interface Storage {
  /**
   * Keeps a file so that it outlives a power failure. Where the source fails, nothing is kept; where the store does,
   * part of it may be, or come to be later.
   *
   * @throws StorageFailure; what the source throws, unchanged
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /**
   * Nothing but the bytes that were put is ever read to its end: a size that differs is refused at once, as is the
   * digest of a file of up to 256 KiB; that of a larger one before its last piece.
   *
   * @returns the file's bytes, to be read once; undefined when there is no such file
   * @throws DamagedFile, StorageFailure; while the bytes are read too
   */
  open(key: string, file: ExpectedFile): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Takes a file away, or what there is of it; no such file is fine.
   *
   * @throws StorageFailure
   */
  delete(key: string): Promise<void>;
}

/** The store does not answer, or has no room: a later attempt may do. */
export class StorageFailure extends DomainError {
  constructor(cause: unknown) {
    super('internal_error', 'The file store does not answer. Retry later.', { retry_after_s: 5 });
    this.cause = cause;
  }
}

/** The store has other bytes than were put into it, or none at all: nothing of the file may leave. */
export class DamagedFile extends Error {
  constructor(key: string, what: string) {
    super(`The file ${key} of the file store ${what}.`);
  }
}

const KEY = /^[a-z0-9-]{1,64}(\/[a-z0-9-]{1,64}){0,3}$/;

/** A key never leads out of the store, whatever it was made of. */
export function assertStorageKey(key: string): void {
  if (!KEY.test(key)) throw new Error('A key of the file store must have parts of a-z, 0-9 and -.');
}
