import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keptSecrets } from '../../src/adapters/kept-secrets';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('The secrets of an installation without configured ones', () => {
  test('are generated once, for the user of the service alone', () => {
    const first = keptSecrets(folder);
    expect(keptSecrets(folder)).toEqual(first);
    expect(statSync(first.file).mode & 0o777).toBe(0o600);
  });

  test.each(['', '{bad', '{"JWT_KEYS":5}'])('are not read from a damaged file: %j', (text) => {
    const file = path.join(folder, 'secrets.json');
    writeFileSync(file, text);
    expect(() => keptSecrets(folder)).toThrow(`${file} does not contain the secrets of the installation.`);
  });
});
