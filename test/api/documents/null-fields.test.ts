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

/** Leaves out the fields that are null, as a later release may store documents. */
const stripNulls = (id: string) =>
  sql`
    update document
    set seller = json_strip_nulls(seller), buyer = json_strip_nulls(buyer), lines = json_strip_nulls(lines),
        vat_breakdown = json_strip_nulls(vat_breakdown), totals = json_strip_nulls(totals)
    where id = ${id}`.execute(db);

async function seen(id: string) {
  const { body: ubl } = await tenant.get(`/documents/${id}/file?format=ubl`).responseType('blob').expect(200);
  return [await documentOf(id), await rowOf(id), Buffer.from(ubl as Buffer).toString()];
}

describe('A stored document', () => {
  test('has the fields that are null, which nodes of the previous release need', async () => {
    const { id, seller, buyer, lines, vat_breakdown, totals } = await created();
    const row = await db
      .selectFrom('document')
      .select(['seller', 'buyer', 'lines', 'vat_breakdown', 'totals'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ seller, buyer, lines, vat_breakdown, totals });
  });

  test('without the fields that are null is the same document', async () => {
    const { id } = await created();
    const before = await seen(id);
    await stripNulls(id);
    expect(await seen(id)).toEqual(before);
    const { body: same } = await tenant
      .patch(`/documents/${id}`, { lines: undefined, note: null })
      .expect(200);
    expect(same).toEqual(before[0]);
    const { body } = await service.manage('get', `/management/companies/${tenant.company_id}/events/verify`);
    expect(body.faults).toEqual([]);
  });

  test('without the fields that are null is sent, changed and credited', async () => {
    const { id, lines } = await created();
    await stripNulls(id);
    await tenant.patch(`/documents/${id}`, { note: 'Changed', allowance_charges: [] }).expect(200);
    await stripNulls(id);
    await tenant.post(`/documents/${id}/send`).expect(202);
    await documentWith(tenant, id, 'delivered');
    const { body: note } = await tenant
      .post(`/documents/${id}/credit`, { lines: [{ index: 0, quantity: '0.4' }] })
      .expect(201);
    await stripNulls(note.id);
    await stripNulls(id);
    const { body: rest } = await tenant.post(`/documents/${id}/credit`).expect(201);
    expect(rest.lines).toMatchObject([{ ...lines[0], quantity: '0.6', net_amount: '60.00' }]);
    expect(await documentOf(id)).toMatchObject({ open_amount: '0.00', credited_amount: '121.00' });
  });
});
