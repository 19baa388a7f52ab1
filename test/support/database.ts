import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';

/** Names of the environment variables by which the set-up tells the workers about the server. */
export const ADMIN_URL = 'INVOICING_TEST_ADMIN_URL';
export const TEMPLATE = 'INVOICING_TEST_TEMPLATE';
/** The URLs of all servers of a Citus cluster; unset when there is one server. */
export const SERVERS = 'INVOICING_TEST_SERVERS';
export const TEMPLATE_NAME = 'invoicing_template';

const OBJECT_IN_USE = '55006';
const ATTEMPTS = 50;

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  /**
   * Runs one statement without the time limits of the service, which are too short to fill tables on a busy machine.
   */
  run(statement: string): Promise<void>;
  drop(): Promise<void>;
}

/** A migrated, empty database of the caller's own: about 40 ms. Drop it in `afterAll`; who is connected is cut off. */
export function createDatabase(): Promise<TestDatabase> {
  return created(cloneTemplate);
}

/** A database without any table. */
export function createBlankDatabase(): Promise<TestDatabase> {
  return created((url, name) => run(url, `create database "${name}"`));
}

async function created(create: (server_url: string, name: string) => Promise<void>): Promise<TestDatabase> {
  const name = `invoicing_test_${randomBytes(6).toString('hex')}`;
  await Promise.all(serverUrls().map((url) => create(url, name)));
  return {
    name,
    url: databaseUrl(name),
    run: (statement) => run(databaseUrl(name), statement),
    async drop() {
      if (serverUrls().length > 1) await rollBackPrepared(name);
      await runOnServers(waitUntilClosed(name));
      await runOnServers(`drop database if exists "${name}" with (force)`);
    },
  };
}

/** Connections that a test has ended are gone within milliseconds. Those that it has left open are cut off. */
const waitUntilClosed = (name: string) => `
do $$ begin
  for attempt in 1..20 loop
    exit when not exists (select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend');
    perform pg_sleep(0.005), pg_stat_clear_snapshot();
  end loop;
end $$`;

/**
 * A connection that breaks at its commit leaves prepared transactions on the workers, and then no database is dropped.
 */
async function rollBackPrepared(name: string): Promise<void> {
  for (const url of serverUrls()) {
    const client = new Client({ connectionString: onDatabase(url, name) });
    await client.connect();
    try {
      const { rows } = await client.query<{ gid: string }>(
        'select gid from pg_prepared_xacts where database = current_database()',
      );
      for (const { gid } of rows) await client.query(`rollback prepared '${gid}'`);
    } finally {
      await client.end();
    }
  }
}

/**
 * Any number may copy at once; but a background worker of the server may be at the template, for a moment. Copies of
 * files take two thirds of the processor's time of copies through the write-ahead log.
 */
async function cloneTemplate(url: string, name: string): Promise<void> {
  const template = process.env[TEMPLATE];
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(url, `create database "${name}" template "${template}" strategy file_copy`);
    } catch (error) {
      const in_use = error instanceof DatabaseError && error.code === OBJECT_IN_USE;
      if (!in_use || attempt === ATTEMPTS) throw error;
      await sleep(100);
    }
  }
}

export function databaseUrl(name: string): string {
  return onDatabase(adminUrl(), name);
}

function onDatabase(server_url: string, name: string): string {
  const url = new URL(server_url);
  url.pathname = `/${name}`;
  return url.toString();
}

function serverUrls(): string[] {
  const servers = process.env[SERVERS];
  return servers ? (JSON.parse(servers) as string[]) : [adminUrl()];
}

function adminUrl(): string {
  const url = process.env[ADMIN_URL];
  if (!url) throw new Error('There is no test database: the global set-up of jest starts it.');
  return url;
}

/** Runs one statement on the test server, in no test's database. */
export async function runOnServer(statement: string): Promise<void> {
  await run(adminUrl(), statement);
}

/**
 * Like `runOnServer` on every server of a cluster, one after the other.
 *
 * @param name - of the database; by default none of a test
 */
export async function runOnServers(statement: string, name?: string): Promise<void> {
  for (const url of serverUrls()) await run(name === undefined ? url : onDatabase(url, name), statement);
}

/** Citus neither propagates nor refuses the statement. The setting has no effect on an ordinary server. */
const ON_THIS_SERVER = '-c citus.enable_ddl_propagation=off';

const clientOf = (url: string) => new Client({ connectionString: url, options: ON_THIS_SERVER });

async function run(url: string, statement: string): Promise<void> {
  const kept = serverUrls().includes(url) ? await keptConnection(url) : undefined;
  if (kept) return void (await kept.query(statement));
  const client = clientOf(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A connection to a server that the test files of a process share.
 *
 * @returns undefined outside of Jest
 */
async function keptConnection(url: string): Promise<Client | undefined> {
  const kept = globalThis.keptForProcess?.(`connection to ${url}`, (): { client?: Client } => ({}));
  if (kept && !kept.client) {
    const client: Client & { unref?: () => void } = clientOf(url);
    client.on('error', () => delete kept.client); // the server has ended it
    await client.connect();
    client.unref!(); // so that the process can end; the types do not have it
    kept.client = client;
  }
  return kept?.client;
}
