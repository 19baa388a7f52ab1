import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockForServer, postmasterFile, SERVER_ENVIRONMENT } from './cluster';
import type { ClusterPlace } from './cluster-place';
import type { ServerBinaries } from './server-binaries';

/** A server that recovers after a crash may have to replay its write-ahead log before it accepts connections. */
const READY_WAIT_MS = 120_000;
const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 2_000;
const LOG_LINES = 20;

/**
 * Ends the server when this process ends. A watcher reads from a pipe, which the kernel closes even when this process
 * is killed, and then requests a fast shutdown. The shell ignores signals that are sent to the whole session or
 * service, because the server would lose its watcher with it; this process handles them.
 */
const WRAPPER = `
trap '' HUP INT QUIT TERM
exec 4<&0
"$@" 4<&- </dev/null & server=$!
{ read -r end <&4; kill -INT $server; } & watcher=$!
wait $server; code=$?
kill -KILL $watcher
exit $code`;

export interface ServerConfig {
  readonly place: ClusterPlace;
  readonly binaries: ServerBinaries;
  readonly settings: Readonly<Record<string, string>>;
  readonly onLog?: ((line: string) => void) | undefined;
}

export interface ServerExit {
  /** The exit code as a shell reports it: 128 plus the number for a signal. Null when the shell itself was killed. */
  readonly code: number | null;
  /** The last lines of the server's log. */
  readonly log: string;
}

export interface ServerProcess {
  readonly exited: Promise<ServerExit>;
  /** @throws Error when the server ends before it accepts connections */
  ready(): Promise<void>;
  /**
   * Requests a fast shutdown; after 8 s an immediate shutdown, after 2 more seconds SIGKILL. Resolves when the server
   * has ended.
   */
  stop(): Promise<void>;
}

/** Starts a server on 127.0.0.1 and the given port, when a previous server of the cluster has ended. */
export async function startServerProcess(
  config: ServerConfig,
  port: number,
  signal?: AbortSignal,
): Promise<ServerProcess> {
  const { cluster, user } = config.place;
  const lock_fd = await lockForServer(config.place, signal);
  try {
    // The lock proves that no server of this service runs here. The pid in a file left behind by a killed server may be
    // in use again, so the file is removed. (PostgreSQL still detects a server that was started by other means, by its
    // shared memory.)
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    const args = Object.entries({ ...config.settings, ...addressSettings(port) });
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        WRAPPER,
        'sh',
        config.binaries.postgres,
        '-D',
        cluster,
        ...args.flatMap(([k, v]) => ['-c', `${k}=${v}`]),
      ],
      {
        ...user,
        cwd: '/',
        env: SERVER_ENVIRONMENT,
        stdio: ['pipe', 'ignore', 'pipe', lock_fd],
        detached: true, // a process group of its own: Ctrl-C stops this process first and the server last
      },
    );
    await once(child, 'spawn');
    child.on('error', () => undefined); // from signals that could not be sent; `exited` reports the end
    return serverProcess(child, cluster, config.onLog);
  } finally {
    closeSync(lock_fd);
  }
}

function addressSettings(port: number): Record<string, string> {
  return { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
}

function serverProcess(child: ChildProcess, cluster: string, onLog?: (line: string) => void): ServerProcess {
  const log: string[] = [];
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line);
      if (log.length > LOG_LINES) log.shift();
      onLog?.(line);
    });
  }
  child.stdin?.on('error', () => undefined); // the shell has ended, which `exited` reports

  let gone = false;
  const exited = (async (): Promise<ServerExit> => {
    const [code] = (await once(child, 'exit')) as [number | null];
    gone = true;
    child.stdin?.destroy(); // if only the shell was killed, this makes the watcher end the server
    await sleep(20); // wait for the last lines of the log
    return { code, log: log.join('\n') };
  })();

  return {
    exited,
    async ready() {
      for (const since = Date.now(); !gone && Date.now() - since < READY_WAIT_MS; await sleep(10)) {
        if ((await postmasterFile(cluster))[7]?.startsWith('ready')) return;
      }
      if (gone) throw new Error(`The database server on ${cluster} did not start:\n${(await exited).log}`);
      throw new Error(
        `The database server on ${cluster} was not ready within ${READY_WAIT_MS} ms:\n${log.join('\n')}`,
      );
    },
    async stop() {
      child.stdin?.end();
      const timers = [
        setTimeout(() => signalGroup(child, 'SIGQUIT'), FAST_SHUTDOWN_MS),
        setTimeout(() => signalGroup(child, 'SIGKILL'), FAST_SHUTDOWN_MS + IMMEDIATE_SHUTDOWN_MS),
      ];
      await exited;
      timers.forEach(clearTimeout);
    },
  };
}

/** The last message in a server's log with which one of its processes ended. Other messages may quote values. */
export function fatalMessage(log: string): string | undefined {
  return [...log.matchAll(/\b(?:FATAL|PANIC): +(.*)/g)].at(-1)?.[1];
}

/** Sends a signal to the process group of shell, watcher and server. The shell and the watcher ignore SIGQUIT. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
