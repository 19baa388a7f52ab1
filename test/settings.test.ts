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

describe('A key of WEBHOOK_KEYS with the name of the generated key of JWT_KEYS', () => {
  const WEBHOOK_KEYS = `first:${'b'.repeat(32)}`;

  test('is refused, since each of them would open the secrets of webhooks; the message names the file', () => {
    const settings = () => settingsOf(loadConfig({ DATA_DIR: folder, WEBHOOK_KEYS }), URL);
    expect(settings).toThrow(ConfigError);
    expect(settings).toThrow(
      `WEBHOOK_KEYS: a key has the name of a key of JWT_KEYS in ${path.join(folder, 'secrets.json')}, but another secret`,
    );
  });

  test('is accepted with its secret', () => {
    const { settings } = settingsOf(loadConfig({ DATA_DIR: folder }), URL);
    const generated = settings.JWT_KEYS.map(({ kid, secret }) => `${kid}:${secret}`).join();
    const config = loadConfig({ DATA_DIR: folder, WEBHOOK_KEYS: generated });
    expect(settingsOf(config, URL).settings.WEBHOOK_KEYS).toEqual(settings.JWT_KEYS);
  });

  test('is accepted when JWT_KEYS is set', () => {
    const config = loadConfig({ DATA_DIR: folder, JWT_KEYS: `other:${'a'.repeat(32)}`, WEBHOOK_KEYS });
    expect(settingsOf(config, URL).settings.WEBHOOK_KEYS).toEqual([{ kid: 'first', secret: 'b'.repeat(32) }]);
  });
});
