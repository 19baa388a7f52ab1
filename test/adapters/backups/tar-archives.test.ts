import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TarArchives } from '../../../src/adapters/backups/tar-archives';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'invoicing-archives-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('An archive that is abandoned leaves no file, also before the file was opened', async () => {
  const file = path.join(folder, 'backup.tar.gz');
  await new TarArchives().write(file).abandon();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(existsSync(file)).toBe(false);
});

test('An archive that is abandoned because its file exists leaves that file', async () => {
  const file = path.join(folder, 'backup.tar.gz');
  const first = new TarArchives().write(file);
  await first.add('a', 1, [Buffer.from('a')]);
  await first.finish();
  const second = new TarArchives().write(file);
  await expect(second.add('b', 1, [Buffer.from('b')]).then(() => second.finish())).rejects.toThrow('EEXIST');
  await second.abandon();
  expect(existsSync(file)).toBe(true);
});
