import { spawn } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** `O_EXLOCK` of the BSDs and macOS, which Node does not name: open and `flock` in one call. */
const O_EXLOCK = 0x20;
/** `flock(1)`: somebody else holds the lock. Every other non-zero code is a failure. */
const FLOCK_HELD = 1;
/** How long a refused process looks for the holder's entry, which is written just after the lock is taken. */
const HOLDER_WAIT_MS = 500;

export interface FolderLock {
  readonly release: () => void;
}

/**
 * Takes the exclusive right to run a server on a data folder, until `release` or the end of this process.
 *
 * It is a `flock(2)`, kept by the kernel on our open file: it is gone with the process, however that ends, so
 * there is no stale lock and no question whose pid that is; it also holds between containers that share a
 * volume. The file stays where it is: to remove it would let two processes lock two files of one name.
 *
 * @throws Error when another process holds the folder; the message names its pid
 */
export async function lockFolder(data_dir: string): Promise<FolderLock> {
  const file = join(data_dir, 'postgres.lock');
  const fd = await tryLock(file);
  if (fd === undefined) {
    throw new Error(
      `The data folder ${data_dir} is in use by ${await holderOf(file)}: ` +
        'stop that process first, or give this one a DATA_DIR of its own.',
    );
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid} ${hostname()}\n`, 0);
  return { release: () => closeSync(fd) };
}

/**
 * Locks a file without waiting. A child that gets the descriptor shares the lock: it ends when the last of them
 * has closed it.
 *
 * @returns the open descriptor (close it to give up our share), or undefined when the lock is held
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

/** Node has no `flock`; the tool of util-linux locks the open file that it shares with us, and leaves. */
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

/** @returns `process 4711`, with its host when that is another one (a container that shares the volume) */
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
