import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';

/** Columns by which rows are selected, although they are in no index. */
const SELECTING: Readonly<Record<string, readonly string[]>> = {
  document: ['marked_sent'],
  event: [],
  transmission: ['receiver'],
};

/** The columns that an index contains, in its predicate too, or a foreign key; and those that have statistics. */
const COLUMNS = `
  select a.attname as name, a.attstattarget is distinct from 0 as has_statistics,
    exists (
      select from pg_index i where i.indrelid = a.attrelid
        and (a.attnum = any (i.indkey) or pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M')))
    or exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = a.attrelid and a.attnum = any (k.conkey))
    as is_indexed
  from pg_attribute a where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped
  order by a.attname`;

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/**
 * A column that is added later belongs into an index, into `SELECTING`, or into a migration that sets its statistics
 * to 0.
 */
test.each(Object.entries(SELECTING))(
  'PostgreSQL keeps statistics of the columns of %s that are in an index or select rows, and of no other',
  async (table, selecting) => {
    const { rows } = await client.query<{ name: string; has_statistics: boolean; is_indexed: boolean }>(
      COLUMNS,
      [table],
    );
    const namesOf = (found: typeof rows) => found.map(({ name }) => name);
    expect(namesOf(rows.filter(({ has_statistics }) => has_statistics))).toEqual(
      namesOf(rows.filter(({ name, is_indexed }) => is_indexed || selecting.includes(name))),
    );
  },
);

/** A table that is added later sets it in its own migration. Migration 0036 says why. */
test('PostgreSQL keeps the frequency of one company of each table whose key begins with the company', async () => {
  const { rows } = await client.query<{ name: string; target: number }>(`
    select c.relname as name, a.attstattarget as target
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and a.attname = 'company_id' and c.relnamespace = 'public'::regnamespace`);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ target }) => target !== 1)).toEqual([]);
});
