import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../src/adapters/postgres/database';
import { DATABASE, get } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { anInvoiceTo, aSender, DELIVERS, documentWith, hurry } from '../../support/sending';
import { startService, type Service, type Tenant } from '../../support/service';

let database: TestDatabase;
let service: Service;
let db: Kysely<DB>;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, hurry);
  db = get(service.container, DATABASE);
  tenant = await aSender(service);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const created = async (members: object = {}) =>
  (await tenant.post('/documents', await anInvoiceTo(tenant, DELIVERS, members)).expect(201)).body;
const documentOf = async (id: string) => (await tenant.get(`/documents/${id}`).expect(200)).body;
const rowOf = async (id: string) =>
  (await tenant.get('/documents')).body.data.find((row: { id: string }) => row.id === id);

/**
 * Stores the fields that are null, as documents have them that were changed or received, and those of earlier versions.
 */
async function storeNulls(id: string) {
  const { seller, buyer, lines, vat_breakdown, totals } = await documentOf(id);
  const whole = JSON.stringify({ seller, buyer, lines, vat_breakdown, totals });
  await sql`
    update document d
    set seller = w.seller, buyer = w.buyer, lines = w.lines, vat_breakdown = w.vat_breakdown, totals = w.totals
    from json_populate_record(null::document, ${whole}) w
    where d.id = ${id}`.execute(db);
}

async function seen(id: string) {
  const { body: ubl } = await tenant.get(`/documents/${id}/file?format=ubl`).responseType('blob').expect(200);
  return [await documentOf(id), await rowOf(id), Buffer.from(ubl as Buffer).toString()];
}

describe('A stored document', () => {
  test('has fields that are null only in its answers, also after other fields have changed', async () => {
    const { id, lines } = await created();
    await tenant.patch(`/documents/${id}`, { note: 'Changed' }).expect(200);
    const row = await db
      .selectFrom('document')
      .select(['lines'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(lines).toMatchObject([{ description: null, discount_percent: null, discount_amount: null }]);
    expect(Object.values(row.lines[0]!)).not.toContain(null);
    expect(await documentOf(id)).toMatchObject({ lines, note: 'Changed' });
  });

  test('with the fields that are null is the same document', async () => {
    const { id } = await created();
    const before = await seen(id);
    await storeNulls(id);
    expect(await seen(id)).toEqual(before);
    const { body: same } = await tenant
      .patch(`/documents/${id}`, { lines: undefined, note: null })
      .expect(200);
    expect(same).toEqual(before[0]);
    const { body } = await service.manage('get', `/management/companies/${tenant.company_id}/events/verify`);
    expect(body.faults).toEqual([]);
  });

  test('is sent, changed and credited, with and without the fields that are null', async () => {
    const { id, lines } = await created();
    await storeNulls(id);
    await tenant.patch(`/documents/${id}`, { note: 'Changed', allowance_charges: [] }).expect(200);
    await storeNulls(id);
    await tenant.post(`/documents/${id}/send`).expect(202);
    await documentWith(tenant, id, 'delivered');
    const { body: note } = await tenant
      .post(`/documents/${id}/credit`, { lines: [{ index: 0, quantity: '0.4' }] })
      .expect(201);
    await storeNulls(note.id);
    await storeNulls(id);
    const { body: rest } = await tenant.post(`/documents/${id}/credit`).expect(201);
    expect(rest.lines).toMatchObject([{ ...lines[0], quantity: '0.6', net_amount: '60.00' }]);
    expect(await documentOf(id)).toMatchObject({ open_amount: '0.00', credited_amount: '121.00' });
  });
});
