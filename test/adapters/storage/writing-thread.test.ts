import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { WritingThread } from '../../../src/adapters/storage/writing-thread';
import { threadFile } from '../../../src/adapters/workers/typescript-sources';
import { StorageFailure } from '../../../src/ports/documents/storage';
import { until } from '../../support/until';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-thread-'));
  for (const name of ['plain', 'faulty', 'slow', 'lost']) await mkdir(path.join(folder, name));
});
afterAll(() => rm(folder, { recursive: true }));

/** A thread whose functions of `fs` are changed by the code. */
async function aChangedThread(name: string, code: string): Promise<WritingThread> {
  const file = path.join(folder, `${name}.cjs`);
  const sources = require.resolve('../../../src/adapters/storage/small-files');
  await writeFile(
    file,
    `const fs = require('node:fs');\n${code}\nrequire(${JSON.stringify(threadFile(sources))});`,
  );
  return new WritingThread({ file });
}

const write = (thread: WritingThread, name: string, text = name) =>
  thread.write(path.join(folder, name), 0o600, Buffer.from(text));

const causeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      expect(error).toBeInstanceOf(StorageFailure);
      return (error as StorageFailure).cause;
    },
  );

describe('the thread that writes small files', () => {
  test('tells why the operating system refuses a file, and writes the others', async () => {
    const thread = new WritingThread();
    const [first, missing, second] = await Promise.all([
      write(thread, 'plain/first'),
      causeOf(write(thread, 'missing/file')),
      write(thread, 'plain/second', ''),
    ]);
    expect([first.size, second.size]).toEqual([11, 0]);
    expect(missing).toMatchObject({ code: 'ENOENT' });
    expect(await causeOf(write(thread, 'plain/first', 'other'))).toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path.join(folder, 'plain/first'), 'utf8')).toBe('plain/first');
  });

  test('ends when it has nothing to do, and is started again', async () => {
    const thread = new WritingThread({ idle_ms: 20 });
    await write(thread, 'plain/early');
    expect(thread.is_running).toBe(true);
    await until(async () => !thread.is_running);
    await write(thread, 'plain/late');
    expect(await readFile(path.join(folder, 'plain/late'), 'utf8')).toBe('plain/late');
  });

  test('stores no file of a folder whose sync fails, and those of other folders', async () => {
    const thread = await aChangedThread(
      'faulty-sync',
      `const open = fs.openSync;
       fs.openSync = (place, flags, mode) => {
         if (flags === 'r' && place.endsWith('faulty')) throw Object.assign(new Error('EIO'), { code: 'EIO' });
         return open(place, flags, mode);
       };`,
    );
    const [first, second, stored] = await Promise.all([
      causeOf(write(thread, 'faulty/first')),
      causeOf(write(thread, 'faulty/second')),
      write(thread, 'plain/beside'),
    ]);
    expect([first, second]).toMatchObject([{ code: 'EIO' }, { code: 'EIO' }]);
    expect(stored.size).toBe(12);
    expect(await readdir(path.join(folder, 'faulty'))).toEqual([]);
  });

  test('removes a file of which only a part was written', async () => {
    const thread = await aChangedThread(
      'full-disk',
      `const write = fs.writeSync;
       fs.writeSync = (file, bytes) => {
         if (bytes.length < 6) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
         return write(file, bytes.subarray(0, 5));
       };`,
    );
    expect(await causeOf(write(thread, 'faulty/part'))).toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(path.join(folder, 'faulty'))).toEqual([]);
  });

  test('syncs a file, and then its folder, before it is stored', async () => {
    const steps = path.join(folder, 'steps');
    const thread = await aChangedThread(
      'ordered',
      `const { openSync, fsyncSync, writeSync } = fs;
       const steps = openSync(${JSON.stringify(steps)}, 'a');
       const names = new Map();
       fs.openSync = (place, flags, mode) => {
         const file = openSync(place, flags, mode);
         names.set(file, require('node:path').basename(place));
         return file;
       };
       fs.fsyncSync = (file) => {
         fsyncSync(file);
         writeSync(steps, names.get(file) + ' ');
       };`,
    );
    await write(thread, 'plain/ordered');
    expect(await readFile(steps, 'utf8')).toBe('ordered plain ');
  });

  test('syncs many files at the same time where syncs take long', async () => {
    const most = path.join(folder, 'most');
    const thread = await aChangedThread(
      'slow-disk',
      `let running = 0, most = 0;
       const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
       fs.fsyncSync = pause;
       fs.fsync = (file, end) => {
         most = Math.max(most, ++running);
         fs.writeFileSync(${JSON.stringify(most)}, String(most));
         setTimeout(() => { running--; end(null); }, 5);
       };`,
    );
    await Promise.all(Array.from({ length: 10 }, (_, n) => write(thread, `slow/${n}`)));
    expect(await readdir(path.join(folder, 'slow'))).toHaveLength(10);
    expect(Number(await readFile(most, 'utf8'))).toBeGreaterThan(1);
  });

  test('rejects all files when it is lost, and is started again', async () => {
    const mark = path.join(folder, 'mark');
    const thread = await aChangedThread(
      'lost',
      `const open = fs.openSync;
       if (!fs.existsSync(${JSON.stringify(mark)})) fs.openSync = () => process.exit(1);
       fs.writeFileSync(${JSON.stringify(mark)}, '');`,
    );
    const causes = await Promise.all([
      causeOf(write(thread, 'lost/first')),
      causeOf(write(thread, 'lost/second')),
    ]);
    for (const cause of causes) expect(String(cause)).toContain('The thread that writes files ended.');
    await write(thread, 'lost/third');
    expect(await readdir(path.join(folder, 'lost'))).toEqual(['third']);
  });
});
