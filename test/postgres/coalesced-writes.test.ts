import { randomUUID } from 'node:crypto';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import {
  ALL_KEYS_FREE,
  RESPONSES,
  storeResponses,
  keyedRows,
  TAKEN_IDS,
} from '../../src/adapters/postgres/idempotency/keyed-rows';
import { KeyedWrite, KeyTaken } from '../../src/adapters/postgres/idempotency/keyed-write';
import { CoalescedWrites, type Storing } from '../../src/adapters/postgres/units/coalesced-writes';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import { DomainError } from '../../src/domain/errors';
import { NO_DEADLINES } from '../../src/ports/deadlines';
import { aCompany } from '../support/companies';
import { createDatabase, type TestDatabase } from '../support/database';
import { newRelation } from '../../src/domain/master-data/relation';
import { eventRecorder } from '../support/event-recorder';

let database: TestDatabase;
let db: Kysely<DB>;
const tenant = aCompany();

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 4 });
  const unit = new PostgresUnitsOfWork(db, eventRecorder()).open();
  await unit.transaction(({ companies }) => companies.insert(tenant));
  await sql`create table item (id uuid primary key, name text unique, check (name <> 'broken'))`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  batches = [];
  await sql`delete from item`.execute(db);
});

/** The batches that were sent to the database. */
let batches: (readonly string[])[] = [];

const STORE = `
with ${RESPONSES}, stored as (
  insert into item select * from unnest($4::uuid[], $5::text[]) where ${ALL_KEYS_FREE} returning id
), kept_response as (${storeResponses('stored')})
${TAKEN_IDS}`;

/** Only its event is looked at. */
const anItem = (item: string) => newRelation({ type: 'company', name: item }, idOf(item), new Date(0));

function idOf(item: string): string {
  return `00000000-0000-4000-8000-${Buffer.from(item.slice(-6)).toString('hex').padStart(12, '0')}`;
}

/** Items named `late…` are refused; those named `broken` violate a constraint; those named `away` find no database. */
const ITEMS: Storing<string, string> = {
  idOf,
  async store(on, company_id, items, keyed) {
    batches.push(items);
    if (items.includes('away')) throw new DomainError('internal_error', 'The database is away.');
    const accepted = items.filter((item) => !item.startsWith('late'));
    const values = [company_id, ...keyedRows(keyed), accepted.map(idOf), accepted];
    const { rows } = await on.executeQuery<{ id: string }>(CompiledQuery.raw(STORE, values));
    return {
      stored: items.map((item) => (accepted.includes(item) ? `stored ${item}` : undefined)),
      taken: new Set(rows.map(({ id }) => id)),
    };
  },
  expect: (items) => items.map((item) => `stored ${item}`),
  eventOf: (recorder, item, origin) => recorder.relationCreated(anItem(item), origin),
  find: async (_on, _company_id, items) => items.map(() => undefined),
};

const writes = () => new CoalescedWrites(db, ITEMS, eventRecorder(), NO_DEADLINES);
const aKey = (key: string = randomUUID()) =>
  new KeyedWrite(
    { company_id: tenant.id, client_id: 'test', key, fingerprint: Buffer.alloc(32) },
    new Date(),
    (result) => ({ status: 201, headers: {}, body: JSON.stringify(result) }),
  );
const view = (stored: string) => `view of ${stored}`;
const items = async () =>
  (await sql<{ name: string }>`select name from item order by name`.execute(db)).rows.map(({ name }) => name);
const kept = async (write: KeyedWrite) =>
  (
    await sql<{ body: string }>`select body from idempotency_key where key = ${write.request.key}`.execute(db)
  ).rows.map(({ body }) => JSON.parse(body) as unknown);

describe.each([
  ['without Idempotency-Keys', () => undefined],
  ['with Idempotency-Keys', () => aKey()],
])('Writes at the same time, %s,', (_what, keyOf) => {
  test('share one statement', async () => {
    const shared = writes();
    const keys = ['a', 'b', 'c'].map(keyOf);
    const views = await Promise.all(
      ['a', 'b', 'c'].map((item, index) => shared.write(tenant.id, item, view, keys[index])),
    );
    expect(views).toEqual(['view of stored a', 'view of stored b', 'view of stored c']);
    expect([batches, await items()]).toEqual([[['a', 'b', 'c']], ['a', 'b', 'c']]);
    for (const [index, write] of keys.entries()) {
      if (write) expect([await kept(write), write.committed?.result]).toEqual([[views[index]], views[index]]);
    }
  });

  test('share the next one while one is under way', async () => {
    const shared = writes();
    const first = shared.write(tenant.id, 'a', view, keyOf());
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    await Promise.all([first, ...['b', 'c'].map((item) => shared.write(tenant.id, item, view, keyOf()))]);
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  test('are stored alone next to one that violates a constraint, which fails alone', async () => {
    const shared = writes();
    const outcomes = await Promise.allSettled(
      ['a', 'broken', 'c'].map((item) => shared.write(tenant.id, item, view, keyOf())),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await items()).toEqual(['a', 'c']);
  });

  test('do not suffer from one that is refused', async () => {
    const shared = writes();
    const key = keyOf();
    const outcomes = await Promise.all([
      shared.write(tenant.id, 'a', view, keyOf()),
      shared.write(tenant.id, 'late', view, key),
    ]);
    expect([outcomes, await items()]).toEqual([['view of stored a', undefined], ['a']]);
    if (key) expect([await kept(key), key.committed]).toEqual([[], undefined]);
  });

  test('all fail when the database is away, and are not tried again', async () => {
    const shared = writes();
    const outcomes = await Promise.allSettled(
      ['a', 'away'].map((item) => shared.write(tenant.id, item, view, keyOf())),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([batches.length, await items()]).toEqual([1, []]);
  });
});

describe('A write with an Idempotency-Key', () => {
  test('shares the transaction of one without', async () => {
    const [shared, write] = [writes(), aKey()];
    await Promise.all([shared.write(tenant.id, 'a', view), shared.write(tenant.id, 'b', view, write)]);
    expect([batches, await items(), await kept(write)]).toEqual([
      [['a', 'b']],
      ['a', 'b'],
      ['view of stored b'],
    ]);
  });

  test('whose key is stored already stores nothing; its neighbours are stored', async () => {
    const [shared, first] = [writes(), aKey()];
    await shared.write(tenant.id, 'a', view, first);
    const outcomes = await Promise.allSettled([
      shared.write(tenant.id, 'b', view, aKey()),
      shared.write(tenant.id, 'c', view, aKey(first.request.key)),
      shared.write(tenant.id, 'd', view),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: expect.any(KeyTaken) });
    expect(await items()).toEqual(['a', 'b', 'd']);
  });

  test('whose key another transaction is storing waits for nobody, nor do its neighbours', async () => {
    const [shared, key] = [writes(), randomUUID()];
    await new PostgresUnitsOfWork(db, eventRecorder()).openKeyed(aKey(key)).transaction(async () => {
      const outcomes = await Promise.allSettled([
        shared.write(tenant.id, 'a', view, aKey(key)),
        shared.write(tenant.id, 'b', view, aKey()),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    });
    expect(await items()).toEqual(['b']);
  });

  test('whose response cannot be made stores nothing; its neighbours are stored', async () => {
    const [shared, write, neighbour] = [writes(), aKey(), aKey()];
    const outcomes = await Promise.allSettled([
      shared.write(
        tenant.id,
        'a',
        () => {
          throw new Error('There is no view.');
        },
        write,
      ),
      shared.write(tenant.id, 'b', view, neighbour),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect([await items(), await kept(write), await kept(neighbour)]).toEqual([
      ['b'],
      [],
      ['view of stored b'],
    ]);
  });
});
