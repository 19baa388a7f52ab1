import { Kysely, sql } from 'kysely';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { withLiterals } from '../../src/adapters/postgres/literals';
import { createDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let db: Kysely<DB>;

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('values written into the text of a query', () => {
  test.each([`it's`, `\\' or true --`, '$1', `"x"`, 'a\\', '€ 漢'])(
    'are returned unchanged: %s',
    async (value) => {
      const at = new Date('2026-07-01T10:00:00.123Z');
      const query = sql<{ value: string; number: number; at: Date }>`
      select ${value}::text as value, ${7}::integer as number, ${at}::timestamptz as at`.compile(db);
      expect(withLiterals(query).parameters).toEqual([]);
      expect((await db.executeQuery(withLiterals(query))).rows).toEqual([{ value, number: 7, at }]);
    },
  );

  test.each([
    '0000-01-01T00:00:00.000Z',
    '-000001-12-31T10:00:00.000Z',
    '2026-03-29T00:59:59.999Z',
    '+010000-01-01T13:59:59.000Z',
  ])('are the instants that parameters are: %s', async (text) => {
    const at = new Date(text);
    const query = sql`select ${at} as at`.compile(db);
    const { rows } = await sql<{ is_equal: boolean }>`
      select ${at}::timestamptz = (${sql.raw(withLiterals(query).sql)}) as is_equal`.execute(db);
    expect(rows).toEqual([{ is_equal: true }]);
  });

  test('are texts, numbers and instants only', () => {
    const query = sql`select ${true}`.compile(db);
    expect(() => withLiterals(query)).toThrow('no literal for a boolean');
  });
});
