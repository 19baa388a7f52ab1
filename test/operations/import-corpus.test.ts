import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';

const ROOT = path.join(__dirname, '..', '..');
const run = async (folder: string) => {
  const script = [...typescriptLoader(), path.join(ROOT, 'scripts/import-corpus.ts'), folder];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  return stdout.trimEnd().split('\n');
};

test('A corpus is read with the rules of an import, its refusals are listed, and its totals are compared with the files', async () => {
  const lines = await run(path.join(ROOT, 'test', 'fixtures', 'e-invoices'));
  expect(lines.slice(0, 2)).toEqual([
    'refused  factur-x-encrypted-without-password.pdf: cannot be read: the PDF is encrypted',
    'refused  factur-x-encrypted.pdf: cannot be read: the PDF is encrypted',
  ]);
  expect(lines.at(-1)).toBe('10 files: 8 read, 2 refused, 0 with other totals');
}, 60_000);
