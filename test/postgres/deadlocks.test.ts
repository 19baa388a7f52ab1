import { failureOf } from '../../src/adapters/postgres/failures';
import { PostgresUnitOfWork } from '../../src/adapters/postgres/unit-of-work';
import type { Repositories } from '../../src/ports/unit-of-work';
import { type MasterData, startMasterData } from '../support/master-data';

let data: MasterData;
beforeAll(async () => {
  data = await startMasterData();
});
afterAll(() => data.end());

/** Two pieces of work that each lock one branding, and then, when both have done so, the other's. */
async function crossed() {
  const company_id = await data.newCompany();
  const [a, b] = [
    (await data.nodes[0].brandings.create(company_id, { name: 'A' })).id,
    (await data.nodes[0].brandings.create(company_id, { name: 'B' })).id,
  ];
  let holding = 0;
  let bothHold = () => {};
  const both = new Promise<void>((resolve) => (bothHold = resolve));
  const attempts: string[] = [];
  const work = (name: string, first: string, second: string) => async (repositories: Repositories) => {
    attempts.push(name);
    const { brandings } = repositories;
    await brandings.lock(company_id, first);
    if (++holding === 2) bothHold();
    await both;
    const branding = (await brandings.lock(company_id, second))!;
    await brandings.save(company_id, branding, { ...branding, footer: (branding.footer ?? '') + name });
    return name;
  };
  const footers = async () => {
    const { data: all } = await data.nodes[0].brandings.list(
      company_id,
      {},
      { sort: 'created_at', limit: 10 },
    );
    return Object.fromEntries(all.map(({ name, footer }) => [name, footer]));
  };
  return { one: work('one', a, b), other: work('other', b, a), attempts, footers };
}

/** PostgreSQL looks for a circle after a second of waiting, and breaks one of the two off. */
describe('work that PostgreSQL breaks off for the sake of another', () => {
  test('is done again: both come to their end', async () => {
    const { one, other, attempts, footers } = await crossed();
    const [here, there] = data.nodes.map(({ db }) => new PostgresUnitOfWork(db)) as [
      PostgresUnitOfWork,
      PostgresUnitOfWork,
    ];
    expect(await Promise.all([here.transaction(one), there.transaction(other)])).toEqual(['one', 'other']);
    expect(attempts.length).toBeGreaterThanOrEqual(3); // more when the retry takes its row before the other wakes
    expect(await footers()).toEqual({ A: 'other', B: 'one' });
  });

  test('is done again within a transaction around it, of which nothing else is repeated', async () => {
    const { one, other, attempts, footers } = await crossed();
    let around = 0;
    const surrounded = (unitOfWork: PostgresUnitOfWork, work: typeof one) =>
      unitOfWork.around(async (_trx, inside) => {
        around++;
        return inside(() => unitOfWork.transaction(work));
      });
    const [here, there] = data.nodes.map(({ db }) => new PostgresUnitOfWork(db)) as [
      PostgresUnitOfWork,
      PostgresUnitOfWork,
    ];
    expect(await Promise.all([surrounded(here, one), surrounded(there, other)])).toEqual(['one', 'other']);
    expect(attempts.length).toBeGreaterThanOrEqual(3); // more when the retry takes its row before the other wakes
    expect(around).toBe(2);
    expect(await footers()).toEqual({ A: 'other', B: 'one' });
  });

  test('is given up when it never gets through, with the advice to come again', async () => {
    const unitOfWork = new PostgresUnitOfWork(data.nodes[0].db);
    let attempts = 0;
    const broken = unitOfWork.transaction(async () => {
      attempts++;
      // As each statement reports it.
      throw failureOf(Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' }));
    });
    await expect(broken).rejects.toMatchObject({ code: 'internal_error', options: { retry_after_s: 2 } });
    expect(attempts).toBe(5);
  });
});
