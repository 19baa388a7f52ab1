import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from '../src/config';
import { settingsOf } from '../src/settings';

test('A fault in the stored secrets is reported with their file, not as that of a variable', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
  try {
    const file = path.join(folder, 'secrets.json');
    writeFileSync(file, '{"JWT_KEYS":"first:short","MANAGEMENT_TOKEN":" ","NETWORK_TOKEN":"a-token"}');
    const settings = () => settingsOf(loadConfig({ DATA_DIR: folder }), 'postgres://localhost/books');
    expect(settings).toThrow(ConfigError);
    expect(settings).toThrow(`${file}: JWT_KEYS: `);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
