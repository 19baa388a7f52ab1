import promises, { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LocalFolderStorage } from '../../../src/adapters/storage/local-folder';
import { describeStorage } from '../../support/storage-contract';

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

describe('a file in a local folder', () => {
  const one = async function* () {
    yield Buffer.from('one');
  };

  test('is never overwritten', async () => {
    await store.put('a/b', one());
    await expect(store.put('a/b', one())).rejects.toThrow('The file store does not answer');
    expect(await readdir(path.join(folder, 'made/when/needed/a'))).toEqual(['b']);
  });

  test('is readable only by its owner', async () => {
    await store.put('private/file', one());
    const place = path.join(folder, 'made/when/needed/private');
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(place, 'file'))).mode & 0o777).toBe(0o600);
  });

  test('is stored when a sync of its folder has ended that began after the file was made', async () => {
    const steps: string[] = [];
    const open = promises.open.bind(promises);
    const spy = jest.spyOn(promises, 'open').mockImplementation(async (place, flags, mode) => {
      if (flags === 'wx') {
        const file = await open(place, flags, mode);
        steps.push(`made ${path.basename(String(place))}`);
        return file;
      }
      const sync = `sync ${steps.length}`;
      steps.push(sync);
      const handle = await open(place, flags, mode);
      const end = handle.sync.bind(handle);
      handle.sync = () => end().finally(() => steps.push(`end of ${sync}`));
      return handle;
    });
    try {
      await store.put('many/first', one());
      const names = Array.from({ length: 24 }, (_, n) => `f${n}`);
      steps.length = 0;
      await Promise.all(
        names.map((name) => store.put(`many/${name}`, one()).then(() => steps.push(`stored ${name}`))),
      );
      for (const name of names) {
        const [made, stored] = [steps.indexOf(`made ${name}`), steps.indexOf(`stored ${name}`)];
        const between = steps.slice(made, stored);
        expect(between.some((step) => step.startsWith('sync') && between.includes(`end of ${step}`))).toBe(
          true,
        );
      }
      expect(steps.filter((step) => step.startsWith('sync')).length).toBeLessThan(names.length);
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
