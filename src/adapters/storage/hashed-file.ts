import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { StorageFailure, type StoredFile } from '../../ports/documents/storage';

/**
 * Writes a stream of bytes to an open file and computes its digest.
 *
 * @throws StorageFailure when the file cannot be written; errors of the source unchanged
 */
export async function writeHashed(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes) {
    hash.update(piece);
    size += piece.length;
    await withStorageFailure(() => writeAll(file, piece));
  }
  return { size, sha256: hash.digest('hex') };
}

/** Writes all bytes of a piece: a single write may be partial. */
async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let rest = piece; rest.length > 0;) {
    const { bytesWritten } = await file.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}

/** Runs an operation of the file store. @throws StorageFailure with the error as its cause */
export async function withStorageFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageFailure(error);
  }
}
