import type { Origin } from '../../../src/domain/events/event';
import { DomainError } from '../../../src/domain/errors';
import type { Company } from '../../../src/domain/master-data/company';
import type { Repositories } from '../../../src/ports/unit-of-work';
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
  const insertAll = async ({ companies }: Repositories, items: readonly Company[]) => {
    sizes.push(items.length);
    for (const company of items) {
      await companies.insert(company);
      if (company.name === 'refused') throw new Error('This one is refused.');
      if (company.name === 'unavailable') throw new DomainError('internal_error', 'The database is away.');
    }
    return items.map(({ name }) => name);
  };
  return { sizes, insertAll };
}

describe('a shared transaction', () => {
  test('does the work of all items that came while the one before it ran, and answers each', async () => {
    const { sizes, insertAll } = insertion();
    const first = ['a', 'b'].map(named);
    const unit = unitsOf().open();
    const later: Promise<string>[] = [];
    const more = ['c', 'd', 'e'].map(named);
    const work = async (repositories: Repositories, items: readonly Company[]) => {
      if (sizes.length === 0) for (const item of more) later.push(unit.sharedTransaction(KEY, item, work));
      return insertAll(repositories, items);
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

  test('has the items of one company, one origin and one function', async () => {
    const [one, other] = [insertion(), insertion()];
    const operator: Origin = { actor: { kind: 'operator', id: 'somebody' }, request_id: 'a request' };
    await Promise.all([
      unitsOf().open().sharedTransaction(KEY, named('a'), one.insertAll),
      unitsOf().open().sharedTransaction(KEY.replace(/1$/, '2'), named('b'), one.insertAll),
      unitsOf().open(operator).sharedTransaction(KEY, named('c'), one.insertAll),
      unitsOf().open().sharedTransaction(KEY, named('d'), other.insertAll),
      unitsOf().open().sharedTransaction(KEY, named('e'), one.insertAll),
    ]);
    expect(one.sizes.sort()).toEqual([1, 1, 2]);
    expect(other.sizes).toEqual([1]);
  });

  test('is refused while the transaction of its unit is open', async () => {
    const unit = unitsOf().open();
    const { insertAll } = insertion();
    await expect(
      unit.transaction(async () => unit.sharedTransaction(KEY, named('a'), insertAll)),
    ).rejects.toThrow('The transaction of this unit of work is still open.');
  });
});
