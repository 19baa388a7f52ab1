import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from '../src/config';
import { settingsOf } from '../src/settings';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const URL = 'postgres://localhost/books';
const SET = { JWT_KEYS: `first:${'a'.repeat(32)}`, MANAGEMENT_TOKEN: 'a-management-token' };

test('A fault in the stored secrets is reported with their file, not as that of a variable', () => {
  const file = path.join(folder, 'secrets.json');
  writeFileSync(file, '{"JWT_KEYS":"first:short","MANAGEMENT_TOKEN":" ","NETWORK_TOKEN":"a-token"}');
  const settings = () => settingsOf(loadConfig({ DATA_DIR: folder }), URL);
  expect(settings).toThrow(ConfigError);
  expect(settings).toThrow(`${file}: JWT_KEYS: `);
});

test('Only secrets that are not set are generated and named', () => {
  const { settings, generated } = settingsOf(loadConfig({ DATA_DIR: folder, ...SET }), URL);
  expect(generated?.names).toEqual(['NETWORK_TOKEN']);
  expect(JSON.parse(readFileSync(generated!.file, 'utf8'))).toEqual({
    NETWORK_TOKEN: settings.NETWORK_TOKEN,
  });
  expect(settings.MANAGEMENT_TOKEN).toBe(SET.MANAGEMENT_TOKEN);
});

test('No file of secrets is made when all are set', () => {
  const config = loadConfig({ DATA_DIR: folder, ...SET, NETWORK_TOKEN: 'a-token-of-the-network' });
  expect(settingsOf(config, URL).generated).toBeUndefined();
  expect(existsSync(path.join(folder, 'secrets.json'))).toBe(false);
});
