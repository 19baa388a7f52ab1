import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Client } from 'pg';
import { freePort } from '../../src/adapters/embedded-postgres/free-port';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';
import { createBlankDatabase, createDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/until';

const ROOT = path.join(__dirname, '../..');
let database: TestDatabase;
let folder: string;
let holder: Server;
let taken: number;
beforeAll(async () => {
  database = await createDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'invoicing-starts-'));
  holder = createServer().listen(0);
  await once(holder, 'listening');
  taken = (holder.address() as AddressInfo).port;
});
afterAll(async () => {
  holder.close();
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});
afterEach(() => rmSync(path.join(folder, '.env'), { force: true }));

function start(
  env: Record<string, string>,
  program = 'main.ts',
  args: readonly string[] = [],
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [...typescriptLoader(), path.join(ROOT, 'src', program), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', MANAGEMENT_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @returns the exit code of a start, and what it writes */
async function started(
  env: Record<string, string>,
  program?: string,
  args?: readonly string[],
): Promise<{ code: number; output: string; errors: string }> {
  const child = start(env, program, args);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

const SECRETS = { JWT_KEYS: `first:${'a'.repeat(32)}`, MANAGEMENT_TOKEN: 'a-management-token' };
/** With a database of one's own. */
const production = () => ({ NODE_ENV: 'production', DATABASE_URL: database.url, ...SECRETS });

test('A start on an empty database of one’s own says where the first company is created', async () => {
  const child = start({ DATABASE_URL: database.url, LOG_FORMAT: 'pretty' });
  child.stderr.resume();
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  try {
    const [, management] = await until(
      async () =>
        /There is no company yet\. .* in the console \((\S+)\/console\), or try .*: npm run demo\n/.exec(
          output,
        ) ?? undefined,
    );
    expect((await fetch(`${management}/console`)).status).toBe(200);
  } finally {
    child.kill('SIGKILL');
  }
});

/** @returns the lines of the log of a start that is then stopped */
async function logged(env: Record<string, string>): Promise<{ lines: LogLine[]; errors: string }> {
  const child = start({ ...env, LOG_FORMAT: 'json' });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const closed = once(child, 'close');
  // The first start says this last.
  const isOver = async () => output.includes('There is no company yet') || errors.includes('AFTER=0');
  await Promise.race([closed, until(isOver)]);
  child.kill('SIGTERM');
  await closed;
  const lines = output.trimEnd().split('\n');
  return { lines: lines.map((line) => JSON.parse(line) as LogLine), errors };
}
interface LogLine {
  readonly message: string;
  readonly api?: string;
  readonly management?: string;
}
const ADDRESS = expect.stringMatching(/^http:\/\/\S+:\d+$/) as string;
const STARTED = { level: 'info', message: 'started', api: ADDRESS, management: ADDRESS };

describe('A start whose output is read by a program', () => {
  test('writes the addresses and the credentials of a demo client to standard output, and logs that it has started', async () => {
    const child = start({ DATA_DIR: path.join(folder, 'piped') });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    const closed = once(child, 'close');
    await Promise.race([closed, until(async () => output.includes('AFTER=0'))]);
    child.kill('SIGTERM');
    await closed;
    expect(output).toMatch(/^Invoicing service: API at http:/m);
    expect(output).toMatch(/client_secret +\S+\n/);
    expect(output).toContain('"message":"started"');
  });
});

describe('A start with LOG_FORMAT=json', () => {
  test.each(['1', '2'])('logs its addresses, with %s workers, and writes no other lines', async (WORKERS) => {
    const { lines, errors } = await logged({ DATABASE_URL: database.url, WORKERS });
    expect(errors).toBe('');
    const messages = lines.map(({ message }) => message);
    expect(lines).toContainEqual(expect.objectContaining(STARTED));
    expect(messages).toContainEqual(expect.stringMatching(/^The service uses plain HTTP\./));
    expect(messages).toContainEqual(
      expect.stringMatching(
        /^Generated secrets \(JWT_KEYS, MANAGEMENT_TOKEN, NETWORK_TOKEN\) are stored in /,
      ),
    );
    expect(messages).toContainEqual(expect.stringMatching(/^There is no company yet\..*npm run demo$/));
  });

  test('does not suggest a demo in production, and names no secrets that are set', async () => {
    const { lines } = await logged(production());
    const text = lines.map(({ message }) => message).join('\n');
    expect(text).toContain('There is no company yet.');
    expect(text).not.toMatch(/demo|Generated secrets/);
  });

  test('writes the credentials of a demo client to standard error, not to the log', async () => {
    const { lines, errors } = await logged({ DATA_DIR: path.join(folder, 'json') });
    expect(lines[0]).toMatchObject(STARTED);
    const [, secret] = /client_secret +(\S+)\n/.exec(errors)!;
    expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

test('A start goes on when a certificate is renewed meanwhile, which ends with SIGHUP', async () => {
  const DATA_DIR = path.join(folder, 'renewed');
  const child = start({ DATA_DIR });
  const closed = once(child, 'close');
  child.stderr.resume();
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  try {
    await until(async () => existsSync(DATA_DIR));
    child.kill('SIGHUP');
    await Promise.race([closed, until(async () => output.includes('"started"'))]);
    expect(child.signalCode).toBeNull();
    child.kill('SIGHUP');
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
  expect(output).toContain('"stopped"');
  expect(output).not.toContain('TLS certificate'); // there is none
});

test('A start does not load the HTTP client of Node, which costs 20 ms and 10 MiB', () => {
  const code = `require(${JSON.stringify(path.join(ROOT, 'src/service.ts'))}); process.moduleLoadList.join()`;
  const loaded = execFileSync(process.execPath, [...typescriptLoader(), '-p', code], { encoding: 'utf8' });
  expect(loaded).toContain('NativeModule http');
  expect(loaded).not.toContain('undici');
});

describe('npm run demo', () => {
  const demo = (env: Record<string, string>, ...args: string[]) => started(env, 'run-demo.ts', args);

  test('creates a demo company with documents in an empty database, once, and prints its session', async () => {
    const empty = await createDatabase();
    try {
      const env = { DATABASE_URL: empty.url, PORT: '3456' };
      const { code, output, errors } = await demo(env, '--documents', '3');
      expect([code, errors]).toEqual([0, '']);
      expect(output).toMatch(/client_id +\S+\n +client_secret +\S+\n[^]*\nAPI=http:\/\/localhost:3456\n/);
      const client = new Client({ connectionString: empty.url });
      await client.connect();
      const { rows } = await client.query('select number, status from document order by number');
      await client.end();
      expect(rows).toHaveLength(3);
      const again = await demo(env);
      expect(again.errors).toBe(
        'There is a company already. The demo is for an empty database: create a new one.\n',
      );
      expect(again.code).toBe(1);
    } finally {
      await empty.drop();
    }
  });

  test('is refused in production, and with other arguments', async () => {
    expect(await demo(production())).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The demo is not for production/) as string,
    });
    expect((await demo({}, '--documents', 'many')).errors).toMatch(/^Usage: npm run demo/);
  });
});

describe('A start fails with one sentence', () => {
  test.each(['1', '2'])('when the port is taken, with %s workers, and stores nothing', async (WORKERS) => {
    const { code, errors } = await started({ WORKERS, PORT: String(taken), DATABASE_URL: database.url });
    expect(errors).toBe(
      `PORT (from the environment): port ${taken} is taken by another program. Set PORT to a free port.\n`,
    );
    expect(code).toBe(1);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    expect((await client.query('select from company')).rows).toEqual([]);
    await client.end();
  });

  test.each([
    ['not set', {}],
    ['empty', { DATABASE_URL: '' }],
    ['blank', { DATABASE_URL: ' ' }],
  ])(
    'when no server answers, with the file that the setting is from; the variable is %s',
    async (_what, env) => {
      writeFileSync(path.join(folder, '.env'), 'DATABASE_URL=postgres://anna:secret@127.0.0.1:1/books\n');
      const { code, errors } = await started(env);
      expect(errors).toBe(
        'DATABASE_URL (from .env): no PostgreSQL server answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct the address.\n',
      );
      expect(code).toBe(1);
    },
  );

  test('when the database does not exist', async () => {
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    const { errors } = await started({ DATABASE_URL: url.href });
    expect(errors).toBe(
      'DATABASE_URL (from the environment): the database "no_such_database" does not exist. Create it, for example with createdb no_such_database.\n',
    );
  });

  test('when the role may not create tables', async () => {
    const empty = await createBlankDatabase();
    const url = new URL(empty.url);
    url.searchParams.set('options', '-c role=pg_monitor');
    const { errors } = await started({ DATABASE_URL: url.href });
    expect(errors).toMatch(
      /^DATABASE_URL \(from the environment\): the user "\w+" may not create tables in "\w+" \(permission denied for schema public\)\. [^\n]*\n$/,
    );
    await empty.drop();
  });

  test('when the data folder is a file', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    const { errors } = await started({ DATA_DIR: path.join(folder, 'file/data') });
    expect(errors).toMatch(
      /^DATA_DIR \(from the environment\): \S+ cannot be used \(ENOTDIR\)\. Choose .*\n$/,
    );
  });

  const S3 = {
    STORAGE: 's3',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
  };
  test.each<[string, Record<string, string>]>([
    ['is a file', {}],
    ['is a file, with S3', S3],
    ['is a file, with workers', { WORKERS: '2' }],
  ])('when the folder of the file store %s', async (_what, env) => {
    const STORAGE_DIR = path.join(folder, 'no-folder');
    writeFileSync(STORAGE_DIR, '');
    const { code, errors } = await started({ DATABASE_URL: database.url, STORAGE_DIR, ...env });
    expect(errors).toBe(
      `STORAGE_DIR (from the environment): ${STORAGE_DIR} cannot be used (EEXIST). Choose a folder in which this user can write.\n`,
    );
    expect(code).toBe(1);
  });

  test.each(['1', '2'])('when a certificate is missing, with %s workers', async (WORKERS) => {
    const files = { TLS_CERT_FILE: '/nope/cert.pem', TLS_KEY_FILE: '/nope/key.pem' };
    const { errors } = await started({ DATABASE_URL: database.url, WORKERS, ...files });
    expect(errors).toMatch(
      /^TLS_CERT_FILE \(from the environment\): \/nope\/cert\.pem cannot be read \(ENOENT\)\.[^\n]*\n$/,
    );
  });

  test.each(['1', '2'])('when both ports are the same, with %s workers', async (WORKERS) => {
    const port = await freePort();
    const ports = { PORT: String(port), MANAGEMENT_PORT: String(port) };
    const { errors } = await started({ DATABASE_URL: database.url, WORKERS, ...ports });
    expect(errors).toBe(`PORT and MANAGEMENT_PORT are both ${port}. Set them to two ports.\n`);
  });

  test('for each wrong setting, all at once', async () => {
    const { errors } = await started({ NODE_ENV: 'production', PORT: 'x', LOG_FORMAT: 'loud' });
    expect(errors.split('\n')).toEqual([
      'The configuration is invalid:',
      'PORT: must be a whole number',
      expect.stringMatching(/^LOG_FORMAT: /),
      'JWT_KEYS: must be set when NODE_ENV is production',
      'MANAGEMENT_TOKEN: must be set when NODE_ENV is production',
      'DATABASE_URL: must be set when NODE_ENV is production',
      '',
    ]);
  });
});
