import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { connect, readWithin } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { createDatabase, type TestDatabase } from '../../support/database';

const POOL_SIZE = 4;
/** The time limit of a unit of work, and more than the least for one to be overdue. */
const UNIT_MS = 1_200;
const UNITS = 20;

let database: TestDatabase;
let db: Kysely<DB>;
const company = new AsyncLocalStorage<string>();

beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(() => {
  const limits = { connect_ms: 900, unit_ms: UNIT_MS, resolve_ms: 300 };
  db = connect(database.url, { pool_size: POOL_SIZE, limits, shareOf: () => company.getStore() });
});
afterEach(() => db.destroy());
afterAll(() => database.drop());

/** A unit of work on a server that does not answer. @returns whether it ended well */
const hang = (name: string): Promise<boolean> =>
  company.run(name, () =>
    sql`select pg_sleep(60)`.execute(db).then(
      () => true,
      () => false,
    ),
  );

/** Hangs again and again until the signal. */
async function keepHanging(name: string, until: AbortSignal): Promise<void> {
  while (!until.aborted) await hang(name);
}

/** Units of work, one after the other. @throws the error of the first that fails */
const work = (name: string): Promise<void> =>
  company.run(name, async () => {
    for (let unit = 0; unit < UNITS; unit++) await sql`select 1`.execute(db);
  });

test('a company whose server hangs leaves connections to the others from the start', async () => {
  const hanging = Array.from({ length: 3 * POOL_SIZE }, () => hang('hangs'));
  await work('works');
  expect(await Promise.race([...hanging, sleep(0, 'all hang')])).toBe('all hang');
  expect(new Set(await Promise.all(hanging))).toEqual(new Set([false]));
});

test('many companies whose server hangs leave connections to the others once that was noticed', async () => {
  const companies = Array.from({ length: POOL_SIZE }, (_, n) => `hangs ${n}`);
  await Promise.all(companies.map(hang));
  const end = new AbortController();
  const hanging = companies.flatMap((name) => [1, 2, 3].map(() => keepHanging(name, end.signal)));
  await sleep(10); // in which they take all connections that they get
  try {
    for (let times = 0; times < 10; times++) {
      await work('works');
      await sleep(UNIT_MS / 5);
    }
  } finally {
    end.abort();
    await Promise.all(hanging);
  }
});

test('a company whose server answers again, with more rows than are read, gets its connections again', async () => {
  await hang('hung');
  const many = CompiledQuery.raw('select repeat($1, 1000) from generate_series(1, 100000)', ['x']);
  const { is_cut } = await company.run('hung', () => readWithin(db, many, 5_000));
  expect(is_cut).toBe(true);
  const pids = await company.run('hung', () => {
    const one = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.2)`.execute(db);
    return Promise.all([one(), one()]);
  });
  expect(new Set(pids.map(({ rows }) => rows[0]!.pid)).size).toBe(2);
});
