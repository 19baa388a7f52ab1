import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TarArchives } from '../../../src/adapters/backups/tar-archives';

let folder: string;
let file: string;
let interrupted: AbortController;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'invoicing-archives-'));
  file = path.join(folder, 'backup.tar.gz');
  interrupted = new AbortController();
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = () => new TarArchives().write(file, interrupted.signal);
const A = ['a', 1, [Buffer.from('a')]] as const;

test('An archive has its name when it is complete', async () => {
  const archive = await write();
  await archive.add(...A);
  expect(readdirSync(folder)).toEqual(['backup.tar.gz.partial']);
  await archive.finish();
  expect(readdirSync(folder)).toEqual(['backup.tar.gz']);
  const paths: string[] = [];
  for await (const entry of new TarArchives().read(file)) paths.push(entry.path);
  expect(paths).toEqual(['a']);
});

test('An archive that is abandoned leaves no file', async () => {
  await (await write()).abandon();
  expect(readdirSync(folder)).toEqual([]);
});

test('An archive that is interrupted fails while it waits for the content of an entry, and leaves no file', async () => {
  const archive = await write();
  const added = archive.add('a', 1, {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
  });
  interrupted.abort();
  await expect(added).rejects.toThrow('aborted');
  await expect(archive.finish()).rejects.toThrow('aborted');
  await archive.abandon();
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['', 'exists, and is not replaced'],
  ['.partial', 'exists: another backup writes it'],
])('An archive is refused when FILE%s exists, and leaves that file', async (suffix, message) => {
  writeFileSync(`${file}${suffix}`, 'another');
  await expect(write()).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual([`backup.tar.gz${suffix}`]);
});

test('An archive does not replace a file that was made meanwhile', async () => {
  const archive = await write();
  await archive.add(...A);
  writeFileSync(file, 'another');
  await expect(archive.finish()).rejects.toThrow('exists, and is not replaced');
  await archive.abandon();
  expect(readdirSync(folder)).toEqual(['backup.tar.gz']);
  expect(readFileSync(file, 'utf8')).toBe('another');
});
