import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterPlace } from './cluster-place';
import { tryLock } from './folder-lock';
import { unlessMissing } from './missing-file';
import type { ServerBinaries } from './server-binaries';

/** The superuser of the server, and its only database. */
export const ROLE = 'invoicing';
export const DATABASE = 'invoicing';

/**
 * Size of a file of the WAL, in MiB. While the server fills a new file with zeros and syncs it, every commit waits.
 * With PostgreSQL's default of 16 MiB that takes long enough to determine the slowest hundredth of all creations.
 */
const WAL_SEGMENT_MIB = 4;

/** Longer than a fast shutdown with its checkpoint takes. */
const FORMER_SERVER_WAIT_MS = 30_000;

/**
 * The whole environment of the server's programs. They do not inherit the service's, because they read variables such
 * as `PGDATA`, `PGOPTIONS` and `LD_LIBRARY_PATH`.
 */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Acquires the lock that a running server shares with the process that started it. The lock is held while a previous
 * server shuts down, even when its parent process has ended, and while the `initdb` of a killed process runs.
 *
 * @returns a descriptor for the child process to inherit; the caller closes its own copy
 * @throws Error when the lock is not free after 30 s
 */
export async function lockForServer(place: ClusterPlace, signal?: AbortSignal): Promise<number> {
  const file = join(place.dir, 'postgres.server-lock');
  for (const since = Date.now(); Date.now() - since < FORMER_SERVER_WAIT_MS;) {
    const fd = await tryLock(file);
    if (fd !== undefined) return fd;
    await sleep(50, undefined, signal ? { signal } : {});
  }
  const [pid] = await postmasterFile(place.cluster);
  throw new Error(
    `A former database server${pid ? ` (process ${pid})` : ''} still runs on ${place.cluster}: end it.`,
  );
}

/** @returns the lines of `postmaster.pid`: pid, folder, start, port, socket folder, address, shared memory, status */
export async function postmasterFile(cluster: string): Promise<string[]> {
  return ((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(unlessMissing)) ?? '').split('\n');
}

/**
 * Creates the cluster and its password on first use.
 *
 * The default collation is `C.UTF-8` of the builtin provider. It sorts by code point and supports upper and lower case;
 * it is fast, and no library update can change the sort order of an existing index. Lists for people use ICU collations
 * (`collate "und-x-icu"`).
 *
 * @param sync - false leaves flushing the new files to the operating system (tests)
 * @returns the password
 * @throws Error when the cluster was created by another major version, or its password file is missing
 */
export async function prepareCluster(
  data_dir: string,
  place: ClusterPlace,
  binaries: ServerBinaries,
  sync: boolean,
): Promise<string> {
  const password_file = join(data_dir, 'postgres.password');
  const known = (await readFile(password_file, 'utf8').catch(unlessMissing))?.trim();
  const version = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8').catch(unlessMissing))?.trim();
  if (version !== undefined) {
    if (version !== binaries.major_version) {
      throw new Error(
        `The database in ${place.cluster} was made by PostgreSQL ${version}, this release brings ` +
          `PostgreSQL ${binaries.major_version}: dump it with the former release and load the dump, ` +
          'or set DATABASE_URL to a server of your own.',
      );
    }
    if (!known)
      throw new Error(`The password file ${password_file} of the database in ${place.cluster} is missing.`);
    return known;
  }
  if (await stat(place.cluster).catch(unlessMissing)) {
    throw new Error(`${place.cluster} is not a database folder: it has no PG_VERSION. Move it away.`);
  }
  // The file is created with its final mode, and before the cluster that needs the password.
  const password = known || randomBytes(24).toString('base64url');
  await rm(password_file, { force: true });
  await writeDurably(password_file, password);
  await createCluster(place, binaries, password, sync);
  return password;
}

/**
 * Creates the cluster under a temporary name and renames it when complete, so that a killed start leaves no incomplete
 * cluster.
 */
async function createCluster(
  place: ClusterPlace,
  binaries: ServerBinaries,
  password: string,
  sync: boolean,
): Promise<void> {
  const unfinished = `${place.cluster}.new`;
  const lock_fd = await lockForServer(place);
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    if (place.user.uid !== undefined)
      await chown(unfinished, place.user.uid, place.user.gid ?? place.user.uid);
    await runInitdb(place, binaries, unfinished, password, lock_fd, sync);
    await rename(unfinished, place.cluster);
    await syncFolder(place.dir);
  } finally {
    closeSync(lock_fd);
  }
}

function runInitdb(
  place: ClusterPlace,
  binaries: ServerBinaries,
  folder: string,
  password: string,
  lock_fd: number,
  sync: boolean,
): Promise<void> {
  const args = [
    ...['-D', folder, '-U', ROLE, '-A', 'scram-sha-256', '-E', 'UTF8', '--no-instructions'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    `--wal-segsize=${WAL_SEGMENT_MIB}`,
    ...(sync ? [] : ['--no-sync']),
  ];
  // `cat` passes the password on through a pipe of the server's user, who cannot open `/dev/stdin` when it is a pipe of
  // root.
  const script = 'cat | "$@" --pwfile=/dev/stdin';
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script, 'sh', binaries.initdb, ...args], {
      ...place.user,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      stdio: ['pipe', 'ignore', 'pipe', lock_fd],
      detached: true,
    });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.stdin?.on('error', () => undefined); // initdb ended early; its exit code reports the failure
    child.stdin?.end(`${password}\n`);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The database in ${place.cluster} could not be created: ${complaint.trim()}`));
    });
  });
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
