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
  for (const name of ['plain', 'faulty', 'slow', 'lost', 'uneven', 'together'])
    await mkdir(path.join(folder, name));
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
      `const { openSync } = fs;
       const { open } = fs.promises;
       const check = (place, flags) => {
         if (flags === 'r' && place.endsWith('faulty')) throw Object.assign(new Error('EIO'), { code: 'EIO' });
       };
       fs.openSync = (place, flags, mode) => {
         check(place, flags);
         return openSync(place, flags, mode);
       };
       fs.promises.open = async (place, flags, mode) => {
         check(place, flags);
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
      `const { writeSync } = fs;
       const { open } = fs.promises;
       const full = () => Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
       fs.writeSync = (file, bytes) => {
         if (bytes.length > 5) return writeSync(file, bytes.subarray(0, 5));
         // Long enough, so that the thread writes later files as on a slow disk.
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
         if (bytes.length < 5) throw full();
         return writeSync(file, bytes);
       };
       fs.promises.open = async (...place) => {
         const handle = await open(...place);
         const { writeFile } = handle;
         handle.writeFile = async (bytes) => {
           await writeFile.call(handle, bytes.subarray(0, 5));
           throw full();
         };
         return handle;
       };`,
    );
    expect(await causeOf(write(thread, 'faulty/part', '12345678'))).toMatchObject({ code: 'ENOSPC' });
    for (const name of ['whole', 'whole-2', 'whole-3', 'whole-4'])
      await write(thread, `plain/${name}`, '1234567890');
    expect(await causeOf(write(thread, 'faulty/slow-part', '1234567890'))).toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(path.join(folder, 'faulty'))).toEqual([]);
    expect(await readFile(path.join(folder, 'plain/whole'), 'utf8')).toBe('1234567890');
  });

  test.each([
    { speed: 'fast', wait_ms: 0 },
    { speed: 'slow', wait_ms: 5 },
  ])(
    'syncs a file, and then its folder, before it is stored on a $speed disk',
    async ({ speed, wait_ms }) => {
      const steps = path.join(folder, `steps-${speed}`);
      const thread = await aChangedThread(
        `ordered-${speed}`,
        `const { openSync, fsyncSync, writeSync } = fs;
       const steps = openSync(${JSON.stringify(steps)}, 'a');
       const names = new Map();
       const named = (file, place) => names.set(file, require('node:path').basename(place));
       const synced = (file) => writeSync(steps, names.get(file) + ' ');
       fs.openSync = (place, flags, mode) => {
         const file = openSync(place, flags, mode);
         named(file, place);
         return file;
       };
       fs.fsyncSync = (file) => {
         fsyncSync(file);
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${wait_ms});
         synced(file);
       };
       const { open } = fs.promises;
       fs.promises.open = async (place, flags, mode) => {
         const handle = await open(place, flags, mode);
         named(handle.fd, place);
         const sync = handle.sync.bind(handle);
         handle.sync = () => sync().then(() => synced(handle.fd));
         return handle;
       };`,
      );
      for (const name of [1, 2, 3, 4, 5].flatMap((n) => [`plain/${speed}-${n}`, `slow/${speed}-${n}`])) {
        await write(thread, name);
        const synced = (await readFile(steps, 'utf8')).trim().split(' ');
        expect(synced.slice(-2)).toEqual([path.basename(name), path.dirname(name)]);
      }
    },
  );

  test('writes many files at the same time where a file takes long', async () => {
    const most = path.join(folder, 'most');
    const thread = await aChangedThread(
      'slow-disk',
      `let running = 0, most = 0;
       fs.fsyncSync = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
       const { open } = fs.promises;
       fs.promises.open = async (...place) => {
         const handle = await open(...place);
         handle.sync = async () => {
           most = Math.max(most, ++running);
           fs.writeFileSync(${JSON.stringify(most)}, String(most));
           await new Promise((resolve) => setTimeout(resolve, 5));
           running--;
         };
         return handle;
       };`,
    );
    for (let n = 1; n <= 4; n++) await write(thread, `slow/first-${n}`);
    await Promise.all(Array.from({ length: 10 }, (_, n) => write(thread, `slow/${n}`)));
    expect((await readdir(path.join(folder, 'slow'))).filter((name) => /^\d$/.test(name))).toHaveLength(10);
    expect(Number(await readFile(most, 'utf8'))).toBeGreaterThan(1);
  });

  test('writes one file after the other where few take long, and again when a slow disk has become fast', async () => {
    const thread = await aChangedThread(
      'uneven-disk',
      `let now = 0, name;
       globalThis.performance = { now: () => now };
       const { openSync } = fs;
       fs.openSync = (place, flags, mode) => openSync(name = place, flags, mode);
       fs.fsyncSync = () => name.includes('long') && (now += 5);
       const { open } = fs.promises;
       fs.promises.open = async (place, flags) => {
         if (flags === 'wx') throw Object.assign(new Error('beside'), { code: 'BESIDE' });
         return open(place, flags);
       };`,
    );
    /** @returns those that were not written directly, but beside others */
    const besideOthers = async (what: string, count: number) => {
      const beside: string[] = [];
      for (let n = 1; n <= count; n++)
        if (await causeOf(write(thread, `uneven/${what}-${n}`))) beside.push(`${what}-${n}`);
      return beside;
    };
    for (let n = 1; n <= 5; n++) {
      expect(await besideOthers(`long-${n}`, 3)).toEqual([]);
      expect(await besideOthers(`short-${n}`, 1)).toEqual([]);
    }
    expect(await besideOthers('long', 8)).toEqual(['long-5', 'long-6', 'long-7', 'long-8']);
    const until_trial = await besideOthers('short', 200);
    expect(until_trial).toHaveLength(124); // with the four before: as many as between two trials
  });

  test('writes files that come together before it syncs them, a few open at once, and closes each', async () => {
    const steps = path.join(folder, 'steps-together');
    const thread = await aChangedThread(
      'together',
      `const { openSync, writeSync, fsyncSync, closeSync } = fs;
       const steps = openSync(${JSON.stringify(steps)}, 'a');
       const names = new Map();
       const note = (step, file) => names.has(file) && writeSync(steps, step + ' ' + names.get(file) + '\\n');
       fs.openSync = (place, flags, mode) => {
         const file = openSync(place, flags, mode);
         if (flags === 'wx') names.set(file, require('node:path').basename(place));
         note('open', file);
         return file;
       };
       fs.writeSync = (file, bytes) => {
         note('write', file);
         if (names.get(file) === 'full') throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
         return writeSync(file, bytes);
       };
       fs.fsyncSync = (file) => {
         note('sync', file);
         fsyncSync(file);
       };
       fs.closeSync = (file) => {
         note('close', file);
         const name = names.get(file);
         names.delete(file);
         closeSync(file);
         if (name === 'unclosed') throw Object.assign(new Error('EIO'), { code: 'EIO' });
       };`,
    );
    const names = [...Array.from({ length: 40 }, (_, n) => `file-${n}`), 'full', 'unclosed'];
    const causes = await Promise.all(names.map((name) => causeOf(write(thread, `together/${name}`))));
    expect(causes.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => undefined));
    expect(causes.slice(40)).toMatchObject([{ code: 'ENOSPC' }, { code: 'EIO' }]);
    expect((await readdir(path.join(folder, 'together'))).sort()).toEqual(names.slice(0, 40).sort());
    const done = (await readFile(steps, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    let open = 0;
    let most = 0;
    for (const [step] of done) {
      if (step === 'open') most = Math.max(most, ++open);
      if (step === 'close') open--;
    }
    expect(open).toBe(0);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(16);
    // Once a file is synced, those that are open are written.
    const runs = done
      .map(([step]) => step![0])
      .join('')
      .match(/o+w+s*c+/g)!;
    expect(runs.join('')).toBe(done.map(([step]) => step![0]).join(''));
  });

  test('rejects a file with a failure of the store when the thread cannot be started', async () => {
    const thread = new WritingThread({ file: 'relative.cjs' });
    expect(await causeOf(write(thread, 'plain/never'))).toMatchObject({ code: 'ERR_WORKER_PATH' });
    expect(thread.is_running).toBe(false);
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
