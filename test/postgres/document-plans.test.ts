import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresDocumentRepository } from '../../src/adapters/postgres/documents/document-repository';
import { FIND } from '../../src/adapters/postgres/documents/document-statements';
import { referencesStatement } from '../../src/adapters/postgres/documents/found-references';
import type { DocumentFilters } from '../../src/ports/documents/document-repository';
import { createDatabase, type TestDatabase } from '../support/database';

const COMPANIES = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
const COMPANY = COMPANIES[0]!;
const JOURNAL = '00000000-0000-7000-a000-000000000001';
const RELATION = '00000000-0000-7000-9000-000000000010';
const DOCUMENTS = 4_000;
const OPTIONAL_KINDS = ['delivery_locations', 'preceding_documents'] as const;

let database: TestDatabase;
let db: Kysely<DB>;
/** The plan of references that was made while all tables were empty, as it runs when they are not. */
let plan_of_new_database: string;
/** What the repository ran, as it ran it. */
const statements: { sql: string; parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  database = await createDatabase();
  const pool = new Pool({ connectionString: database.url, max: 1 });
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      if (level === 'query') statements.push(query);
    },
  });
  const referencesOf = (relation_id: string, preceding_document_id: string | null) =>
    `execute looked_up ('${COMPANY}', ${[
      [{ id: relation_id }],
      [{ category: 'sales' }],
      [{}],
      [{ relation_id, id: randomUUID() }],
      [{ id: preceding_document_id }],
    ]
      .map((asked) => `'${JSON.stringify(asked)}'`)
      .join()})`;
  await pool.query("set plan_cache_mode = 'force_generic_plan'");
  await pool.query(
    `prepare looked_up (uuid, json, json, json, json, json) as ${referencesStatement(OPTIONAL_KINDS)}`,
  );
  await pool.query(referencesOf(RELATION, null));
  for (const company of COMPANIES) await fill(company);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off) ${referencesOf(RELATION, null)}`,
  );
  plan_of_new_database = rows.map((row) => row['QUERY PLAN']).join('\n');
  await pool.query('reset plan_cache_mode');
  await pool.query('vacuum analyze');
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Documents of which most are alike and some are not, spread over four journals and a hundred relations. */
async function fill(company: string): Promise<void> {
  const run = (text: string) => sql.raw(text.replaceAll(':company', `'${company}'`)).execute(db);
  await run(`insert into company (id, name, currency, language, timezone, self_billing_enabled, embed_pdf, created_at, updated_at)
    values (:company, 'C', 'EUR', 'en', 'Europe/Brussels', false, true, now(), now())`);
  await run(`insert into relation (company_id, id, type, name, sort_name, search_name, created_at, updated_at)
    select :company, ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'company', name, upper(name), upper(name), now(), now()
    from generate_series(0, 99) n, lateral (select case when n = 7 then 'Müller GmbH' else 'Janssens & Zonen BV' end) as named (name)`);
  await run(`insert into relation_former_name (company_id, relation_id, name)
    select :company, ('00000000-0000-7000-9000-00000000000' || n)::uuid, name
    from (values (7, 'JANSSENS & ZONEN BV'), (8, 'ÖLMÜHLE KG')) as former (n, name)`);
  await run(`insert into journal (company_id, id, code, name, category, sequence_scope, number_format, number_pattern,
      first_number, first_period, active, created_at, updated_at)
    select :company, ('00000000-0000-7000-a000-00000000000' || n)::uuid, 'J' || n, 'J', 'sales', 'continuous', 'J{seq}', n::text,
      1, '', false, now(), now()
    from generate_series(0, 3) n`);
  await run(`insert into numbering_sequence select company_id, id, '', ${DOCUMENTS}, '2026-01-01' from journal
    where company_id = :company`);
  await run(`insert into document (company_id, id, type, journal_id, period, sequence_number, number, status,
      accounting_status, peppol_status, payment_status, relation_id, issue_date, due_date, currency, language,
      payment_reference_made, seller, buyer, lines, allowance_charges, vat_breakdown, totals, external_id, created_at, updated_at)
    select :company, gen_random_uuid(), case when n % 50 = 0 then 'quote' else 'invoice' end,
      ('00000000-0000-7000-a000-00000000000' || n % 4)::uuid, '', n, 'J' || n,
      case when n % 50 = 0 then 'draft' else 'sent' end,
      case when n % 50 = 0 then 'pending' else 'transmitted' end, case when n % 50 = 0 then 'failed' end,
      case when n % 50 = 0 then 'unpaid' else 'paid' end,
      ('00000000-0000-7000-9000-' || lpad(to_hex(n % 100), 12, '0'))::uuid,
      time::date, time::date + 30, case when n % 50 = 0 then 'USD' else 'EUR' end, 'en', false,
      json_build_object('name', repeat('x', 300)),
      json_build_object('name', case n when 7 then 'Müller GmbH' when 8 then 'Ölmühle KG' else 'Janssens & Zonen BV' end), '[]', '[]', '[]', '{}', case when n % 2 = 0 then 'own-' || n end, time, time
    from (select n, timestamptz '2024-01-01' + n * interval '1 hour' as time from generate_series(1, ${DOCUMENTS}) n) t`);
  await run(`insert into document (company_id, id, type, number, status, accounting_status, payment_status, relation_id,
      issue_date, currency, language, payment_reference_made, seller, buyer, lines, allowance_charges, vat_breakdown, totals,
      created_at, updated_at)
    select :company, gen_random_uuid(), 'purchase_invoice', 'Fä-' || n, 'received', 'pending', 'unpaid',
      '00000000-0000-7000-9000-000000000010', '2023-01-01', 'EUR', 'en', false,
      json_build_object('name', case n when 77 then 'Große Mühle AG' when 78 then 'Fä-78 AG' else 'Some Seller' end), '{"name": "C"}', '[]', '[]',
      '[]', '{}', '2023-01-01', '2023-01-01'
    from generate_series(1, 500) n`);
}

async function planOf(filters: DocumentFilters, sort: string): Promise<string> {
  statements.length = 0;
  await new PostgresDocumentRepository(db).list(COMPANY, filters, { sort, limit: 50 });
  const statement = statements.at(-1);
  const explained = await db.executeQuery<{ 'QUERY PLAN': string }>({
    ...statement!,
    sql: `explain (analyze, timing off) ${statement!.sql}`,
    query: { kind: 'RawNode' } as never,
    queryId: { queryId: 'explain' },
  });
  return explained.rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** Rows that the plan looked at and threw away. */
const discarded = (plan: string) =>
  [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].reduce((sum, [, rows]) => sum + Number(rows), 0);

test('references are looked up through indexes by a plan that was made when the tables were empty', () => {
  expect(plan_of_new_database).not.toContain('Seq Scan on');
  expect(discarded(plan_of_new_database)).toBeLessThan(20);
  expect(plan_of_new_database).toMatch(
    /Index Scan using \w+ on document .*\n *Index Cond: \(\(company_id = \$1\) AND \(id = q_\d\.id\)\)/,
  );
});

test('documents are found by one plan, made once per connection', async () => {
  await sql.raw(`prepare found (uuid, uuid[]) as ${FIND}`).execute(db);
  const ids = Array.from({ length: 3 }, () => randomUUID());
  for (let execution = 0; execution < 10; execution++) {
    await sql.raw(`execute found ('${COMPANY}', '{${ids.slice(execution % 3).join()}}')`).execute(db);
  }
  // The first five executions are always planned for their values.
  const { rows } =
    await sql`select custom_plans, generic_plans from pg_prepared_statements where name = 'found'`.execute(
      db,
    );
  expect(rows).toEqual([{ custom_plans: '5', generic_plans: '5' }]);
});

describe('a list of documents finds its page through an index', () => {
  test.each<[string, DocumentFilters]>([
    ['type', { type: 'quote' }],
    ['status', { status: 'draft' }],
    ['peppol_status', { peppol_status: 'failed' }],
    ['accounting_status', { accounting_status: 'pending' }],
    ['payment_status', { payment_status: 'unpaid' }],
    ['journal_id', { journal_id: JOURNAL }],
    ['relation_id', { relation_id: RELATION }],
    ['currency', { currency: 'USD' }],
    ['number', { number: 'J17' }],
    ['external_id', { external_id: 'own-18' }],
    ['issue_date', { issue_date_from: '2024-02-01', issue_date_to: '2024-02-03' }],
    ['due_date', { due_date_from: '2024-03-01', due_date_to: '2024-03-03' }],
    ['updated_since', { updated_since: new Date('2024-06-10') }],
    ['a name that most documents have', { q: 'janssens' }],
    ['a name and a rare type', { q: 'janssens', type: 'quote' }],
    ['the beginning that all numbers have', { q: 'J3' }],
  ])('filtered by %s in the default order', async (_filter, filters) => {
    const plan = await planOf(filters, '-created_at');
    expect(plan).not.toContain('Seq Scan on document');
    expect(discarded(plan)).toBeLessThan(20);
  });

  test.each([
    ['a rare name', 'MÜLLER', 'document_of_relation', ['J7']],
    ['a rare former name', 'ölmühle', 'document_of_relation', ['J8']],
    ['the rare name of a sender', 'GROSSE', 'document_search', ['Fä-77']],
    [
      'a rare beginning of a number',
      'j399',
      'document_own_number',
      ['J399', ...Array.from({ length: 10 }, (_, n) => `J399${n}`)],
    ],
    [
      'the beginning of old numbers',
      'J100',
      'document_own_number',
      ['J100', ...Array.from({ length: 10 }, (_, n) => `J100${n}`)],
    ],
    [
      'a rare beginning of a received number',
      'FÄ-49',
      'document_search_received_number',
      ['Fä-49', ...Array.from({ length: 10 }, (_, n) => `Fä-49${n}`)],
    ],
  ])('searched by %s, after the first 1,000 documents', async (_case, q, index, numbers) => {
    const plan = await planOf({ q }, '-created_at');
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan (using|on) ${index} `));
    expect(plan).not.toContain('Seq Scan on document');
    const { data } = await new PostgresDocumentRepository(db).list(
      COMPANY,
      { q },
      { sort: 'number', limit: 50 },
    );
    expect(data.map(({ number }) => number)).toEqual(numbers);
  });

  test('searched by a text that is in its number and in its name has the document once', async () => {
    const { data } = await new PostgresDocumentRepository(db).list(
      COMPANY,
      { q: 'FÄ-78' },
      { sort: 'number', limit: 50 },
    );
    expect(data.map(({ number }) => number)).toEqual(['Fä-78']);
  });

  test.each(['created_at', 'updated_at', 'issue_date', 'number'])(
    'sorted by %s, either way',
    async (sort) => {
      for (const direction of [sort, `-${sort}`]) {
        const plan = await planOf({}, direction);
        expect(plan).toMatch(/Index (Only )?Scan (Backward )?using document_by_/);
        expect(plan).not.toContain('Seq Scan on document');
        expect(discarded(plan)).toBe(0);
      }
    },
  );
});

describe('document numbers', () => {
  test('sort with their digits as numbers', async () => {
    const { data } = await new PostgresDocumentRepository(db).list(
      COMPANY,
      { relation_id: RELATION, type: 'invoice' },
      { sort: 'number', limit: 3 },
    );
    expect(data.map(({ number }) => number)).toEqual(['J16', 'J116', 'J216']);
  });
});
