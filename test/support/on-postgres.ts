import type { Kysely } from 'kysely';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import type { UnitsOfWork } from '../../src/ports/unit-of-work';
import { createDatabase, type TestDatabase } from './database';

/** Units of work on a database of the describe block's own. */
export function onPostgres(): () => UnitsOfWork {
  let database: TestDatabase;
  let db: Kysely<DB>;
  let units: UnitsOfWork;
  beforeAll(async () => {
    database = await createDatabase();
    db = connect(database.url, { pool_size: 10 });
    units = new PostgresUnitsOfWork(db);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  return () => units;
}
