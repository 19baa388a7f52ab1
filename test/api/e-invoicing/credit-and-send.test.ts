import request from 'supertest';
import { createDatabase, type TestDatabase } from '../../support/database';
import {
  aSender,
  anInvoice,
  DELIVERS,
  documentWith,
  hurry,
  NOT_REGISTERED,
  refusal,
  transmissionsOf,
} from '../../support/sending';
import { startService, type Service, type Tenant } from '../../support/service';

let database: TestDatabase;
let nodes: readonly [Service, Service];
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  nodes = [await startService(database.url, {}, hurry), await startService(database.url, {}, hurry)];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});
beforeEach(async () => {
  tenant = await aSender(nodes[0]);
});

const LINE = { name: 'Work', quantity: '3', unit_price: '33.333', vat_rate: '21' };
const credit = (id: string, body: object = {}, node = 0) =>
  request(nodes[node]!.api)
    .post(`/documents/${id}/credit?send_peppol=true`)
    .set('Authorization', `Bearer ${tenant.access_token}`)
    .send(body);
const creditNotes = async () => (await tenant.get('/documents?type=credit_note')).body.data;
const fileOf = async (id: string) => (await tenant.get(`/documents/${id}/file?format=ubl`)).text;

describe('POST /documents/{id}/credit?send_peppol=true', () => {
  test('makes the credit note and sends it', async () => {
    const invoice = await anInvoice(tenant, DELIVERS, { lines: [LINE] });
    const { status, body, headers } = await credit(invoice.id, { note: 'Returned' });
    expect([status, headers['location'], headers['etag']]).toEqual([201, `/documents/${body.id}`, '"1"']);
    expect(body).toMatchObject({
      ...{ type: 'credit_note', status: 'sent', peppol_status: 'pending', totals: invoice.totals },
      ...{ open_amount: '0.00', payment_status: 'paid', allowed_actions: [] },
    });
    expect((await tenant.get(`/documents/${invoice.id}`)).body).toMatchObject({
      ...{ open_amount: '0.00', credit_notes: [{ id: body.id, number: body.number }] },
    });
    await documentWith(tenant, body.id, 'delivered');
    expect(await transmissionsOf(tenant, body.id)).toHaveLength(1);
    const xml = await fileOf(body.id);
    expect(xml).toContain(`<cbc:ID>${body.number}</cbc:ID>`);
    expect(xml).toContain(`<cbc:ID>${invoice.number}</cbc:ID>`);
  });

  test('makes the credit note without sending it when the receiver is not registered', async () => {
    const invoice = await anInvoice(tenant, NOT_REGISTERED);
    const keyed = () => credit(invoice.id).set('Idempotency-Key', invoice.id);
    const { status, body, headers } = await keyed();
    expect([status, body.error.code]).toEqual([422, 'send_failed']);
    const [note, ...others] = await creditNotes();
    expect([others, headers['location']]).toEqual([[], `/documents/${note.id}`]);
    expect(body.error.message).toContain(note.id);
    expect(body.error.details).toEqual([{ document_id: note.id, rule: null, pointer: '/relation_id' }]);
    expect(note).toMatchObject({ status: 'draft', peppol_status: null, open_amount: '0.00' });
    expect((await keyed()).body).toEqual(body);
    expect(await creditNotes()).toHaveLength(1);
  });

  test('stores nothing for what cannot be credited', async () => {
    const invoice = await anInvoice(tenant, DELIVERS, { lines: [LINE] });
    expect(refusal(await credit(invoice.id, { lines: [{ index: 1 }] }))).toEqual([422, 'validation_error']);
    expect(refusal(await credit(invoice.id, { issue_date: '2099-01-01' }))).toEqual([
      422,
      'invalid_issue_date',
    ]);
    expect(await creditNotes()).toEqual([]);
  });

  test('credits each line once, from two nodes at once, and sends what it stored', async () => {
    const invoice = await anInvoice(tenant, DELIVERS, { lines: [LINE] });
    const part = { lines: [{ index: 0, quantity: '1' }] };
    const answers = await Promise.all([0, 1, 0, 1].map((node) => credit(invoice.id, part, node)));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(refusal)).toEqual([[422, 'validation_error']]);
    expect(made.map(({ totals }) => totals.lines).sort()).toEqual(['33.33', '33.33', '33.34']);
    for (const { id, totals } of made) {
      await documentWith(tenant, id, 'delivered');
      expect(await fileOf(id)).toContain(`>${totals.payable}</cbc:PayableAmount>`);
    }
    expect((await tenant.get(`/documents/${invoice.id}`)).body).toMatchObject({
      ...{ open_amount: '0.00', credited_amount: invoice.totals.payable },
    });
  });

  test('makes all credit notes that are asked for at once', async () => {
    const invoice = await anInvoice(tenant, DELIVERS, { lines: [{ ...LINE, quantity: '10' }] });
    const part = { lines: [{ index: 0, quantity: '1' }] };
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => credit(invoice.id, part, n % 2)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(10);
    expect((await tenant.get(`/documents/${invoice.id}`)).body).toMatchObject({
      ...{ open_amount: '0.00', credited_amount: invoice.totals.payable },
    });
  });

  test('needs the permission to update documents too, and is no parameter of a conversion', async () => {
    const quote = await anInvoice(tenant, DELIVERS, { type: 'quote' });
    const convert = await tenant.post(`/documents/${quote.id}/convert?send_peppol=true`, { type: 'invoice' });
    expect(refusal(convert)).toEqual([422, 'invalid_parameter']);
    const invoice = await anInvoice(tenant, DELIVERS);
    const { body: client } = await nodes[0]
      .manage('post', `/management/companies/${tenant.company_id}/clients`)
      .send({ name: 'Creator', permissions: { document: ['create', 'read'] } })
      .expect(201);
    const { client_id, client_secret } = client;
    const { body: token } = await request(nodes[0].api)
      .post('/auth/token')
      .send({ grant_type: 'client_credentials', client_id, client_secret })
      .expect(200);
    const as = (path: string) =>
      request(nodes[0].api).post(path).set('Authorization', `Bearer ${token.access_token}`);
    await as(`/documents/${invoice.id}/credit?send_peppol=true`).expect(403);
    await as(`/documents/${invoice.id}/credit?send_peppol=false`).expect(201);
  });
});
