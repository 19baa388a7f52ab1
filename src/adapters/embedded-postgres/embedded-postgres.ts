import { once } from 'node:events';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { DATABASE, prepareCluster, ROLE } from './cluster';
import { findClusterPlace } from './cluster-place';
import { lockFolder } from './folder-lock';
import { findServerBinaries } from './server-binaries';
import { startServer, type ServerConfig, type ServerProcess } from './server-process';

/** Durable as PostgreSQL ships (fsync, synchronous_commit), of moderate size, in UTC. */
const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '100',
  // A fresh database grows from nothing within seconds: plans made for empty tables must not outlive that.
  autovacuum_naptime: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
};

const PORT_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A server that ran this long did well: after its end the pauses begin anew. */
const STABLE_MS = 60_000;

export interface EmbeddedPostgres {
  /** Connection string of the one database, as superuser; the same for as long as the launcher runs. */
  readonly url: string;
  /** Where the files are, to tell the operator: not always in the data folder, see `findClusterPlace`. */
  readonly cluster_dir: string;
  /** Resolves when the server has stopped and the folder is free again. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The service's data folder; made if missing. Gets `postgres`, `postgres.password` and two lock files. */
  readonly data_dir: string;
  /** Server settings over the defaults, such as `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Each line of the server's log. */
  readonly onLog?: (line: string) => void;
  /**
   * The server has ended on its own and is about to be started again, after a pause that grows from 0.1 s to 10 s.
   *
   * @param exit_code 128 and the number for a signal; null when unknown
   * @param last_log the end of its log, or why the attempt to start it failed
   */
  readonly onRestart?: (exit_code: number | null, last_log: string) => void;
}

/**
 * Runs a PostgreSQL server of our own on the data folder, reachable from this machine by its password only. The
 * server ends with this process, however that ends; after a crash the next start recovers.
 *
 * @throws Error with a message for the operator: folder in use, machine without binaries, files of another version
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

/** Between our finding a free port and the server's taking it somebody else may: then another one. */
async function startOnFreePort(config: ServerConfig): Promise<{ server: ServerProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const server = await startServer(config, port);
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** On every start, since the very first one may have been killed before it came to this. */
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
  client.on('error', () => undefined); // the statement under way fails with it
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Starts the server again whenever it ends, on the same port, until told to stop; then stops it. */
async function keepRunning(
  config: ServerConfig,
  port: number,
  first: ServerProcess,
  stopping: AbortSignal,
  onRestart?: (exit_code: number | null, last_log: string) => void,
): Promise<void> {
  const told = once(stopping, 'abort').then(() => undefined);
  let server: ServerProcess | undefined = first;
  let pause_ms = FIRST_PAUSE_MS;
  let started_at = Date.now();
  for (;;) {
    const exit = server && (await Promise.race([server.exited, told]));
    if (stopping.aborted) return server?.stop();
    if (exit) onRestart?.(exit.code, exit.log);

    if (Date.now() - started_at > STABLE_MS) pause_ms = FIRST_PAUSE_MS;
    await sleep(pause_ms, undefined, { signal: stopping }).catch(() => undefined); // told to stop
    if (stopping.aborted) return;
    pause_ms = Math.min(2 * pause_ms, LONGEST_PAUSE_MS);
    started_at = Date.now();
    try {
      server = await startServer(config, port, stopping);
    } catch (error) {
      server = undefined;
      if (!stopping.aborted) onRestart?.(null, (error as Error).message);
    }
  }
}
