import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  DamagedFile,
  type Storage,
  StorageFailure,
  type StoredFile,
} from '../../../src/ports/documents/storage';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function* inPieces(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const fileOf = (bytes: Buffer): StoredFile => ({ size: bytes.length, sha256: sha256(bytes) });

export async function bytesOf(pieces: AsyncIterable<Uint8Array> | undefined): Promise<Buffer | undefined> {
  if (pieces === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

/**
 * The contract of every file store.
 *
 * @param broken - a store that does not answer
 */
export function describeStorage(
  name: string,
  the: () => { readonly store: Storage; readonly broken: Storage },
): void {
  describe(name, () => {
    const newKey = () => `${randomUUID()}/${randomUUID()}`;

    test.each([1, 64 * 1024, 3_000_001])(
      'stores a file of %d bytes, and returns its size and digest',
      async (size) => {
        const { store } = the();
        const [key, bytes] = [newKey(), randomBytes(size)];
        const stored = await store.put(key, inPieces(bytes));
        expect(stored).toEqual({ size, sha256: sha256(bytes) });
        expect((await bytesOf(await store.open(key, stored)))!.equals(bytes)).toBe(true);
      },
    );

    test.each([0, 1, 128 * 1024, 3_000_001])('stores %d bytes that are in memory', async (size) => {
      const { store } = the();
      const [key, bytes] = [newKey(), randomBytes(size)];
      const stored = await store.put(key, bytes);
      expect(stored).toEqual(fileOf(bytes));
      expect((await bytesOf(await store.open(key, stored)))!.equals(bytes)).toBe(true);
    });

    test('stores many concurrent files that are in memory separately, each only its own part of the memory', async () => {
      const { store } = the();
      const memory = randomBytes(200_000);
      const folders = [randomUUID(), randomUUID()];
      const files = Array.from({ length: 100 }, (_, n) => ({
        key: `${folders[n % 2]!}/${randomUUID()}`,
        bytes: memory.subarray(n * 1_000, n * 1_500),
      }));
      const stored = await Promise.all(files.map(({ key, bytes }) => store.put(key, bytes)));
      expect(stored).toEqual(files.map(({ bytes }) => fileOf(bytes)));
      const read = await Promise.all(
        files.map(async ({ key, bytes }) => bytesOf(await store.open(key, fileOf(bytes)))),
      );
      expect(read.map((bytes) => sha256(bytes!))).toEqual(files.map(({ bytes }) => sha256(bytes)));
    });

    test('stores many concurrent files separately', async () => {
      const { store } = the();
      const files = Array.from({ length: 20 }, () => ({ key: newKey(), bytes: randomBytes(200_000) }));
      await Promise.all(files.map(({ key, bytes }) => store.put(key, inPieces(bytes, 1_000))));
      const read = await Promise.all(
        files.map(async ({ key, bytes }) => bytesOf(await store.open(key, fileOf(bytes)))),
      );
      expect(read.map((bytes) => sha256(bytes!))).toEqual(files.map(({ bytes }) => sha256(bytes)));
    });

    test('does not find a file that was not stored', async () => {
      expect(await the().store.open(newKey(), fileOf(Buffer.from('x')))).toBeUndefined();
    });

    test('deletes a file, and ignores a missing one', async () => {
      const { store } = the();
      const key = newKey();
      await store.put(key, inPieces(Buffer.from('x')));
      await store.delete(key);
      expect(await store.open(key, fileOf(Buffer.from('x')))).toBeUndefined();
      await store.delete(key);
    });

    test('stores nothing of a file whose source fails, and passes on its error', async () => {
      const { store } = the();
      const key = newKey();
      const fault = new Error('gone');
      const source = async function* () {
        yield randomBytes(500_000);
        throw fault;
      };
      await expect(store.put(key, source())).rejects.toBe(fault);
      expect(await store.open(key, { size: 500_000, sha256: null })).toBeUndefined();
    });

    test('can be cancelled during the reading of a file', async () => {
      const { store } = the();
      const [key, bytes] = [newKey(), randomBytes(2_000_000)];
      await store.put(key, inPieces(bytes));
      for await (const piece of (await store.open(key, fileOf(bytes)))!) {
        expect(piece.length).toBeLessThan(bytes.length);
        break;
      }
      expect((await bytesOf(await store.open(key, fileOf(bytes))))!.equals(bytes)).toBe(true);
    });

    test.each([100, 1_000_000])('refuses a file of %d bytes that has another size at once', async (size) => {
      const { store } = the();
      const [key, bytes] = [newKey(), randomBytes(size)];
      const stored = await store.put(key, inPieces(bytes));
      await expect(store.open(key, { ...stored, size: size + 1 })).rejects.toThrow(DamagedFile);
      await expect(store.open(key, { size: size - 1, sha256: null })).rejects.toThrow(DamagedFile);
    });

    test('refuses a small file that has other bytes at once', async () => {
      const { store } = the();
      const key = newKey();
      const { size } = await store.put(key, inPieces(randomBytes(1_000)));
      await expect(store.open(key, { size, sha256: sha256(randomBytes(size)) })).rejects.toThrow(DamagedFile);
      expect(await bytesOf(await store.open(key, { size, sha256: null }))).toHaveLength(size);
    });

    test('ends a large file that has other bytes before its end', async () => {
      const { store } = the();
      const key = newKey();
      const { size } = await store.put(key, inPieces(randomBytes(3_000_000)));
      const pieces = (await store.open(key, { size, sha256: sha256(randomBytes(size)) }))!;
      let read = 0;
      const readAll = async () => {
        for await (const piece of pieces) read += piece.length;
      };
      await expect(readAll()).rejects.toThrow(DamagedFile);
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(size);
    });

    test.each(['', '/a', 'a/', '../a', 'a/../b', 'a//b', 'A', 'a.b', 'a/b/c/d/e'])(
      'refuses a key such as "%s"',
      async (key) => {
        const { store } = the();
        await expect(store.put(key, inPieces(Buffer.from('x')))).rejects.toThrow('A key');
        await expect(store.open(key, fileOf(Buffer.from('x')))).rejects.toThrow('A key');
        await expect(store.delete(key)).rejects.toThrow('A key');
      },
    );

    test('fails with Retry-After when it does not respond', async () => {
      const { broken } = the();
      for (const call of [
        () => broken.put(newKey(), inPieces(Buffer.from('x'))),
        () => broken.put(newKey(), Buffer.from('x')),
        () => broken.open(newKey(), fileOf(Buffer.from('x'))),
        () => broken.delete(newKey()),
      ]) {
        const failure = await call().catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(StorageFailure);
        expect(failure).toMatchObject({ code: 'internal_error', options: { retry_after_s: 5 } });
      }
    });
  });
}
