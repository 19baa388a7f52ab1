import { randomUUID } from 'node:crypto';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { connect, inOneRoundTrip } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { keeping, keepResponses, unlessTaken } from '../../../src/adapters/postgres/idempotency/keyed-rows';
import { findStoredResponse } from '../../../src/adapters/postgres/idempotency/stored-response';
import { KeyedWrite, KeyTaken } from '../../../src/adapters/postgres/idempotency/keyed-write';
import { CoalescedWrites, type Storing } from '../../../src/adapters/postgres/units/coalesced-writes';
import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import { DomainError } from '../../../src/domain/errors';
import { type Effect, NO_DEADLINES } from '../../../src/ports/deadlines';
import { aCompany } from '../../support/companies';
import { createDatabase, type TestDatabase } from '../../support/database';
import { newRelation } from '../../../src/domain/master-data/relation';
import { eventRecorder } from '../../support/event-recorder';

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

const STORE = 'insert into item select * from unnest($1::uuid[], $2::text[])';
const KEEP = keepResponses('(select i.id::text from item i where i.id = r.id)');

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
    const store = CompiledQuery.raw(STORE, [accepted.map(idOf), accepted]);
    return unlessTaken(on, company_id, keyed, async () => {
      await inOneRoundTrip(on, [store], () => keeping(KEEP, company_id, keyed));
      return items.map((item) => (accepted.includes(item) ? `stored ${item}` : undefined));
    });
  },
  expect: (items) => items.map((item) => `stored ${item}`),
  eventOf: (recorder, item, origin) => recorder.relationCreated(anItem(item), origin),
  find: async (_on, _company_id, items) => items.map(() => undefined),
};

const writes = (onBatch?: (size: number) => void) =>
  new CoalescedWrites(db, ITEMS, eventRecorder(), NO_DEADLINES, undefined, onBatch);
const aKey = (key: string = randomUUID(), created_at = new Date()) =>
  new KeyedWrite(
    { company_id: tenant.id, client_id: 'test', key, fingerprint: '00'.repeat(32) },
    created_at,
    (result) => ({ status: 201, headers: {}, body: JSON.stringify(result) }),
  );
const view = (stored: string) => `view of ${stored}`;
const items = async () =>
  (await sql<{ name: string }>`select name from item order by name`.execute(db)).rows.map(({ name }) => name);
const kept = async (write: KeyedWrite) => {
  const found = await findStoredResponse(db, write.request, new Date(0));
  return found ? [JSON.parse(found.response.body) as unknown] : [];
};

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
    const sizes: number[] = [];
    const shared = writes((size) => sizes.push(size));
    const first = shared.write(tenant.id, 'a', view, keyOf());
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    await Promise.all([first, ...['b', 'c'].map((item) => shared.write(tenant.id, item, view, keyOf()))]);
    expect(batches).toEqual([['a'], ['b', 'c']]);
    expect(sizes).toEqual([1, 2]);
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

test('A write has an unknown effect as soon as it is queued', async () => {
  const effects: string[] = [];
  const setEffect = (effect: Effect) => {
    effects.push(effect);
    return 'none' as const;
  };
  const deadlines = { ...NO_DEADLINES, setEffect };
  const written = new CoalescedWrites(db, ITEMS, eventRecorder(), deadlines).write(tenant.id, 'late', view);
  expect(effects).toEqual(['unknown']);
  await written;
  expect(effects.at(-1)).toBe('none');
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

  test('does not wait for a transaction that is to store its key; that one then stores nothing', async () => {
    const [shared, key] = [writes(), randomUUID()];
    const other = new PostgresUnitsOfWork(db, eventRecorder()).openKeyed(aKey(key)).transaction(async () => {
      await shared.write(tenant.id, 'a', view, aKey(key));
      return 'the response of the other transaction';
    });
    await expect(other).rejects.toThrow(KeyTaken);
    expect(await items()).toEqual(['a']);
  });

  test('whose key two nodes store at the same time is stored once', async () => {
    const key = randomUUID();
    const outcomes = await Promise.allSettled(
      ['a', 'b'].map((item) => writes().write(tenant.id, item, view, aKey(key))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes).toContainEqual({ status: 'rejected', reason: expect.any(KeyTaken) as unknown });
    expect(await items()).toHaveLength(1);
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

  test('shares one stored text of responses, which goes with the key that expires last', async () => {
    const [shared, now] = [writes(), Date.now()];
    const keys = [5, 3, 4].map((age_ms) => aKey(undefined, new Date(now - age_ms)));
    const refused = aKey(undefined, new Date(now));
    await Promise.all([
      ...keys.map((key, index) => shared.write(tenant.id, 'abc'[index]!, view, key)),
      shared.write(tenant.id, 'late', view, refused),
    ]);
    const texts = await sql<{ key: string }>`
      select key from idempotency_key
      where batch_content is not null and key = any(${keys.map(({ request }) => request.key)})`.execute(db);
    expect(texts.rows).toEqual([{ key: keys[1]!.request.key }]);

    await sql`delete from idempotency_key where key = ${keys[0]!.request.key}`.execute(db);
    expect(await Promise.all([...keys, refused].map(kept))).toEqual([
      [],
      ['view of stored b'],
      ['view of stored c'],
      [],
    ]);
    // A sweep deletes expired keys in any order, by the clock of another node.
    await sql`delete from idempotency_key where key = ${keys[1]!.request.key}`.execute(db);
    expect(await kept(keys[2]!)).toEqual([]);
  });

  test('is kept whole beside long ones, which are in other batches', async () => {
    const shared = writes();
    const long = (stored: string) => `${stored} ${'é'.repeat(150_000)}`;
    const keys = ['a', 'b', 'c', 'd'].map(() => aKey());
    const viewOf = [long, view, long, long];
    await Promise.all(keys.map((key, n) => shared.write(tenant.id, 'abcd'[n]!, viewOf[n]!, key)));
    expect(await Promise.all(keys.map(kept))).toEqual(viewOf.map((make, n) => [make(`stored ${'abcd'[n]}`)]));
    const { rows } = await sql<{ n: number }>`
      select count(distinct batch_id)::integer as n from idempotency_key
      where key = any(${keys.map(({ request }) => request.key)})`.execute(db);
    expect(rows).toEqual([{ n: 3 }]);
  });
});
