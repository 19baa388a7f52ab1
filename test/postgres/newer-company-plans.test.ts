import type { TestDatabase } from '../support/database';
import {
  CLIENTS,
  COMPANY,
  filling,
  headOf,
  LARGE_TABLES,
  OPERATIONS,
  PlannedOperations,
  received,
  rowsOf,
  unanalyzedDatabase,
} from '../support/planned-operations';

const OLDER_COMPANIES = [2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

let database: TestDatabase;

beforeAll(async () => {
  database = await unanalyzedDatabase();
  for (const company of OLDER_COMPANIES) {
    for (const text of [headOf(company), ...filling(company)]) await database.run(text);
  }
  for (const text of [...CLIENTS, 'analyze']) await database.run(text);
  for (const text of [headOf(COMPANY), ...filling(COMPANY), ...received(COMPANY)]) await database.run(text);
}, 120_000);
afterAll(() => database.drop());

/**
 * An installation may have few large companies. Then it gets another one, which receives documents too; the next
 * analysis is due when a tenth of all rows has changed.
 */
describe.each(['auto', 'force_generic_plan'])(
  'for a company that came after the last analysis, with plan_cache_mode = %s,',
  (mode) => {
    let planned: PlannedOperations;
    beforeAll(async () => {
      planned = await PlannedOperations.record(database, mode);
    });
    afterAll(() => planned.db.destroy());

    test.each(Object.keys(OPERATIONS))('%s uses the index of the key', async (operation) => {
      for (let n = 0; n < 5; n++) await planned.read(operation); // PostgreSQL chooses a plan after five
      const { buffers, scanned } = await planned.read(operation);
      expect(scanned.filter((table) => LARGE_TABLES.has(table))).toEqual([]);
      expect(buffers).toBeLessThan(80 + 4 * rowsOf(operation));
    });
  },
);
