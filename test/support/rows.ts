import { type Kysely, sql } from 'kysely';
import type { DB } from '../../src/adapters/postgres/database';

/** A value for a column that is irrelevant to the test. */
const ANYTHING: Readonly<Record<string, unknown>> = {
  text: 'x',
  boolean: false,
  integer: 1,
  bigint: 1,
  uuid: '00000000-0000-4000-8000-000000000000',
  json: '{}',
  jsonb: '{}',
  date: '2026-07-01',
  'timestamp with time zone': '2026-07-01T10:00:00.000Z',
};

/** Inserts a row of which only the given columns matter; the others that must hold something hold anything. */
export async function insertRow(
  db: Kysely<DB>,
  table: keyof DB,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await sql<{ column_name: string; data_type: string }>`
    select column_name, data_type from information_schema.columns
    where table_schema = current_schema and table_name = ${table}
      and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`.execute(db);
  const needed = Object.fromEntries(
    rows.map(({ column_name, data_type }) => [column_name, ANYTHING[data_type]]),
  );
  await db
    .insertInto(table)
    .values({ ...needed, ...given })
    .execute();
}
