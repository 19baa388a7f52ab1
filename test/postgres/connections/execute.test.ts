import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, Pool, type PoolClient } from 'pg';
import { execute } from '../../../src/adapters/postgres/connections/execute';
import { typescriptLoader } from '../../../src/adapters/workers/typescript-sources';
import { createDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
let pool: Pool;
let client: PoolClient;
beforeAll(async () => {
  database = await createDatabase();
  pool = new Pool({ connectionString: database.url, max: 1, pipeline: true });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  client = await pool.connect();
  client.on('error', () => undefined);
});
afterEach(() => client.release(true));

async function createConnection(): Promise<PoolClient & { end(): Promise<void> }> {
  const one = new Client({ connectionString: database.url });
  await one.connect();
  return one as unknown as PoolClient & { end(): Promise<void> };
}

const run = (text: string, values: unknown[] = []) => execute(client, { text, values }, 5_000);

describe('a text that is executed', () => {
  test('returns rows with the values of its columns', async () => {
    const { rows, rowCount } = await run(
      `select 7 as n, null::int as nothing, 't' = $1 as is_t, '{"a": [1]}'::jsonb as json, date '2026-02-28' as day,
        timestamptz '2026-02-28 23:30:00.25+01' as at`,
      ['t'],
    );
    expect(rows).toEqual([
      {
        n: 7,
        nothing: null,
        is_t: true,
        json: { a: [1] },
        day: '2026-02-28',
        at: new Date('2026-02-28T22:30:00.250Z'),
      },
    ]);
    expect(rowCount).toBe(1);
  });

  test('returns the number of rows of a statement that returns none', async () => {
    const { rows, rowCount } = await run('create temporary table t as select generate_series(1, 3) n');
    expect([rows, rowCount]).toEqual([[], 3]);
  });

  test('keeps columns of the same names and other types apart', async () => {
    expect((await run('select 1::int as value')).rows).toEqual([{ value: 1 }]);
    expect((await run('select 1::text as value')).rows).toEqual([{ value: '1' }]);
  });

  test('parses JSON of the row before once, in each column, and of no other result', async () => {
    const text = `select one::json as one, other::jsonb as other
      from (values (1, '{"a": 1}', '[]'), (2, '{"a": 1}', '{"a": 1}'), (3, null, '[]'), (4, '{"a": 2}', '[]')) v (n, one, other)
      order by n`;
    type Row = Record<'one' | 'other', object | null>;
    const rows = (await run(text)).rows as Row[];
    expect(rows).toEqual([
      { one: { a: 1 }, other: [] },
      { one: { a: 1 }, other: { a: 1 } },
      { one: null, other: [] },
      { one: { a: 2 }, other: [] },
    ]);
    expect(rows[1]!.one).toBe(rows[0]!.one);
    expect(rows[1]!.other).not.toBe(rows[1]!.one);
    expect(rows[3]!.other).toBe(rows[2]!.other);
    const again = (await run(text)).rows as Row[];
    expect(again[0]!.one).not.toBe(rows[0]!.one);
  });

  test('reads rows of several connections at the same time', async () => {
    const other = await createConnection();
    const text = `select json_build_object('n', n / 100, 'of', $1::text) as json, pg_sleep(0.0001)::text from generate_series(0, 499) n`;
    const both = await Promise.all(
      [client, other].map((one, index) => execute(one, { text, values: [`c${index}`] }, 5_000)),
    );
    await other.end();
    for (const [index, { rows }] of both.entries()) {
      const expected = Array.from({ length: 500 }, (_, n) => ({ n: Math.floor(n / 100), of: `c${index}` }));
      expect((rows as { json: object }[]).map(({ json }) => json)).toEqual(expected);
    }
  });

  test('returns a result for each of its statements', async () => {
    const results = await execute(client, { text: `select 1 as a; select 'x' as b, 2 as c` }, 5_000);
    expect((results as unknown as { rows: unknown[] }[]).map(({ rows }) => rows)).toEqual([
      [{ a: 1 }],
      [{ b: 'x', c: 2 }],
    ]);
  });

  test('fails with the error of PostgreSQL and a trace that names the caller, and leaves the connection usable', async () => {
    async function caller(): Promise<void> {
      await run('select 1 / $1::int', [0]);
    }
    const error: Error & { code?: string } = await caller().then(
      () => new Error('It should have failed.'),
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ code: '22012', message: 'division by zero' });
    expect(error.stack).toContain('caller');
    expect((await run('select 2 as n')).rows).toEqual([{ n: 2 }]);
  });

  test('fails with the error of a row that cannot be read, however many rows are wanted', async () => {
    // No value of PostgreSQL is unreadable for the parsers of now.
    const unreadable = jest.spyOn(JSON, 'parse').mockImplementation((text) => {
      throw new SyntaxError(`cannot read ${text}`);
    });
    const text = 'select n::text::json as n from generate_series(1, 1000) as n';
    const read = execute(client, { text, max_bytes: 500 }, 5_000).finally(() => unreadable.mockRestore());
    await expect(read).rejects.toThrow('cannot read 1');
  });

  test('fails after its time limit, and closes the connection', async () => {
    const overdue = execute(client, { text: 'select pg_sleep(2)' }, 50);
    const behind = run('select 1');
    await expect(overdue).rejects.toThrow('Query read timeout');
    await expect(behind).rejects.toThrow('Connection terminated unexpectedly');
    await expect(run('select 1')).rejects.toThrow('not queryable');
  });
});

test('its rows do not get into the old generation when nobody uses them any more', async () => {
  const program = path.join(__dirname, 'heap-growth.ts');
  const args = [...typescriptLoader(), '--expose-gc', program, database.url];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { growth, all } = JSON.parse(stdout) as { growth: number; all: number };
  expect(growth).toBeLessThan(all / 4);
});
