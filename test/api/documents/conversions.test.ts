import { createDatabase, type TestDatabase } from '../../support/database';
import { NO_ID } from '../../support/every-route';
import {
  aRelation,
  aTenant,
  BELGIAN_ADDRESS,
  startService,
  type Service,
  type Tenant,
} from '../../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let relation_id: string;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service, { vat: 'BE0123456749', address: BELGIAN_ADDRESS });
  relation_id = await aRelation(tenant);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

async function aDocument(members: object = {}) {
  const lines = [{ name: 'Consulting', quantity: '3', unit_price: '99.99', vat_rate: '21' }];
  const { body } = await tenant
    .post('/documents', { type: 'quote', relation_id, lines, ...members })
    .expect(201);
  return body;
}
const convert = (id: string, body: object) => tenant.post(`/documents/${id}/convert`, body);
const documentOf = async (id: string) => (await tenant.get(`/documents/${id}`).expect(200)).body;
const relatedTo = ({ id, number, type }: { id: string; number: string; type: string }) => ({
  id,
  number,
  type,
});

describe('A conversion', () => {
  test('of a quote makes documents that both name each other', async () => {
    const allowance_charges = [{ kind: 'allowance', percent: '5', reason: 'Loyalty' }];
    const quote = await aDocument({ note: 'Thanks', allowance_charges, external_id: 'quote-1' });
    expect(quote).toMatchObject({
      ...{ converted_from: null, converted_to: [], allowed_actions: ['update', 'delete', 'convert'] },
    });
    const { status, body: invoice, headers } = await convert(quote.id, { type: 'invoice' });
    expect([status, headers['location']]).toEqual([201, `/documents/${invoice.id}`]);
    expect(invoice).toMatchObject({
      ...{ type: 'invoice', status: 'draft', note: 'Thanks', external_id: null, totals: quote.totals },
      ...{ lines: quote.lines, allowance_charges: quote.allowance_charges },
      ...{ converted_from: relatedTo(quote), converted_to: [], open_amount: quote.totals.payable },
    });
    const { body: proforma } = await convert(quote.id, { type: 'proforma' }).expect(201);
    const { body: second } = await convert(proforma.id, { type: 'invoice' }).expect(201);
    expect(second.converted_from).toEqual(relatedTo(proforma));

    const allowed_actions = ['update', 'send', 'pay', 'credit']; // no longer the last of its sequence
    expect(await documentOf(invoice.id)).toEqual({ ...invoice, allowed_actions });
    const source = await tenant.get(`/documents/${quote.id}`);
    expect(source.body).toEqual({ ...quote, converted_to: [relatedTo(invoice), relatedTo(proforma)] });
    expect(source.headers['etag']).toBe('"1"');
    const list = await tenant.get(`/documents?external_id=quote-1`).expect(200);
    expect(list.body.data).toMatchObject([
      { converted_from: null, converted_to: [relatedTo(invoice), relatedTo(proforma)] },
    ]);
    expect((await tenant.get('/documents?type=proforma')).body.data).toMatchObject([
      { converted_from: relatedTo(quote), converted_to: [relatedTo(second)] },
    ]);
  });

  test('stays when the source is deleted, and is no longer named when it is deleted itself', async () => {
    const quote = await aDocument();
    const { body: invoice } = await convert(quote.id, { type: 'invoice' }).expect(201);
    await tenant.delete(`/documents/${invoice.id}`).expect(204);
    expect((await documentOf(quote.id)).converted_to).toEqual([]);
    const { body: again } = await convert(quote.id, { type: 'invoice' }).expect(201);
    expect(again.number).toBe(invoice.number);
    await tenant.delete(`/documents/${quote.id}`).expect(204);
    expect((await documentOf(again.id)).converted_from).toEqual(relatedTo(quote));
  });

  test('happens once under an Idempotency-Key', async () => {
    const quote = await aDocument();
    const send = () => convert(quote.id, { type: 'invoice' }).set('Idempotency-Key', quote.id);
    const [first, second] = [await send().expect(201), await send().expect(201)];
    expect(second.body).toEqual(first.body);
    expect((await documentOf(quote.id)).converted_to).toHaveLength(1);
  });

  test.each<[string, object, object, string]>([
    ['an invoice', { type: 'invoice' }, { type: 'invoice' }, 'validation_error'],
    ['a proforma to a proforma', { type: 'proforma' }, { type: 'proforma' }, 'validation_error'],
    ['without a type', {}, {}, 'validation_error'],
    ['to a credit note', {}, { type: 'credit_note' }, 'validation_error'],
    ['with lines', {}, { type: 'invoice', lines: [] }, 'validation_error'],
    ['with an unknown journal', {}, { type: 'invoice', journal_id: NO_ID }, 'invalid_journal'],
    ['far ahead', {}, { type: 'invoice', issue_date: '2099-01-01' }, 'invalid_issue_date'],
  ])('is refused: %s', async (_, members, body, code) => {
    const { id } = await aDocument(members);
    const { status, body: answer } = await convert(id, body);
    expect([status, answer.error.code]).toEqual([422, code]);
    expect((await documentOf(id)).converted_to).toEqual([]);
  });

  test('needs a document of the company, and takes the buyer as it is now', async () => {
    await convert(NO_ID, { type: 'invoice' }).expect(404);
    const quote = await aDocument();
    await tenant.patch(`/relations/${relation_id}`, { name: 'Renamed NV' }).expect(200);
    const { body } = await convert(quote.id, { type: 'invoice' }).expect(201);
    expect([quote.buyer.name, body.buyer.name]).toEqual(['A customer', 'Renamed NV']);
  });
});
