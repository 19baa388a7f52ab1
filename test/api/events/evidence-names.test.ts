import { createDatabase, type TestDatabase } from '../../support/database';
import { checkedByProgram, evidenceOf, keysOf } from '../../support/evidence';
import { CSV } from '../../support/sample-files';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../../support/service';
import { unzipped } from '../../support/zip';

const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };

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

test('attachments whose names have more bytes than file systems take have shorter names in the evidence', async () => {
  const relation_id = await aRelation(tenant);
  const { body: document } = await tenant
    .post('/documents', { type: 'invoice', relation_id, lines: [LINE] })
    .expect(201);
  const { id } = document;
  const attach = async (filename: string) => {
    const { body } = await tenant
      .post(`/documents/${id}/attachments`)
      .attach('file', CSV, filename)
      .expect(201);
    expect(body.filename).toBe(filename);
    return body.id as string;
  };
  const [first, second] = [await attach(`${'é'.repeat(126)}.csv`), await attach(`${'é'.repeat(127)}.csv`)];
  const cut = (of: string) => `${'é'.repeat(107)}-${of}.csv`;
  // Somebody gives a file the name that another one has been given, or nearly.
  const same = await attach(cut(first));
  await attach(cut(first).slice(2));
  await attach(`${'a'.repeat(247)}.csv`);
  const files = unzipped(await evidenceOf(tenant, id));
  const names = [...files.keys()]
    .filter((name) => name.startsWith('attachments/'))
    .map((name) => name.slice(12));
  expect(names.sort()).toEqual(
    [cut(first), cut(second), cut(same), cut(first).slice(2), `${'a'.repeat(247)}.csv`].sort(),
  );
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(await checkedByProgram(files, tenant.company_id, await keysOf(service))).toMatch(/^VALID/);
});
