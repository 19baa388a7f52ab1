import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { postmasterOf } from './processor-time';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres/embedded-postgres';

/** The server of a run; each part of the run has its own database. */
export interface BenchDatabase {
  /** Makes an empty database. @returns its connection string */
  readonly create: (name: string) => Promise<string>;
  /** The postmaster of the embedded server. */
  readonly postmaster?: number;
  /**
   * Milliseconds that the server spent on each message of the work (parse, bind, execute), by its own log;
   * undefined where the log cannot be read.
   */
  readonly durationsOf?: (work: () => Promise<unknown>) => Promise<number[]>;
  /** Drops the databases that were created. */
  readonly stop: () => Promise<void>;
}

/** The embedded server with default durability in a separate folder, or the server at `url`. */
export async function startDatabase(folder: string, url: string | undefined): Promise<BenchDatabase> {
  if (url !== undefined) return databasesOf(url);
  const durations: number[] = [];
  const server = await startEmbeddedPostgres({
    data_dir: path.join(folder, 'database'),
    onLog(line) {
      const duration = /duration: ([\d.]+) ms/.exec(line)?.[1];
      if (duration !== undefined) durations.push(Number(duration));
    },
  });
  const databases = databasesOf(server.url);
  return {
    create: databases.create,
    postmaster: postmasterOf(server.cluster_dir),
    async durationsOf(work) {
      await logDurations(server.url, true);
      durations.length = 0;
      try {
        await work();
      } finally {
        await logDurations(server.url, false);
      }
      return [...durations];
    },
    stop: () => server.stop(),
  };
}

function databasesOf(url: string): BenchDatabase {
  const suffix = randomBytes(4).toString('hex');
  const created: string[] = [];
  return {
    async create(name) {
      const database = `bench_${name}_${suffix}`;
      await statement(url, `create database ${database}`);
      created.push(database);
      const address = new URL(url);
      address.pathname = `/${database}`;
      return address.href;
    },
    async stop() {
      for (const database of created)
        await statement(url, `drop database if exists ${database} with (force)`);
    },
  };
}

/** Time in which running sessions apply the setting, and the last lines of the log are written. */
const MOMENT_MS = 300;

async function logDurations(url: string, on: boolean): Promise<void> {
  await sleep(MOMENT_MS);
  await statement(url, `alter system set log_duration = ${on ? 'on' : 'off'}`);
  await statement(url, 'select pg_reload_conf()');
  await sleep(MOMENT_MS);
}

/** One statement, or several without parameters, on a connection of their own. */
export async function statement(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
