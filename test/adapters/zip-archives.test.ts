import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';
import { ZipArchives } from '../../src/adapters/zip-archives';
import type { ArchiveEntry } from '../../src/ports/documents/archives';
import { bytesFile } from '../../src/use-cases/documents/archive-entries';
import { unzipped } from '../support/zip';

const entry = (path: string, ...pieces: string[]): ArchiveEntry => ({
  path,
  open: async () =>
    (async function* () {
      for (const piece of pieces) yield Buffer.from(piece);
    })(),
});
const last = { path: 'manifest.json', textOf: (files: readonly object[]) => JSON.stringify(files) };

async function read(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a ZIP file', () => {
  const entries = [entry('a.txt', 'Hello, ', 'world'), entry('b/ç.pdf', 'x'.repeat(200_000)), entry('c.xml')];

  test('contains the files in their order, and the digest of each in the last one', async () => {
    const files = unzipped(await read(new ZipArchives().zip(entries, last)));
    expect([...files.keys()]).toEqual(['a.txt', 'b/ç.pdf', 'c.xml', 'manifest.json']);
    expect(files.get('a.txt')!.toString()).toBe('Hello, world');
    expect(files.get('b/ç.pdf')!.toString()).toBe('x'.repeat(200_000));
    const digests = [...files].slice(0, 3).map(([path, bytes]) => {
      return { path, sha256: createHash('sha256').update(bytes).digest('hex') };
    });
    expect(JSON.parse(files.get('manifest.json')!.toString())).toEqual(digests);
  });

  test('has the same bytes each time, in every time zone', () => {
    const script = `
      const { ZipArchives } = require('./src/adapters/zip-archives');
      const { buffer } = require('node:stream/consumers');
      const of = (path, text) => ({ path, open: async () => [Buffer.from(text)] });
      const entries = [of('a.txt', 'Hello, world'), of('b/ç.pdf', 'x'), of('c.xml', '')];
      const last = { path: 'manifest.json', textOf: JSON.stringify };
      buffer(new ZipArchives().zip(entries, last)).then((bytes) =>
        process.stdout.write(bytes.toString('hex')));`;
    const cwd = path.join(__dirname, '../..');
    const made = ['UTC', 'Asia/Tokyo', 'America/Anchorage'].map((TZ) =>
      execFileSync(process.execPath, [...typescriptLoader(), '-e', script], { cwd, env: { TZ } }).toString(),
    );
    expect(unzipped(Buffer.from(made[0]!, 'hex')).size).toBe(4);
    expect(made[1]).toBe(made[0]);
    expect(made[2]).toBe(made[0]);
  });

  test.each<[string, ArchiveEntry]>([
    ['cannot be opened', { path: 'b', open: () => Promise.reject(new Error('The store is away.')) }],
    [
      'breaks while it is read',
      {
        path: 'b',
        open: async () =>
          (async function* () {
            yield Buffer.from('a part');
            throw new Error('The store is away.');
          })(),
      },
    ],
  ])('ends with the error of a file that %s', async (_what, broken) => {
    const zip = new ZipArchives().zip([entry('a.txt', 'a'), broken, entry('c.txt', 'c')], last);
    await expect(read(zip)).rejects.toThrow('The store is away.');
  });

  test('takes the next file when the one before has been read', async () => {
    const taken: string[] = [];
    async function* growing() {
      for (const path of ['a', 'b', 'c']) {
        taken.push(path);
        yield entry(path, path.repeat(100_000));
      }
    }
    const zip = new ZipArchives().zip(growing());
    for await (const _piece of zip) break;
    await sleep(20);
    expect(taken.length).toBeLessThan(3);
    expect([...unzipped(await read(new ZipArchives().zip(growing()))).keys()]).toEqual(['a', 'b', 'c']);
  });

  test('keeps no bytes of files that are written', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const made: WeakRef<Buffer>[] = [];
    let kept = 0;
    async function* files() {
      for (let nth = 1; nth <= 50; nth++) yield fileOf(nth);
      for (let times = 0; times < 5; times++) {
        await turn();
        collect();
      }
      kept = made.filter((bytes) => bytes.deref() !== undefined).length;
    }
    function fileOf(nth: number): ArchiveEntry {
      const bytes = Buffer.alloc(100_000, nth);
      made.push(new WeakRef(bytes));
      return bytesFile(`${nth}.pdf`, bytes);
    }
    await read(new ZipArchives().zip(files()));
    expect(made).toHaveLength(50);
    expect(kept).toBeLessThan(5);
  });

  test('is not complete when its files cannot be listed to the end', async () => {
    async function* broken() {
      yield entry('a.txt', 'a');
      throw new Error('The store is away.');
    }
    const pieces: Uint8Array[] = [];
    const reading = (async () => {
      for await (const piece of new ZipArchives().zip(broken())) pieces.push(piece);
    })();
    await expect(reading).rejects.toThrow('The store is away.');
    expect(Buffer.concat(pieces).includes(Buffer.from('PK\x05\x06', 'latin1'))).toBe(false);
  });

  test('ends the list of its files when its reader stops', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (let index = 0; ; index++) yield entry(`${index}.bin`, 'x'.repeat(100_000));
      } finally {
        ended = true;
      }
    }
    for await (const _piece of new ZipArchives().zip(endless())) break;
    await sleep(20);
    expect(ended).toBe(true);
  });

  test('closes the open file, and opens no other, when its reader stops', async () => {
    const opened: string[] = [];
    let closed = false;
    const endless: ArchiveEntry = {
      path: 'endless.bin',
      open: async () => {
        opened.push('endless');
        return (async function* () {
          try {
            for (;;) yield Buffer.alloc(64 * 1024);
          } finally {
            closed = true;
          }
        })();
      },
    };
    const next: ArchiveEntry = { ...entry('next'), open: () => Promise.reject(new Error('Opened.')) };
    let size = 0;
    for await (const piece of new ZipArchives().zip([endless, next], last)) {
      size += piece.byteLength;
      if (size > 1024 * 1024) break;
    }
    await sleep(20);
    expect([opened, closed]).toEqual([['endless'], true]);
  });
});
