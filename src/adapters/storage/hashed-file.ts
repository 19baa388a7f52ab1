import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { StorageFailure, type StoredFile } from '../../ports/documents/storage';

/**
 * Writes what comes to an open file, piece by piece.
 *
 * @throws StorageFailure when the file cannot be written; what the source throws, unchanged
 */
export async function writeHashed(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes) {
    hash.update(piece);
    size += piece.length;
    await ofTheStore(() => writeAll(file, piece));
  }
  return { size, sha256: hash.digest('hex') };
}

/** A write may take less than it was given. */
async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let rest = piece; rest.length > 0;) {
    const { bytesWritten } = await file.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}

/** @throws StorageFailure for whatever goes wrong in it */
export async function ofTheStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageFailure(error);
  }
}
