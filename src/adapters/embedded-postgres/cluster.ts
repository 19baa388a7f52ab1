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

/** The server's superuser and its one database. */
export const ROLE = 'invoicing';
export const DATABASE = 'invoicing';

/** Longer than a fast shutdown takes, with its checkpoint. */
const FORMER_SERVER_WAIT_MS = 30_000;

/** Nothing of our environment reaches the server's programs: `PGDATA`, `PGOPTIONS` or `LD_LIBRARY_PATH` would count. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Takes the lock that a running server shares with the launcher that started it. While a former server still
 * shuts down (its node process may be gone), or a killed launcher's `initdb` still runs, it is held: we wait.
 *
 * @returns a descriptor for the child to inherit; the caller closes its own
 * @throws Error after 30 s
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
 * Makes the cluster on first use, and its password.
 *
 * `C.UTF-8` of the builtin provider sorts by code point and knows upper and lower case: fast, and no update of a
 * library can change the order under an index. ICU collations (`collate "und-x-icu"`) are there for people's lists.
 *
 * @param sync false: leave the new files to the operating system (tests)
 * @returns the password
 * @throws Error when the cluster is of another major version, or its password is lost
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
  // Hidden from the first byte on, and there before the cluster that needs it.
  const password = known || randomBytes(24).toString('base64url');
  await rm(password_file, { force: true });
  await writeDurably(password_file, password);
  await createCluster(place, binaries, password, sync);
  return password;
}

/** Made under another name and renamed when complete: a start that was killed leaves no half cluster. */
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
    ...(sync ? [] : ['--no-sync']),
  ];
  // The password goes through a pipe that belongs to the server's user, who could not open one of ours.
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
    child.stdin?.on('error', () => undefined); // it ended early: its code tells
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
