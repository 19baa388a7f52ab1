/** Fails when `src/adapters/postgres/database.ts` does not describe the migrated database; `--write` rewrites it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres';
import { migrateToLatest } from '../../src/adapters/postgres/migrations';

const FILE = 'src/adapters/postgres/database.ts';

async function main(): Promise<void> {
  const data_dir = mkdtempSync(path.join(os.tmpdir(), 'invoicing-rows-'));
  const server = await startEmbeddedPostgres({ data_dir, settings: { fsync: 'off' } });
  try {
    await migrateToLatest(server.url);
    const options = [
      '--url',
      server.url,
      '--dialect',
      'postgres',
      '--date-parser',
      'string',
      '--exclude-pattern',
      'kysely_*',
    ];
    const mapping = ['--type-mapping', '{"json":"unknown","jsonb":"unknown"}', '--out-file', FILE];
    const verify = process.argv.includes('--write') ? [] : ['--verify'];
    execFileSync('node_modules/.bin/kysely-codegen', [...options, ...mapping, ...verify], {
      stdio: 'inherit',
    });
  } finally {
    await server.stop();
    rmSync(data_dir, { recursive: true, force: true });
  }
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
