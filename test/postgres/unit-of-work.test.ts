import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitOfWork } from '../../src/adapters/postgres/unit-of-work';
import { DomainError } from '../../src/domain/errors';
import type { Company } from '../../src/domain/company';
import type { UnitOfWork } from '../../src/ports/unit-of-work';
import { aCompany } from '../support/companies';
import { createDatabase, type TestDatabase } from '../support/database';
import { WireProxy } from '../support/wire-proxy';

let database: TestDatabase;
let db: Kysely<DB>;
let unitOfWork: PostgresUnitOfWork;
const opened: Kysely<DB>[] = [];
const proxies: WireProxy[] = [];

function connectTo(url: string): PostgresUnitOfWork {
  const one = connect(url, { pool_size: 4 });
  opened.push(one);
  return new PostgresUnitOfWork(one);
}
async function proxied(): Promise<[WireProxy, PostgresUnitOfWork]> {
  const proxy = await WireProxy.start(database.url);
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
    const rename = (first: Company, second: Company, name: string) =>
      unitOfWork.transaction(async ({ companies }) => {
        attempts++;
        await companies.lock(first.id);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await companies.lock(second.id);
        await companies.update({ ...first, name });
      });
    await Promise.all([rename(one, other, 'one'), rename(other, one, 'other')]);
    expect([await stored(one.id), await stored(other.id), attempts]).toEqual(['one', 'other', 3]);
  });
});

describe('a commit that nobody knows the end of', () => {
  const found =
    (id: string) =>
    ({ companies }: Parameters<Parameters<UnitOfWork['read']>[0]>[0]) =>
      companies.find(id).then((company) => company && 'read back');

  test.each(['cut, then pass on', 'cut'] as const)('is looked for: %s', async (what) => {
    const [proxy, unit] = await proxied();
    const company = aCompany();
    proxy.onCommit = what;
    const outcome = await unit
      .transaction(({ companies }) => companies.insert(company).then(() => 'inserted'), found(company.id))
      .catch((error: DomainError) => [error.error, error.options]);
    const happened = what === 'cut, then pass on';
    expect(outcome).toEqual(happened ? 'read back' : ['internal_error', { retry_after_s: 2 }]);
    expect(await stored(company.id)).toBe(happened ? company.name : undefined);
    expect(proxy.commits).toBe(1);
  });

  test('is a failure when there is no way to look', async () => {
    const [proxy, unit] = await proxied();
    proxy.onCommit = 'cut, then pass on';
    await expect(insert(unit, aCompany())).rejects.toMatchObject({ error: 'internal_error' });
  });

  test('is none when the server refused it, or the connection broke before', async () => {
    const [proxy, unit] = await proxied();
    const [existing, another] = [aCompany(), aCompany()];
    await insert(unitOfWork, existing);
    const readBack = counted(found(existing.id));
    const twice = unit.transaction(
      ({ companies }) => companies.insert(existing).then(() => 'x'),
      readBack.look,
    );
    await expect(twice).rejects.toMatchObject({ code: 'validation_error' });
    const broken = unit.transaction(async ({ companies }) => {
      await companies.insert(another);
      proxy.cut();
      return companies.find(another.id).then(() => 'x');
    }, readBack.look);
    await expect(broken).rejects.toMatchObject({ error: 'internal_error' });
    expect(readBack.looks).toBe(0);
    expect(await stored(another.id)).toBeUndefined();
  });

  /** Counts how often it is asked. */
  function counted<A, R>(look: (argument: A) => R) {
    const counter = { looks: 0, look: (argument: A): R => (counter.looks++, look(argument)) };
    return counter;
  }
});

describe('a statement', () => {
  test('is a transaction by itself, in one round trip', async () => {
    const [proxy, unit] = await proxied();
    await unit.statement(({ companies }) => companies.insert(aCompany()));
    expect(proxy.commits).toBe(0);
  });

  test('that may or may not have happened is looked for', async () => {
    const [proxy, unit] = await proxied();
    const company = aCompany();
    const outcome = await unit.statement(
      async ({ companies }) => {
        await companies.insert(company);
        proxy.cut();
        await companies.find(company.id);
        return 'inserted';
      },
      ({ companies }) => companies.find(company.id).then((row) => row && 'read back'),
    );
    expect(outcome).toBe('read back');
  });
});

describe('a transaction around units of work', () => {
  const around = <T>(run: () => Promise<T>, readBack: () => Promise<T | undefined> = async () => undefined) =>
    unitOfWork.around((_trx, inside) => inside(run), readBack);

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
        await companies.update({ ...first, name });
      });
    };
    await Promise.all([around(rename(one, other, 'one')), around(rename(other, one, 'other'))]);
    expect([await stored(one.id), await stored(other.id), attempts]).toEqual(['one', 'other', 3]);
  });

  test('whose commit nobody knows the end of is looked for', async () => {
    const [proxy, unit] = await proxied();
    const company = aCompany();
    proxy.onCommit = 'cut, then pass on';
    const outcome = await unit.around(
      (_trx, inside) => inside(() => insert(unit, company)),
      async () => ((await stored(company.id)) === undefined ? undefined : 'read back'),
    );
    expect(outcome).toBe('read back');
    expect(await stored(company.id)).toBe(company.name);
  });

  test('on a connection that breaks inside says so, and leaves nothing', async () => {
    const [proxy, unit] = await proxied();
    const company = aCompany();
    const broken = unit.around(
      (_trx, inside) =>
        inside(async () => {
          await insert(unit, company);
          proxy.cut();
          return unit.read(({ companies }) => companies.find(company.id));
        }),
      async () => undefined,
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
