import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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
});
