import { spawn } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** `O_EXLOCK` of the BSDs and macOS, for which Node has no constant: open and `flock` in one call. */
const O_EXLOCK = 0x20;
/** Exit code of `flock(1)` when another process holds the lock. Every other non-zero code is a failure. */
const FLOCK_HELD = 1;
/** How long a refused process waits for the holder's entry, which is written just after the lock is acquired. */
const HOLDER_WAIT_MS = 500;

/** Another process runs the server of the data folder. */
export class FolderInUse extends Error {}

export interface FolderLock {
  readonly release: () => void;
}

/**
 * Acquires the exclusive right to run a server on a data folder, until `release` or the end of this process.
 *
 * The lock is a `flock(2)` on an open file. The kernel releases it when the process ends for whatever reason, so that
 * there are no stale locks and no ambiguous process ids. It also works between containers that share a volume. The lock
 * file is never removed: otherwise two processes could lock two different files with the same name.
 *
 * @throws Error when another process holds the lock; the message names its pid
 */
export async function lockFolder(data_dir: string): Promise<FolderLock> {
  const file = join(data_dir, 'postgres.lock');
  const fd = await tryLock(file);
  if (fd === undefined) {
    throw new FolderInUse(
      `The data folder ${data_dir} is in use by ${await holderOf(file)}: ` +
        'stop that process first, or give this one a DATA_DIR of its own.',
    );
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid} ${hostname()}\n`, 0);
  return { release: () => closeSync(fd) };
}

/**
 * Locks a file without waiting. A child process that inherits the descriptor shares the lock, which is released when
 * all of them have closed it.
 *
 * @returns the open descriptor, to be closed by the caller; undefined when the lock is held
 */
export async function tryLock(file: string): Promise<number | undefined> {
  const flags = constants.O_RDWR | constants.O_CREAT;
  if (process.platform === 'darwin') {
    try {
      return openSync(file, flags | constants.O_NONBLOCK | O_EXLOCK, 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
      throw error;
    }
  }
  const fd = openSync(file, flags, 0o600);
  try {
    if (await flock(fd)) return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return undefined;
}

/**
 * Locks an open file. Node has no `flock`, so the tool of util-linux locks the file through an inherited descriptor and
 * exits.
 */
function flock(fd: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd] });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.on('error', (error) =>
      reject(
        new Error(
          `The embedded database needs the program flock (package util-linux): ${error.message}. ` +
            'Install it, or set DATABASE_URL to a PostgreSQL server.',
        ),
      ),
    );
    child.on('close', (code) => {
      if (code === 0 || code === FLOCK_HELD) resolve(code === 0);
      else reject(new Error(`flock ended with code ${code}: ${complaint.trim()}`));
    });
  });
}

/** @returns `process 4711`, with the host name when it is another host, such as a container that shares the volume */
async function holderOf(file: string): Promise<string> {
  for (let waited_ms = 0; ; waited_ms += 20) {
    const [pid = '', host = ''] = readFileSync(file, 'utf8').trim().split(' ');
    if (host !== '' && host !== hostname()) return `process ${pid} on host ${host}`;
    if (pid !== '' && isAlive(Number(pid))) return `process ${pid}`;
    if (waited_ms >= HOLDER_WAIT_MS) return 'another process';
    await sleep(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
