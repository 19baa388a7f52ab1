import request from 'supertest';
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
import { until } from '../../support/until';

let database: TestDatabase;
let service: Service;
/** A second node over the same database. */
let other_node: Service;
let tenant: Tenant;
let relation_id: string;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  other_node = await startService(database.url);
  tenant = await aTenant(service, { vat: 'BE0123456749', address: BELGIAN_ADDRESS });
  relation_id = await aRelation(tenant);
});
afterAll(async () => {
  await service.close();
  await other_node.close();
  await database.drop();
});

/** 121.00 EUR unless the members say otherwise. */
async function aDocument(members: object = {}): Promise<string> {
  const lines = [{ name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' }];
  const { body } = await tenant
    .post('/documents', { type: 'invoice', relation_id, lines, ...members })
    .expect(201);
  return body.id as string;
}
const pay = (id: string, body: object) => tenant.post(`/documents/${id}/payments`, body);
const documentOf = async (id: string) => (await tenant.get(`/documents/${id}`).expect(200)).body;
const link = (target_id: string, amount: string) =>
  service
    .manage('post', `/management/companies/${tenant.company_id}/links`)
    .send({ target: 'document', target_id, kind: 'reconciliation', amount })
    .expect(201);

test('A link has the address under which it is deleted, and no version', async () => {
  const { body, headers } = await link(await aDocument(), '10');
  const address = `/management/companies/${tenant.company_id}/links/${body.id}`;
  expect([headers['location'], headers['etag']]).toEqual([address, undefined]);
  await service.manage('delete', address).expect(204);
});

describe('A payment', () => {
  test('is recorded, found, listed and removed, and its document follows', async () => {
    const id = await aDocument();
    const created = await pay(id, { amount: '21', date: '2020-02-29', method: 'card', reference: 'T-1' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...{ id: expect.any(String), amount: '21.00', date: '2020-02-29', method: 'card', reference: 'T-1' },
      ...{ created_at: expect.any(String), updated_at: created.body.created_at },
    });
    expect(created.headers['location']).toBe(`/documents/${id}/payments/${created.body.id}`);
    expect(created.headers['etag']).toBe('"1"');
    expect(await documentOf(id)).toMatchObject({
      ...{ payment_status: 'partial', open_amount: '100.00', paid_amount: null },
      totals: { paid: '0.00', payable: '121.00' },
    });

    const address = created.headers['location']!;
    expect((await tenant.get(address).expect(200)).body).toEqual(created.body);
    const { body: rest } = await pay(id, { amount: '100.00' }).expect(201);
    expect(rest).toMatchObject({ method: 'transfer', reference: null });
    const list = await tenant.get(`/documents/${id}/payments?sort=created_at`).expect(200);
    expect(list.body).toEqual({ data: [created.body, rest], next_cursor: null });
    expect(await documentOf(id)).toMatchObject({
      ...{ payment_status: 'paid', open_amount: '0.00' },
      allowed_actions: expect.not.arrayContaining(['pay']),
    });

    await tenant.delete(address).expect(204);
    await tenant.get(address).expect(404);
    await tenant.delete(address).expect(404);
    expect(await documentOf(id)).toMatchObject({ payment_status: 'partial', open_amount: '21.00' });
  });

  test('moves the version of its document, and its own never moves', async () => {
    const id = await aDocument();
    const { body } = await pay(id, { amount: '1.00' }).expect(201);
    await tenant.patch(`/documents/${id}`, { note: 'x' }).set('If-Match', '"1"').expect(412);
    await tenant.delete(`/documents/${id}/payments/${body.id}`).set('If-Match', '"2"').expect(412);
    await tenant.delete(`/documents/${id}/payments/${body.id}`).set('If-Match', '"1"').expect(204);
    expect((await tenant.get(`/documents/${id}`)).headers['etag']).toBe('"3"');
  });

  test.each([
    ['amount: is required', {}],
    ['amount: must be above 0', { amount: '0' }],
    ['amount: must be above 0', { amount: '-1' }],
    ['amount: must have at most 2 decimals', { amount: '1.000' }],
    ['date: ', { amount: '1', date: '2026-02-30' }],
    ['method: ', { amount: '1', method: 'cheque' }],
    ['currency: unknown field', { amount: '1', currency: 'EUR' }],
  ])('is refused with "%s"', async (message, body) => {
    const { status, body: answer } = await pay(await aDocument(), body);
    expect([status, answer.error.code]).toEqual([422, 'validation_error']);
    expect(answer.error.message).toContain(message);
  });

  test.each(['quote', 'proforma'])('of a %s is refused, since it has no open amount', async (type) => {
    const id = await aDocument({ type });
    expect((await documentOf(id)).open_amount).toBeNull();
    const { status, body } = await pay(id, { amount: '1' });
    expect([status, body.error.code]).toEqual([422, 'validation_error']);
  });

  test('needs a document of the company', async () => {
    await pay(NO_ID, { amount: '1' }).expect(404);
    const stranger = await aTenant(service);
    const id = await aDocument();
    await stranger.post(`/documents/${id}/payments`, { amount: '1' }).expect(404);
    await stranger.get(`/documents/${id}/payments`).expect(404);
  });

  test('is recorded once under an Idempotency-Key', async () => {
    const id = await aDocument();
    const send = () => pay(id, { amount: '100' }).set('Idempotency-Key', `pay-${id}`);
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect((await documentOf(id)).open_amount).toBe('21.00');
  });

  test('is dated today in the time zone of the company', async () => {
    const { body } = await pay(await aDocument(), { amount: '1' }).expect(201);
    const zone = { timeZone: 'Europe/Brussels', dateStyle: 'short' } as const;
    const days = [body.created_at, Date.now()].map((time) =>
      new Intl.DateTimeFormat('sv-SE', zone).format(new Date(time)),
    );
    expect(days).toContain(body.date);
  });
});

describe('What is open', () => {
  test('counts what is stated as paid, payments and the amounts of links', async () => {
    const id = await aDocument({ paid_amount: '21.00' });
    expect((await documentOf(id)).open_amount).toBe('100.00');
    await pay(id, { amount: '30.00' }).expect(201);
    await link(id, '50.00');
    expect(await documentOf(id)).toMatchObject({ open_amount: '20.00', payment_status: 'partial' });
    const { status, body } = await pay(id, { amount: '20.01' });
    expect([status, body.error.code]).toEqual([422, 'invalid_paid_amount']);
    await link(id, '25.00'); // links may go beyond
    expect(await documentOf(id)).toMatchObject({ open_amount: '-5.00', payment_status: 'paid' });
    await pay(id, { amount: '0.01' }).expect(422);
  });

  test('is in lists too', async () => {
    const id = await aDocument({ external_id: 'open-1' });
    const quote = await aDocument({ type: 'quote', external_id: 'open-2' });
    await pay(id, { amount: '1.00' }).expect(201);
    const open = async (external_id: string) =>
      (await tenant.get(`/documents?external_id=${external_id}`)).body.data.map((row: object) => row);
    expect(await open('open-1')).toMatchObject([{ id, open_amount: '120.00' }]);
    expect(await open('open-2')).toMatchObject([{ id: quote, open_amount: null }]);
  });

  test('is never exceeded by concurrent payments on two nodes: those that fit are recorded', async () => {
    const id = await aDocument();
    const nodes = [service, other_node];
    const amounts = ['50.00', '40.00', '30.00', '20.01', '20.00', '11.00', '5.00', '1.00', '0.99', '0.01'];
    const answers = await Promise.all(
      [...amounts, ...amounts].map((amount, index) =>
        request(nodes[index % 2]!.api)
          .post(`/documents/${id}/payments`)
          .set('Authorization', `Bearer ${tenant.access_token}`)
          .send({ amount }),
      ),
    );
    const cents = (text: string) => Math.round(Number(text) * 100);
    const taken = answers.filter(({ status }) => status === 201).map(({ body }) => cents(body.amount));
    const refused = answers.filter(({ status }) => status !== 201);
    const paid = taken.reduce((sum, amount) => sum + amount, 0);
    expect(taken.length + refused.length).toBe(20);
    expect(refused.map(({ body }) => body.error.code)).toEqual(refused.map(() => 'invalid_paid_amount'));
    expect(paid).toBeLessThanOrEqual(12_100);
    expect((await documentOf(id)).open_amount).toBe(((12_100 - paid) / 100).toFixed(2));
    // Every refused payment was above what was open at its time, so it is above what is open now.
    const sent = [...amounts, ...amounts].map(cents);
    const left = answers.flatMap(({ status }, index) => (status === 201 ? [] : [sent[index]!]));
    expect(left.every((amount) => amount > 12_100 - paid)).toBe(true);
    const { body } = await tenant.get(`/documents/${id}/payments?limit=200`);
    expect(body.data).toHaveLength(taken.length);
  });

  test('keeps a link whose removal names another version', async () => {
    const { body } = await link(await aDocument(), '20');
    const path = `/management/companies/${tenant.company_id}/links/${body.id}`;
    const removed = (version: string) => service.manage('delete', path).set('If-Match', version);
    expect((await removed('"2"').expect(412)).body.error.code).toBe('precondition_failed');
    await removed('"1"').expect(204);
  });

  test('changes once when a link is removed by concurrent requests', async () => {
    const id = await aDocument();
    const { body } = await link(id, '20');
    const path = `/management/companies/${tenant.company_id}/links/${body.id}`;
    const removed = await Promise.all(
      [service, other_node, service, other_node, service].map((node) => node.manage('delete', path)),
    );
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect((await tenant.get(`/documents/${id}`)).headers['etag']).toBe('"3"');
    const types = async () => {
      const { body: events } = await tenant.get(`/events?resource_id=${id}`);
      return events.data.map(({ type }: { type: string }) => type) as string[];
    };
    await until(async () => (await types()).includes('document.payment_removed'));
    expect(await types()).toEqual([
      ...['document.created', 'document.payment_recorded', 'document.payment_removed'],
    ]);
  });

  test('is never exceeded when a PATCH lowers the total at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await aDocument();
      const line = { name: 'Consulting', quantity: '1', unit_price: '50', vat_rate: '21' };
      const [payment, patch] = await Promise.all([
        pay(id, { amount: '121.00' }),
        request(other_node.api)
          .patch(`/documents/${id}`)
          .set('Authorization', `Bearer ${tenant.access_token}`)
          .send({ lines: [line] }),
      ]);
      expect([payment.status, patch.status].sort()).toEqual([
        ...(payment.status === 201 ? [201, 422] : [200, 422]),
      ]);
      const failed = payment.status === 201 ? patch : payment;
      expect(failed.body.error.code).toBe('invalid_paid_amount');
    }
  });
});

describe('A document with payments', () => {
  test('keeps a total that covers them, and its currency', async () => {
    const id = await aDocument();
    await pay(id, { amount: '100.00' }).expect(201);
    const line = { name: 'Consulting', quantity: '1', unit_price: '80', vat_rate: '21' };
    const patches: readonly (readonly [object, number, string | undefined])[] = [
      [{ lines: [line] }, 422, 'invalid_paid_amount'],
      [{ paid_amount: '21.01' }, 422, 'invalid_paid_amount'],
      [{ currency: 'USD', lines: [line] }, 409, 'document_not_editable'],
      [{ open_amount: '0.00' }, 422, 'field_not_editable'],
      [{ paid_amount: '21.00' }, 200, undefined],
    ];
    for (const [patch, status, code] of patches) {
      const answer = await tenant.patch(`/documents/${id}`, patch);
      expect([patch, answer.status, answer.body.error?.code]).toEqual([patch, status, code]);
    }
    expect(await documentOf(id)).toMatchObject({ payment_status: 'paid', open_amount: '0.00' });
  });

  test('cannot be deleted until they are removed', async () => {
    const id = await aDocument();
    const { body } = await pay(id, { amount: '1.00' }).expect(201);
    const refused = await tenant.delete(`/documents/${id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'document_in_use']);
    expect((await documentOf(id)).allowed_actions).not.toContain('delete');
    await tenant.delete(`/documents/${id}/payments/${body.id}`).expect(204);
    await tenant.delete(`/documents/${id}`).expect(204);
  });

  test('may be sent, transmitted, and in closed books', async () => {
    const year = new Date().getUTCFullYear();
    const id = await aDocument({ issue_date: `${year}-01-01`, journal_id: await aJournal() });
    await tenant.post(`/documents/${id}/mark-sent`).expect(200);
    await pay(id, { amount: '20.00' }).expect(201);
    const company = `/management/companies/${tenant.company_id}`;
    await service
      .manage('post', `${company}/transmissions`)
      .send({ document_ids: [id] })
      .expect(200);
    await service
      .manage('patch', company)
      .send({ books_closed_until: `${year}-01-31` })
      .expect(200);
    const { body } = await pay(id, { amount: '101.00', date: '2020-01-01' }).expect(201);
    expect(await documentOf(id)).toMatchObject({ payment_status: 'paid', allowed_actions: ['credit'] });
    await tenant.delete(`/documents/${id}/payments/${body.id}`).expect(204);
    await service.manage('patch', company).send({ books_closed_until: null }).expect(200);
  });

  test('is the event payment_recorded, and payment_removed', async () => {
    const id = await aDocument();
    const { body } = await pay(id, { amount: '121.00' }).expect(201);
    await tenant.delete(`/documents/${id}/payments/${body.id}`).expect(204);
    const types = 'document.payment_recorded,document.payment_removed';
    const data = await until(async () => {
      const { body: page } = await tenant.get(`/events?types=${types}&resource_id=${id}`).expect(200);
      return page.data.length === 2 && (page.data as readonly object[]);
    });
    const actor = { kind: 'client', id: tenant.client_id };
    expect(data).toMatchObject([
      {
        ...{ type: 'document.payment_recorded', changed: ['payment_status'], actor },
        data: { payment_status: 'paid' },
      },
      {
        ...{ type: 'document.payment_removed', changed: ['payment_status'], actor },
        data: { payment_status: 'unpaid' },
      },
    ]);
  });
});

async function aJournal(): Promise<string> {
  const journal = { code: 'OLD', name: 'Old', category: 'sales' };
  return (await tenant.post('/journals', journal).expect(201)).body.id as string;
}
