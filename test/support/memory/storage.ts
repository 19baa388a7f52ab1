import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { assertSize, verified } from '../../../src/adapters/storage/verified-file';
import {
  assertStorageKey,
  type Bytes,
  type ExpectedFile,
  type Storage,
  StorageFailure,
} from '../../../src/ports/documents/storage';

const PIECE_BYTES = 64 * 1024;

/** Files without a disk. */
export class MemoryStorage implements Storage {
  readonly files = new Map<string, Buffer>();
  /** Whether the store answers. */
  is_away = false;

  async put(key: string, bytes: Bytes) {
    this.assertUsable(key);
    const pieces: Uint8Array[] = [];
    if (bytes instanceof Uint8Array) pieces.push(bytes);
    else for await (const piece of bytes) pieces.push(piece);
    const file = Buffer.concat(pieces);
    this.files.set(key, file);
    return { size: file.length, sha256: createHash('sha256').update(file).digest('hex') };
  }

  async open(key: string, expected: ExpectedFile) {
    this.assertUsable(key);
    const file = this.files.get(key);
    if (!file) return undefined;
    assertSize(key, file.length, expected);
    return verified(key, Readable.from(inPieces(file)), expected);
  }

  async delete(key: string) {
    this.assertUsable(key);
    this.files.delete(key);
  }

  private assertUsable(key: string): void {
    assertStorageKey(key);
    if (this.is_away) throw new StorageFailure(new Error('The store is away.'));
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
