import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import request from 'supertest';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';
import { knownMigrations, migrateToLatest } from '../../src/adapters/postgres/migrations';
import { createBlankDatabase, createDatabase, type TestDatabase } from '../support/database';
import { PDF } from '../support/sample-files';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../support/service';
import { until } from '../support/until';

const ROOT = path.join(__dirname, '../..');
const MANAGEMENT_TOKEN = 'a-management-token-for-tests';
const KEYS = 'test:a-key-of-at-least-thirty-two-bytes-for-tests';
const LINES = [{ name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' }];

let folder: string;
let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let relation_id: string;
let document_id: string;
let events: number;
const made: TestDatabase[] = [];
const inFolder = (name: string) => path.join(folder, name);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** @returns its address */
async function blankDatabase(): Promise<string> {
  const blank = await createBlankDatabase();
  made.push(blank);
  return blank.url;
}

async function command(
  program: 'backup' | 'restore',
  args: readonly string[],
  env: Record<string, string>,
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(
    process.execPath,
    [...typescriptLoader(), path.join(ROOT, `src/${program}.ts`), ...args],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: inFolder('data'),
        JWT_KEYS: KEYS,
        MANAGEMENT_TOKEN,
        ...env,
      },
    },
  );
  onStart(child);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}
const backup = (file: string, env: Record<string, string> = {}, onStart?: (child: ChildProcess) => void) =>
  command(
    'backup',
    [inFolder(file)],
    { DATABASE_URL: database.url, STORAGE_DIR: inFolder('files'), ...env },
    onStart,
  );
const restore = (file: string, url: string, env: Record<string, string> = {}, ...flags: string[]) =>
  command('restore', [inFolder(file), ...flags], {
    DATABASE_URL: url,
    STORAGE_DIR: inFolder('restored files'),
    ...env,
  });

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'invoicing-backup-'));
  database = await createDatabase();
  service = await startService(database.url, { STORAGE_DIR: inFolder('files') });
  tenant = await aTenant(service, { name: 'Bäckerei "Łukasz"\tNord\\Süd' });
  relation_id = await aRelation(tenant, { name: 'Line\nbreak' });
  const { body } = await tenant
    .post('/documents', { type: 'invoice', relation_id, lines: LINES })
    .expect(201);
  document_id = body.id;
  const place = `/documents/${document_id}/attachments`;
  await tenant.post(place).attach('file', PDF, 'terms.pdf').expect(201);
  // Larger than what is read once, and than a piece of a table.
  const large = Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    randomBytes(6 * 1024 * 1024),
    Buffer.from('\n%%EOF'),
  ]);
  await tenant.post(place).attach('file', large, 'large.pdf').expect(201);
  await tenant.post('/webhooks', { url: 'http://127.0.0.1:9/hook', types: ['*'] }).expect(201);
  await tenant.get('/events/keys').expect(200); // makes the first key
  events = (await tenant.get('/events').expect(200)).body.after;
}, 60_000);
afterAll(async () => {
  await service.close();
  await database.drop();
  for (const blank of made) await blank.drop();
  rmSync(folder, { recursive: true });
});

describe('A backup', () => {
  let made_backup: Awaited<ReturnType<typeof backup>>;
  beforeAll(async () => {
    made_backup = await backup('a.tar.gz');
  });

  test('is made while the service runs, says what it contains, and is readable by its owner only', () => {
    expect(made_backup.errors).toBe('');
    expect(made_backup.output).toMatch(
      /^The backup .*a\.tar\.gz is complete: \d+ rows of \d+ tables \(migration \d{4}_\w+\), and 2 files with \d+ bytes\.\nIt contains secrets/,
    );
    expect(made_backup.code).toBe(0);
    expect(statSync(inFolder('a.tar.gz')).mode & 0o777).toBe(0o600);
  });

  test('is restored into an empty database, verified, and goes on where it ended', async () => {
    const url = await blankDatabase();
    const { code, output, errors } = await restore('a.tar.gz', url);
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(output).toMatch(
      /^The backup of \d{4}-.*Z is complete and undamaged\.\nRestored \d+ rows of \d+ tables, and 2 files\.\nVerified without a fault \(companies: 1, events in their chains: \d+, journals: \d+\)\.\n$/,
    );
    expect(await contentOf(url)).toEqual(await contentOf(database.url));
    const restored = await startService(url, { STORAGE_DIR: inFolder('restored files') });
    try {
      const { client_id, client_secret } = tenant;
      const { body: tokens } = await request(restored.api)
        .post('/auth/token')
        .send({ grant_type: 'client_credentials', client_id, client_secret })
        .expect(200);
      const call = (method: 'get' | 'post', where: string) =>
        request(restored.api)[method](where).set('Authorization', `Bearer ${tokens.access_token}`);
      const { body: attachments } = await call('get', `/documents/${document_id}/attachments`).expect(200);
      expect(attachments.data).toHaveLength(2);
      for (const { id, filename } of attachments.data) {
        const where = `/documents/${document_id}/attachments/${id}`;
        const [before, after] = await Promise.all([
          tenant.get(where).responseType('blob').expect(200),
          call('get', where).responseType('blob').expect(200),
        ]);
        expect([filename, sha256(after.body)]).toEqual([filename, sha256(before.body)]);
      }
      const { body: next } = await call('post', '/documents')
        .send({ type: 'invoice', relation_id, lines: LINES })
        .expect(201);
      expect(next.number).toMatch(/-00002$/);
      const { body: feed } = await call('get', `/events?after=${events}&wait_s=10`).expect(200);
      expect(feed.data.map(({ position }: { position: number }) => position)).toEqual([events + 1]);
    } finally {
      await restored.close();
    }
  }, 60_000);

  describe('of a database to which an operator has added tables and columns', () => {
    const ADDED = `
      create table document_before_repair_2026 (id int generated always as identity, "Note" text);
      insert into document_before_repair_2026 ("Note") values ('a'), ('b');
      alter table client add column note text default 'c';
      alter table client add column "Position" int generated always as identity;`;
    let altered: string;
    beforeAll(async () => {
      altered = await blankDatabase();
      await restore('a.tar.gz', altered);
      await queryAt(altered, ADDED);
    });
    const LEFT_OUT = /^Left out, as it is not the service's: (.*)\.$/m;

    test('is made without the tables, which it names, and is restored without the columns', async () => {
      const made_backup = await backup('altered.tar.gz', {
        DATABASE_URL: altered,
        STORAGE_DIR: inFolder('restored files'),
      });
      expect(made_backup.errors).toBe('');
      expect(made_backup.output).toContain(
        "\nTables that are not the service's are not in it: document_before_repair_2026.\n",
      );
      const url = await blankDatabase();
      const { code, output, errors } = await restore('altered.tar.gz', url);
      expect([code, errors]).toEqual([0, '']);
      expect(LEFT_OUT.exec(output)?.[1]).toBe('column client.note, column client.Position');
      expect(await contentOf(url)).toEqual(await contentOf(database.url));
    }, 60_000);

    test('and that a newer version uses, is made with all tables, and is restored by it without them', async () => {
      const last = (await knownMigrations()).at(-1)!;
      const newer = last.replace(/^\d/, '9');
      await queryAt(altered, `insert into kysely_migration values ('${newer}', '')`);
      const made_backup = await backup('newer.tar.gz', {
        DATABASE_URL: altered,
        STORAGE_DIR: inFolder('restored files'),
      });
      expect(made_backup.errors).toBe('');
      expect(made_backup.output).not.toContain('are not in it');
      writeFileSync(
        inFolder('of-newer.tar.gz'),
        replaced(`"migration": "${newer}`, `"migration": "${last}`, 'newer.tar.gz'),
      );
      const url = await blankDatabase();
      const { code, output, errors } = await restore('of-newer.tar.gz', url);
      expect([code, errors]).toEqual([0, '']);
      expect(LEFT_OUT.exec(output)?.[1]).toMatch(/^column client\.note, .*table document_before_repair_2026/);
      expect(await contentOf(url)).toEqual(await contentOf(database.url));
    }, 60_000);
  });

  test.each<['backup' | 'restore', string]>([
    ['backup', 'written'],
    ['restore', 'read'],
  ])('with a mistyped path in DATA_DIR: %s names the path, and no setting', async (program, use) => {
    const [DATA_DIR, file] = [folder, inFolder('missing/a.tar.gz')];
    const { code, errors } = await command(program, [file], { DATA_DIR, DATABASE_URL: database.url });
    expect(errors).toMatch(
      new RegExp(`^${file}(\\.partial)? cannot be ${use} \\(no such file or folder\\)\\. Correct the path`),
    );
    expect(code).toBe(1);
  });

  test('is not restored into a database that has rows', async () => {
    const { code, errors } = await restore('a.tar.gz', database.url);
    expect(errors).toMatch(/^The database is not empty \(table \w+\)\. Restore into a new database/);
    expect(code).toBe(1);
  });

  test('does not replace a file', async () => {
    const before = sha256(readFileSync(inFolder('a.tar.gz')));
    const { code, errors } = await backup('a.tar.gz');
    expect(errors).toBe(
      `${inFolder('a.tar.gz')} exists, and is not replaced. Choose another name, or remove it.\n`,
    );
    expect(code).toBe(1);
    expect(sha256(readFileSync(inFolder('a.tar.gz')))).toBe(before);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'that is interrupted by %s ends with a message and leaves no file',
    async (signal) => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query('begin; lock table document'); // the backup waits for it
      try {
        const ended = backup('interrupted.tar.gz', {}, (child) => {
          const isBegun = async () => existsSync(inFolder('interrupted.tar.gz.partial'));
          void until(isBegun).then(() => child.kill(signal));
        });
        expect(await ended).toEqual({
          code: 1,
          output: '',
          errors: 'The backup was interrupted. Nothing is left of it.\n',
        });
      } finally {
        await client.end();
      }
      expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).toEqual([]);
    },
  );

  test('of an earlier version is restored, and migrated', async () => {
    const earlier = await blankDatabase();
    const [last] = (await knownMigrations()).slice(-3);
    await migrateToLatest(earlier, { last });
    const { output } = await backup('earlier.tar.gz', { DATABASE_URL: earlier });
    expect(output).toContain(`(migration ${last})`);
    const url = await blankDatabase();
    const { code, errors } = await restore('earlier.tar.gz', url);
    expect([code, errors]).toEqual([0, '']);
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select max(name) as name from kysely_migration');
    await client.end();
    expect(rows).toEqual([{ name: (await knownMigrations()).at(-1) }]);
  });

  test('is not restored into a database with later migrations, which would not change its rows', async () => {
    const url = await blankDatabase();
    await migrateToLatest(url);
    const { code, errors } = await restore('earlier.tar.gz', url);
    const last = (await knownMigrations()).at(-1);
    expect(errors).toContain(`has the tables of a newer version than the backup (migration ${last})`);
    expect(code).toBe(1);
  });

  test('is refused with other keys, by name, unless the keys are lost', async () => {
    const url = await blankDatabase();
    const other = { JWT_KEYS: 'test:another-key-of-at-least-thirty-two-bytes' };
    const refused = await restore('a.tar.gz', url, other);
    expect(refused.errors).toMatch(
      /^The secrets of webhooks in the backup are sealed with keys that WEBHOOK_KEYS and JWT_KEYS do not have: "test"\. /,
    );
    expect(refused.code).toBe(1);
    const restored = await restore('a.tar.gz', url, other, '--without-keys');
    expect(restored.errors).toBe('');
    expect(restored.output).toContain('The keys "test" are missing: webhooks that they sealed send nothing');
    expect(restored.code).toBe(0);
  }, 60_000);

  const uncompressed = (file = 'a.tar.gz') => gunzipSync(readFileSync(inFolder(file)));
  /** The archive with another text of the same length in place of the first one. */
  function replaced(before: string, after: string, file?: string): Buffer {
    const bytes = uncompressed(file);
    const at = bytes.indexOf(before);
    expect(at).toBeGreaterThan(-1);
    bytes.write(after, at);
    return gzipSync(bytes, { level: 1 });
  }
  test.each<[string, () => Buffer, RegExp]>([
    [
      'cut short',
      () => readFileSync(inFolder('a.tar.gz')).subarray(0, 1_000_000),
      /is not a backup, or it is damaged: /,
    ],
    [
      'without its end',
      () => {
        const bytes = uncompressed();
        return gzipSync(
          Buffer.concat([bytes.subarray(0, bytes.indexOf('manifest.json')), Buffer.alloc(1024)]),
        );
      },
      /is damaged: its end is missing\.$/m,
    ],
    [
      'with a changed row',
      () => replaced('Consulting', 'Consultant'),
      /the table document is not as it was written/,
    ],
    ['with a changed file', () => replaced('%PDF-1.4', '%PDF-1.5'), /the files are not as they were written/],
    ['of another kind', () => Buffer.from('PK\x03\x04'), /is not a backup, or it is damaged: /],
    [
      'of a newer version',
      () => replaced('"migration": "0', '"migration": "9'),
      /^The backup is from a newer version of the service \(migration 9/,
    ],
  ])('%s is refused, and nothing is stored', async (_what, make, reason) => {
    writeFileSync(inFolder('bad.tar.gz'), make());
    const url = await blankDatabase();
    const { code, errors } = await restore('bad.tar.gz', url, { STORAGE_DIR: inFolder('unused files') });
    expect(errors).toMatch(reason);
    expect(code).toBe(1);
    expect(existsSync(inFolder('unused files'))).toBe(false);
    expect(await contentOf(url)).toEqual({});
  });

  test('is made without files that the file store has lost, and says which', async () => {
    const keys = readdirSync(inFolder('files'), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const [first] = keys;
    const where = path.join(first!.parentPath, first!.name);
    const bytes = readFileSync(where);
    rmSync(where);
    const { code, output, errors } = await backup('lost.tar.gz');
    writeFileSync(where, bytes);
    expect(output).toContain('and 1 files');
    expect(errors).toMatch(/^1 files are not in the backup, .*\n[a-z0-9/-]+: is missing\n$/);
    expect(code).toBe(1);
  });
});

async function queryAt(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

/** Number and digest of the rows of each table, except the result of the verification. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    const found: Record<string, string> = {};
    for (const { name } of rows) {
      if (name.startsWith('kysely_') || name === 'log_verification') continue;
      const { rows: texts } = await client.query<{ text: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as text from "${name}" t`,
      );
      found[name] = texts[0]!.text;
    }
    return found;
  } finally {
    await client.end();
  }
}

describe('With the embedded database', () => {
  const running: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of running) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
  });

  /** @returns what it prints */
  async function start(data_dir: string): Promise<string> {
    const child = spawn(process.execPath, [...typescriptLoader(), path.join(ROOT, 'src/main.ts')], {
      cwd: folder,
      env: {
        ...{ PATH: process.env['PATH'], DATA_DIR: data_dir, PORT: '0', MANAGEMENT_PORT: '0' },
        LOG_FORMAT: 'pretty',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    // The last line that both a first and a later start print; the credentials come with the same write or before.
    await until(async () => /Generated secrets/.test(output));
    await sleep(200);
    return output;
  }
  const env = (data_dir: string) => ({
    DATA_DIR: data_dir,
    DATABASE_URL: '',
    JWT_KEYS: '',
    MANAGEMENT_TOKEN: '',
  });

  test('a backup of a running service is restored into a new folder, and its client signs in', async () => {
    const output = await start(inFolder('one'));
    expect(output).toContain('A demo company was created.');
    const made_backup = await command('backup', [inFolder('embedded.tar.gz')], env(inFolder('one')));
    expect(made_backup.errors).toBe('');
    expect(made_backup.code).toBe(0);
    const restored = await command('restore', [inFolder('embedded.tar.gz')], env(inFolder('two')));
    expect(restored.errors).toBe('');
    expect(restored.output).toContain('Verified without a fault (companies: 1, ');
    expect(restored.output).not.toContain('"level":"error"');
    const second = await start(inFolder('two'));
    expect(second).not.toContain('A demo company was created.');
    const [, client_id] = /client_id +(\S+)/.exec(output)!;
    const [, client_secret] = /client_secret +(\S+)/.exec(output)!;
    const [, api] = /API at (http\S+?),/.exec(second)!;
    const { status } = await fetch(`${api}/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
    });
    expect(status).toBe(200);
  }, 120_000);
});
