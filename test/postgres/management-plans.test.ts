import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { PostgresAttentionQueries } from '../../src/adapters/postgres/attention';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresRefusedMessageRepository } from '../../src/adapters/postgres/e-invoicing/refused-message-repository';
import { PostgresTransmissionRepository } from '../../src/adapters/postgres/e-invoicing/transmission-repository';
import { PostgresBankAccountRepository } from '../../src/adapters/postgres/master-data/bank-account-repository';
import { PostgresBrandingRepository } from '../../src/adapters/postgres/master-data/branding-repository';
import { PostgresCompanyRepository } from '../../src/adapters/postgres/master-data/company-repository';
import { PostgresSearchQueries } from '../../src/adapters/postgres/search';
import type { RefusedMessageFilters } from '../../src/ports/e-invoicing/refused-message-repository';
import type { TransmissionFilters } from '../../src/ports/e-invoicing/transmission-repository';
import type { CompanyFilters } from '../../src/ports/master-data/company-repository';
import { createDatabase, type TestDatabase } from '../support/database';

const COMPANIES = 5_000;
const SENDERS = 200;
/** Of each sender. */
const TRANSMISSIONS = 100;
const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

let database: TestDatabase;
let db: Kysely<DB>;
/** What the repositories ran, as they ran it. */
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
  await fill();
  await pool.query('vacuum analyze');
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Companies with transmissions, nearly all of which were delivered to one of 500 receivers. */
async function fill(): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const id = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  await run(`insert into company (id, name, vat, identifier, currency, language, timezone, self_billing_enabled, embed_pdf,
      created_at, updated_at)
    select ${id('n')}, case n when 77 then 'Ölmühle KG' else 'Janssens ' || n || ' BV' end, 'BE' || 1000000000 + n, 'R-' || n,
      'EUR', 'en', 'Europe/Brussels', false, true, time, time
    from (select n, timestamptz '2024-01-01' + n * interval '1 hour' as time from generate_series(1, ${COMPANIES}) n) t`);
  await run(`insert into relation (company_id, id, type, name, sort_name, search_name, created_at, updated_at)
    select ${id('n')}, ${id('n')}, 'company', 'R', 'R', 'R', now(), now() from generate_series(1, ${SENDERS}) n`);
  await run(`insert into document (company_id, id, type, number, status, accounting_status, payment_status, relation_id,
      issue_date, currency, language, payment_reference_made, seller, buyer, lines, allowance_charges, vat_breakdown, totals,
      created_at, updated_at)
    select ${id('c')}, ${id(`c * 1000 + n`)}, 'purchase_invoice', 'N' || n, 'received', 'pending', 'unpaid', ${id('c')},
      '2024-01-01', 'EUR', 'en', false, '{"name": "S"}', '{"name": "C"}', '[]', '[]', '[]', '{}', now(), now()
    from generate_series(1, ${SENDERS}) c, generate_series(1, ${TRANSMISSIONS}) n`);
  await run(`insert into transmission (company_id, message_id, document_id, state, sender, receiver, document_type, process,
      sender_country, payload, lacks_pdf, generation, attempts, created_at, updated_at)
    select ${id('c')}, ${id(`c * 1000 + n`)}, ${id(`c * 1000 + n`)},
      case when n = 3 and c % 2 = 0 then 'failed' else 'delivered' end, '0208:0', 
      case when c = 5 and n < 4 then '9925:BE0' else '0088:' || (n * 7 + c) % 500 end, 'd', 'p', 'BE', '', false, 1, '[]', time, time
    from (select c, n, timestamptz '2024-01-01' + (n * ${SENDERS} + c) * interval '1 minute' as time
      from generate_series(1, ${SENDERS}) c, generate_series(1, ${TRANSMISSIONS}) n) t`);
}

/** The plan of the last statement that the work ran on a table. */
async function planOf(work: () => Promise<unknown>, table = ''): Promise<string> {
  statements.length = 0;
  await work();
  const statement = statements
    .filter(({ sql: text }) => !/^(begin|commit)/.test(text) && text.includes(table))
    .at(-1);
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
  [...plan.matchAll(/Rows Removed by (?:Filter|Index Recheck): (\d+)/g)].reduce(
    (sum, [, rows]) => sum + Number(rows),
    0,
  );

/** A page from the middle of a list that is sorted by time. */
const MIDDLE = { value: '2024-01-08T00:00:00.000Z', id: idOf(1) };

describe('a list of the transmissions of all companies finds its page through an index', () => {
  const list = (filters: TransmissionFilters, page: object) =>
    planOf(() =>
      new PostgresTransmissionRepository(db).listOfAll(filters, { sort: '-created_at', limit: 50, ...page }),
    );

  test.each<[string, TransmissionFilters, string, string]>([
    ['not filtered', {}, '-created_at', 'transmission_all_created'],
    ['not filtered, the oldest first', {}, 'created_at', 'transmission_all_created'],
    ['sorted by change', {}, '-updated_at', 'transmission_all_updated'],
    ['changed lately', { updated_since: new Date('2024-01-14') }, 'updated_at', 'transmission_all_updated'],
    ['of a company', { company_id: idOf(7) }, '-created_at', 'transmission_created'],
    ['in a rare state', { state: 'failed' }, '-created_at', 'transmission_unsettled'],
    ['in the most frequent state', { state: 'delivered' }, '-created_at', 'transmission_all_created'],
    ['to a receiver', { receiver: '0088:7' }, '-created_at', 'transmission_receiver'],
    ['to a rare receiver', { receiver: '9925:be0' }, '-created_at', 'transmission_receiver'],
  ])('%s', async (_what, filters, sort, index) => {
    for (const after of [undefined, MIDDLE]) {
      const plan = await list(filters, { sort, after });
      expect(plan).toMatch(
        new RegExp(`Index Scan (Backward )?using ${index} |Bitmap Index Scan on ${index} `),
      );
      expect(plan).not.toMatch(/Seq Scan on (transmission|document|company)/);
      expect(discarded(plan)).toBeLessThan(60);
    }
  });
});

describe('what needs attention is found through an index', () => {
  const queries = () => new PostgresAttentionQueries(db);

  test.each([
    ['sends that did not arrive', () => queries().unsettledSends('failed', new Date('2024-01-01'), 101)],
    ['unknown outcomes', () => queries().unknownOutcomes(new Date('2024-01-08'), 101)],
  ])('%s', async (_what, work) => {
    const plan = await planOf(work);
    expect(plan).toContain('transmission_unsettled');
    expect(plan).not.toMatch(/Seq Scan on (transmission|document|company)/);
  });

  test('clients that are locked out', async () => {
    await sql`insert into failed_attempt (client_id, window_started_at, count)
      select 'c' || n, timestamptz '2024-01-01' + n * interval '1 minute', 5 from generate_series(1, 20000) n`.execute(
      db,
    );
    await sql`insert into client (client_id, company_id, name, secret_hash, permissions, active, created_at, updated_at)
      select 'c' || n, gen_random_uuid(), 'C', '', '{}', true, now(), now() from generate_series(1, 20000) n`.execute(
      db,
    );
    await sql`analyze failed_attempt, client`.execute(db);
    const plan = await planOf(
      () => queries().lockableClients(new Date('2024-01-14T20:00:00Z'), 5, 101),
      'failed_attempt',
    );
    expect(plan).toMatch(/using failed_attempt_window/);
    expect(plan).not.toMatch(/Seq Scan on failed_attempt/);
  });

  test('webhooks that are off', async () => {
    await sql`insert into webhook (company_id, id, client_id, url, types, active, sealed_secret, version, created_at,
        updated_at, disabled_at)
      select gen_random_uuid(), gen_random_uuid(), 'c', 'https://a.example', '{}', true, '', 1, now(), now(),
        case when n % 100 = 0 then now() end
      from generate_series(1, 5000) n`.execute(db);
    await sql`analyze webhook`.execute(db);
    const plan = await planOf(() => queries().disabledWebhooks(101));
    expect(plan).toMatch(/using webhook_disabled/);
  });
});

describe('refused messages are found through an index', () => {
  const refused = () => new PostgresRefusedMessageRepository(db);
  const page = { sort: '-created_at', limit: 50 };

  beforeAll(async () => {
    await sql`insert into refused_message (id, received_at, receiver, kind, reason, size, content)
      select gen_random_uuid(), timestamptz '2024-01-01' + n * interval '1 minute', '0208:' || n % 500,
        case n % 1000 when 0 then 'unreadable' else 'unknown_receiver' end, 'r', 1, 'x'
      from generate_series(1, 30000) n`.execute(db);
    await sql`vacuum analyze refused_message`.execute(db);
  });

  test.each([undefined, MIDDLE])('when they are listed, after %j', async (after) => {
    const plan = await planOf(() => refused().list({ since: new Date('2023-10-01') }, { ...page, after }));
    expect(plan).toContain('Index Scan Backward using refused_message_received');
    expect(discarded(plan)).toBe(0);
  });

  test.each<[string, Partial<RefusedMessageFilters>, RegExp]>([
    ['a rare kind', { kind: 'unreadable' }, /refused_message_kind/],
    ['a frequent kind', { kind: 'unknown_receiver' }, /refused_message_(kind|received)/],
    ['a receiver', { receiver: '0208:77' }, /refused_message_receiver/],
    ['a receiver and a kind', { receiver: '0208:77', kind: 'unreadable' }, /refused_message_(kind|receiver)/],
    ['a day', { before: new Date('2024-01-02') }, /refused_message_received/],
  ])('when they are filtered by %s', async (_what, filters, index) => {
    for (const after of [undefined, MIDDLE]) {
      const since = new Date('2024-01-01');
      const plan = await planOf(() => refused().list({ since, ...filters }, { ...page, after }));
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/Seq Scan on refused_message/);
      expect(discarded(plan)).toBeLessThan(100);
    }
  });

  test('when the oldest are deleted', async () => {
    const plan = await planOf(() => refused().deleteBefore(new Date('2024-01-02'), 20));
    expect(plan).toMatch(/Index (Only )?Scan using refused_message_received/);
    expect(plan).not.toMatch(/Seq Scan on refused_message/);
  });
});

describe('a list of companies finds its page through an index', () => {
  const list = (filters: CompanyFilters, sort = '-created_at') =>
    planOf(() => new PostgresCompanyRepository(db).list(filters, { sort, limit: 50 }));

  test.each<[string, CompanyFilters, string, string]>([
    ['sorted by name', {}, 'name', 'company_name'],
    ['sorted by name, descending', {}, '-name', 'company_name'],
    ['searched by a rare part', { q: 'ölmü' }, '-created_at', 'company_search'],
    ['searched by a VAT number', { q: 'be1000000017' }, 'name', 'company_search'],
    ['searched by two characters that most have', { q: 'ja' }, 'name', 'company_name'],
  ])('%s', async (_what, filters, sort, index) => {
    const plan = await list(filters, sort);
    expect(plan).toMatch(new RegExp(`Index Scan (Backward )?using ${index} |Bitmap Index Scan on ${index} `));
    expect(plan).not.toContain('Seq Scan on company');
    expect(discarded(plan)).toBeLessThan(COMPANIES / 20);
  });

  test('searched by a part that most have reads no more than all companies once', async () => {
    const plan = await list({ q: 'janssens' });
    expect(discarded(plan)).toBeLessThan(COMPANIES);
  });
});

describe('a list of master data reads rows of its company only', () => {
  /** Of each company. */
  const OWN = 3;

  beforeAll(async () => {
    const id = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
    const rows = `generate_series(1, ${COMPANIES}) c, generate_series(1, ${OWN}) n`;
    for (const table of ['bank_account', 'branding']) {
      const [columns, values] =
        table === 'bank_account' ? ['reference, manual', `'BE' || n, true`] : ['name', `'Style ' || n`];
      await sql
        .raw(
          `with pointers as (insert into default_${table} select ${id('c')}, ${id(`c * ${OWN} + 1`)}
             from generate_series(1, ${COMPANIES}) c)
           insert into ${table} (company_id, id, ${columns}, created_at, updated_at)
             select ${id('c')}, ${id(`c * ${OWN} + n`)}, ${values}, now(), now() from ${rows}`,
        )
        .execute(db);
      await sql.raw(`vacuum analyze ${table}, default_${table}`).execute(db);
    }
  });

  const FILTERS = [{}, { q: 'yle' }, { default: true }, { q: '1', default: false }];
  const PLANS = ['created_at', '-updated_at', 'name', '-reference'].flatMap((sort) =>
    FILTERS.map((filters) => [sort, filters] as const),
  );

  test.each(PLANS)('by %s, filtered by %j', async (sort, filters) => {
    const page = { sort, limit: 50 };
    const [company_id, table] = [idOf(77), sort.endsWith('name') ? 'branding' : 'bank_account'];
    const plan = await planOf(() =>
      table === 'branding'
        ? new PostgresBrandingRepository(db).list(company_id, filters, page)
        : new PostgresBankAccountRepository(db).list(company_id, filters, page),
    );
    expect(plan).toMatch(new RegExp(`Index Scan (Backward )?using ${table}_|Bitmap Index Scan on ${table}_`));
    expect(plan).not.toContain('Seq Scan');
    expect(discarded(plan)).toBeLessThanOrEqual(OWN);
  });
});

describe('the search finds what matches the whole text through an index', () => {
  test('of documents', async () => {
    const plan = await planOf(() => new PostgresSearchQueries(db).documents('n77', 11), 'd.number in (');
    expect(plan).toContain('document_own_number');
    expect(plan).toContain('document_received_number');
    expect(plan).toContain('document_unique_external_id');
    expect(plan).not.toContain('Seq Scan on document');
  });

  test('of relations', async () => {
    const id = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
    await sql
      .raw(
        `insert into relation (company_id, id, type, name, sort_name, search_name, created_at, updated_at)
         select ${id('c')}, ${id('c * 1000 + n')}, 'company', 'R', 'r ' || n, 'r ' || n, now(), now()
         from generate_series(1, ${SENDERS}) c, generate_series(1, 50) n`,
      )
      .execute(db);
    await sql`vacuum analyze relation`.execute(db);
    const plan = await planOf(() => new PostgresSearchQueries(db).relations('R', 11), 'r.sort_name = ');
    expect(plan).toContain('relation_name');
    expect(discarded(plan)).toBe(0);
  });

  test('of clients', async () => {
    await sql`insert into client (client_id, company_id, name, secret_hash, permissions, active, created_at, updated_at)
      select 'search' || n, ${idOf(1)}, 'Webshop ' || n, '', '{}', true, now(), now()
      from generate_series(1, 5000) n`.execute(db);
    await sql`vacuum analyze client`.execute(db);
    const plan = await planOf(
      () => new PostgresSearchQueries(db).clients('Webshop 77', 11),
      'folded_case(name) = ',
    );
    expect(plan).toContain('client_search');
  });
});
