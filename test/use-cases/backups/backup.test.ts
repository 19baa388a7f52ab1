import { createHash } from 'node:crypto';
import type { ArchiveWriter, BackedUpFile, DatabaseSnapshot } from '../../../src/ports/backups/backup';
import type { Storage } from '../../../src/ports/documents/storage';
import { Backup } from '../../../src/use-cases/backups/backup';
import { SettableClock } from '../../support/settable-clock';

const LARGE: BackedUpFile = { key: 'a/b', size: 5 * 1024 * 1024, sha256: 'a'.repeat(64) };

const digest = () => {
  const hash = createHash('sha256');
  return { update: (bytes: Uint8Array) => void hash.update(bytes), hex: () => hash.digest('hex') };
};

/** The names of the entries that are added, while the file store has the file for so many readings. */
async function backedUp(readings: number) {
  const names: string[] = [];
  const archive: ArchiveWriter = {
    add: async (name, _size, content) => {
      for await (const _ of content);
      names.push(name);
    },
    finish: async () => undefined,
    abandon: async () => undefined,
  };
  const snapshot: DatabaseSnapshot = {
    header: { migration: '0001', tables: [], sealed: [] },
    rows: async function* () {},
    counters: async () => [],
    files: async function* () {
      yield LARGE;
    },
    isDeleted: async () => true,
    close: async () => undefined,
  };
  const open = async () => (readings-- > 0 ? [Buffer.alloc(LARGE.size)] : undefined);
  const storage = { open } as unknown as Storage;
  const archives = { write: async () => archive, read: async function* () {} };
  const backup = new Backup({ storage, archives, clock: new SettableClock(), digest });
  return { report: await backup.write('backup.tar.gz', snapshot, new AbortController().signal), names };
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
