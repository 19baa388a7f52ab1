import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { PostgresActivity } from '../../../src/adapters/postgres/documents/activity';
import { connect } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { PgBossJobRepository } from '../../../src/adapters/postgres/jobs/job-repository';
import { createDatabase, type TestDatabase } from '../../support/database';

const COMPANIES = [1, 2].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [string, string];
/** One an hour from then on. */
const FIRST = '2025-01-01T00:00:00Z';
const DOCUMENTS = 8_000;

let database: TestDatabase;
let db: Kysely<DB>;
let activity: PostgresActivity;
beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 4 });
  activity = new PostgresActivity(db);
  for (const company of COMPANIES) await fill(company);
  await database.run('vacuum analyze');
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Received documents, since those need no journal; of twenty, one failed and four were delivered. */
async function fill(company: string): Promise<void> {
  const run = (text: string) => database.run(text.replaceAll(':company', `'${company}'`));
  await run(`insert into company (id, name, currency, language, timezone, self_billing_enabled, embed_pdf, created_at,
      updated_at)
    values (:company, 'C', 'EUR', 'en', 'Europe/Brussels', false, true, now(), now())`);
  await run(`insert into relation (company_id, id, type, name, sort_name, search_name, created_at, updated_at)
    values (:company, :company, 'company', 'R', 'r', 'r', now(), now())`);
  await run(`insert into document (company_id, id, type, number, status, accounting_status, peppol_status,
      payment_status, relation_id, issue_date, currency, language, payment_reference_made, seller, buyer, lines,
      allowance_charges, vat_breakdown, totals, created_at, updated_at)
    select :company, gen_random_uuid(), 'invoice', n::text, 'received', 'pending',
      case when n % 20 = 0 then 'failed' when n % 20 < 5 then 'delivered' end,
      'unpaid', :company, time::date, 'EUR', 'en', false, json_build_object('note', repeat('x', 300)), '{}', '[]',
      '[]', '[]', '{}', time, time
    from (select n, timestamptz '${FIRST}' + n * interval '1 hour' as time from generate_series(0, ${DOCUMENTS - 1}) n) t`);
}

const scope = (from: string, to: string, company_id?: string) => ({
  company_id,
  from: new Date(from),
  to: new Date(to),
});

describe('documents per day', () => {
  test('are counted by day in UTC, from the first instant to before the last', async () => {
    const span = scope('2025-01-10T12:00:00Z', '2025-01-12T06:00:00Z', COMPANIES[0]);
    expect(await activity.documentsPerDay(span)).toEqual(
      new Map([
        ['2025-01-10', 12],
        ['2025-01-11', 24],
        ['2025-01-12', 6],
      ]),
    );
  });

  test('are those of all companies when none is given', async () => {
    const span = scope('2025-01-10T00:00:00Z', '2025-01-11T00:00:00Z');
    expect(await activity.documentsPerDay(span)).toEqual(new Map([['2025-01-10', 48]]));
  });
});

describe('sends by status', () => {
  test('are counted by their present status', async () => {
    const span = (company_id?: string) => scope('2025-01-01T00:00:00Z', '2025-01-06T00:00:00Z', company_id);
    expect(Object.fromEntries((await activity.sendsByStatus(span(COMPANIES[1])))!)).toEqual({
      failed: 6,
      delivered: 24,
    });
    expect(Object.fromEntries((await activity.sendsByStatus(span()))!)).toEqual({
      failed: 12,
      delivered: 48,
    });
  });
});

describe('the depth of the queue', () => {
  test('counts due jobs apart from later ones', async () => {
    const jobs = new PgBossJobRepository(db);
    const job = () => ({ company_id: COMPANIES[0], message_id: randomUUID() });
    expect(await activity.queueDepth()).toEqual({ due: 0, later: 0 });
    for (const delay_s of [0, 0, 3_600]) await jobs.add(job(), delay_s);
    expect(await activity.queueDepth()).toEqual({ due: 2, later: 1 });
  });
});

describe('counting', () => {
  test('reads only ranges of indexes', async () => {
    const statements: { sql: string; parameters: readonly unknown[] }[] = [];
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const watched = new Kysely<DB>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void statements.push(query),
    });
    const seen = new PostgresActivity(watched);
    const span = scope('2025-03-01T00:00:00Z', '2025-03-04T00:00:00Z');
    await seen.documentsPerDay(span);
    await seen.sendsByStatus(span);
    const counting = statements.filter((statement) => statement.sql.includes('lateral'));
    expect(counting).toHaveLength(2);
    for (const { sql: text, parameters } of counting) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`, [
        ...parameters,
      ]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Only Scan using document_(by_created|of_peppol_status) on document/);
      expect(plan).not.toMatch(/Seq Scan on document/);
      const read = [...plan.matchAll(/ on document d .*actual rows=([\d.]+)/g)].map(([, count]) =>
        Number(count),
      );
      expect(read.length).toBeGreaterThan(0);
      expect(Math.max(...read)).toBeLessThanOrEqual(72);
    }
    await watched.destroy();
  });

  test('times out after three seconds, and restores the settings of its connection', async () => {
    const blocker = await new Pool({ connectionString: database.url, max: 1 }).connect();
    await blocker.query('begin; lock table document in access exclusive mode');
    const started = performance.now();
    const span = scope('2025-03-01T00:00:00Z', '2025-03-04T00:00:00Z');
    expect(await activity.documentsPerDay(span)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(5_000);
    await blocker.query('rollback');
    blocker.release(true);
    const [first] = (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows;
    expect(first).toEqual({ statement_timeout: '9s' });
    expect(await activity.documentsPerDay(span)).toHaveProperty('size', 3);
  });
});
