import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { migrateToLatest } from '../../src/adapters/postgres/migrations';
import { databaseUrl, runOnServer } from '../support/database';
import { WireProxy } from '../support/wire-proxy';

const FILES = readdirSync(path.join(__dirname, '../../db/migrations')).map((file) =>
  path.basename(file, '.sql'),
);

let name: string;
let url: string;
beforeEach(async () => {
  name = `invoicing_migrated_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database "${name}"`);
  url = databaseUrl(name);
});
afterEach(() => runOnServer(`drop database if exists "${name}" with (force)`));

async function query(text: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<string[]>({ text, rowMode: 'array' })).rows.map((row) => String(row[0]));
  } finally {
    await client.end();
  }
}
const tables = () =>
  query("select table_name from information_schema.tables where table_schema = 'public' order by 1");

describe('the migrations', () => {
  test('all run, once, in the order of their names, though four nodes start at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => migrateToLatest(url)));
    expect(await query('select name from kysely_migration order by timestamp, name')).toEqual(FILES.sort());
    expect(await tables()).toEqual(
      expect.arrayContaining(['client', 'company', 'document', 'idempotency_key']),
    );
  });

  test('are quickly done when there are none to run', async () => {
    await migrateToLatest(url);
    const started = performance.now();
    await migrateToLatest(url);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('run behind a transaction pooler too', async () => {
    const pooler = await WireProxy.start(url, { poses_as_pooler: true });
    await Promise.all([migrateToLatest(pooler.url), migrateToLatest(url)]);
    expect(await query('select name from kysely_migration order by name')).toEqual(FILES.sort());
    await pooler.stop();
  });
});

describe('what documents keep of their company', () => {
  const COMPANY = '0198a8e4-0000-7000-8000-000000000001';

  test('is taken from the company of now, for documents that were made before it was kept', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'invoicing-migrations-'));
    for (const file of FILES.filter((one) => one < '0009')) {
      cpSync(path.join(__dirname, '../../db/migrations', `${file}.sql`), path.join(folder, `${file}.sql`));
    }
    await migrateToLatest(url, folder);
    rmSync(folder, { recursive: true });
    await query(`
      insert into company (id, name, currency, language, timezone, self_billing_enabled, embed_pdf, created_at, updated_at)
      values ('${COMPANY}', 'A', 'JPY', 'en', 'Asia/Tokyo', false, false, now(), now())`);
    await query(`
      insert into relation (company_id, id, type, name, sort_name, search_name, created_at, updated_at)
      values ('${COMPANY}', '${COMPANY}', 'company', 'B', 'B', 'B', now(), now())`);
    await query(`
      insert into document (company_id, id, type, number, status, accounting_status, peppol_status, payment_status,
        relation_id, issue_date, currency, language, payment_reference_made, seller, buyer, lines, allowance_charges,
        vat_breakdown, totals, created_at, updated_at)
      select '${COMPANY}', gen_random_uuid(), 'quote', number, status, 'pending', peppol_status, 'unpaid',
        '${COMPANY}', '2026-01-01', 'USD', 'en', false, '{}', '{}', '[]', '[]', '[]', '{}', now(), now()
      from (values ('1', 'draft', null), ('2', 'draft', 'failed'), ('3', 'sent', null), ('4', 'sent', 'failed'),
        ('5', 'sent', 'delivered'), ('6', 'received', null)) as d (number, status, peppol_status)`);

    await migrateToLatest(url);
    expect(await query('select distinct company_currency || embed_pdf from document')).toEqual(['JPYfalse']);
    expect(await query('select number from document where marked_sent order by number')).toEqual(['3', '4']);
  });
});

describe('migrations of which one fails', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'invoicing-migrations-'));
    writeFileSync(
      path.join(folder, '0001_first.sql'),
      'create table first (a int); insert into first values (1);',
    );
    writeFileSync(path.join(folder, 'README.md'), 'no migration');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const OWN = ['kysely_migration', 'kysely_migration_lock'];

  test('leave nothing, and say which', async () => {
    writeFileSync(
      path.join(folder, '0002_second.sql'),
      'create table second (a int); insert into first values (1/0);',
    );
    await expect(migrateToLatest(url, folder)).rejects.toThrow(
      'The migration 0002_second.sql failed: division by zero',
    );
    expect(await tables()).toEqual(OWN);
    expect(await query('select name from kysely_migration')).toEqual([]);
  });

  test('keep what earlier runs did, and can be run again when mended', async () => {
    await migrateToLatest(url, folder);
    writeFileSync(path.join(folder, '0002_second.sql'), 'create table second (');
    await expect(migrateToLatest(url, folder)).rejects.toThrow('0002_second.sql');
    expect(await tables()).toEqual(['first', ...OWN]);
    writeFileSync(path.join(folder, '0002_second.sql'), 'create table second (a int)');
    await migrateToLatest(url, folder);
    expect(await tables()).toEqual(['first', ...OWN, 'second']);
    expect(await query('select a from first')).toEqual(['1']);
  });

  test('fail on every node that starts at once', async () => {
    writeFileSync(path.join(folder, '0002_second.sql'), 'select 1/0');
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => migrateToLatest(url, folder)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await tables()).toEqual(OWN);
  });
});
