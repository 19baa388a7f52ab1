import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres';
import { connect, inOneRoundTrip, inTransaction, readWithin } from '../../src/adapters/postgres/connect';
import { decided } from '../../src/adapters/postgres/connections/doubt';
import { openPool } from '../../src/adapters/postgres/connections/pool';
import type { DB } from '../../src/adapters/postgres/database';
import { failureOf } from '../../src/adapters/postgres/failures';
import { PgBossJobQueue } from '../../src/adapters/postgres/jobs/job-queue';
import { migrateToLatest } from '../../src/adapters/postgres/migrations';
import { NO_DEADLINES } from '../../src/ports/deadlines';
import { createDatabase, runOnServer, type TestDatabase } from '../support/database';
import { KeptLog } from '../support/http-kit';
import { until } from '../support/raw-http';
import { until as eventually } from '../support/until';
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
  const limits = { connect_ms: 400, unit_ms: 850, resolve_ms: 400 };
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
/** The error of the unit of work, and the time until it failed in ms. */
async function failure(work: Promise<unknown>) {
  const started = performance.now();
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => failureOf(thrown) as Error & { code?: string },
  );
  return { error, after_ms: performance.now() - started };
}
const RETRY = { code: 'internal_error', options: { retry_after_s: 2 } };

describe('the statements of a transaction', () => {
  const raw = (text: string) => CompiledQuery.raw(text) as CompiledQuery<{ value: number }>;
  const make = async () => {
    const db = connectTo(database.url, 1);
    await sql`create temporary table sent (value integer)`.execute(db);
    return db;
  };
  const stored = async (db: Kysely<DB>) =>
    (await db.executeQuery(raw('select value from sent order by value'))).rows.map(({ value }) => value);

  test('are sent without waiting for each other, and executed in their order', async () => {
    const db = await make();
    const sums = await inTransaction(db, (trx) => {
      const insertAndSum = async (value: number) => {
        const insert = trx.executeQuery(raw(`insert into sent values (${value})`));
        const sum = trx.executeQuery(raw('select sum(value)::integer as value from sent'));
        await insert;
        return (await sum).rows[0]!.value;
      };
      return Promise.all([1, 2, 3].map(insertAndSum));
    });
    expect(sums).toEqual([1, 3, 6]);
    expect(await stored(db)).toEqual([1, 2, 3]);
  });

  test('have no effect when one of them fails, whichever it is', async () => {
    const db = await make();
    const insert = 'insert into sent values (1)';
    for (const texts of [
      [insert, 'select 1 / 0', insert],
      ['select 1 / 0', insert, insert],
      [insert, insert, 'select 1 / 0'],
    ]) {
      const work = inTransaction(db, (trx) => Promise.all(texts.map((text) => trx.executeQuery(raw(text)))));
      await expect(work).rejects.toMatchObject({ code: '22012' });
      expect(await stored(db)).toEqual([]);
    }
  });

  test('fail with the error of the first one that failed, also when the work learns of a later one first', async () => {
    const db = await make();
    const work = inTransaction(db, (trx) => {
      const failing = trx.executeQuery(raw('select 1 / 0'));
      const slow = failing.finally(() => new Promise((resolve) => setTimeout(resolve, 50)));
      return Promise.all([slow, trx.executeQuery(raw('select 1 as value'))]);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });

  test('that come after the end of the transaction are refused', async () => {
    const db = await make();
    let late: Promise<unknown> | undefined;
    const work = inTransaction(db, async (trx) => {
      const failing = trx.executeQuery(raw('select 1 / 0'));
      late = failing.catch(async () => {
        await new Promise(setImmediate);
        await trx.executeQuery(raw('insert into sent values (1)'));
      });
      await failing;
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    await expect(late).rejects.toThrow('The transaction has ended.');
    expect(await stored(db)).toEqual([]);
  });
});

describe('statements', () => {
  test('are named on a direct connection', async () => {
    const db = connectTo(database.url, 1);
    for (const value of [1, 2, 3]) expect(await one(db, value)).toBe(value);
    expect(await prepared(db)).toContain('select $1::int as value');
  });

  test('are unnamed behind a transaction pooler', async () => {
    const pooler = await proxyTo(database.url, { poses_as_pooler: true });
    const db = connectTo(pooler.url, 1);
    for (const value of [1, 2, 3]) expect(await one(db, value)).toBe(value);
    expect(await prepared(db)).toEqual([]);
    const timeout = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
    expect(timeout.rows).toEqual([{ statement_timeout: '0' }]); // nor are settings left to the next of its callers
  });

  test('return a date as stored, in any time zone of the process', async () => {
    const { rows } = await sql`select date '2026-07-01' as day, '{2026-07-01}'::date[] as days`.execute(
      connectTo(database.url),
    );
    expect(rows).toEqual([{ day: '2026-07-01', days: expect.anything() }]);
  });

  test('return values in one format, with any settings of the database', async () => {
    const own = await createDatabase();
    const name = new URL(own.url).pathname.slice(1);
    for (const setting of [
      "datestyle = 'SQL, DMY'",
      "intervalstyle = 'sql_standard'",
      "timezone = 'Asia/Kolkata'",
      "default_transaction_isolation = 'serializable'",
      'standard_conforming_strings = off',
      'bytea_output = escape',
      'extra_float_digits = -5',
    ])
      await runOnServer(`alter database "${name}" set ${setting}`);
    const pooler = await proxyTo(own.url, { poses_as_pooler: true });
    const values = sql`select date '2026-12-20' as day, timestamptz '2026-12-20T08:09:10.123Z' as at,
      to_json(timestamptz '2026-12-20T08:09:10.123Z') as json_at, '\\x00ff'::bytea as bytes, '{2026-12-20}'::date[]::text as days`;
    for (const url of [own.url, pooler.url]) {
      expect((await values.execute(connectTo(url))).rows).toEqual([
        {
          day: '2026-12-20',
          at: new Date('2026-12-20T08:09:10.123Z'),
          json_at: '2026-12-20T08:09:10.123+00:00',
          bytes: Buffer.from([0, 255]),
          days: '{2026-12-20}',
        },
      ]);
    }
    const { rows } = await sql`select current_setting('transaction_isolation') as isolation,
      current_setting('intervalstyle') as intervals`.execute(connectTo(own.url));
    expect(rows).toEqual([{ isolation: 'read committed', intervals: 'postgres' }]);
    for (const db of open.splice(0)) await db.destroy();
    await own.drop();
  });

  test('recover after their plan has become invalid', async () => {
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
  test('while idle is replaced, and the error is logged', async () => {
    const told: Error[] = [];
    const db = connectTo(database.url, 1, (error) => told.push(error));
    const first = await pid(db);
    const other = connectTo(database.url, 1);
    await sql`select pg_terminate_backend(${first})`.execute(other);
    await until(() => told.length > 0, 'the news');
    expect(await pid(db)).not.toBe(first);
  });

  test('after the closing of the pool has begun is not reported', async () => {
    const told: Error[] = [];
    const pool = openPool({ connectionString: database.url }, (error) => told.push(error));
    const client = await pool.connect();
    client.release();
    const ended = pool.end();
    client.emit('error', new Error('terminating connection due to administrator command'));
    await ended;
    expect(told).toEqual([]);
  });

  test('during its start fails only the request', async () => {
    const proxy = await proxyTo(database.url);
    proxy.terminates_at_start = true;
    const db = connectTo(proxy.url, 2);
    const failed = await Promise.all([1, 2, 3].map(() => failure(one(db))));
    for (const { error } of failed) expect(error).toMatchObject(RETRY);
    const queue = new PgBossJobQueue(proxy.url, { log: new KeptLog() });
    await expect(queue.install()).rejects.toThrow();
    await queue.stop(0);
    await expect(migrateToLatest(proxy.url)).rejects.toThrow();
    proxy.terminates_at_start = false;
    expect(await one(db)).toBe(1);
  });

  test('during a statement fails only the request, and is replaced', async () => {
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

  test('by a shutdown of the server is replaced too', async () => {
    const db = connectTo(database.url, 1);
    const other = connectTo(database.url, 1);
    const work = db.transaction().execute(async (trx) => {
      await sql`select pg_terminate_backend(${await pid(trx)})`.execute(other);
      await one(trx);
    });
    expect((await failure(work)).error).toMatchObject(RETRY);
    expect(await one(db)).toBe(1);
  });

  test('within a transaction rolls it back', async () => {
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

describe('statements in one round trip', () => {
  const insert = (value: string) => CompiledQuery.raw('insert into pair values ($1::integer)', [value]);
  let db: Kysely<DB>;
  beforeEach(async () => {
    db = connectTo(database.url, 1);
    await sql`drop table if exists pair`.execute(db);
    await sql`create table pair (a int)`.execute(db);
  });
  const stored = async () => (await sql<{ a: number }>`select a from pair order by a`.execute(db)).rows;

  test('are one transaction', async () => {
    await inOneRoundTrip(db, [insert('1')], () => [insert('2'), insert('3')]);
    expect(await stored()).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });

  test('store nothing when one fails', async () => {
    await expect(inOneRoundTrip(db, [insert('x')], () => [insert('2')])).rejects.toMatchObject({
      code: '22P02',
    });
    await expect(inOneRoundTrip(db, [insert('1')], () => [insert('2'), insert('x')])).rejects.toMatchObject({
      code: '22P02',
    });
    expect(await stored()).toEqual([]);
  });

  test('store nothing when a pooler refuses their begin, and leave the connection usable', async () => {
    const pooler = await proxyTo(database.url, { poses_as_pooler: true });
    const behind = connectTo(pooler.url, 1);
    await inOneRoundTrip(behind, [insert('1')], () => []);
    pooler.refuses_begin = true;
    const refused = inOneRoundTrip(behind, [insert('2')], () => [insert('3')]);
    await expect(refused).rejects.toMatchObject({ code: '58000' });
    expect(await stored()).toEqual([{ a: 1 }]);
    await inOneRoundTrip(behind, [insert('4')], () => []);
    expect(await stored()).toEqual([{ a: 1 }, { a: 4 }]);
  });

  test('have an unknown outcome when a server refuses their begin alone, and the connection is replaced', async () => {
    const proxy = await proxyTo(database.url);
    const direct = connectTo(proxy.url, 1);
    const before = await pid(direct);
    proxy.refuses_begin = true;
    const find = async () => ((await stored()).length > 0 ? 'found' : undefined);
    const run = async () => {
      await inOneRoundTrip(direct, [insert('2')], () => []);
      return 'stored';
    };
    expect(await decided(run, find, NO_DEADLINES)).toBe('found');
    expect(await pid(direct)).not.toEqual(before);
  });

  test('store nothing when the others cannot be made, and leave the connection usable', async () => {
    const fault = new Error('It cannot be made.');
    const before = await pid(db);
    await expect(
      inOneRoundTrip(db, [insert('1')], () => {
        throw fault;
      }),
    ).rejects.toBe(fault);
    expect([await stored(), await pid(db)]).toEqual([[], before]);
  });
});

describe('rows within a number of bytes', () => {
  /** A row has 1,011 bytes: its length, its number of columns, and the length of its column. */
  const rows = (count: number) =>
    CompiledQuery.raw(`select repeat('x', 1001) from generate_series(1, $1)`, [count]);

  test('end with the row that reaches it, and the server stops sending the others', async () => {
    const db = connectTo(database.url, 1);
    const former = await pid(db);
    expect(await readWithin(db, rows(1_000_000), 5_000)).toMatchObject({
      rows: { length: 5 },
      is_cut: true,
    });
    const [other, again] = [await pid(db), await pid(db)];
    expect(again).toBe(other);
    expect(other).not.toBe(former);
    const hasEnded = async () =>
      (await sql`select from pg_stat_activity where pid = ${former}`.execute(db)).rows.length === 0;
    await eventually(hasEnded);
  });

  test('are all rows when the last one reaches it, and the connection is used again', async () => {
    const db = connectTo(database.url, 1);
    const former = await pid(db);
    expect(await readWithin(db, rows(5), 4_500)).toMatchObject({ rows: { length: 5 }, is_cut: false });
    expect(await readWithin(db, rows(0), 0)).toMatchObject({ rows: [], is_cut: false });
    expect(await pid(db)).toBe(former);
  });

  test('fail with the error of the statement', async () => {
    const db = connectTo(database.url, 1);
    const query = CompiledQuery.raw('select 1 / (3 - n) from generate_series(1, $1) as n', [5]);
    await expect(readWithin(db, query, 5_000)).rejects.toMatchObject({ code: '22012' });
    expect(await one(db)).toBe(1);
  });
});

describe('a response in time', () => {
  test('comes within 10 s', async () => {
    const db = connect(database.url, { pool_size: 1 });
    open.push(db);
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
    expect(rows).toEqual([{ statement_timeout: '9s' }]);
  });

  test('comes when all connections are in use', async () => {
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

  test('comes when the network drops all packets, before and after the connection is made', async () => {
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
    // Two steps, each within the time limit, but not both together.
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

  test('comes when the work takes too long between statements, and it is rolled back', async () => {
    const db = connectTo(database.url, 1);
    await sql`create table late (a int)`.execute(db);
    const work = db.transaction().execute(async (trx) => {
      await sql`insert into late values (1)`.execute(trx);
      await new Promise((resolve) => setTimeout(resolve, 900));
    });
    expect((await failure(work)).error).toMatchObject(RETRY);
    expect((await sql`select * from late`.execute(db)).rows).toEqual([]);
  });

  test('comes soon to others when the node that holds a lock is frozen', async () => {
    const proxy = await proxyTo(database.url);
    const [frozen, other] = [connectTo(proxy.url, 1), connectTo(database.url, 1)];
    await sql`create table held (a int)`.execute(other);
    await sql`insert into held values (1)`.execute(other);
    const work = frozen.transaction().execute(async (trx) => {
      await sql`update held set a = 2`.execute(trx);
      proxy.silent = true; // nothing more comes from it, and its connection stays open
      await new Promise((resolve) => setTimeout(resolve, 3_000));
    });
    const ended = failure(work);
    await new Promise((resolve) => setTimeout(resolve, 900)); // more than half of what the server allows
    await sql`update held set a = 3`.execute(other); // waits less than its own limit for the lock
    expect((await ended).error).toMatchObject(RETRY);
    expect((await sql`select a from held`.execute(other)).rows).toEqual([{ a: 3 }]);
  });

  test('comes while the server is down, and requests succeed when it is up again', async () => {
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
    ['a lock that was not available', server('55P03')],
    ['a statement that took too long', server('57014')],
    ['a server that became a standby', server('25006')],
  ])('that is %s has Retry-After, and keeps its cause', (_what, error) => {
    expect(failureOf(error)).toMatchObject({ ...RETRY, cause: error });
  });

  test.each([
    ['a fault in SQL', server('42601')],
    ['an internal constraint', server('23502', 'a_constraint')],
    ['an error of the service', new TypeError('x is not a function')],
  ])('that is %s is passed on unchanged', (_what, error) => {
    expect(failureOf(error)).toBe(error);
  });

  test.each([
    [
      'relation_in_use',
      'La clé (company_id, id)=(1, 2) est toujours référencée à partir de la table « document ».',
    ],
    [
      'invalid_relation',
      "La clé (company_id, relation_id)=(1, 2) n'est pas présente dans la table « relation ».",
    ],
  ])('of a foreign key is %s, whatever language the server speaks', (code, detail) => {
    const error = Object.assign(server('23503', 'document_relation'), { table: 'document', detail });
    expect(failureOf(error)).toMatchObject({ code });
  });

  test('of a constraint has the code of the contract', () => {
    expect(failureOf(server('23505', 'journal_code'))).toMatchObject({ code: 'duplicate_journal_code' });
  });
});
