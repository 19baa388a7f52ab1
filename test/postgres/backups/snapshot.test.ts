import { openSnapshot } from '../../../src/adapters/postgres/backups/snapshot';
import { createBlankDatabase, createDatabase, runOnServer, type TestDatabase } from '../../support/database';
import { CSV } from '../../support/sample-files';
import { aRelation, aTenant, type Service, startService } from '../../support/service';

const LINES = [{ name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' }];
let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

async function read() {
  const snapshot = await openSnapshot(database.url);
  try {
    const rows: Record<string, number> = {};
    for (const table of snapshot.header.tables) {
      rows[table.name] = 0;
      for await (const piece of snapshot.rows(table)) {
        rows[table.name]! += Buffer.from(piece).toString().split('\n').length - 1;
      }
    }
    const files = [];
    for await (const file of snapshot.files()) files.push(file);
    return { header: snapshot.header, rows, files, is_deleted: await snapshot.isDeleted(files[0]!.key) };
  } finally {
    await snapshot.close();
  }
}

test('a snapshot has the rows, the files, and each key that sealed a secret of a webhook, also a replaced one', async () => {
  const tenant = await aTenant(service);
  await tenant.post('/webhooks', { url: 'https://books.example/hooks', types: ['*'] }).expect(201);
  await database.run(`update webhook set sealed_secret = 'present.a', previous_sealed_secret = 'previous.b',
    previous_secret_expires_at = now(), older_secrets = '[{"sealed_secret": "old.er.c", "expires_at": "2026-01-01T00:00:00Z"}]'`);
  const invoice = { type: 'invoice', relation_id: await aRelation(tenant), lines: LINES };
  const { id } = (await tenant.post('/documents', invoice).expect(201)).body;
  await tenant.post(`/documents/${id}/attachments`).attach('file', CSV, 'a.csv').expect(201);

  const { header, rows, files, is_deleted } = await read();

  expect(header.sealed).toEqual([
    { key: 'old.er', sample: 'old.er.c' },
    { key: 'present', sample: 'present.a' },
    { key: 'previous', sample: 'previous.b' },
  ]);
  expect(rows).toMatchObject({ company: 1, document: 1, webhook: 1, attachment: 1 });
  expect(files).toEqual([{ key: expect.any(String), size: CSV.length, sha256: expect.any(String) }]);
  expect(is_deleted).toBe(false);
});

test('rows of any size arrive as they are, in pieces that end with a row', async () => {
  const sizes = [10, 5_000_000, 20, 9_000_000, 30, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 40];
  await database.run('create table sized (number integer, text text)');
  for (const [number, size] of sizes.entries())
    await database.run(`insert into sized values (${number}, repeat('x', ${size}))`);
  const snapshot = await openSnapshot(database.url);
  const pieces: Buffer[] = [];
  for await (const piece of snapshot.rows({ name: 'sized', columns: ['number', 'text'] }))
    pieces.push(Buffer.from(piece));
  await snapshot.close();
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.every((piece) => piece.at(-1) === 10)).toBe(true);
  const rows = Buffer.concat(pieces).toString().trimEnd().split('\n');
  expect(rows.map((row) => row.length)).toEqual(sizes.map((size) => size + 2));
});

test('more files than are read at once are all found', async () => {
  await database.run(`
    insert into attachment (company_id, document_id, id, filename, filename_key, content_type, size, sha256, key, created_at)
    select company_id, document_id, gen_random_uuid(), n || '.csv', n || '.csv', content_type, size, sha256, 'k/' || n, created_at
    from attachment, generate_series(1, 2500) n`);
  const keys = (await read()).files.map(({ key }) => key);
  expect(keys).toHaveLength(2_501);
  expect(new Set(keys).size).toBe(2_501);
});

test('a database without tables of the service is refused, and no connection stays open', async () => {
  const blank = await createBlankDatabase();
  try {
    await expect(openSnapshot(blank.url)).rejects.toThrow(/there is nothing to back up/);
    const other_name = `${blank.name}_unused`; // a name cannot be changed while a connection is open
    await runOnServer(`alter database "${blank.name}" rename to "${other_name}"`);
    await runOnServer(`alter database "${other_name}" rename to "${blank.name}"`);
  } finally {
    await blank.drop();
  }
});
