import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresDocumentRepository } from '../../src/adapters/postgres/documents/document-repository';
import { PostgresSandboxMemory } from '../../src/adapters/postgres/e-invoicing/sandbox-memory';
import { appendCreations } from '../../src/adapters/postgres/events/pending-events';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import { newRelation } from '../../src/domain/master-data/relation';
import { SERVICE_ORIGIN } from '../../src/domain/events/event';
import { aCompany } from '../support/companies';
import { createDatabase, type TestDatabase } from '../support/database';
import { aDocument } from '../support/documents';
import { eventRecorder } from '../support/event-recorder';

const tenant = aCompany();
let database: TestDatabase;
let db: Kysely<DB>;

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 1 });
  const unit = new PostgresUnitsOfWork(db, eventRecorder()).open();
  await unit.transaction(({ companies }) => companies.insert(tenant));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/**
 * PostgreSQL plans the first executions of a statement for their values, and then compares the costs with one plan for
 * all.
 */
const PLANNED_FOR_VALUES = 5;

const NO_REFERENCES = {
  ...{ relation_id: undefined, delivery_location_id: undefined },
  ...{ branding_id: undefined, preceding_document_id: undefined },
};

const aRelation = () => newRelation({ type: 'company', name: 'R' }, randomUUID(), new Date(0));

describe('A statement that is executed for one item at a time is planned once per connection', () => {
  test.each<[string, (n: number) => Promise<unknown>]>([
    [
      'the events of new documents',
      () =>
        db.executeQuery(
          appendCreations('document', tenant.id, [
            eventRecorder().documentCreated(aDocument(), SERVICE_ORIGIN),
          ]),
        ),
    ],
    [
      'the events of new relations',
      () =>
        db.executeQuery(
          appendCreations('relation', tenant.id, [
            eventRecorder().relationCreated(aRelation(), SERVICE_ORIGIN),
          ]),
        ),
    ],
    [
      'what a new document refers to',
      () =>
        new PostgresDocumentRepository(db).findReferences(tenant.id, {
          ...{ ...NO_REFERENCES, relation_id: randomUUID() },
          ...{ type: 'invoice', journal_id: randomUUID() },
        }),
    ],
    [
      'what a change of a document refers to',
      () => new PostgresDocumentRepository(db).findChangeContext(tenant.id, aDocument(), NO_REFERENCES),
    ],
    [
      'what the sandbox network knows of a message',
      () => new PostgresSandboxMemory(db).findDelivery(randomUUID(), '0088:5412345000013'),
    ],
  ])('%s', async (_name, run) => {
    const before = await plans();
    for (let n = 0; n < 4 * PLANNED_FOR_VALUES; n++) await run(n);
    const made = [...(await plans())].filter(([text]) => !before.has(text));
    expect(made.length).toBeGreaterThan(0);
    for (const [, { custom_plans }] of made) expect(custom_plans).toBe(PLANNED_FOR_VALUES);
  });
});

async function plans() {
  const { rows } = await sql<{
    statement: string;
    custom_plans: number;
  }>`select statement, custom_plans::integer from pg_prepared_statements`.execute(db);
  return new Map(rows.map((row) => [row.statement, row]));
}
