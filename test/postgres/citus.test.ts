import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadModule } from 'libpg-query';
import { Client } from 'pg';
import { refusedByCluster } from '../support/citus/migration-rules';
import { createDatabase, type TestDatabase } from '../support/database';

const script = readFileSync(path.join(__dirname, '../../db/citus.sql'), 'utf8');
const listed = /unnest\(array\[(.*?)\]\)/s.exec(script)![1]!;
const distributed = ['company', ...[...listed.matchAll(/'(\w+)'/g)].map(([, name]) => name!)];
const dropped = new Set([...script.matchAll(/drop constraint (\w+)/g)].map(([, name]) => name!));
const added = [...script.matchAll(/add constraint (\w+)/g)].map(([, name]) => name!);

/** Tables that are read before the company is known. */
const ON_THE_COORDINATOR = ['client', 'network_participant'];

describe('the script that distributes the database by company', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });
  const rows = async <T extends object>(text: string) => (await client.query<T>(text)).rows;

  test('distributes every tenant table', async () => {
    const tables = await rows<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'company_id'`,
    );
    const of_companies = tables.map(({ name }) => name).filter((name) => !ON_THE_COORDINATOR.includes(name));
    expect([...distributed].sort()).toEqual(['company', ...of_companies].sort());
  });

  test('distributes referenced tables first, and drops and restores constraints of cycles', async () => {
    const references = await rows<{ name: string; referring: string; referenced: string }>(
      `select conname as name, conrelid::regclass::text as referring, confrelid::regclass::text as referenced
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const among = references.filter(({ referring }) => distributed.includes(referring));
    expect(among.length).toBeGreaterThan(20);
    const too_late = among.filter(
      ({ name, referring, referenced }) =>
        !dropped.has(name) &&
        (!distributed.includes(referenced) ||
          distributed.indexOf(referenced) > distributed.indexOf(referring)),
    );
    expect(too_late).toEqual([]);
    expect(added.sort()).toEqual([...dropped].sort());
  });

  test('restores dropped constraints unchanged', async () => {
    const definitions = () =>
      rows(
        `select conname, conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
         where contype = 'f' order by 1, 2`,
      );
    const before = await definitions();
    const alterations = script.match(/^alter table[^;]*;/gm)!;
    expect(alterations).toHaveLength(2 * dropped.size);
    await client.query(alterations.join('\n'));
    expect(await definitions()).toEqual(before);
  });
});

describe('the migrations on a distributed database', () => {
  const folder = path.join(__dirname, '../../db/migrations');
  /** The first version that ran on a cluster had this migration. */
  const later = readdirSync(folder).filter((file) => file > '0017_document_search.sql');
  beforeAll(() => loadModule());

  /** A further one needs the long way of docs/deployment.md: avoid it, or name it here and in CHANGELOG.md. */
  test('are taken as they are, except for these', () => {
    const refused = later
      .map((file) => [file, ...refusedByCluster(readFileSync(path.join(folder, file), 'utf8'))])
      .filter(([, ...reasons]) => reasons.length > 0);
    expect(refused).toEqual([
      ['0020_credit_note.sql', 'changed rows'],
      ['0024_address_position.sql', 'a new column with a constraint'],
    ]);
  });

  test.each([
    ['create function f() returns integer language sql return 1', 'a function'],
    ['create trigger t after insert on document for each row execute function f()', 'a trigger'],
    ['insert into link select * from link', 'changed rows'],
    [`update document set language = 'en'`, 'changed rows'],
    ['delete from link', 'changed rows'],
    ['alter table link add column x integer check (x > 0)', 'a new column with a constraint'],
    ['alter table link add column x integer unique', 'a new column with a constraint'],
    ['create unique index i on document (id)', 'a unique index without the company'],
  ])('%s is refused', (statement, reason) => {
    expect(refusedByCluster(statement)).toEqual([reason]);
  });

  test.each([
    `alter table link add column x json not null default '[]'`,
    'alter table client add column x integer check (x > 0)',
    'create table x (company_id uuid primary key references company, y integer check (y > 0))',
    'create unique index i on document (company_id, id)',
    'create index i on document (id)',
    'drop index i',
    'update client set name = $1',
  ])('%s is taken', (statement) => {
    expect(refusedByCluster(statement)).toEqual([]);
  });
});
