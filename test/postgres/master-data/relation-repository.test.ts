import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { Client, escapeLiteral } from 'pg';
import { PostgresCompanyRepository } from '../../../src/adapters/postgres/master-data/company-repository';
import { inTransaction, namedStatementPool } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { PostgresRelationRepository } from '../../../src/adapters/postgres/master-data/relation-repository';
import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import type { Relation } from '../../../src/domain/master-data/relation';
import { type Identity, identitiesOf } from '../../../src/domain/master-data/relation-identity';
import type { PageRequest } from '../../../src/ports/page';
import type { RelationFilters } from '../../../src/ports/master-data/relation-repository';
import { aCompany } from '../../support/companies';
import { createDatabase, type TestDatabase } from '../../support/database';
import { aRelation } from '../../support/relations';
import { eventRecorder } from '../../support/event-recorder';

let database: TestDatabase;
let db: Kysely<DB>;
let units: PostgresUnitsOfWork;
let relations: PostgresRelationRepository;
/** Every statement that was sent, without those that begin and end transactions. */
const statements: CompiledQuery[] = [];

beforeAll(async () => {
  database = await createDatabase();
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: namedStatementPool(database.url, { pool_size: 8 }) }),
    log: ({ query }) => void (query.parameters.length > 0 && statements.push(query)),
  });
  units = new PostgresUnitsOfWork(db, eventRecorder());
  relations = new PostgresRelationRepository(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function newCompany(): Promise<string> {
  const id = randomUUID();
  await new PostgresCompanyRepository(db).insert(aCompany({ id }));
  return id;
}

const insert = (company_id: string, relation: Relation, ignore_duplicate = false) =>
  inTransaction(db, (trx) =>
    new PostgresRelationRepository(trx).insertAll(company_id, [relation], { ignore_duplicate }),
  );

describe('a stored relation', () => {
  test.each([
    ['two statements with any number of identities', aRelation({ vat: 'BE0403170701', identifier: 'x' }), 2],
    ['one statement without', aRelation(), 1],
  ])('is written by %s', async (_case, relation, count) => {
    const company_id = await newCompany();
    statements.length = 0;
    await insert(company_id, relation);
    expect(statements).toHaveLength(count);
    const [first] = statements;
    await insert(company_id, aRelation());
    expect(statements[count]!.sql).toBe(first!.sql);
  });
});

describe('the claim of an identity', () => {
  const vat = 'BE0403170701';
  const holderOf = async (company_id: string) =>
    (await relations.findHolders(company_id, [{ kind: 'vat', value: vat } satisfies Identity])).map(
      ({ relation_id }) => relation_id,
    );
  /** Time in which a statement that does not wait would have ended. */
  const WHILE_MS = 100;

  test('passes to a relation that is inserted while the holder is being deleted', async () => {
    const company_id = await newCompany();
    const [holder, heir] = [aRelation({ vat }), aRelation({ vat })];
    await insert(company_id, holder);
    let letting_in: Promise<void> | undefined;
    await units.open().transaction(async (going) => {
      await going.relations.lockForDeletion(company_id, holder.id);
      await going.relations.release(company_id, holder.id, identitiesOf(holder));
      letting_in = insert(company_id, heir, true);
      await Promise.race([letting_in, sleep(WHILE_MS)]);
      await going.relations.delete(company_id, holder.id);
    });
    await letting_in;
    expect(await holderOf(company_id)).toEqual([heir.id]);
  });

  test('passes to a relation that is being inserted when the holder is deleted', async () => {
    const company_id = await newCompany();
    const [holder, heir] = [aRelation({ vat }), aRelation({ vat })];
    await insert(company_id, holder);
    let going: Promise<void> | undefined;
    await units.open().transaction(async (letting_in) => {
      await letting_in.relations.insertAll(company_id, [heir], { ignore_duplicate: true });
      going = units.open().transaction(async (repositories) => {
        await repositories.relations.lockForDeletion(company_id, holder.id);
        await repositories.relations.release(company_id, holder.id, identitiesOf(holder));
        await repositories.relations.delete(company_id, holder.id);
      });
      await Promise.race([going, sleep(WHILE_MS)]);
    });
    await going;
    expect(await holderOf(company_id)).toEqual([heir.id]);
  });

  test('stays with the holder when its deletion is rolled back', async () => {
    const company_id = await newCompany();
    const [holder, other] = [aRelation({ vat }), aRelation({ vat })];
    await insert(company_id, holder);
    await expect(
      units.open().transaction(async (going) => {
        await going.relations.release(company_id, holder.id, identitiesOf(holder));
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await expect(insert(company_id, other)).rejects.toMatchObject({ code: 'duplicate_relation' });
  });
});

/** Rows of the company that the plans below are made for; others have as many. */
const ROWS = 6_000;
/** Looked at before the other way of searching is taken. */
const FEW = 2_000;

describe('a list of a long table', () => {
  let company_id: string;
  let session: Client;

  beforeAll(async () => {
    const companies = [await newCompany(), await newCompany(), await newCompany()];
    company_id = companies[1]!;
    for (const company of companies) {
      // One in ten is a contact, one in a thousand Dutch; of names, "rare" is in six, and "often" in every other.
      await database.run(`
        insert into relation (company_id, id, type, name, last_name, address, email, sort_name, search_name, vat_key,
          identifier_key, electronic_address_key, email_key, external_id, created_at, updated_at)
        select '${company}', gen_random_uuid(), case when n % 10 = 0 then 'contact' else 'company' end, name, name,
          jsonb_build_object('country_code', case when n % 1000 = 0 then 'NL' else 'BE' end), n::text, upper(name), upper(name),
          'BE' || n, 'ID' || n, '0208:' || n, 'E' || n, case when n % 2 = 1 then 'own-' || n end, at, at
        from (
          select n, 'Name ' || md5(n::text) || case when n % 2 = 0 then ' often' else '' end
              || case when n % 1000 = 0 then ' rare' else '' end as name,
            timestamptz '2026-01-01' + n * interval '1 minute' as at
          from generate_series(1, ${ROWS}) n
        ) made`);
    }
    // What changed lately is old.
    await database.run(
      "update relation set updated_at = timestamptz '2026-06-01' where vat_key in ('BE1', 'BE2', 'BE3')",
    );
    await database.run('vacuum analyze relation');
    session = new Client({ connectionString: database.url });
    await session.connect();
  }, 120_000);
  afterAll(() => session.end());

  interface Plan {
    readonly 'Node Type': string;
    readonly 'Relation Name'?: string;
    readonly 'Actual Rows': number;
    readonly 'Actual Loops': number;
    readonly 'Rows Removed by Filter'?: number;
    readonly 'Rows Removed by Index Recheck'?: number;
    readonly Plans?: readonly Plan[];
  }

  const scans = (plan: Plan): Plan[] => [
    ...(plan['Relation Name'] === 'relation' && plan['Actual Loops'] > 0 ? [plan] : []),
    ...(plan.Plans ?? []).flatMap(scans),
  ];

  /** How many of the table's rows were looked at, with plans made for these values, or for any. */
  async function rowsRead(filters: RelationFilters, page: PageRequest, mode: string): Promise<number> {
    statements.length = 0;
    const { data } = await relations.list(company_id, filters, page);
    expect(statements).toHaveLength(1);
    const { sql: text, parameters } = statements[0]!;
    const values = parameters.map((value) =>
      escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
    );
    await session.query(`set plan_cache_mode = ${mode}`);
    await session.query(`prepare list as ${text}`);
    const { rows } = await session.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, format json) execute list(${values.join(', ')})`,
    );
    await session.query('deallocate list');
    const read = scans(rows[0]!['QUERY PLAN'][0]!.Plan);
    expect(read.map((scan) => scan['Node Type'])).not.toContain('Seq Scan');
    const count = read.reduce(
      (sum, scan) =>
        sum +
        (scan['Actual Rows'] +
          (scan['Rows Removed by Filter'] ?? 0) +
          (scan['Rows Removed by Index Recheck'] ?? 0)) *
          scan['Actual Loops'],
      0,
    );
    expect(count).toBeGreaterThanOrEqual(data.length);
    return count;
  }

  const MIDDLE = { id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' };
  const LIMIT = 50;

  describe.each(['force_custom_plan', 'force_generic_plan'])('%s', (mode) => {
    test.each([
      ['-created_at', undefined],
      ['created_at', { ...MIDDLE, value: '2026-01-05T00:00:00.000Z' }],
      ['-updated_at', undefined],
      ['updated_at', { ...MIDDLE, value: '2026-01-05T00:00:00.000Z' }],
      ['name', undefined],
      ['-name', { ...MIDDLE, value: 'NAME 8' }],
    ])('sorted by %s after %j, reads only the rows that it returns', async (sort, after) => {
      expect(await rowsRead({}, { sort, limit: LIMIT, after }, mode)).toBeLessThanOrEqual(LIMIT + 1);
    });

    test.each<RelationFilters>([
      { type: 'contact' },
      { type: 'company' },
      { country_code: 'NL' },
      { country_code: 'BE' },
      { vat: 'BE77' },
      { identifier: 'ID77' },
      { electronic_address: '0208:77' },
      { email: 'e77' },
      { vat: 'unknown' },
      { external_id: 'own-77' },
    ])('filtered by %j, reads only the rows that it returns', async (filters) => {
      const read = await rowsRead(filters, { sort: '-created_at', limit: LIMIT }, mode);
      expect(read).toBeLessThanOrEqual(LIMIT + 20); // of what nearly all are, the sort's index may be taken
    });

    test.each<[RelationFilters, number]>([
      [{ q: 'often' }, 2 * LIMIT + 10], // met on the way
      [{ q: 'ten' }, 2 * LIMIT + 10],
      [{ q: 'rare' }, FEW + 20], // looked up
      [{ q: 'zzz' }, FEW + 20],
      [{ updated_since: new Date('2026-05-31') }, 2 * 3 + 10], // few
      [{ updated_since: new Date('2027-01-01') }, 10], // none
      [{ updated_since: new Date('2026-01-02') }, FEW + 2 * LIMIT], // most
    ])('filtered by %j, reads at most %i', async (filters, at_most) => {
      for (const sort of ['-created_at', 'name']) {
        const read = await rowsRead(filters, { sort, limit: LIMIT }, mode);
        expect(read).toBeLessThanOrEqual(at_most + (sort === 'name' ? LIMIT : 0));
      }
    });

    test.each<RelationFilters>([{ q: 'often' }, { updated_since: new Date('2026-01-02') }])(
      'filtered by %j, reads no more for a later page',
      async (filters) => {
        const after = { ...MIDDLE, value: '2026-01-05T00:00:00.000Z' };
        const read = await rowsRead(filters, { sort: '-created_at', limit: LIMIT, after }, mode);
        expect(read).toBeLessThanOrEqual(FEW + 3 * LIMIT);
      },
    );
  });
});
