import { createHash } from 'node:crypto';
import type { ArchiveWriter, BackedUpFile, DatabaseSnapshot } from '../../../src/ports/backups/backup';
import { DamagedFile, type Storage, StorageFailure } from '../../../src/ports/documents/storage';
import { Backup } from '../../../src/use-cases/backups/backup';
import { SettableClock } from '../../support/settable-clock';

const LARGE: BackedUpFile = { key: 'a/b', size: 5 * 1024 * 1024, sha256: 'a'.repeat(64) };

const digest = () => {
  const hash = createHash('sha256');
  return { update: (bytes: Uint8Array) => void hash.update(bytes), hex: () => hash.digest('hex') };
};

/** Backs up one file. @param open - what the file store answers */
function backUp(open: () => Promise<Uint8Array[] | undefined>, is_deleted: boolean) {
  const names: string[] = [];
  let is_abandoned = false;
  const archive: ArchiveWriter = {
    add: async (name, _size, content) => {
      for await (const _ of content);
      names.push(name);
    },
    finish: async () => undefined,
    abandon: async () => void (is_abandoned = true),
  };
  const snapshot: DatabaseSnapshot = {
    header: { migration: '0001', tables: [], sealed: [] },
    foreign_tables: [],
    rows: async function* () {},
    counters: async () => [],
    files: async function* () {
      yield LARGE;
    },
    isDeleted: async () => is_deleted,
    close: async () => undefined,
  };
  const storage = { open } as unknown as Storage;
  const archives = { write: async () => archive, read: async function* () {} };
  const backup = new Backup({ storage, archives, clock: new SettableClock(), digest });
  const written = backup.write('backup.tar.gz', snapshot, new AbortController().signal);
  return { written, names, isAbandoned: () => is_abandoned };
}

/** The report, and the names of the entries, when the file store has the file for so many readings. */
async function backedUp(readings: number) {
  const open = async () => (readings-- > 0 ? [Buffer.alloc(LARGE.size)] : undefined);
  const { written, names } = backUp(open, true);
  return { report: await written, names };
}

test('A large file is verified before it is added', async () => {
  const { report, names } = await backedUp(2);
  expect(report).toMatchObject({ files: 1, deleted_meanwhile: 0, damaged: [] });
  expect(names).toContain('files/a/b');
});

test('A large file that is deleted after it was verified counts as deleted meanwhile', async () => {
  const { report, names } = await backedUp(1);
  expect(report).toMatchObject({ files: 0, deleted_meanwhile: 1, damaged: [] });
  expect(names).not.toContain('files/a/b');
});

test('A damaged file is named, and not in the backup', async () => {
  const { written, names } = backUp(() => Promise.reject(new DamagedFile('a/b', 'is shorter')), false);
  expect(await written).toMatchObject({
    files: 0,
    damaged: [{ key: 'a/b', reason: 'The file a/b of the file store is shorter.' }],
  });
  expect(names).not.toContain('files/a/b');
});

test('A file store that does not answer makes the backup fail', async () => {
  const failure = new StorageFailure(new Error('Access Denied'));
  const { written, isAbandoned } = backUp(() => Promise.reject(failure), false);
  await expect(written).rejects.toBe(failure);
  expect(isAbandoned()).toBe(true);
});
