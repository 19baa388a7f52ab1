import { inDoubt, isInDoubt } from '../../../src/adapters/postgres/connections/doubt';
import type { NewEvent, Origin } from '../../../src/domain/events/event';
import { SharedTransactions } from '../../../src/adapters/postgres/units/shared-transactions';
import { type Deadlines, NO_DEADLINES } from '../../../src/ports/deadlines';
import { DomainError } from '../../../src/domain/errors';
import { changedCompany, type Company } from '../../../src/domain/master-data/company';
import type { Repositories, SharedWork } from '../../../src/ports/unit-of-work';
import { aCompany } from '../../support/companies';
import { onPostgres } from '../../support/on-postgres';

const unitsOf = onPostgres();

const KEY = '0190b3a6-4d0e-7000-8000-000000000001';
const named = (name: string): Company => ({ ...aCompany(), name });
const names = async (companies: readonly Company[]) =>
  unitsOf()
    .open()
    .read((repositories) =>
      Promise.all(companies.map(async ({ id }) => (await repositories.companies.find(id))?.name)),
    );

/** Inserts companies, and keeps how many each of its transactions has. */
function insertion() {
  const sizes: number[] = [];
  const run = async ({ companies }: Repositories, items: readonly Company[]) => {
    sizes.push(items.length);
    for (const company of items) {
      await companies.insert(company);
      if (company.name === 'refused') throw new Error('This one is refused.');
      if (company.name === 'in doubt') throw inDoubt(new Error('The connection was lost.'));
      if (company.name === 'unavailable') throw new DomainError('internal_error', 'The database is away.');
    }
    return items.map(({ name }) => name);
  };
  const insertAll: SharedWork<Company, string> = { run, resourcesOf: ({ id }) => [id] };
  return { sizes, insertAll };
}

const requestOf = (request_id: string): Origin => ({ actor: { kind: 'network', id: null }, request_id });
const inserted = (companies: readonly Company[]) =>
  unitsOf()
    .open()
    .transaction(async (repositories) => {
      for (const company of companies) await repositories.companies.insert(company);
    });

/** Renames companies, and keeps how many each of its transactions has. */
function renaming() {
  const sizes: number[] = [];
  const renameAll: SharedWork<Company, string> = {
    async run({ companies }, items) {
      sizes.push(items.length);
      for (const company of items) {
        await companies.save(company, changedCompany(company, { name: `${company.name} NV` }, new Date()));
      }
      return items.map(({ name }) => name);
    },
    resourcesOf: ({ id }) => [id],
  };
  return { sizes, renameAll };
}

/** The origins of the events of companies, each of which has one event. */
async function originsOf(companies: readonly Company[]): Promise<Origin[]> {
  const ids = companies.map(({ id }) => id);
  const rows = await unitsOf()
    .db.selectFrom('pending_event')
    .select(['resource_id', 'event'])
    .where('resource_id', 'in', ids)
    .execute();
  return ids.map((id) => {
    const [row, ...others] = rows.filter(({ resource_id }) => resource_id === id);
    expect(others).toEqual([]);
    const { actor, request_id } = JSON.parse(row!.event) as NewEvent;
    return { actor, request_id };
  });
}

describe('a shared transaction', () => {
  test('does the work of all items that came while the one before it ran, and answers each', async () => {
    const { sizes, insertAll } = insertion();
    const first = ['a', 'b'].map(named);
    const unit = unitsOf().open();
    const later: Promise<string>[] = [];
    const more = ['c', 'd', 'e'].map(named);
    const work: SharedWork<Company, string> = {
      ...insertAll,
      run(repositories, items) {
        if (sizes.length === 0) for (const item of more) later.push(unit.sharedTransaction(KEY, item, work));
        return insertAll.run(repositories, items);
      },
    };
    expect(await Promise.all(first.map((item) => unit.sharedTransaction(KEY, item, work)))).toEqual([
      'a',
      'b',
    ]);
    expect(await Promise.all(later)).toEqual(['c', 'd', 'e']);
    expect(sizes).toEqual([2, 3]);
    expect(await names([...first, ...more])).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('of a refused item stores nothing of it; the others are stored alone', async () => {
    const { sizes, insertAll } = insertion();
    const items = ['a', 'refused', 'c'].map(named);
    const results = await Promise.allSettled(
      items.map((item) => unitsOf().open().sharedTransaction(KEY, item, insertAll)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sizes).toEqual([3, 1, 1, 1]);
    expect(await names(items)).toEqual(['a', undefined, 'c']);
  });

  test('fails for all items, and once, when the database fails', async () => {
    const { sizes, insertAll } = insertion();
    const items = ['a', 'unavailable', 'c'].map(named);
    const results = await Promise.allSettled(
      items.map((item) => unitsOf().open().sharedTransaction(KEY, item, insertAll)),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(sizes).toEqual([3]);
    expect(await names(items)).toEqual([undefined, undefined, undefined]);
  });

  test('whose outcome is unknown is so for its own items alone', async () => {
    const { sizes, insertAll } = insertion();
    const items = ['refused', 'in doubt', 'c'].map(named);
    const results = await Promise.allSettled(
      items.map((item) => unitsOf().open().sharedTransaction(KEY, item, insertAll)),
    );
    const reasons = results.map((result) => (result as PromiseRejectedResult).reason as Error);
    expect(sizes).toEqual([3, 1, 1]);
    expect(reasons.map(isInDoubt)).toEqual([false, true, false]);
  });

  test('has the items of one company and one `SharedWork`', async () => {
    const [one, other] = [insertion(), insertion()];
    await Promise.all([
      unitsOf().open().sharedTransaction(KEY, named('a'), one.insertAll),
      unitsOf().open().sharedTransaction(KEY.replace(/1$/, '2'), named('b'), one.insertAll),
      unitsOf().open(requestOf('c')).sharedTransaction(KEY, named('c'), one.insertAll),
      unitsOf().open().sharedTransaction(KEY, named('d'), other.insertAll),
    ]);
    expect(one.sizes.sort()).toEqual([1, 2]);
    expect(other.sizes).toEqual([1]);
  });

  test('gives each event the origin of the item that it follows from', async () => {
    const { sizes, renameAll } = renaming();
    const companies = ['a', 'b', 'c'].map(named);
    await inserted(companies);
    await Promise.all(
      companies.map((company) =>
        unitsOf().open(requestOf(company.name)).sharedTransaction(KEY, company, renameAll),
      ),
    );
    expect(sizes).toEqual([3]);
    expect(await originsOf(companies)).toEqual(companies.map(({ name }) => requestOf(name)));
  });

  test('is not shared when an item changes a resource that it does not name', async () => {
    const { sizes, renameAll } = renaming();
    const companies = ['a', 'b'].map(named);
    await inserted(companies);
    const work: SharedWork<Company, string> = { ...renameAll, resourcesOf: () => [] };
    await Promise.all(
      companies.map((company) =>
        unitsOf().open(requestOf(company.name)).sharedTransaction(KEY, company, work),
      ),
    );
    expect(sizes).toEqual([2, 1, 1]);
    expect(await originsOf(companies)).toEqual(companies.map(({ name }) => requestOf(name)));
  });

  test('is not shared by items with different origins that name the same resource', async () => {
    const { sizes, renameAll } = renaming();
    const company = named('a');
    await inserted([company]);
    const renamed = { ...company, version: company.version + 1 };
    const results = await Promise.allSettled([
      unitsOf().open(requestOf('a')).sharedTransaction(KEY, company, renameAll),
      unitsOf().open(requestOf('b')).sharedTransaction(KEY, renamed, renameAll),
    ]);
    expect(sizes).toEqual([1, 1]);
    expect(results.map(({ status }) => status)).toContain('fulfilled');
  });

  test('that failed leaves no item to be done after its own time, nor for that of another one', async () => {
    let now = 0;
    let deadline = 0;
    const deadlines: Deadlines = { ...NO_DEADLINES, now_ms: () => now, current: () => deadline };
    const done: string[] = [];
    const transactions = new SharedTransactions((_originOf, work) => work({} as Repositories), deadlines);
    const work: SharedWork<string, string> = {
      async run(_repositories, items) {
        if (items.length > 1) throw new Error('These cannot be stored together.');
        done.push(items[0]!);
        now += 900;
        return items;
      },
      resourcesOf: (item) => [item],
    };
    const results = await Promise.allSettled(
      Object.entries({ a: 10_000, b: 1_000, c: 10_000 }).map(([item, its_own]) => {
        deadline = its_own;
        return transactions.run(KEY, requestOf(item), item, work);
      }),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(done).toEqual(['a', 'c']);
  });

  test('is refused while the transaction of its unit is open', async () => {
    const unit = unitsOf().open();
    const { insertAll } = insertion();
    await expect(
      unit.transaction(async () => unit.sharedTransaction(KEY, named('a'), insertAll)),
    ).rejects.toThrow('The transaction of this unit of work is still open.');
  });
});
