import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitOfWork } from '../../src/adapters/postgres/unit-of-work';
import { DomainError } from '../../src/domain/errors';
import type { Company } from '../../src/domain/master-data/company';
import type { Repositories, UnitOfWork } from '../../src/ports/unit-of-work';
import { aCompany } from '../support/companies';
import { createDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/until';
import { WireProxy } from '../support/wire-proxy';

let database: TestDatabase;
let db: Kysely<DB>;
let unitOfWork: PostgresUnitOfWork;
const opened: Kysely<DB>[] = [];
const proxies: WireProxy[] = [];

const LIMITS = { connect_ms: 400, unit_ms: 1_200, resolve_ms: 800 };
function connectTo(url: string): PostgresUnitOfWork {
  const one = connect(url, { pool_size: 4, limits: LIMITS });
  opened.push(one);
  return new PostgresUnitOfWork(one);
}
async function proxied(options?: { poses_as_pooler: boolean }): Promise<[WireProxy, PostgresUnitOfWork]> {
  const proxy = await WireProxy.start(database.url, options);
  proxies.push(proxy);
  return [proxy, connectTo(proxy.url)];
}

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 8 });
  unitOfWork = new PostgresUnitOfWork(db);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.destroy();
  for (const proxy of proxies.splice(0)) await proxy.stop();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const stored = async (id: string) => (await unitOfWork.read(({ companies }) => companies.find(id)))?.name;
const insert = (unit: UnitOfWork, company: Company) =>
  unit.transaction(({ companies }) => companies.insert(company).then(() => 'inserted'));

describe('a transaction', () => {
  test('keeps all of its work, or nothing', async () => {
    const [kept, lost] = [aCompany(), aCompany()];
    await insert(unitOfWork, kept);
    const failing = unitOfWork.transaction(async ({ companies }) => {
      await companies.insert(lost);
      throw new DomainError('invalid_amount', 'Too little.');
    });
    await expect(failing).rejects.toMatchObject({ error: 'invalid_amount' });
    expect([await stored(kept.id), await stored(lost.id)]).toEqual([kept.name, undefined]);
  });

  test.each(['read', 'statement', 'transaction'] as const)('takes no %s inside it', async (method) => {
    const nested = unitOfWork.transaction(() => unitOfWork[method](async () => 'nested'));
    await expect(nested).rejects.toThrow('A unit of work was opened inside another one.');
  });

  test('runs again when it stood in the way of another', async () => {
    const [one, other] = [aCompany(), aCompany()];
    await insert(unitOfWork, one);
    await insert(unitOfWork, other);
    let attempts = 0;
    let locked = 0;
    let bothLocked = () => {};
    const first_locks = new Promise<void>((resolve) => (bothLocked = resolve));
    const rename = (first: Company, second: Company, name: string) =>
      unitOfWork.transaction(async ({ companies }) => {
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
    const [proxy, unit] = await proxied();
    const company = aCompany();
    proxy.onCommit = what;
    const outcome = await insert(unit, company).catch((error: DomainError) => [error.error, error.options]);
    const happened = what === 'cut, then pass on';
    expect(outcome).toEqual(happened ? 'inserted' : ['internal_error', { retry_after_s: 2 }]);
    expect(await stored(company.id)).toBe(happened ? company.name : undefined);
    expect(proxy.commits).toBe(1);
  });

  test('is asked for behind a pooler too', async () => {
    const [proxy, unit] = await proxied({ poses_as_pooler: true });
    const company = aCompany();
    proxy.onCommit = 'cut, then pass on';
    expect(await insert(unit, company)).toBe('inserted');
    expect(await stored(company.id)).toBe(company.name);
  });

  test('stays in doubt while the database is away', async () => {
    const [proxy, unit] = await proxied();
    const company = aCompany();
    proxy.onCommit = 'cut, then pass on';
    const outcome = insert(unit, company);
    await until(async () => proxy.commits === 1);
    proxy.silent = true;
    await expect(outcome).rejects.toMatchObject({ options: { details: [{ effect: 'unknown' }] } });
  });

  test('is none when the server refused it, or the connection broke before', async () => {
    const [proxy, unit] = await proxied();
    const [existing, another] = [aCompany(), aCompany()];
    await insert(unitOfWork, existing);
    await expect(insert(unit, existing)).rejects.toMatchObject({ code: 'validation_error' });
    const broken = unit.transaction(async ({ companies }) => {
      await companies.insert(another);
      proxy.cut();
      return companies.find(another.id).then(() => 'x');
    });
    await expect(broken).rejects.toMatchObject({ error: 'internal_error', options: { retry_after_s: 2 } });
    expect(await stored(another.id)).toBeUndefined();
  });
});

describe('a statement', () => {
  test('is a transaction by itself, in one round trip', async () => {
    const [proxy, unit] = await proxied();
    await unit.statement(({ companies }) => companies.insert(aCompany()));
    expect(proxy.commits).toBe(0);
  });

  const found =
    (id: string) =>
    ({ companies }: Repositories) =>
      companies.find(id).then((company) => company && 'read back');

  test.each(['pass on, then cut', 'cut'] as const)('whose answer is lost is looked for: %s', async (what) => {
    const [proxy, unit] = await proxied();
    const company = aCompany();
    await unit.read(({ companies }) => companies.find(company.id)); // the connection is open
    const outcome = unit.statement(async ({ companies }) => {
      if (what === 'cut') proxy.silent = true;
      else proxy.is_deaf = true;
      const inserted = companies.insert(company).then(() => 'inserted');
      await new Promise((resolve) => setTimeout(resolve, 100));
      proxy.cut();
      proxy.silent = proxy.is_deaf = false;
      return inserted;
    }, found(company.id));
    const happened = what === 'pass on, then cut';
    if (happened) expect(await outcome).toBe('read back');
    else await expect(outcome).rejects.toMatchObject({ options: { retry_after_s: 2 } });
    expect(await stored(company.id)).toBe(happened ? company.name : undefined);
  });

  test('that the server is still at when its time is over is ended', async () => {
    const [, unit] = await proxied();
    const [locked, company] = [aCompany(), aCompany()];
    await insert(unitOfWork, locked);
    await db.transaction().execute(async (trx) => {
      await sql`select from company where id = ${locked.id} for update`.execute(trx);
      const waiting = unit.statement(
        async ({ companies }) => {
          await companies.save(locked, { ...locked, name: 'later' });
          return 'updated';
        },
        ({ companies }) => companies.find(locked.id).then((row) => (row?.name === 'later' ? 'x' : undefined)),
      );
      await expect(waiting).rejects.toMatchObject({ options: { retry_after_s: 2 } });
    });
    expect([await stored(locked.id), await stored(company.id)]).toEqual([locked.name, undefined]);
  });
});

describe('a transaction around units of work', () => {
  const around = <T>(run: () => Promise<T>) => unitOfWork.around((_trx, inside) => inside(run));

  test('takes all of them in, and undoes all of them', async () => {
    const [first, second] = [aCompany(), aCompany()];
    expect(unitOfWork.isSurrounded).toBe(false);
    const undone = around(async () => {
      expect(unitOfWork.isSurrounded).toBe(true);
      await insert(unitOfWork, first);
      await unitOfWork.statement(({ companies }) => companies.insert(second));
      expect(await stored(second.id)).toBe(second.name);
      throw new DomainError('invalid_amount', 'Too little.');
    });
    await expect(undone).rejects.toMatchObject({ error: 'invalid_amount' });
    expect([await stored(first.id), await stored(second.id)]).toEqual([undefined, undefined]);
    await around(async () => [await insert(unitOfWork, first), await insert(unitOfWork, second)]);
    expect([await stored(first.id), await stored(second.id)]).toEqual([first.name, second.name]);
  });

  test('goes on after a refusal in one of them, which leaves nothing', async () => {
    const [taken, lost, kept] = [aCompany(), aCompany(), aCompany()];
    await insert(unitOfWork, taken);
    await around(async () => {
      const refused = unitOfWork.transaction(async ({ companies }) => {
        await companies.insert(lost);
        await companies.insert(taken);
      });
      await expect(refused).rejects.toMatchObject({ code: 'validation_error' });
      await expect(unitOfWork.statement(({ companies }) => companies.insert(taken))).rejects.toThrow();
      expect(await stored(taken.id)).toBe(taken.name);
      await insert(unitOfWork, kept);
    });
    expect([await stored(lost.id), await stored(kept.id)]).toEqual([undefined, kept.name]);
  });

  test('does not let units nest, nor itself be inside one', async () => {
    await expect(around(() => unitOfWork.transaction(() => stored(randomUUID())))).rejects.toThrow(
      'inside another',
    );
    await expect(unitOfWork.transaction(() => around(async () => 1))).rejects.toThrow('inside another');
  });

  test('runs a unit again that stood in the way of another', async () => {
    const [one, other] = [aCompany(), aCompany()];
    await insert(unitOfWork, one);
    await insert(unitOfWork, other);
    let attempts = 0;
    const rename = (first: Company, second: Company, name: string) => async () => {
      await unitOfWork.transaction(async ({ companies }) => {
        attempts++;
        await companies.lock(first.id);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await companies.lock(second.id);
        await companies.save(first, { ...first, name });
      });
    };
    await Promise.all([around(rename(one, other, 'one')), around(rename(other, one, 'other'))]);
    expect([await stored(one.id), await stored(other.id)]).toEqual(['one', 'other']);
    expect(attempts).toBeGreaterThanOrEqual(3); // more when the retry takes its row before the other wakes
  });

  test('whose commit is in doubt is asked for', async () => {
    const [proxy, unit] = await proxied();
    const company = aCompany();
    proxy.onCommit = 'cut, then pass on';
    const outcome = await unit.around((_trx, inside) => inside(() => insert(unit, company)));
    expect(outcome).toBe('inserted');
    expect(await stored(company.id)).toBe(company.name);
  });

  test('on a connection that breaks inside says so, and leaves nothing', async () => {
    const [proxy, unit] = await proxied();
    const company = aCompany();
    const broken = unit.around((_trx, inside) =>
      inside(async () => {
        await insert(unit, company);
        proxy.cut();
        return unit.read(({ companies }) => companies.find(company.id));
      }),
    );
    await expect(broken).rejects.toMatchObject({ error: 'internal_error', options: { retry_after_s: 2 } });
    expect(await stored(company.id)).toBeUndefined();
  });
});

test('many units at once take turns on few connections', async () => {
  const few = connect(database.url, { pool_size: 2 });
  opened.push(few);
  const unit = new PostgresUnitOfWork(few);
  const companies = Array.from({ length: 40 }, () => aCompany());
  await Promise.all(companies.map((company) => insert(unit, company)));
  const { rows } = await sql<{
    n: string;
  }>`select count(*) as n from company where id = any(${companies.map(({ id }) => id)})`.execute(few);
  expect(rows).toEqual([{ n: '40' }]);
});
