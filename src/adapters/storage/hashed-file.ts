import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { type Bytes, StorageFailure, type StoredFile } from '../../ports/documents/storage';

/** Bytes. A larger chunk would block the event loop for longer while it is hashed. */
const CHUNK_SIZE = 256 * 1024;

/**
 * Writes bytes to an open file and computes its digest.
 *
 * @throws StorageFailure when the file cannot be written; errors of the source unchanged
 */
export async function writeHashed(file: FileHandle, bytes: Bytes): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes instanceof Uint8Array ? inChunks(bytes) : bytes) {
    hash.update(piece);
    size += piece.length;
    await withStorageFailure(() => writeAll(file, piece));
  }
  return { size, sha256: hash.digest('hex') };
}

function* inChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_SIZE) yield bytes.subarray(at, at + CHUNK_SIZE);
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
