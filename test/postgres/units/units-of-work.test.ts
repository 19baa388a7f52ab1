import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { connect } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { findStoredResponse } from '../../../src/adapters/postgres/idempotency/stored-response';
import { KeyedWrite, KeyTaken } from '../../../src/adapters/postgres/idempotency/keyed-write';
import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import { DomainError } from '../../../src/domain/errors';
import type { Relation } from '../../../src/domain/master-data/relation';
import type { Company } from '../../../src/domain/master-data/company';
import type { KeyedRequest } from '../../../src/ports/idempotency';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aCompany } from '../../support/companies';
import { testUnitsOfWork } from '../../support/contracts/units-of-work-contract';
import { createDatabase, type TestDatabase } from '../../support/database';
import { newRelation } from '../../../src/domain/master-data/relation';
import { until } from '../../support/until';
import { WireProxy } from '../../support/wire-proxy';
import { eventRecorder } from '../../support/event-recorder';

let database: TestDatabase;
let db: Kysely<DB>;
let units: PostgresUnitsOfWork;
const opened: Kysely<DB>[] = [];
const proxies: WireProxy[] = [];

const LIMITS = { connect_ms: 400, unit_ms: 1_200, resolve_ms: 800 };
function connectTo(url: string): PostgresUnitsOfWork {
  const one = connect(url, { pool_size: 4, limits: LIMITS });
  opened.push(one);
  return new PostgresUnitsOfWork(one, eventRecorder());
}
async function proxied(options?: { poses_as_pooler: boolean }): Promise<[WireProxy, PostgresUnitsOfWork]> {
  const proxy = await WireProxy.start(database.url, options);
  proxies.push(proxy);
  return [proxy, connectTo(proxy.url)];
}

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 8 });
  units = new PostgresUnitsOfWork(db, eventRecorder());
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.destroy();
  for (const proxy of proxies.splice(0)) await proxy.stop();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const stored = async (id: string) => (await units.open().read(({ companies }) => companies.find(id)))?.name;
const insert = (units: UnitsOfWork, company: Company) =>
  units.open().transaction(({ companies }) => companies.insert(company).then(() => 'inserted'));

describe('units of work in PostgreSQL', () => testUnitsOfWork(() => units));

describe('a transaction', () => {
  test('runs again when it stood in the way of another', async () => {
    const [one, other] = [aCompany(), aCompany()];
    await insert(units, one);
    await insert(units, other);
    let attempts = 0;
    let locked = 0;
    let bothLocked = () => {};
    const first_locks = new Promise<void>((resolve) => (bothLocked = resolve));
    const rename = (first: Company, second: Company, name: string) =>
      units.open().transaction(async ({ companies }) => {
        attempts++;
        await companies.lock(first.id);
        if (++locked === 2) bothLocked();
        await first_locks; // each holds what the other needs next
        await companies.lock(second.id);
        await companies.save(first, { ...first, name });
      });
    await Promise.all([rename(one, other, 'one'), rename(other, one, 'other')]);
    expect([await stored(one.id), await stored(other.id)]).toEqual(['one', 'other']);
    expect(attempts).toBeGreaterThanOrEqual(3); // more when the retry takes its row before the other wakes
  });
});

describe('a commit whose answer is lost', () => {
  test.each(['cut, then pass on', 'cut'] as const)('is asked for: %s', async (what) => {
    const [proxy, behind_proxy] = await proxied();
    const company = aCompany();
    proxy.onCommit = what;
    const outcome = await insert(behind_proxy, company).catch((error: DomainError) => [
      error.error_name,
      error.options,
    ]);
    const happened = what === 'cut, then pass on';
    expect(outcome).toEqual(happened ? 'inserted' : ['internal_error', { retry_after_s: 2 }]);
    expect(await stored(company.id)).toBe(happened ? company.name : undefined);
    expect(proxy.commits).toBe(1);
  });

  test('is asked for behind a pooler too', async () => {
    const [proxy, behind_proxy] = await proxied({ poses_as_pooler: true });
    const company = aCompany();
    proxy.onCommit = 'cut, then pass on';
    expect(await insert(behind_proxy, company)).toBe('inserted');
    expect(await stored(company.id)).toBe(company.name);
  });

  test('stays in doubt while the database is away', async () => {
    const [proxy, behind_proxy] = await proxied();
    const company = aCompany();
    proxy.onCommit = 'cut, then pass on';
    const outcome = insert(behind_proxy, company);
    await until(async () => proxy.commits === 1);
    proxy.silent = true;
    await expect(outcome).rejects.toMatchObject({ options: { details: [{ effect: 'unknown' }] } });
  });

  test('is none when the server refused it, or the connection broke before', async () => {
    const [proxy, behind_proxy] = await proxied();
    const [existing, another] = [aCompany(), aCompany()];
    await insert(units, existing);
    await expect(insert(behind_proxy, existing)).rejects.toMatchObject({ code: 'validation_error' });
    const broken = behind_proxy.open().transaction(async ({ companies }) => {
      await companies.insert(another);
      proxy.cut();
      return companies.find(another.id).then(() => 'x');
    });
    await expect(broken).rejects.toMatchObject({
      error_name: 'internal_error',
      options: { retry_after_s: 2 },
    });
    expect(await stored(another.id)).toBeUndefined();
  });
});

const aRelation = (given: { identifier?: string } = {}) =>
  newRelation({ type: 'company', name: 'A customer', ...given }, randomUUID(), new Date());

describe('a statement', () => {
  test('is a transaction by itself, in one round trip', async () => {
    const [proxy, behind_proxy] = await proxied();
    const company_id = randomUUID();
    await behind_proxy
      .open()
      .statement(({ orphaned_files }) =>
        orphaned_files.insertAll(company_id, [`${company_id}/a`], new Date()),
      );
    expect(proxy.commits).toBe(0);
  });
});

describe('a creation that shares its transaction with others', () => {
  const tenant = aCompany();
  beforeAll(() => insert(units, tenant));
  const isStored = async ({ id }: Relation) =>
    (await units.open().read(({ relations }) => relations.find(tenant.id, id))) !== undefined;

  test.each(['pass on, then cut', 'cut'] as const)('whose answer is lost is looked for: %s', async (what) => {
    const [proxy, behind_proxy] = await proxied();
    const relation = aRelation();
    await behind_proxy.open().read(({ companies }) => companies.find(tenant.id)); // the connection is open
    if (what === 'cut') proxy.silent = true;
    else proxy.is_deaf = true;
    const outcome = behind_proxy.open().createRelation(tenant.id, relation);
    const settled = outcome.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
    proxy.cut();
    proxy.silent = proxy.is_deaf = false;
    await settled;
    const happened = what === 'pass on, then cut';
    if (happened) expect(await outcome).toEqual(relation);
    else await expect(outcome).rejects.toMatchObject({ options: { retry_after_s: 2 } });
    expect(await isStored(relation)).toBe(happened);
  });

  test('that the server is still at when its time is over is ended', async () => {
    const [, behind_proxy] = await proxied();
    const relation = aRelation();
    await db.transaction().execute(async (trx) => {
      await sql`select from company where id = ${tenant.id} for update`.execute(trx);
      const waiting = behind_proxy.open().createRelation(tenant.id, relation);
      await expect(waiting).rejects.toMatchObject({ options: { retry_after_s: 2 } });
    });
    expect(await isStored(relation)).toBe(false);
  });
});

describe('a unit of work with an Idempotency-Key', () => {
  const request = (): KeyedRequest => ({
    company_id: tenant.id,
    client_id: 'test',
    key: randomUUID(),
    fingerprint: '00'.repeat(32),
  });
  const keyed = (given = request()) =>
    new KeyedWrite(given, new Date(), (result) => ({
      status: 201,
      headers: {},
      body: typeof result === 'string' ? result : JSON.stringify(result ?? null),
    }));
  const kept = async (write: KeyedWrite) => {
    const found = await findStoredResponse(db, write.request, new Date(0));
    return found ? [found.response.body] : [];
  };
  const tenant = aCompany();
  beforeAll(() => insert(units, tenant));

  test('stores the response with its transaction', async () => {
    const [write, company] = [keyed(), aCompany()];
    const result = await units.openKeyed(write).transaction(async ({ companies }) => {
      await companies.insert(company);
      return 'inserted';
    });
    expect([result, await stored(company.id), await kept(write)]).toEqual([
      'inserted',
      company.name,
      ['inserted'],
    ]);
    expect(write.committed).toEqual({ result, response: { status: 201, headers: {}, body: 'inserted' } });
  });

  test('stores neither when its work fails, and may try again', async () => {
    const [write, company] = [keyed(), aCompany()];
    const unit = units.openKeyed(write);
    const failing = unit.transaction(async ({ companies }) => {
      await companies.insert(company);
      throw new DomainError('invalid_amount', 'Too little.');
    });
    await expect(failing).rejects.toMatchObject({ error_name: 'invalid_amount' });
    expect([await stored(company.id), await kept(write), write.committed]).toEqual([
      undefined,
      [],
      undefined,
    ]);
    expect(await unit.transaction(async () => 'later')).toBe('later');
    expect(await kept(write)).toEqual(['later']);
  });

  test('writes once', async () => {
    const unit = units.openKeyed(keyed());
    await unit.transaction(async () => 'first');
    await expect(unit.transaction(async () => 'second')).rejects.toThrow('writes once');
    await expect(unit.createRelation(tenant.id, {} as Relation)).rejects.toThrow('writes once');
    expect(await unit.read(async () => 'read')).toBe('read');
  });

  test('stores no relation that is a duplicate, alone or beside others', async () => {
    const identifier = randomUUID();
    const first = aRelation({ identifier });
    expect(await units.openKeyed(keyed()).createRelation(tenant.id, first)).toEqual(first);
    const duplicate = aRelation({ identifier });
    const write = keyed();
    expect(await units.openKeyed(write).createRelation(tenant.id, duplicate)).toBeUndefined();
    const other = aRelation();
    const together = await Promise.all([
      units.openKeyed(keyed()).createRelation(tenant.id, duplicate),
      units.openKeyed(keyed()).createRelation(tenant.id, other),
    ]);
    expect([together, await kept(write)]).toEqual([[undefined, other], []]);
  });

  test('stores a relation under a key that has expired, unless it is a duplicate', async () => {
    const [old, identifier] = [keyed(), randomUUID()];
    const first = aRelation({ identifier });
    await units.openKeyed(old).createRelation(tenant.id, first);
    await sql`update idempotency_key set created_at = created_at - interval '25 hours'
      where key = ${old.request.key}`.execute(db);
    const duplicate = aRelation({ identifier });
    expect(await units.openKeyed(keyed(old.request)).createRelation(tenant.id, duplicate)).toBeUndefined();
    expect(await kept(old)).toEqual([JSON.stringify(first)]);
    const other = aRelation();
    expect(await units.openKeyed(keyed(old.request)).createRelation(tenant.id, other)).toEqual(other);
    expect(await kept(old)).toEqual([JSON.stringify(other)]);
  });

  test('does nothing when its key is taken, now or since', async () => {
    const first = keyed();
    const again = keyed(first.request);
    let runs = 0;
    await units.openKeyed(first).transaction(async () => {
      const meanwhile = units.openKeyed(again).transaction(async () => runs++);
      await expect(meanwhile).rejects.toThrow(KeyTaken);
    });
    await expect(units.openKeyed(again).transaction(async () => runs++)).rejects.toThrow(KeyTaken);
    expect(runs).toBe(0);
  });

  test('runs again that stood in the way of another', async () => {
    const [one, other] = [aCompany(), aCompany()];
    await insert(units, one);
    await insert(units, other);
    let attempts = 0;
    const rename = (first: Company, second: Company, name: string) =>
      units.openKeyed(keyed()).transaction(async ({ companies }) => {
        attempts++;
        await companies.lock(first.id);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await companies.lock(second.id);
        await companies.save(first, { ...first, name });
      });
    await Promise.all([rename(one, other, 'one'), rename(other, one, 'other')]);
    expect([await stored(one.id), await stored(other.id)]).toEqual(['one', 'other']);
    expect(attempts).toBeGreaterThanOrEqual(3); // more when the retry takes its row before the other wakes
  });

  test('whose commit is in doubt is asked for', async () => {
    const [proxy, behind_proxy] = await proxied();
    const [write, company] = [keyed(), aCompany()];
    proxy.onCommit = 'cut, then pass on';
    const outcome = await behind_proxy.openKeyed(write).transaction(async ({ companies }) => {
      await companies.insert(company);
      return 'inserted';
    });
    expect([outcome, await stored(company.id), await kept(write)]).toEqual([
      'inserted',
      company.name,
      ['inserted'],
    ]);
  });

  test('on a connection that breaks says so, and leaves nothing', async () => {
    const [proxy, behind_proxy] = await proxied();
    const [write, company] = [keyed(), aCompany()];
    const broken = behind_proxy.openKeyed(write).transaction(async ({ companies }) => {
      await companies.insert(company);
      proxy.cut();
      return companies.find(company.id);
    });
    await expect(broken).rejects.toMatchObject({
      error_name: 'internal_error',
      options: { retry_after_s: 2 },
    });
    expect([await stored(company.id), await kept(write)]).toEqual([undefined, []]);
  });
});

test('many units at once take turns on few connections', async () => {
  const few = connect(database.url, { pool_size: 2 });
  opened.push(few);
  const on_few = new PostgresUnitsOfWork(few, eventRecorder());
  const companies = Array.from({ length: 40 }, () => aCompany());
  await Promise.all(companies.map((company) => insert(on_few, company)));
  const { rows } = await sql<{
    n: string;
  }>`select count(*) as n from company where id = any(${companies.map(({ id }) => id)})`.execute(few);
  expect(rows).toEqual([{ n: '40' }]);
});
