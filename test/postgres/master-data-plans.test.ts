import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { PostgresBankAccountRepository } from '../../src/adapters/postgres/master-data/bank-account-repository';
import { PostgresBrandingRepository } from '../../src/adapters/postgres/master-data/branding-repository';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresDefaultPointers } from '../../src/adapters/postgres/default-pointers';
import { PostgresJournalRepository } from '../../src/adapters/postgres/numbering/journal-repository';
import { type MasterData, startMasterData } from '../support/master-data';

let data: MasterData;
let company_id: string;

beforeAll(async () => {
  data = await startMasterData();
  const { db } = data.nodes[0];
  company_id = await data.newCompany();
  // One company with 3,000 of each, and others beside it.
  for (const company of [company_id, await data.newCompany(), await data.newCompany()]) {
    const members = `from generate_series(1, 3000) n`;
    const times = `timestamptz '2026-01-01' + n * interval '1 min', timestamptz '2026-01-01' + n * interval '1 min'`;
    await db.transaction().execute(async (trx) => {
      await sql
        .raw(
          `insert into bank_account (company_id, id, reference, manual, created_at, updated_at)
        select '${company}', gen_random_uuid(), 'R' || n, true, ${times} ${members}`,
        )
        .execute(trx);
      await sql
        .raw(
          `insert into default_bank_account select company_id, id from bank_account
        where company_id = '${company}' limit 1`,
        )
        .execute(trx);
      await sql
        .raw(
          `insert into branding (company_id, id, name, created_at, updated_at)
        select '${company}', gen_random_uuid(), 'B' || n, ${times} ${members}`,
        )
        .execute(trx);
      await sql
        .raw(
          `insert into default_branding select company_id, id from branding
        where company_id = '${company}' limit 1`,
        )
        .execute(trx);
      await sql
        .raw(
          `insert into journal (company_id, id, code, name, category, sequence_scope, number_format, number_pattern,
        first_number, first_period, active, created_at, updated_at)
        select '${company}', gen_random_uuid(), 'J' || n, 'J', 'sales', 'yearly', 'x', n::text, 1, '2026', true, ${times} ${members}`,
        )
        .execute(trx);
      await sql
        .raw(
          `insert into default_journal select company_id, category, id from journal
        where company_id = '${company}' limit 1`,
        )
        .execute(trx);
    });
  }
  await sql`insert into numbering_sequence select company_id, id, period, 1, '2026-01-01'
    from journal, unnest(array['2024', '2025', '2026']) period`.execute(db);
  await sql`analyze`.execute(db);
}, 60_000);
afterAll(() => data.end());

/** A database that runs nothing, and keeps what it was to run. */
function recorder(): { db: Kysely<DB>; queries: CompiledQuery[] } {
  const queries: CompiledQuery[] = [];
  const connection = {
    executeQuery: (query: CompiledQuery) => {
      queries.push(query);
      return Promise.resolve({ rows: [] as never[] });
    },
    streamQuery: () => {
      throw new Error('nothing streams');
    },
  };
  const driver = {
    init: async () => {},
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (any) => new PostgresIntrospector(any),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, queries };
}

async function plan(run: (db: Kysely<DB>) => Promise<unknown>): Promise<string> {
  const { db, queries } = recorder();
  await run(db);
  const [query] = queries;
  const result = await data.nodes[0].db.executeQuery<Record<string, string>>({
    ...query!,
    sql: `explain ${query!.sql}`,
  });
  return result.rows.map((row) => row['QUERY PLAN']).join('\n');
}

const after = { value: '2026-01-02T00:00:00.000Z', id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' };
const LISTS = [
  ['bank_account', (db: Kysely<DB>) => new PostgresBankAccountRepository(db)],
  ['journal', (db: Kysely<DB>) => new PostgresJournalRepository(db)],
  ['branding', (db: Kysely<DB>) => new PostgresBrandingRepository(db)],
] as const;

describe.each(LISTS)('the list of %ss', (name, repository) => {
  test('by external_id is read through its unique index', async () => {
    const page = { sort: '-created_at', limit: 50 };
    const text = await plan((db) => repository(db).list(company_id, { external_id: 'order-1' }, page));
    expect(text).toContain(`${name}_unique_external_id`);
    expect(text).not.toMatch(/Seq Scan on (bank_account|journal|branding)/);
  });

  test.each([
    ['-created_at', 'created'],
    ['created_at', 'created'],
    ['-updated_at', 'updated'],
    ['updated_at', 'updated'],
  ])('sorted by %s is read through its index, from the cursor on', async (sort, index) => {
    const text = await plan((db) => repository(db).list(company_id, {}, { sort, limit: 50, after }));
    expect(text).toMatch(new RegExp(`Index Scan.* using ${name}_${index} on ${name}`));
    expect(text).toMatch(/Index Cond: .*ROW\(/);
    expect(text).not.toMatch(/Sort|Seq Scan on (bank_account|journal|branding)/);
  });
});

test.each([
  [
    'bank_account_reference',
    (db: Kysely<DB>) =>
      new PostgresBankAccountRepository(db).list(
        company_id,
        { reference: 'R7' },
        { sort: 'created_at', limit: 50 },
      ),
  ],
  [
    'journal_code',
    (db: Kysely<DB>) =>
      new PostgresJournalRepository(db).list(company_id, { code: 'J7' }, { sort: 'created_at', limit: 50 }),
  ],
])('a filter on a unique value uses %s', async (index, run) => {
  expect(await plan(run)).toContain(index);
});

test.each([
  [
    'bank_account',
    (db: Kysely<DB>) =>
      new PostgresDefaultPointers(db).hasOthers({ kind: 'bank_account', company_id }, after.id),
  ],
  [
    'journal',
    (db: Kysely<DB>) =>
      new PostgresDefaultPointers(db).hasOthers({ kind: 'journal', company_id, category: 'sales' }, after.id),
  ],
  ['document', (db: Kysely<DB>) => new PostgresJournalRepository(db).hasDocuments(company_id, after.id)],
  [
    'journal_of_bank_account',
    (db: Kysely<DB>) => new PostgresJournalRepository(db).clearBankAccount(company_id, after.id, new Date(0)),
  ],
])('a look-up of other rows reads no more than it needs: %s', async (name, run) => {
  const { db, queries } = recorder();
  await run(db);
  const query = queries.at(-1)!;
  const { rows } = await data.nodes[0].db.executeQuery<Record<string, string>>({
    ...query,
    sql: `explain ${query.sql}`,
  });
  const text = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain(name);
  expect(text).not.toMatch(/Seq Scan on (bank_account|journal|branding|document)$/m);
});
