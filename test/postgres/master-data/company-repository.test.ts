import type { Kysely } from 'kysely';
import { connect } from '../../../src/adapters/postgres/connect';
import { PostgresCompanyRepository } from '../../../src/adapters/postgres/master-data/company-repository';
import type { DB } from '../../../src/adapters/postgres/database';
import { failureOf } from '../../../src/adapters/postgres/failures';
import type { Company } from '../../../src/domain/master-data/company';
import { aCompany } from '../../support/companies';
import { createDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
let db: Kysely<DB>;
let companies: PostgresCompanyRepository;

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 12 });
  companies = new PostgresCompanyRepository(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const inTransaction = (work: (companies: PostgresCompanyRepository) => Promise<void>) =>
  db.transaction().execute((trx) => work(new PostgresCompanyRepository(trx)));
const insert = (company: Company) => inTransaction((all) => all.insert(company));
const update = async (company: Company) => {
  const before = await companies.find(company.id);
  await inTransaction((all) => all.save(before!, company));
};

async function holderOf(electronic_address: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('network_participant')
    .select('company_id')
    .where('electronic_address', '=', electronic_address)
    .executeTakeFirst();
  return row?.company_id;
}

/** What each of the attempts ended with: `done`, or the message it was refused with. */
async function outcomes(attempts: readonly Promise<void>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((one) =>
    one.status === 'fulfilled' ? 'done' : (failureOf(one.reason) as Error).message,
  );
}
const TAKEN = 'electronic_address: belongs to another company';

describe('the company repository', () => {
  test('gives an electronic address to one of 12 concurrent creations, ignoring case', async () => {
    const attempts = Array.from({ length: 12 }, (_, i) =>
      insert(aCompany({ electronic_address: i % 2 ? '9925:BE0700000001' : '9925:be0700000001' })),
    );
    const ended = await outcomes(attempts);
    expect(ended.filter((end) => end === 'done')).toHaveLength(1);
    expect(ended.filter((end) => end === TAKEN)).toHaveLength(11);
    expect(await holderOf('9925:be0700000001')).toBeDefined();
  });

  test('refuses two companies that swap addresses concurrently, without a deadlock', async () => {
    const left = aCompany({ electronic_address: '9925:be0700000004' });
    const right = aCompany({ electronic_address: '9925:be0700000005' });
    await insert(left);
    await insert(right);
    for (let round = 0; round < 10; round++) {
      const ended = await outcomes([
        update({ ...left, electronic_address: right.electronic_address }),
        update({ ...right, electronic_address: left.electronic_address }),
      ]);
      expect(ended).toEqual([TAKEN, TAKEN]);
    }
    expect(await holderOf('9925:be0700000004')).toBe(left.id);
  });

  test('moves an address from one company to another while both are changed', async () => {
    const from = aCompany({ electronic_address: '9925:be0700000006' });
    const to = aCompany({ electronic_address: '9925:be0700000007' });
    await insert(from);
    await insert(to);
    const moves = await outcomes([
      update({ ...from, electronic_address: '9925:be0700000008' }),
      update({ ...to, electronic_address: '9925:be0700000006' }),
    ]);
    expect(moves[0]).toBe('done');
    expect(await holderOf('9925:be0700000008')).toBe(from.id);
    expect(await holderOf('9925:be0700000006')).toBe(moves[1] === 'done' ? to.id : undefined);
  });
});
