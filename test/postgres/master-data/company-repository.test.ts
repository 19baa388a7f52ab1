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
  test('gives back what was stored', async () => {
    const company = aCompany({
      address: {
        country_code: 'BE',
        street: 'Nieuwstraat',
        street_number: '1',
        box: null,
        postal_code: '1000',
        city: 'Brussel',
        region: null,
      },
      electronic_address: '0208:0123456749',
      books_closed_until: '2025-12-31',
    });
    await insert(company);
    expect(await companies.find(company.id)).toEqual(company);
  });

  test('changes nothing but the company that is named', async () => {
    const [changed, other] = [aCompany(), aCompany()];
    await insert(changed);
    await insert(other);
    const next = { ...changed, name: 'Peeters NV', address: null, version: 2 };
    await update(next);
    expect(await companies.find(changed.id)).toEqual(next);
    expect(await companies.find(other.id)).toEqual(other);
  });

  test('lets one of 12 parallel creations have an electronic address, in whatever case', async () => {
    const attempts = Array.from({ length: 12 }, (_, i) =>
      insert(aCompany({ electronic_address: i % 2 ? '9925:BE0700000001' : '9925:be0700000001' })),
    );
    const ended = await outcomes(attempts);
    expect(ended.filter((end) => end === 'done')).toHaveLength(1);
    expect(ended.filter((end) => end === TAKEN)).toHaveLength(11);
    expect(await holderOf('9925:be0700000001')).toBeDefined();
  });

  test('keeps a refused company out entirely', async () => {
    await insert(aCompany({ electronic_address: '0088:5790000435906' }));
    const refused = aCompany({ electronic_address: '0088:5790000435906' });
    expect(await outcomes([insert(refused)])).toEqual([TAKEN]);
    expect(await companies.find(refused.id)).toBeUndefined();
  });

  test('frees an address that a company gives up', async () => {
    const [first, second] = [aCompany({ electronic_address: '9925:be0700000002' }), aCompany()];
    await insert(first);
    await insert(second);
    await update({ ...first, electronic_address: null });
    await update({ ...second, electronic_address: '9925:be0700000002' });
    expect(await holderOf('9925:be0700000002')).toBe(second.id);
    expect(await outcomes([update({ ...first, electronic_address: '9925:be0700000002' })])).toEqual([TAKEN]);
  });

  test('lets a company change the case of its own address', async () => {
    const company = aCompany({ electronic_address: '9925:be0700000003' });
    await insert(company);
    await update({ ...company, electronic_address: '9925:BE0700000003' });
    expect((await companies.find(company.id))?.electronic_address).toBe('9925:BE0700000003');
    expect(await holderOf('9925:be0700000003')).toBe(company.id);
  });

  test('refuses companies that take each other’s address, without a deadlock', async () => {
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

  test('hands an address over from one company to another while both are changed', async () => {
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

  test('pages through all companies, none twice, while others come', async () => {
    await db.deleteFrom('network_participant').execute();
    await db.deleteFrom('company').execute();
    const at = (ms: number) => new Date(Date.UTC(2026, 6, 1) + ms);
    const all = Array.from({ length: 7 }, (_, i) => aCompany({ created_at: at(i % 3), updated_at: at(i) }));
    for (const company of all) await insert(company);

    const seen: string[] = [];
    let after: { value: string; id: string } | undefined;
    do {
      const page = await companies.list({}, { sort: '-created_at', limit: 2, after });
      seen.push(...page.data.map(({ id }) => id));
      after = page.next ?? undefined;
      await insert(aCompany({ created_at: at(1_000), updated_at: at(1_000) }));
    } while (after);
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(all.map(({ id }) => id)));
  });

  test('lists what changed since an instant, the instant included', async () => {
    const [before, then] = [new Date('2027-01-01T00:00:00.000Z'), new Date('2027-01-01T00:00:00.001Z')];
    await insert(aCompany({ updated_at: before }));
    const changed = aCompany({ updated_at: then });
    await insert(changed);
    const { data } = await companies.list({ updated_since: then }, { sort: 'updated_at', limit: 10 });
    expect(data.map(({ id }) => id)).toEqual([changed.id]);
  });
});
