import { once } from 'node:events';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { DATABASE, prepareCluster, ROLE } from './cluster';
import { findClusterPlace } from './cluster-place';
import { lockFolder } from './folder-lock';
import { freePort } from './free-port';
import { findServerBinaries } from './server-binaries';
import { type ServerConfig, type ServerProcess, startServerProcess } from './server-process';

/** Durability as by default (fsync, synchronous_commit), moderate memory, time zone UTC. */
const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '100',
  // A new database grows from empty within seconds; frequent autovacuum replaces the statistics of empty tables soon.
  autovacuum_naptime: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
};

const PORT_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** After a run of this length, the pauses between restarts begin at the minimum again. */
const STABLE_MS = 60_000;

export interface EmbeddedPostgres {
  /** Connection string of the database, as superuser. It stays the same across restarts of the server. */
  readonly url: string;
  /** The cluster's folder, for the operator. It may be outside of the data folder, see `findClusterPlace`. */
  readonly cluster_dir: string;
  /** Resolves when the server has stopped and the data folder is unlocked. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /**
   * The service's data folder; created if missing. It will contain `postgres`, `postgres.password` and two lock files.
   */
  readonly data_dir: string;
  /** Server settings that override the defaults, such as `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with each line of the server's log. */
  readonly onLog?: (line: string) => void;
  /**
   * Called when the server has ended unexpectedly. It is restarted after a pause that grows from 0.1 s to 10 s.
   *
   * @param exit_code - 128 plus the number for a signal; null when unknown
   * @param last_log - the last lines of its log, or the error of a failed start
   */
  readonly onRestart?: (exit_code: number | null, last_log: string) => void;
}

/**
 * Runs a PostgreSQL server on the data folder. It listens on the loopback interface only and requires its password. The
 * server ends with this process, even when this process is killed; after a crash the next start recovers.
 *
 * @throws Error with a message for the operator: the folder is in use, no binaries for this machine, or files of
 *   another major version
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.data_dir, { recursive: true });
  const data_dir = await realpath(options.data_dir);
  const lock = await lockFolder(data_dir);
  let server: ServerProcess | undefined;
  try {
    const settings: Record<string, string> = { ...SETTINGS, ...options.settings };
    const place = await findClusterPlace(data_dir);
    const binaries = await findServerBinaries(place.user, place.dir);
    const password = await prepareCluster(data_dir, place, binaries, settings['fsync'] !== 'off');
    const config = { place, binaries, settings, onLog: options.onLog };
    const first = await startOnFreePort(config);
    server = first.server;
    const url = `postgres://${ROLE}:${password}@127.0.0.1:${first.port}/${DATABASE}`;
    await createDatabaseOnce(url);

    const stopping = new AbortController();
    const end = keepRunning(config, first.port, server, stopping.signal, options.onRestart).finally(
      lock.release,
    );
    return {
      url,
      cluster_dir: place.cluster,
      stop() {
        stopping.abort();
        return end;
      },
    };
  } catch (error) {
    await server?.stop();
    lock.release();
    throw error;
  }
}

/**
 * The connection string of a server that another process runs on the data folder.
 *
 * @throws Error when the files that describe the server cannot be read
 */
export async function runningEmbeddedPostgres(data_dir: string): Promise<string> {
  const password = (await readFile(join(data_dir, 'postgres.password'), 'utf8')).trim();
  // The fourth line of the file is the port.
  const port = (await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

/** Starts the server on a free port. When another process takes the port first, tries another one. */
async function startOnFreePort(config: ServerConfig): Promise<{ server: ServerProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const server = await startServerProcess(config, port);
    try {
      await server.ready();
      return { server, port };
    } catch (error) {
      await server.stop();
      const taken = (error as Error).message.includes('could not bind');
      if (!taken || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/**
 * Creates the database if missing. Checked on every start, because the first start may have been killed before this
 * step.
 */
async function createDatabaseOnce(url: string): Promise<void> {
  try {
    await runStatement(url, 'select 1');
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '3D000') throw error; // invalid_catalog_name
    const maintenance = `${url.slice(0, url.lastIndexOf('/') + 1)}postgres`;
    await runStatement(maintenance, `create database ${DATABASE}`);
  }
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // the pending statement fails with the same error
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Restarts the server on the same port whenever it ends, until `stopping` is aborted; then stops it. */
async function keepRunning(
  config: ServerConfig,
  port: number,
  first: ServerProcess,
  stopping: AbortSignal,
  onRestart?: (exit_code: number | null, last_log: string) => void,
): Promise<void> {
  const stop_requested = once(stopping, 'abort').then(() => undefined);
  let server: ServerProcess | undefined = first;
  let pause_ms = FIRST_PAUSE_MS;
  let started_at = Date.now();
  for (;;) {
    const exit = server && (await Promise.race([server.exited, stop_requested]));
    if (stopping.aborted) return server?.stop();
    if (exit) onRestart?.(exit.code, exit.log);

    if (Date.now() - started_at > STABLE_MS) pause_ms = FIRST_PAUSE_MS;
    await sleep(pause_ms, undefined, { signal: stopping }).catch(() => undefined); // aborted by `stopping`
    if (stopping.aborted) return;
    pause_ms = Math.min(2 * pause_ms, LONGEST_PAUSE_MS);
    started_at = Date.now();
    try {
      server = await startServerProcess(config, port, stopping);
    } catch (error) {
      server = undefined;
      if (!stopping.aborted) onRestart?.(null, (error as Error).message);
    }
  }
}
