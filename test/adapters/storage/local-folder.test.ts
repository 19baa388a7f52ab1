import promises, { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LocalFolderStorage } from '../../../src/adapters/storage/local-folder';
import { describeStorage } from '../../support/contracts/storage-contract';

let folder: string;
let store: LocalFolderStorage;
let broken: LocalFolderStorage;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-files-'));
  store = new LocalFolderStorage(path.join(folder, 'made/when/needed'));
  await writeFile(path.join(folder, 'no-folder'), '');
  broken = new LocalFolderStorage(path.join(folder, 'no-folder'));
});
afterAll(() => rm(folder, { recursive: true }));

describeStorage('a local folder', () => ({ store, broken }));

describe('with the thread for small files running, a local folder', () => {
  beforeAll(() =>
    Promise.all(Array.from({ length: 10 }, (_, n) => store.put(`start/${n}`, Buffer.from('x')))),
  );
  beforeAll(() =>
    Promise.allSettled(Array.from({ length: 10 }, (_, n) => broken.put(`start/${n}`, Buffer.from('x')))),
  );
  describeStorage('keeps the contract, and', () => ({ store, broken }));
});

test('A folder that is usable is created, with nothing in it; others are refused', async () => {
  const place = path.join(folder, 'new/folder');
  await new LocalFolderStorage(place).assertUsable();
  expect(await readdir(place)).toEqual([]);
  expect((await stat(place)).mode & 0o777).toBe(0o700);
  await expect(broken.assertUsable()).rejects.toThrow('The file store does not answer');
});

function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a file in a local folder', () => {
  const one = async function* () {
    yield Buffer.from('one');
  };

  test('is never overwritten', async () => {
    await store.put('a/b', one());
    await expect(store.put('a/b', one())).rejects.toThrow('The file store does not answer');
    expect(await readdir(path.join(folder, 'made/when/needed/a'))).toEqual(['b']);
  });

  test('is never overwritten by one of many at the same time', async () => {
    const contents = Array.from({ length: 20 }, (_, n) => Buffer.from(`content ${n}`));
    const results = await Promise.allSettled(contents.map((content) => store.put('taken/once', content)));
    const stored = results.flatMap((result, n) => (result.status === 'fulfilled' ? [contents[n]!] : []));
    expect(stored).toHaveLength(1);
    expect(await readFile(path.join(folder, 'made/when/needed/taken/once'))).toEqual(stored[0]);
  });

  test('is readable only by its owner', async () => {
    const names = ['file', ...Array.from({ length: 10 }, (_, n) => `small-${n}`)];
    await Promise.all(
      names.map((name, n) => store.put(`private/${name}`, n === 0 ? one() : Buffer.from('one'))),
    );
    const place = path.join(folder, 'made/when/needed/private');
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    for (const name of names) expect((await stat(path.join(place, name))).mode & 0o777).toBe(0o600);
  });

  test('is stored when a sync of its folder has ended that began after the file was made', async () => {
    await store.put('many/first', one());
    const steps: string[] = [];
    const [others, begun] = [gate(), gate()];
    let synced = 0;
    const open = promises.open.bind(promises);
    const spy = jest.spyOn(promises, 'open').mockImplementation(async (place, flags, mode) => {
      const handle = await open(place, flags, mode);
      if (flags === 'wx') {
        const name = path.basename(String(place));
        steps.push(`made ${name}`);
        const end = handle.sync.bind(handle);
        if (name !== 'second') handle.sync = () => end().finally(() => ++synced === 3 && others.open());
        return handle;
      }
      // The first sync lasts until the other files need one.
      const sync = `sync ${steps.push('begin')}`;
      const end = handle.sync.bind(handle);
      handle.sync = async () => {
        await end();
        if (!steps.includes('others come')) {
          steps.push('others come');
          begun.open();
          await others.opened;
          await new Promise(setImmediate); // the files ask for a sync of the folder
        }
        steps.push(`end of ${sync}`);
      };
      return handle;
    });
    const stored = (name: string) =>
      store.put(`many/${name}`, one()).then(() => steps.push(`stored ${name}`));
    try {
      const first = stored('second');
      await begun.opened;
      await Promise.all([first, stored('third'), stored('fourth'), stored('fifth')]);
    } finally {
      spy.mockRestore();
    }
    const begins = steps.flatMap((step, index) => (step === 'begin' ? [index] : []));
    expect(begins).toHaveLength(2);
    for (const name of ['second', 'third', 'fourth', 'fifth']) {
      const begin = begins.find((index) => index > steps.indexOf(`made ${name}`))!;
      const end = steps.indexOf(`end of sync ${begin + 1}`);
      expect([name, begin < end && end < steps.indexOf(`stored ${name}`)]).toEqual([name, true]);
    }
  });

  test('is written by the thread where it is small and many are written, and by the process where it is not', async () => {
    const names: string[] = [];
    const open = promises.open.bind(promises);
    const spy = jest.spyOn(promises, 'open').mockImplementation((place, flags, mode) => {
      if (flags === 'wx') names.push(path.basename(String(place)));
      return open(place, flags, mode);
    });
    const small = Buffer.alloc(128 * 1024);
    try {
      await Promise.all(Array.from({ length: 5 }, (_, n) => store.put(`small/${n}`, small)));
      names.length = 0;
      await store.put('small/thread', small);
      await store.put('small/process', Buffer.alloc(128 * 1024 + 1));
      await store.put('small/stream', one());
    } finally {
      spy.mockRestore();
    }
    expect(names).toEqual(['process', 'stream']);
  });

  test('is stored when the entries of new folders are synced, also after a sync of them has failed', async () => {
    const synced: string[] = [];
    let is_broken = true;
    const open = promises.open.bind(promises);
    const spy = jest.spyOn(promises, 'open').mockImplementation((place, flags, mode) => {
      if (flags !== 'r') return open(place, flags, mode);
      synced.push(path.basename(String(place)));
      return is_broken ? Promise.reject(new Error('EIO')) : open(place, flags, mode);
    });
    try {
      const contents = [one(), ...Array.from({ length: 9 }, () => Buffer.from('x'))];
      const results = await Promise.allSettled(
        contents.map((content, n) => store.put(`new/folder/${n}`, content)),
      );
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
      expect(await readdir(path.join(folder, 'made/when/needed/new/folder'))).toEqual([]);
      is_broken = false;
      synced.length = 0;
      await store.put('new/folder/later', Buffer.from('x'));
      expect(synced).toEqual(expect.arrayContaining(['new', 'needed']));
      synced.length = 0;
      await store.put('new/folder/last', Buffer.from('x'));
      expect(synced).toEqual([]);
    } finally {
      spy.mockRestore();
    }
  });

  test('is not stored when the sync of its folder fails, nor is any that shares the sync; the next one is', async () => {
    const open = promises.open.bind(promises);
    const spy = jest.spyOn(promises, 'open').mockImplementation((place, flags, mode) => {
      if (flags === 'r') return Promise.reject(new Error('EIO'));
      return open(place, flags, mode);
    });
    const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => store.put(`lost/${name}`, one())));
    spy.mockRestore();
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await readdir(path.join(folder, 'made/when/needed/lost'))).toEqual([]);
    await store.put('lost/a', one());
    expect(await readdir(path.join(folder, 'made/when/needed/lost'))).toEqual(['a']);
  });
});
