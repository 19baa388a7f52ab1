import type { Kysely } from 'kysely';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import type { UnitsOfWork } from '../../src/ports/unit-of-work';
import { createDatabase, type TestDatabase } from './database';
import { eventRecorder } from './event-recorder';

/** Units of work on a database of the file's or describe block's own, and that database. */
export function onPostgres(): () => UnitsOfWork & { readonly db: Kysely<DB> } {
  let database: TestDatabase;
  let db: Kysely<DB>;
  let units: UnitsOfWork & { readonly db: Kysely<DB> };
  beforeAll(async () => {
    database = await createDatabase();
    db = connect(database.url, { pool_size: 10 });
    units = Object.assign(new PostgresUnitsOfWork(db, eventRecorder()), { db });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  return () => units;
}
