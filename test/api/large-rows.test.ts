import { createDatabase, type TestDatabase } from '../support/database';
import { aTenant, type Service, startService, type Tenant } from '../support/service';

/** The rows of a page have about 2 MiB at most. */
const PAGE_BYTES = 2 * 1024 * 1024;
const ROWS = 30;

let database: TestDatabase;
let service: Service;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** 120 KB. */
const large = (name: string) => ({
  type: 'company',
  name,
  note: '\u{1f600}'.repeat(5_000),
  metadata: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key${i}`, '\u{1f600}'.repeat(500)])),
});

test('a list of large resources has shorter pages, which together are the whole list', async () => {
  const names = Array.from({ length: ROWS }, (_, i) => `Relation ${String(i).padStart(2, '0')}`);
  for (const name of names) expect((await tenant.post('/relations', large(name))).status).toBe(201);

  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body } = await tenant.get(
      `/relations?sort=name&limit=200${cursor && `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    pages.push(body.data.map(({ name }: { name: string }) => name));
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(PAGE_BYTES + 200_000);
    cursor = body.next_cursor as string | null;
  }
  expect(pages.flat()).toEqual(names);
  expect(pages).toHaveLength(2);
});
