import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { failureOf } from '../../src/adapters/postgres/failures';
import { createDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/raw-http';
import { WireProxy } from '../support/wire-proxy';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const open: Kysely<DB>[] = [];
const proxies: WireProxy[] = [];
async function proxyTo(url: string, options?: { poses_as_pooler: boolean }): Promise<WireProxy> {
  const proxy = await WireProxy.start(url, options);
  proxies.push(proxy);
  return proxy;
}
function connectTo(url: string, pool_size = 2, onIdleError?: (error: Error) => void): Kysely<DB> {
  const limits = { connect_ms: 400, unit_ms: 850 };
  const db = connect(url, { pool_size, limits, ...(onIdleError ? { onIdleError } : {}) });
  open.push(db);
  return db;
}
afterEach(async () => {
  for (const db of open.splice(0)) await db.destroy();
  for (const proxy of proxies.splice(0)) await proxy.stop();
});

const one = async (db: Kysely<DB>, value = 1) =>
  (await sql<{ value: number }>`select ${value}::int as value`.execute(db)).rows[0]!.value;
const pid = async (db: Kysely<DB>) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
const prepared = async (db: Kysely<DB>) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.map(
    ({ statement }) => statement,
  );
/** How the work failed, and after how many ms; as the unit of work shows it. */
async function failure(work: Promise<unknown>) {
  const started = performance.now();
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => failureOf(thrown) as Error & { code?: string },
  );
  return { error, after_ms: performance.now() - started };
}
const RETRY = { code: 'internal_error', options: { retry_after_s: 2 } };

describe('statements', () => {
  test("are prepared under a name where the connection is the server's own", async () => {
    const db = connectTo(database.url, 1);
    for (const value of [1, 2, 3]) expect(await one(db, value)).toBe(value);
    expect(await prepared(db)).toContain('select $1::int as value');
  });

  test('have no name behind a transaction pooler', async () => {
    const pooler = await proxyTo(database.url, { poses_as_pooler: true });
    const db = connectTo(pooler.url, 1);
    for (const value of [1, 2, 3]) expect(await one(db, value)).toBe(value);
    expect(await prepared(db)).toEqual([]);
    const timeout = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
    expect(timeout.rows).toEqual([{ statement_timeout: '0' }]); // nor are settings left to the next of its callers
  });

  test('give a date as it is written, whatever the time zone of the process', async () => {
    const { rows } = await sql`select date '2026-07-01' as day, '{2026-07-01}'::date[] as days`.execute(
      connectTo(database.url),
    );
    expect(rows).toEqual([{ day: '2026-07-01', days: expect.anything() }]);
  });

  test('heal after their plan has become useless', async () => {
    const db = connectTo(database.url, 1);
    await sql`create table widening (a int)`.execute(db);
    const read = () => sql`select * from widening where a > ${0}`.execute(db);
    await read();
    await sql`alter table widening alter a type bigint`.execute(db);
    await expect(read()).rejects.toMatchObject({ code: '0A000' });
    await expect(read()).resolves.toMatchObject({ rows: [] });
  });
});

describe('a connection that breaks', () => {
  test('at rest is replaced, and somebody is told', async () => {
    const told: Error[] = [];
    const db = connectTo(database.url, 1, (error) => told.push(error));
    const first = await pid(db);
    const other = connectTo(database.url, 1);
    await sql`select pg_terminate_backend(${first})`.execute(other);
    await until(() => told.length > 0, 'the news');
    expect(await pid(db)).not.toBe(first);
  });

  test('at work fails the work only, and is replaced', async () => {
    const proxy = await proxyTo(database.url);
    const db = connectTo(proxy.url, 1);
    const work = db.transaction().execute(async (trx) => {
      await one(trx);
      proxy.cut();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await one(trx);
    });
    expect((await failure(work)).error).toMatchObject(RETRY);
    expect(await one(db)).toBe(1);
  });

  test('by order of the server is replaced too', async () => {
    const db = connectTo(database.url, 1);
    const other = connectTo(database.url, 1);
    const work = db.transaction().execute(async (trx) => {
      await sql`select pg_terminate_backend(${await pid(trx)})`.execute(other);
      await one(trx);
    });
    expect((await failure(work)).error).toMatchObject(RETRY);
    expect(await one(db)).toBe(1);
  });

  test('within a transaction leaves nothing of it', async () => {
    const proxy = await proxyTo(database.url);
    const db = connectTo(proxy.url, 1);
    await sql`create table half (a int)`.execute(db);
    const work = db.transaction().execute(async (trx) => {
      await sql`insert into half values (1)`.execute(trx);
      proxy.onCommit = 'cut';
    });
    expect((await failure(work)).error).toMatchObject(RETRY);
    expect((await sql`select * from half`.execute(db)).rows).toEqual([]);
  });
});

describe('an answer in time', () => {
  test('is one within 10 s', async () => {
    const db = connect(database.url, { pool_size: 1 });
    open.push(db);
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
    expect(rows).toEqual([{ statement_timeout: '9s' }]);
  });

  test('comes when all connections are taken', async () => {
    const db = connectTo(database.url, 1);
    let release: () => void = () => undefined;
    const holder = db.connection().execute(() => new Promise<void>((resolve) => (release = resolve)));
    const { error, after_ms } = await failure(one(db));
    expect(error).toMatchObject(RETRY);
    expect(after_ms).toBeLessThan(2_000);
    release();
    await holder;
    expect(await one(db)).toBe(1);
  });

  test('comes when the network swallows everything, before and after the connection is made', async () => {
    const proxy = await proxyTo(database.url);
    const db = connectTo(proxy.url, 2);
    await one(db);
    proxy.silent = true;
    const [busy, fresh] = await Promise.all([failure(one(db)), failure(one(db))]);
    for (const { error, after_ms } of [busy, fresh]) {
      expect(error).toMatchObject(RETRY);
      expect(after_ms).toBeLessThan(2_500);
    }
    proxy.silent = false;
    expect(await one(db)).toBe(1);
  });

  test('comes when a statement waits for a lock, and the server stops waiting too', async () => {
    const db = connectTo(database.url, 3);
    await sql`create table locked (a int)`.execute(db);
    await sql`insert into locked values (1)`.execute(db);
    const holder = new Client({ connectionString: database.url }); // may take as long as it likes
    await holder.connect();
    await holder.query('begin; update locked set a = 2');
    // Two steps that are each in time, and together are not.
    const work = db.transaction().execute(async (trx) => {
      await sql`select pg_sleep(0.3)`.execute(trx);
      await sql`update locked set a = 3`.execute(trx);
    });
    const { error, after_ms } = await failure(work);
    expect(error).toMatchObject(RETRY);
    expect(after_ms).toBeLessThan(2_500);
    const waiting = async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length;
    const deadline = Date.now() + 3_000;
    while ((await waiting()) > 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await waiting()).toBe(0);
    await holder.query('commit');
    await holder.end();
    expect((await sql`select a from locked`.execute(db)).rows).toEqual([{ a: 2 }]);
  });

  test('comes from work that took too long between its statements, of which nothing is kept', async () => {
    const db = connectTo(database.url, 1);
    await sql`create table late (a int)`.execute(db);
    const work = db.transaction().execute(async (trx) => {
      await sql`insert into late values (1)`.execute(trx);
      await new Promise((resolve) => setTimeout(resolve, 900));
    });
    expect((await failure(work)).error).toMatchObject(RETRY);
    expect((await sql`select * from late`.execute(db)).rows).toEqual([]);
  });

  test('comes while the server is away, and work goes on when it is back', async () => {
    const data_dir = mkdtempSync(path.join(tmpdir(), 'invoicing-away-'));
    await chmod(data_dir, 0o711);
    const start = () => startEmbeddedPostgres({ data_dir, settings: { fsync: 'off' } });
    let server = await start();
    // The port changes with each start; to the pool it is one server.
    const door = net.createServer((client) => {
      const upstream = net.connect(Number(new URL(server.url).port), '127.0.0.1');
      client.on('error', () => upstream.destroy()).pipe(upstream);
      upstream.on('error', () => client.destroy()).pipe(client);
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const url = new URL(server.url);
    url.host = `127.0.0.1:${(door.address() as net.AddressInfo).port}`;
    const db = connectTo(url.toString(), 2);
    await Promise.all([one(db), one(db)]);

    await server.stop();
    for (let attempt = 0; attempt < 3; attempt++) {
      const { error, after_ms } = await failure(one(db));
      expect(error).toMatchObject(RETRY);
      expect(after_ms).toBeLessThan(2_500);
    }
    server = await start();
    expect(await one(db)).toBe(1);
    await db.destroy();
    open.length = 0;
    door.close();
    await server.stop();
    rmSync(data_dir, { recursive: true });
  });
});

describe('a failure of the driver', () => {
  const server = (code: string, constraint?: string) =>
    Object.assign(new Error('as the server says'), { severity: 'ERROR', code, constraint });

  test.each([
    ['a lost connection', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['a server that is starting', server('57P03')],
    ['too many connections', server('53300')],
    ['a deadlock', server('40P01')],
    ['a lock that was not to be had', server('55P03')],
    ['a statement that took too long', server('57014')],
    ['a server that became a standby', server('25006')],
  ])('that is %s says to retry, and keeps its cause', (_what, error) => {
    expect(failureOf(error)).toMatchObject({ ...RETRY, cause: error });
  });

  test.each([
    ['a fault in SQL', server('42601')],
    ['a constraint that no caller should run into', server('23502', 'a_constraint')],
    ['a fault of ours', new TypeError('x is not a function')],
  ])('that is %s stays what it is', (_what, error) => {
    expect(failureOf(error)).toBe(error);
  });

  test('of a constraint is what the contract calls it', () => {
    expect(failureOf(server('23505', 'journal_code'))).toMatchObject({ code: 'duplicate_journal_code' });
  });
});
