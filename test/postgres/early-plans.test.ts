import { sql } from 'kysely';
import type { TestDatabase } from '../support/database';
import {
  CLIENTS,
  COMPANY,
  filling,
  headOf,
  OPERATIONS,
  PlannedOperations,
  rowsOf,
  unanalyzedDatabase,
} from '../support/planned-operations';

let database: TestDatabase;
let planned: PlannedOperations;

beforeAll(async () => {
  database = await unanalyzedDatabase();
  await database.run(headOf(COMPANY));
  planned = await PlannedOperations.record(database, 'force_generic_plan');
  for (const text of [...filling(COMPANY), ...CLIENTS]) await database.run(text);
}, 120_000);
afterAll(async () => {
  await planned.db.destroy();
  await database.drop();
});

const NAMES = Object.keys(OPERATIONS);
/** Statements for several items, which are joined with the rows: while the tables are small, all rows may be read. */
const isJoin = (operation: string) => operation.includes('attempt to send');

describe('with plans that were made while the tables were empty', () => {
  test.each(NAMES.filter((name) => !isJoin(name)))('%s looks rows up by their keys', async (operation) => {
    // Without statistics any index that has a column of the key counts as good, so that the whole index may be read.
    const { buffers, scanned } = await planned.read(operation);
    expect(scanned).toEqual([]);
    expect(buffers).toBeLessThan(65 * rowsOf(operation));
  });
});

describe('with plans that were made again as the tables grew', () => {
  beforeAll(async () => {
    for (let n = 0; n < 256; n++) await sql`select ${n}::integer`.execute(planned.db);
  });

  test.each(NAMES)('%s uses the index of the key', async (operation) => {
    const { buffers, scanned } = await planned.read(operation);
    expect(scanned).toEqual([]);
    expect(buffers).toBeLessThan(80 + 4 * rowsOf(operation));
  });
});
