import { sql } from 'kysely';
import request from 'supertest';
import { DATABASE, get } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import {
  A_LINE,
  anInvoiceTo,
  aSender,
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

const create = (body: object, node = 0) =>
  request(nodes[node]!.api)
    .post('/documents?send_peppol=true')
    .set('Authorization', `Bearer ${tenant.access_token}`)
    .send(body);

const documents = async () => (await tenant.get('/documents')).body.data;

describe('POST /documents?send_peppol=true', () => {
  test('creates the document and sends it', async () => {
    const { status, body, headers } = await create(await anInvoiceTo(tenant, DELIVERS));
    expect(status).toBe(201);
    expect(headers).toMatchObject({ location: `/documents/${body.id}`, etag: '"1"' });
    expect(body).toMatchObject({
      status: 'sent',
      peppol_status: 'pending',
      sent_at: null,
      allowed_actions: ['pay', 'credit'],
    });
    expect((await tenant.get(`/documents/${body.id}`)).body).toMatchObject({ number: body.number });
    await documentWith(tenant, body.id, 'delivered');
    expect(await transmissionsOf(tenant, body.id)).toHaveLength(1);
  });

  test('sends a UBL with the number of the document', async () => {
    const { body } = await create(await anInvoiceTo(tenant, DELIVERS));
    const { rows } = await sql<{ payload: Buffer }>`
      select payload from transmission where document_id = ${body.id}`.execute(
      get(nodes[0].container, DATABASE),
    );
    const xml = rows[0]!.payload.toString('utf8');
    expect(xml).toContain(`<cbc:ID>${body.number}</cbc:ID>`);
    expect(xml).not.toContain(body.id);
  });

  test('only creates the document with send_peppol=false', async () => {
    const body = await anInvoiceTo(tenant, DELIVERS);
    const { body: created } = await tenant.post('/documents?send_peppol=false', body).expect(201);
    expect(created).toMatchObject({ status: 'draft', peppol_status: null });
  });

  test.each(['proforma', 'quote'])('stores no %s, and takes no number', async (type) => {
    const body = await anInvoiceTo(tenant, DELIVERS, { type });
    expect(refusal(await create(body))).toEqual([422, 'not_sendable']);
    expect(await documents()).toEqual([]);
    const { body: created } = await tenant.post('/documents', body).expect(201);
    expect(created.number).toMatch(/-00001$/);
  });

  test('checks the type after the references and before the lines', async () => {
    const { relation_id } = await anInvoiceTo(tenant, DELIVERS);
    const quote = { type: 'quote', relation_id, lines: [{ ...A_LINE, vat_category: 'K', vat_rate: '0' }] };
    expect(refusal(await create({ ...quote, branding_id: tenant.company_id }))).toEqual([
      422,
      'validation_error',
    ]);
    expect(refusal(await create(quote))).toEqual([422, 'not_sendable']);
    expect(refusal(await create({ ...quote, type: 'invoice' }))).toEqual([422, 'validation_error']);
    expect(await documents()).toEqual([]);
  });

  test.each([
    ['a receiver that is not registered', NOT_REGISTERED],
    ['a receiver without an address', null],
  ])('creates the document without sending it for %s', async (_, participant) => {
    const { status, body, headers } = await create(await anInvoiceTo(tenant, participant));
    expect([status, body.error.code]).toEqual([422, 'send_failed']);
    const [created, ...others] = await documents();
    expect(others).toEqual([]);
    expect(body.error.message).toContain(created.id);
    expect(body.error.details).toEqual([{ document_id: created.id, rule: null, pointer: '/relation_id' }]);
    expect(headers['location']).toBe(`/documents/${created.id}`);
    expect(created).toMatchObject({ status: 'draft', peppol_status: null });

    await tenant.patch(`/relations/${created.relation_id}`, { electronic_address: DELIVERS }).expect(200);
    await tenant.post(`/documents/${created.id}/send`).expect(202);
    await documentWith(tenant, created.id, 'delivered');
  });

  test('stores the failure under an Idempotency-Key, so that a retry does not create the document again', async () => {
    const body = await anInvoiceTo(tenant, NOT_REGISTERED);
    const keyed = (node: number) => create(body, node).set('Idempotency-Key', 'a failure');
    const answers = await Promise.all([keyed(0), keyed(1), keyed(0)]);
    expect(await documents()).toHaveLength(1);
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([422, answers[0].body]);
      expect(headers['location']).toBe(answers[0].headers['location']);
    }
    expect((await keyed(1)).headers['idempotency-replayed']).toBe('true');
  });

  test('creates and sends once with an Idempotency-Key, on any node', async () => {
    const body = await anInvoiceTo(tenant, DELIVERS);
    const keyed = (n: number) => create(body, n % 2).set('Idempotency-Key', 'a send');
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => keyed(n)));
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await documents()).toHaveLength(1);
    await documentWith(tenant, answers[0]!.body.id, 'delivered');
    expect(await transmissionsOf(tenant, answers[0]!.body.id)).toHaveLength(1);
  });

  test('stores nothing for a date that the sequence refuses', async () => {
    const body = await anInvoiceTo(tenant, DELIVERS);
    const date = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await create({ ...body, issue_date: date(3) }).expect(201);
    expect(refusal(await create({ ...body, issue_date: date(1) }))).toEqual([422, 'invalid_issue_date']);
    expect(await documents()).toHaveLength(1);
    const { rows } = await sql`select from transmission where company_id = ${tenant.company_id}`.execute(
      get(nodes[0].container, DATABASE),
    );
    expect(rows).toHaveLength(1);
  });

  test('numbers without gap under parallel traffic on two nodes', async () => {
    const body = await anInvoiceTo(tenant, DELIVERS);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => create(body, n % 2)));
    expect(answers.map(({ status, body }) => (status === 201 ? 201 : body))).toEqual(Array(24).fill(201));
    const { body: journals } = await tenant.get('/journals?category=sales');
    const { body: report } = await tenant.get(`/journals/${journals.data[0].id}/integrity`);
    expect(report.periods).toMatchObject([{ count: 24, gaps: [], duplicates: [], date_inversions: [] }]);
    for (const { body } of answers) await documentWith(tenant, body.id, 'delivered');
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from sandbox_message m
      join transmission t using (message_id) where t.company_id = ${tenant.company_id}`.execute(
      get(nodes[0].container, DATABASE),
    );
    expect(rows).toEqual([{ count: 24 }]);
  });

  test('is a parameter of this route only', async () => {
    expect(refusal(await tenant.get('/documents?send_peppol=true'))).toEqual([422, 'invalid_parameter']);
    const body = await anInvoiceTo(tenant, DELIVERS);
    expect(refusal(await tenant.post('/documents?send_peppol=yes', body))).toEqual([422, 'validation_error']);
  });
});
