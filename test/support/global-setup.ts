import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres';
import { lockFolder } from '../../src/adapters/embedded-postgres/folder-lock';
import { PgBossJobQueue } from '../../src/adapters/postgres/jobs/job-queue';
import { migrateToLatest } from '../../src/adapters/postgres/migrations';
import { beginRecord } from './citus/recorded';
import { ADMIN_URL, databaseUrl, runOnServer, TEMPLATE, TEMPLATE_NAME } from './database';
import { SilentLog } from './silent-log';

const FOLDER_PREFIX = 'invoicing-test-';
/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Far more than the databases and the write-ahead log of a run take. */
const ENOUGH_BYTES = 8 * 1024 ** 3;

declare global {
  /** What the set-up leaves for the teardown, which runs in the same process. */
  var endTestServer: (() => Promise<void>) | undefined;
}

/**
 * One server for the whole run: that of TEST_DATABASE_URL (its user may create databases), else an embedded one,
 * which may lose its files and is told so. On it one migrated database, the template of every test's own.
 */
export default async function setUp(): Promise<void> {
  beginRecord();
  const code_is_kept = keepCode();
  code_is_kept.catch(() => undefined); // it is awaited below
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    process.env[ADMIN_URL] = given;
    process.env[TEMPLATE] = `${TEMPLATE_NAME}_${process.pid}`; // others may test on that server
    globalThis.endTestServer = () =>
      runOnServer(`drop database if exists "${process.env[TEMPLATE]}" with (force)`);
  } else {
    await startServer();
  }
  try {
    await createTemplate(process.env[TEMPLATE] ?? TEMPLATE_NAME);
    await code_is_kept;
  } catch (error) {
    await globalThis.endTestServer?.(); // jest calls no teardown after a failed set-up
    throw error;
  }
}

/** For the processes that tests start. */
async function keepCode(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(__dirname, '../../scripts/keep-code.cjs')], {
    timeout: 60_000,
  });
}

async function startServer(): Promise<void> {
  const parent = await parentFolder();
  await removeLeftovers(parent);
  const data_dir = await mkdtemp(join(parent, FOLDER_PREFIX));
  await chmod(data_dir, 0o711); // the server's user has to enter it
  const temporary_folder = tmpdir();
  if (parent === MEMORY) await keepTemporaryFilesIn(join(data_dir, 'tmp'));
  const server = await startEmbeddedPostgres({
    data_dir,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
    onRestart: (exit_code, log) => console.error(`The test server ended with ${exit_code}:\n${log}`),
  });
  process.env[ADMIN_URL] = server.url;
  process.env[TEMPLATE] = TEMPLATE_NAME;
  await cheapenPassword(server.url);
  globalThis.endTestServer = async () => {
    await server.stop();
    process.env['TMPDIR'] = temporary_folder; // of the next run, under `--watch`
    await rm(data_dir, { recursive: true });
  };
}

/** Those of tests, and of the processes that they start. */
async function keepTemporaryFilesIn(folder: string): Promise<void> {
  await mkdir(folder);
  await chmod(folder, 0o1777);
  process.env['TMPDIR'] = folder;
}

/** Each connection derives a key from the password, 4,096 times by default. */
async function cheapenPassword(server_url: string): Promise<void> {
  const { username, password } = new URL(server_url);
  await runOnServer(
    `set scram_iterations = 1; alter role ${username} password '${decodeURIComponent(password)}'`,
  );
}

/**
 * In memory where there is enough. Each database is hundreds of files, and their creation takes most of the processor's
 * time that a copy costs: ext4 without a journal passes over every file that was lately deleted.
 */
async function parentFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return Math.min(bavail * bsize, freemem()) < ENOUGH_BYTES ? tmpdir() : MEMORY;
  } catch {
    return tmpdir(); // not on Linux
  }
}

/** Folders of runs that were killed: nobody holds their lock, though they are too old to be just about to. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(parent, name);
    try {
      if (Date.now() - (await stat(folder)).ctimeMs < 60_000) continue;
      (await lockFolder(folder)).release();
      await rm(folder, { recursive: true, force: true });
    } catch {
      // a run that is going on, or another user's
    }
  }
}

/** Closed to connections when it is ready: PostgreSQL copies no database that somebody is connected to. */
async function createTemplate(name: string): Promise<void> {
  await runOnServer(`create database "${name}"`);
  await migrateTemplate(name);
  await runOnServer(`alter database "${name}" with allow_connections false`);
}

/** What each service would do as it starts. */
export async function migrateTemplate(name: string): Promise<void> {
  await migrateToLatest(databaseUrl(name));
  const queue = new PgBossJobQueue(databaseUrl(name), { log: new SilentLog() });
  await queue.install();
  await queue.stop(0);
}
