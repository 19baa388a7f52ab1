import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import { Client } from 'pg';
import { knownTables, migrateToLatest, statementsOf } from '../../src/adapters/postgres/migrations';
import { createBlankDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/until';
import { WireProxy } from '../support/wire-proxy';

const FOLDER = path.join(__dirname, '../../db/migrations');
const FILES = readdirSync(FOLDER).map((file) => path.basename(file, '.sql'));

/** SHA-256 of each file. A file that was once here never changes: databases have run it. A new file adds a line. */
const DIGESTS = {
  '0001_identity': '48d21cfaac88f254b229170d798f772513482c39dacce937e9c1c674dc4461e0',
  '0002_company': '94531e528ea61d35906fbf138b4293b9f120513d57f1a66fc3df95c8177d8a23',
  '0003_master_data': '58d5d13cf537bf91c838519a86f1c579e5a681f291ef44cef41e92ab9b5417b9',
  '0004_document': 'ee94a299733bcd9de2f6a12fd2b339864df12ee39bffe21941b60e53c8f446d4',
  '0005_attachment': 'e2741a20b1a0d11b6521f234410fe2c00f8eb6f9f45070c354527aa4c5e7e83c',
  '0006_transmission': 'eb2a9a6c813d3106fc7ec2ceeffe4c5a130f880ca84b2f9bdc243c1a484043be',
  '0007_reception': '73ab6f0f847d259f631d5c2a651dbd987fa8395eda21e77d699d8f7448da449c',
  '0008_console_session': 'e67b9f3dbbc9da7d58ef7c97b72f2b5023a7a425186139da8863d2b7d5d927c0',
  '0009_kept_with_documents': '1e3537087790dea9e440fe7ebda5648467c26bc3dcc2a2e4b71ed5d978d89b9f',
  '0010_company_particulars': 'ea66f8a70ea529409363efb7a451116993a083694b3ca61d4ad23238c5e2d935',
  '0011_event': 'ea6ad60b3aef51129fdf87e9bbe4227fb8f8fcf7ec424330abb8272c9a69c557',
  '0012_own_ids': '0653702a26c25b0b57af4b53f192e1159888fee012fe2b3fd700d669ea4f79cc',
  '0013_event_proof': '7d569b24ae09e04a7165b35ba64c5a505998d07ff855a43d890855e20438af3a',
  '0014_webhook': '3bd3bbb2e580560674144c34bc1a9d92eeaad64779654891d4c9af5e505db118',
  '0015_recorded_lockout': '03c805e3cab0b2c55dccfd71f2ff9905d9f9e781bd200745dc3f13e126a18fd0',
  '0016_payment': '730b110c0b5d30a84b3557715d98cec283dcf3fc8854ba4918c5d017d507f5f6',
  '0017_document_search': '609949ace30845b6e525644594f71ba559584b05f674d2df86a6d817e633637b',
  '0018_converted_from': 'fd8de3446c49b53f9c7bbc8f4958ae41855ace47b7c5f9e2c6ce729bbf127e3a',
  '0019_pending_transmission': '81f418fb6ae8d9e01f7ec58acc105f1525ba56854ad3f3363ccd30349263d254',
  '0020_credit_note': 'caa85f1f0a8ad415d4f09da86e46a532aa1ac31a528d5ac4b8a1cf22aa4ae38f',
  '0021_management_lists': 'da070e6feceb7add656136e6366392ae2e9efbb1b47fa42db759e2d4f55d5dbb',
  '0022_refused_message': 'bf711e62c651ec843d7f8f7ed6a3adb193270dd931d157063a7a561c4d1a7dcf',
  '0023_invoice_response': '6562b132316a804849d9140e72513ed4e5d5bec9ed477a13c0942bd0085558d0',
  '0024_address_position': '03b5568fbcb87497ea2775c2b1cea57ebb688f21b5a88f305e43606d90ade70e',
  '0025_attention': 'e36f55a4d33a704fad222b02bd59abda033730527b197a8da387b29601714d26',
  '0026_client_search': 'faa4d639efca7363c2e15e5df83955668c3b7ceb4572732a494e6c6bab672e9a',
  '0027_document_search_indexes': '106a6b83a9dbae6eca1b137b8b8308b3f9d0f3193b43e8a012b466b4fe3c7e92',
  '0028_console_person': '94ffdb35374f6dfc7e30fbc4aca5ce5a7651f0bde61112c4dffe93cf0f81cd3c',
  '0029_refusal_kind': 'c23baace57a2eddc1bf0d6e73a711cdf32861e0732cd5f7622d2f5da34c36a05',
  '0030_older_webhook_secrets': '431c823510b597ecd637212a685cf1acb43d7e6177d31a5233827d7b9c2680be',
  '0031_nameless_location': '9efb6a0e1aa7eb609a1b2c3883b22d18faa0e1d08243f74480ad48ffa35a6845',
  '0032_response_batch': '1a15503aa711b82ef1b3a04fa45706668fe1353e1d13cf83237b1c6c42e3fd43',
  '0033_payload_storage': '125117da7b8d4d97c0ce3c4c27944757256b4ed4e85e2dd7e60c383a2ff75051',
  '0034_column_statistics': '59d46ea1eb1b5070828c57f30905e46a1ca53d96c0c6daaa58725365c310bd98',
  '0035_stated_payment': '3a5b649100bd6ad90c81340378d8a7242f13aabd9a997e05bbf558d5107a73a3',
  '0036_company_statistics': 'c79738fcc51469abd9a9ac0093f965bc1e172bd71b1d264b112317b2f0ecfdf6',
  '0037_rejected_documents': 'ee82dcc4ca1810477c0b38ce4d196d0510aa81438879ec53d78b190eb825df58',
};

let database: TestDatabase;
let name: string;
let url: string;
beforeEach(async () => {
  database = await createBlankDatabase();
  ({ name, url } = database);
});
afterEach(() => database.drop());

async function query(text: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<string[]>({ text, rowMode: 'array' })).rows.map((row) => String(row[0]));
  } finally {
    await client.end();
  }
}
/** Runs the migrations before the one with the number. */
async function migrateBefore(number: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'invoicing-migrations-'));
  for (const file of FILES.filter((one) => one < number)) {
    cpSync(path.join(FOLDER, `${file}.sql`), path.join(folder, `${file}.sql`));
  }
  await migrateToLatest(url, { folder });
  rmSync(folder, { recursive: true });
}

const tables = () =>
  query("select table_name from information_schema.tables where table_schema = 'public' order by 1");

describe('the migrations', () => {
  test('all run once, in the order of their names, when four nodes start concurrently', async () => {
    await Promise.all([1, 2, 3, 4].map(() => migrateToLatest(url)));
    expect(await query('select name from kysely_migration order by timestamp, name')).toEqual(FILES.sort());
    expect(await tables()).toEqual(
      expect.arrayContaining(['client', 'company', 'document', 'idempotency_key']),
    );
  });

  test('cause no failing statement when eight nodes start concurrently', async () => {
    await Promise.all(Array.from({ length: 8 }, () => migrateToLatest(url)));
    // A session adds to the counters of the database when it ends.
    const sessions = `select count(*) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
    await until(async () => (await query(sessions))[0] === '0');
    const rolled_back = `select xact_rollback from pg_stat_database where datname = '${name}'`;
    expect(await query(rolled_back)).toEqual(['0']);
  });

  test('make the tables that are known to be the service’s, and no others', async () => {
    await migrateToLatest(url);
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname not like 'kysely%'`,
    );
    await client.end();
    expect([...(await knownTables())].sort()).toEqual(rows.map((row) => row.name).sort());
  });

  test('finish quickly when all have run', async () => {
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

describe('the files of the migrations', () => {
  test('are numbered without gap or duplicate', () => {
    const numbers = FILES.map((file) => file.slice(0, 5)).sort();
    expect(numbers).toEqual(FILES.map((_, index) => `${String(index + 1).padStart(4, '0')}_`));
  });

  test('end each statement, and nothing else, with a semicolon at the end of a line or before a comment there', async () => {
    await loadModule();
    for (const file of FILES) {
      const text = readFileSync(path.join(FOLDER, `${file}.sql`), 'utf8');
      const count = (sql: string) => (parseSync(sql) as { stmts: unknown[] }).stmts.length;
      expect([file, statementsOf(text).map(count)]).toEqual([file, Array(count(text)).fill(1)]);
    }
  });

  test('never change', () => {
    const digests = FILES.map((file) => {
      const content = readFileSync(path.join(FOLDER, `${file}.sql`));
      return [file, createHash('sha256').update(content).digest('hex')];
    });
    expect(Object.fromEntries(digests)).toEqual(DIGESTS);
  });
});

describe('a database that ran a migration under its earlier name', () => {
  const ran = () => query("select name || ' ' || timestamp from kysely_migration order by timestamp, name");

  test('starts on several nodes concurrently, and no migration runs twice', async () => {
    await migrateToLatest(url);
    const before = await ran();
    await query("update kysely_migration set name = '0006_attachment' where name = '0005_attachment'");
    await Promise.all([1, 2, 3, 4].map(() => migrateToLatest(url)));
    expect(await ran()).toEqual(before);
  });

  test('runs the missing migrations', async () => {
    await migrateBefore('0006');
    await query("update kysely_migration set name = '0006_attachment' where name = '0005_attachment'");
    await migrateToLatest(url);
    expect(await query('select name from kysely_migration order by timestamp, name')).toEqual(FILES.sort());
  });
});

describe('the kinds of refused messages', () => {
  test('are filled from the reasons of messages from before the migration', async () => {
    await migrateBefore('0029');
    await query(`
      insert into refused_message (id, received_at, reason, size, content)
      select gen_random_uuid(), now(), 'body: ' || reason, 1, 'x' from (values
        ('the receiver is not a participant of this installation'),
        ('refers to no document that was sent by this installation'),
        ('must not be empty'), ('cannot be read: at line 1, it ends'),
        ('lines: are missing (BR-16)'), ('totals.tax: does not add up, by 1 (BR-CO-14)')) as m (reason)`);
    await migrateToLatest(url);
    expect(await query('select kind from refused_message order by reason')).toEqual([
      ...['unreadable', 'invalid', 'unreadable', 'unknown_document', 'unknown_receiver', 'invalid'],
    ]);
  });
});

describe('the payloads of transmissions', () => {
  test('are stored without compression from the migration on', async () => {
    await migrateBefore('0033');
    const storage = () =>
      query(
        "select attstorage from pg_attribute where attrelid = 'transmission'::regclass and attname = 'payload'",
      );
    expect(await storage()).toEqual(['x']);
    await migrateToLatest(url);
    expect(await storage()).toEqual(['e']);
  });
});

describe('the statistics of the companies of tenant tables', () => {
  test('leave rows for companies that are not in them', async () => {
    await migrateBefore('0036');
    await query(`
      insert into company (id, name, currency, language, timezone, self_billing_enabled, embed_pdf, created_at, updated_at)
      select gen_random_uuid(), 'A', 'EUR', 'en', 'Europe/Brussels', false, false, now(), now() from generate_series(1, 4)`);
    await query(`
      insert into relation (company_id, id, type, name, sort_name, search_name, created_at, updated_at)
      select id, gen_random_uuid(), 'company', 'B', 'B', 'B', now(), now() from company, generate_series(1, 50)`);
    await query('analyze relation');
    /** Of how many companies the frequency is kept. */
    const most_common = async () => {
      const [count] = await query(
        "select coalesce(cardinality(most_common_freqs), 0) from pg_stats where tablename = 'relation' and attname = 'company_id'",
      );
      return Number(count);
    };
    expect(await most_common()).toBe(4);
    await migrateToLatest(url);
    expect(await most_common()).toBeLessThanOrEqual(1);
  });
});

describe('the snapshot of the company in documents', () => {
  const COMPANY = '0198a8e4-0000-7000-8000-000000000001';

  test('is filled from the present company for documents from before the migration', async () => {
    await migrateBefore('0009');
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

describe('the former names of relations', () => {
  const COMPANY = '0198a8e4-0000-7000-8000-000000000001';
  const relation = (n: number) => `0198a8e4-0000-7000-9000-00000000000${n}`;

  test('are filled from the documents with another name than their relation', async () => {
    await migrateBefore('0017');
    await query(`
      insert into company (id, name, currency, language, timezone, self_billing_enabled, embed_pdf, created_at, updated_at)
      values ('${COMPANY}', 'A', 'EUR', 'en', 'Europe/Brussels', false, false, now(), now())`);
    await query(`
      insert into relation (company_id, id, type, name, first_name, last_name, sort_name, search_name, created_at, updated_at)
      values ('${COMPANY}', '${relation(1)}', 'company', 'New', null, null, 'NEW', 'NEW', now(), now()),
        ('${COMPANY}', '${relation(2)}', 'contact', null, 'Piet', 'Vos', 'VOS PIET', 'PIET VOS PIET', now(), now())`);
    await query(`
      insert into document (company_id, id, type, number, status, accounting_status, payment_status, relation_id,
        issue_date, currency, language, payment_reference_made, seller, buyer, lines, allowance_charges, vat_breakdown,
        totals, created_at, updated_at)
      select '${COMPANY}', gen_random_uuid(), type, number, status, 'pending', 'unpaid', relation_id::uuid, '2026-01-01',
        'EUR', 'en', false, '{"name": "Seller"}', json_build_object('name', buyer), '[]', '[]', '[]', '{}', now(), now()
      from (values
        ('1', 'invoice', 'draft', '${relation(1)}', 'New'),
        ('2', 'quote', 'sent', '${relation(1)}', 'Straße'),
        ('3', 'invoice', 'sent', '${relation(1)}', 'Straße'),
        ('4', 'invoice', 'draft', '${relation(2)}', 'Piet Vos'),
        ('5', 'invoice', 'draft', '${relation(2)}', 'P. Vos'),
        ('6', 'purchase_invoice', 'draft', '${relation(2)}', 'A'),
        ('7', 'purchase_invoice', 'received', '${relation(2)}', 'A')
      ) as d (number, type, status, relation_id, buyer)`);
    await migrateToLatest(url);
    const found = "select relation_id || ' ' || name from relation_former_name order by 1";
    expect(await query(found)).toEqual([`${relation(1)} STRASSE`, `${relation(2)} P. VOS`]);
  });
});

describe('what invoices state of their credit notes', () => {
  const COMPANIES = [1, 2].map((n) => `0198a8e4-0000-7000-8000-00000000000${n}`);
  const document = (n: number) => `0198a8e4-0000-7000-9000-0000000000${String(n).padStart(2, '0')}`;

  test('is filled from the credit notes that name them by id', async () => {
    await migrateBefore('0020');
    for (const company of COMPANIES) {
      await query(`
        insert into company (id, name, currency, language, timezone, self_billing_enabled, embed_pdf, created_at, updated_at)
        values ('${company}', 'A', 'EUR', 'en', 'Europe/Brussels', false, false, now(), now())`);
      await query(`
        insert into relation (company_id, id, type, name, sort_name, search_name, created_at, updated_at)
        values ('${company}', '${company}', 'company', 'B', 'B', 'B', now(), now())`);
      await query(`
        insert into journal (company_id, id, code, name, category, sequence_scope, number_format, number_pattern,
          first_number, first_period, active, created_at, updated_at)
        values ('${company}', '${company}', 'INV', 'I', 'sales', 'continuous', '{seq}', '', 1, '', false, now(), now())`);
      await query(`
        insert into numbering_sequence (company_id, journal_id, period, last_number)
        values ('${company}', '${company}', '', 19)`);
    }
    const invoices = [
      [1, 'invoice', '121.00', null],
      [2, 'invoice', '121.00', null],
      [3, 'invoice', '0.00', null],
      [4, 'invoice', '1101', null],
      [5, 'invoice', '50.00', null],
      [6, 'purchase_invoice', '60.00', null], // received: without a journal
      [13, 'credit_note', '20.50', { id: document(1) }], // made before the next one
      [12, 'credit_note', '0.50', { id: document(1) }],
      [14, 'credit_note', '121.00', { id: document(2) }],
      [15, 'credit_note', '0.00', { id: document(3) }],
      [16, 'credit_note', '2000', { id: document(4) }],
      [17, 'credit_note', '5.00', { id: null, number: 'X-1' }],
      [18, 'credit_note', '5.00', { id: document(99), number: 'deleted' }],
      [19, 'purchase_credit_note', '60.00', { id: document(6) }],
    ] as const;
    const values = invoices.map(([n, type, total, preceding], position) => {
      const journal = n === 6 ? 'null' : `'${COMPANIES[0]}'`;
      const named = preceding === null ? 'null' : `'${JSON.stringify(preceding)}'`;
      return `(${position}, '${document(n)}', '${type}', ${journal}, ${n}, '${total}', ${named})`;
    });
    await query(`
      insert into document (company_id, id, type, number, journal_id, period, sequence_number, status, accounting_status,
        payment_status, relation_id, issue_date, currency, language, payment_reference_made, seller, buyer, lines,
        allowance_charges, vat_breakdown, totals, preceding_document, created_at, updated_at)
      select '${COMPANIES[0]}', id::uuid, type, 'N-' || n, journal::uuid, case when journal is not null then '' end,
        case when journal is not null then n end, case when journal is null then 'received' else 'sent' end, 'pending',
        'unpaid', '${COMPANIES[0]}', '2026-01-01', 'EUR', 'en', false, '{}', '{}', '[]', '[]', '[]',
        json_build_object('tax_inclusive', total), named::json, timestamptz '2026-01-01' + position * interval '1 s', now()
      from (values ${values.join(', ')}) as d (position, id, type, journal, n, total, named)`);
    // Another company's document with the same id as an invoice.
    await query(`
      insert into document (company_id, id, type, number, journal_id, period, sequence_number, status, accounting_status,
        payment_status, relation_id, issue_date, currency, language, payment_reference_made, seller, buyer, lines,
        allowance_charges, vat_breakdown, totals, created_at, updated_at)
      select '${COMPANIES[1]}', id, type, number, '${COMPANIES[1]}', '', 1, status, 'pending', 'unpaid', '${COMPANIES[1]}',
        issue_date, currency, 'en', false, '{}', '{}', '[]', '[]', '[]', totals, now(), now()
      from document where id = '${document(1)}'`);

    await migrateToLatest(url);
    const note = (n: number) => ({ id: document(n), number: `N-${n}` });
    const credited = await query(`
      select json_build_array(right(id::text, 2), company_id = '${COMPANIES[0]}', credited, credit_origin, settlement)::text
      from document where credited is not null order by company_id, id`);
    const stated = (amount: string, notes: readonly object[], is_complete: boolean) => [
      ...[true, { amount, notes, is_made: false, is_complete }, null, null],
    ];
    expect(credited.map((text) => JSON.parse(text) as unknown)).toEqual([
      ['01', ...stated('21.00', [note(13), note(12)], false)],
      ['02', ...stated('121.00', [note(14)], true)],
      ['03', ...stated('0.00', [note(15)], false)],
      ['04', ...stated('2000', [note(16)], true)],
    ]);
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
  /** A connection in a transaction that has read the table. */
  async function aReader(table: string): Promise<Client> {
    const client = new Client(url);
    await client.connect();
    await client.query(`begin; select a from ${table}`);
    return client;
  }
  const untilBlocked = () => {
    const waits = `select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = '${name}'`;
    return until(async () => (await query(waits))[0] === '1');
  };

  test('are rolled back, and the error names the one that failed', async () => {
    writeFileSync(
      path.join(folder, '0002_second.sql'),
      'create table second (a int); insert into first values (1/0);',
    );
    await expect(migrateToLatest(url, { folder })).rejects.toThrow(
      'The migration 0002_second.sql failed: division by zero',
    );
    expect(await tables()).toEqual([]);
  });

  test('name the missing right of a role that may not create tables', async () => {
    const restricted = new URL(url);
    restricted.searchParams.set('options', '-c role=pg_monitor');
    await expect(migrateToLatest(restricted.href, { folder })).rejects.toMatchObject({ code: '42501' });
  });

  test('keep earlier migrations, and can run again after a fix', async () => {
    await migrateToLatest(url, { folder });
    writeFileSync(path.join(folder, '0002_second.sql'), 'create table second (');
    await expect(migrateToLatest(url, { folder })).rejects.toThrow('0002_second.sql');
    expect(await tables()).toEqual(['first', ...OWN]);
    writeFileSync(path.join(folder, '0002_second.sql'), 'create table second (a int)');
    await migrateToLatest(url, { folder });
    expect(await tables()).toEqual(['first', ...OWN, 'second']);
    expect(await query('select a from first')).toEqual(['1']);
  });

  test('do not hold up the statements of others while a table is locked, and run once it is free', async () => {
    await migrateToLatest(url, { folder });
    writeFileSync(path.join(folder, '0002_second.sql'), 'alter table first add column b int');
    const reader = await aReader('first');
    const other = new Client(url);
    await other.connect();
    const migrated = migrateToLatest(url, { folder, pace: 0.05 });
    await untilBlocked();
    expect((await other.query('select a from first')).rows).toEqual([{ a: 1 }]);
    await reader.query('commit');
    await migrated;
    expect((await other.query('select b from first')).rows).toEqual([{ b: null }]);
    await Promise.all([reader.end(), other.end()]);
  });

  test('run again after a deadlock with a running node', async () => {
    writeFileSync(path.join(folder, '0002_second.sql'), 'create table second (a int)');
    await migrateToLatest(url, { folder });
    writeFileSync(
      path.join(folder, '0003_third.sql'),
      'alter table first add column b int;\nalter table second add column b int;',
    );
    const node = await aReader('second');
    const migrated = migrateToLatest(url, { folder, pace: 0.5 });
    await untilBlocked();
    expect((await node.query('select a from first')).rows).toEqual([{ a: 1 }]);
    await node.query('commit');
    await migrated;
    expect((await node.query('select b from first')).rows).toEqual([{ b: null }]);
    await node.end();
  });

  test('fail with a hint when a table stays locked', async () => {
    await migrateToLatest(url, { folder });
    writeFileSync(path.join(folder, '0002_second.sql'), 'alter table first add column b int');
    const reader = await aReader('first');
    await expect(migrateToLatest(url, { folder, pace: 0.002 })).rejects.toThrow(
      /^The migration 0002_second\.sql failed: .*lock timeout: a backup or another long transaction is running/,
    );
    await reader.end();
  });

  test('fail on every node that starts concurrently', async () => {
    writeFileSync(path.join(folder, '0002_second.sql'), 'select 1/0');
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => migrateToLatest(url, { folder })));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await tables()).toEqual([]);
  });
});
