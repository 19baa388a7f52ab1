import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { connect, poolUse } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { PostgresExchange } from '../../../src/adapters/postgres/e-invoicing/exchange-figures';
import { until } from '../../support/until';
import { createDatabase, type TestDatabase } from '../../support/database';

const COMPANY = '00000000-0000-7000-8000-000000000001';
const SINCE = new Date('2026-03-01T00:00:00Z');
/** One a minute; the last 1,440 are those of the last day. */
const TRANSMISSIONS = 20_000;

let database: TestDatabase;
let db: Kysely<DB>;
beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 3 });
  const id = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const last = `timestamptz '2026-03-02T00:00:00Z'`;
  for (const text of [
    `insert into company (id, name, currency, language, timezone, self_billing_enabled, embed_pdf, created_at, updated_at)
     values ('${COMPANY}', 'C', 'EUR', 'en', 'Europe/Brussels', false, true, now(), now())`,
    `insert into relation (company_id, id, type, name, sort_name, search_name, created_at, updated_at)
     values ('${COMPANY}', '${COMPANY}', 'company', 'R', 'r', 'r', now(), now())`,
    `insert into document (company_id, id, type, number, status, accounting_status, payment_status, relation_id, issue_date,
       currency, language, payment_reference_made, seller, buyer, lines, allowance_charges, vat_breakdown, totals, created_at,
       updated_at)
     select '${COMPANY}', ${id('n')}, 'purchase_invoice', n::text, 'received', 'pending', 'unpaid', '${COMPANY}', '2026-01-01',
       'EUR', 'en', false, '{}', '{}', '[]', '[]', '[]', '{}', now(), now() from generate_series(1, ${TRANSMISSIONS}) n`,
    `insert into transmission (company_id, message_id, document_id, state, sender, receiver, document_type, process,
       sender_country, payload, lacks_pdf, generation, attempts, created_at, updated_at)
     select '${COMPANY}', ${id('n')}, ${id('n')},
       case when n % 4000 = 0 then 'pending' when n % 100 = 1 then 'failed' else 'delivered' end,
       's', 'r', 'd', 'p', 'BE', '', false, 1, '[]', time, time
     from (select n, ${last} - n * interval '1 minute' as time from generate_series(1, ${TRANSMISSIONS}) n) t`,
    `insert into refused_message (id, received_at, reason, size, content)
     select gen_random_uuid(), ${last} - n * interval '1 hour', 'r', 1, 'x' from generate_series(1, 5000) n`,
  ])
    await database.run(text);
  await database.run('vacuum analyze');
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('The figures have all pending transmissions, and the others since the given time', async () => {
  expect(await new PostgresExchange(db).figures(SINCE)).toEqual({
    transmissions: { pending: 5, sent: 0, delivered: 1_425, failed: 15, rejected: 0 },
    oldest_pending: new Date('2026-02-16T02:40:00Z'),
    refused: 24,
  });
});

test('They are counted through indexes', async () => {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const pool = new Pool({ connectionString: database.url, max: 1 });
  const watched = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  await new PostgresExchange(watched).figures(SINCE);
  const plans: string[] = [];
  for (const { sql: text, parameters } of statements.filter((one) => one.sql.includes('counted'))) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`, [
      ...parameters,
    ]);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  await watched.destroy();
  expect(plans).toHaveLength(2);
  expect(plans.join('\n')).not.toContain('Seq Scan');
  expect(plans[0]).toMatch(/transmission_(unsettled|pending)/);
  expect(plans[0]).toMatch(/transmission_all_created/);
  expect(plans[1]).toMatch(/refused_message_received/);
});

test('A table that is locked for longer than three seconds has no figures', async () => {
  const blocker = await new Pool({ connectionString: database.url, max: 1 }).connect();
  await blocker.query('begin; lock table transmission in access exclusive mode');
  expect(await new PostgresExchange(db).figures(SINCE)).toBeUndefined();
  await blocker.query('rollback');
  blocker.release(true);
});

test('The use of the pool counts connections in use and units of work that wait', async () => {
  const work = [1, 2, 3, 4, 5].map(() => sql`select pg_sleep(0.3)`.execute(db));
  await until(async () => poolUse(db).used === 3);
  expect(poolUse(db)).toEqual({ size: 3, used: 3, idle: 0, waiting: 2 });
  await Promise.all(work);
  expect(poolUse(db)).toMatchObject({ used: 0, waiting: 0 });
});
