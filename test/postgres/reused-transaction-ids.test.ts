import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/adapters/embedded-postgres/embedded-postgres';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { until } from '../support/until';

jest.setTimeout(60_000);

let data_dir: string;
let server: EmbeddedPostgres; // of its own: it crashes
let db: Kysely<DB>;

beforeAll(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'reused-transaction-ids-'));
  await chmod(data_dir, 0o711); // as root, the server's user has to enter it
  server = await startEmbeddedPostgres({ data_dir });
  await onServer(async (client) => {
    await client.query(`alter system set wal_writer_delay = '10s'`); // nothing reaches the log before its commit
    await client.query('select pg_reload_conf()');
    await client.query('create table written (id integer)');
  });
  db = connect(server.url, { pool_size: 1 });
});

afterAll(async () => {
  await db?.destroy();
  await server?.stop();
  await rm(data_dir, { recursive: true, maxRetries: 5 });
});

async function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Commits transactions until one has this id. @returns false when the server goes on with later ids */
function isReused(xid: bigint): Promise<boolean> {
  return until(async () => {
    const given = await onServer(async (client) => {
      for (;;) {
        const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
        if (BigInt(rows[0]!.xid) >= xid) return BigInt(rows[0]!.xid);
      }
    }).catch(() => undefined); // the server recovers
    return given !== undefined && { is_reused: given === xid };
  }).then(({ is_reused }) => is_reused);
}

describe('A transaction that a crash of the server undoes', () => {
  test('is not confused with a later one that gets its id and commits', async () => {
    let is_reused = false;
    for (let attempt = 1; attempt <= 5 && !is_reused; attempt++) {
      const outcome = await db
        .transaction()
        .execute(async (trx) => {
          await sql`insert into written values (${attempt})`.execute(trx);
          const { rows } = await sql<{ xid: string; pid: number }>`
            select pg_current_xact_id()::text as xid, pg_backend_pid() as pid`.execute(trx);
          process.kill(rows[0]!.pid, 'SIGKILL');
          is_reused = await isReused(BigInt(rows[0]!.xid));
        })
        .then(
          () => 'committed',
          (error: { code?: string }) => error.code,
        );
      expect(outcome).toBe('internal_error');
    }
    expect(is_reused).toBe(true);
    expect(await onServer(async (client) => (await client.query('table written')).rows)).toEqual([]);
  });
});
