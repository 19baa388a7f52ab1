import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { ADMIN_URL, databaseUrl, runOnServers, SERVERS, TEMPLATE, TEMPLATE_NAME } from '../database';
import { migrateTemplate } from '../global-setup';

const DISTRIBUTE = readFileSync(path.join(__dirname, '../../../db/citus.sql'), 'utf8');

/** Few, because each test copies them. */
const SHARDS = 4;

/**
 * The counterpart of the ordinary set-up on a Citus cluster: the template is distributed by company, and the
 * coordinator and the workers each have their part of it.
 */
export default async function setUp(): Promise<void> {
  const given = process.env['CITUS_URL'];
  if (!given) {
    throw new Error(
      'CITUS_URL is not set. Set it to a database of the coordinator of a Citus cluster: see docs/citus.md.',
    );
  }
  const workers = await on(given, (client) =>
    client.query<Node>('select node_name, node_port from citus_get_active_worker_nodes()'),
  );
  if (workers.rows.length === 0) throw new Error('The cluster of CITUS_URL has no worker.');
  const name = `${TEMPLATE_NAME}_${process.pid}`;
  process.env[ADMIN_URL] = given;
  process.env[TEMPLATE] = name;
  process.env[SERVERS] = JSON.stringify([given, ...workers.rows.map((node) => urlOf(given, node))]);
  globalThis.endTestServer = () => runOnServers(`drop database if exists "${name}" with (force)`);
  try {
    await createTemplate(name, coordinatorOf(given), workers.rows);
  } catch (error) {
    await globalThis.endTestServer(); // jest calls no teardown after a failed set-up
    throw error;
  }
}

interface Node {
  readonly node_name: string;
  readonly node_port: number;
}

async function createTemplate(name: string, coordinator: Node, workers: readonly Node[]): Promise<void> {
  await runOnServers(`create database "${name}"`);
  await runOnServers('create extension citus', name);
  const url = databaseUrl(name);
  await on(url, async (client) => {
    const of = ({ node_name, node_port }: Node) => [node_name, node_port];
    await client.query('select citus_set_coordinator_host($1, $2)', of(coordinator));
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', of(worker));
    // Otherwise the migrations could not run as one transaction, as docs/deployment.md says.
    await client.query(`alter database "${name}" set citus.create_object_propagation = 'deferred'`);
  });
  await migrateTemplate(name);
  await on(url, async (client) => {
    const statements = DISTRIBUTE.split(/;$/m);
    const transaction = ['begin', `set local citus.shard_count = ${SHARDS}`, ...statements, 'commit'];
    for (const statement of transaction) await client.query(statement);
  });
  await runOnServers(`alter database "${name}" with allow_connections false`);
  // The maintenance daemon of Citus is connected: PostgreSQL copies no database that somebody is connected to.
  await runOnServers(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

const coordinatorOf = (url: string): Node => {
  const { hostname, port } = new URL(url);
  return { node_name: hostname, node_port: Number(port || 5432) };
};

function urlOf(coordinator: string, { node_name, node_port }: Node): string {
  const url = new URL(coordinator);
  url.hostname = node_name;
  url.port = String(node_port);
  return url.toString();
}

async function on<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
