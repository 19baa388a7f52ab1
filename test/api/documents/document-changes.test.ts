import { createDatabase, type TestDatabase } from '../../support/database';
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
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  tenant = await aTenant(service, { vat: 'BE0123456749', address: BELGIAN_ADDRESS });
  relation_id = await aRelation(tenant, { vat: 'BE0428759497' });
});

const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };
const UNKNOWN = '0198a8e4-0000-7000-8000-000000000000';

async function anInvoice(members: object = {}) {
  const { status, body } = await tenant.post('/documents', {
    type: 'invoice',
    relation_id,
    lines: [LINE],
    ...members,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const transmit = (...document_ids: string[]) =>
  service.manage('post', `/management/companies/${tenant.company_id}/transmissions`).send({ document_ids });
const link = (body: object) =>
  service.manage('post', `/management/companies/${tenant.company_id}/links`).send(body);

describe('PATCH of a document', () => {
  test('computes everything again from the stored lines', async () => {
    const { id } = await anInvoice();
    const allowance_charges = [{ kind: 'allowance', percent: '10', reason: 'Loyalty' }];
    const { status, body, headers } = await tenant.patch(`/documents/${id}`, {
      allowance_charges,
      note: 'Thanks',
    });
    expect(status).toBe(200);
    expect(headers.etag).toBe('"2"');
    expect(body).toMatchObject({
      note: 'Thanks',
      number: expect.stringMatching(/00001$/),
      totals: {
        lines: '100.00',
        allowances: '10.00',
        tax_exclusive: '90.00',
        tax: '18.90',
        tax_inclusive: '108.90',
      },
      allowance_charges: [{ kind: 'allowance', percent: '10.00', amount: null, reason: 'Loyalty' }],
    });
    expect((await tenant.get(`/documents/${id}`)).body).toEqual(body);
  });

  test('renews the snapshots of the references in it, and no other', async () => {
    const { id } = await anInvoice();
    await tenant.patch(`/relations/${relation_id}`, { name: 'Renamed' });
    const noted = await tenant.patch(`/documents/${id}`, { note: 'x' });
    expect(noted.body.buyer.name).toBe('A customer');
    const renewed = await tenant.patch(`/documents/${id}`, { relation_id });
    expect(renewed.body.buyer.name).toBe('Renamed');
  });

  test('without fields changes nothing', async () => {
    const invoice = await anInvoice();
    const { body, headers } = await tenant.patch(`/documents/${invoice.id}`, {});
    expect(body).toEqual(invoice);
    expect(headers.etag).toBe('"1"');
  });

  test('clears with null what may be empty', async () => {
    const { id } = await anInvoice({
      note: 'x',
      due_date: '2099-01-01',
      paid_amount: '10',
      order_reference: 'O',
    });
    const { body } = await tenant.patch(`/documents/${id}`, {
      note: null,
      due_date: null,
      paid_amount: null,
      payment_reference: null,
    });
    expect(body).toMatchObject({
      note: null,
      due_date: null,
      paid_amount: null,
      payment_reference: null,
      order_reference: 'O',
    });
  });

  test.each([
    ['relation_id', null],
    ['lines', null],
    ['issue_date', null],
    ['currency', null],
    ['language', null],
  ])('does not clear %s (422 validation_error)', async (member, value) => {
    const { id } = await anInvoice();
    expect(code(await tenant.patch(`/documents/${id}`, { [member]: value }))).toEqual([
      422,
      'validation_error',
    ]);
  });

  test.each([
    'type',
    'journal_id',
    'number',
    'status',
    'totals',
    'seller',
    'attachments',
    'created_at',
    'allowed_actions',
    'open_amount',
    'converted_from',
    'converted_to',
    'credited_amount',
    'credit_notes',
  ])('refuses %s, whatever its value', async (member) => {
    const { id } = await anInvoice();
    expect(code(await tenant.patch(`/documents/${id}`, { [member]: 17 }))).toEqual([
      422,
      'field_not_editable',
    ]);
    expect(code(await tenant.patch(`/documents/${id}`, { [member]: null }))).toEqual([
      422,
      'field_not_editable',
    ]);
  });

  test('checks the schema, the existence, the version, the state and read-only fields, in this order', async () => {
    const { id } = await anInvoice();
    await transmit(id);
    const path = `/documents/${id}`;
    expect(code(await tenant.patch(`/documents/${UNKNOWN}`, { note: 1, type: 1 }))).toEqual([
      422,
      'validation_error',
    ]);
    expect(code(await tenant.patch(`/documents/${UNKNOWN}`, { type: 1 }))).toEqual([404, 'not_found']);
    expect(code(await tenant.patch(path, { type: 1 }).set('If-Match', '"1"'))).toEqual([
      412,
      'precondition_failed',
    ]);
    expect(code(await tenant.patch(path, { type: 1 }).set('If-Match', '"2"'))).toEqual([
      409,
      'document_not_editable',
    ]);
  });

  test.each([
    ['a currency under stored lines', { currency: 'USD' }, 'invalid_document_lines'],
    ['an unknown relation', { relation_id: UNKNOWN }, 'invalid_relation'],
    ['an unknown delivery location', { delivery_location_id: UNKNOWN }, 'invalid_delivery_location'],
    ['an unknown branding', { branding_id: UNKNOWN }, 'validation_error'],
    ['a negative total', { lines: [{ ...LINE, quantity: '-1' }] }, 'invalid_amount'],
    ['more paid than the total', { paid_amount: '121.01' }, 'invalid_paid_amount'],
    [
      'a discount on lines of 0',
      {
        lines: [{ ...LINE, unit_price: '0' }],
        allowance_charges: [{ kind: 'allowance', amount: '1', reason: 'x' }],
      },
      'invalid_allowance_charge',
    ],
    ['a due date before the issue date', { due_date: '2000-01-01' }, 'validation_error'],
    ['a date far ahead', { issue_date: '2999-01-01' }, 'invalid_issue_date'],
  ])('refuses %s and leaves the document as it was', async (_case, patch, expected) => {
    const invoice = await anInvoice();
    expect(code(await tenant.patch(`/documents/${invoice.id}`, { note: 'lost', ...patch }))).toEqual([
      422,
      expected,
    ]);
    expect((await tenant.get(`/documents/${invoice.id}`)).body).toEqual(invoice);
  });

  test('to a relation that does not permit the VAT category of a stored line needs new lines', async () => {
    const { id } = await anInvoice({ lines: [{ ...LINE, vat_rate: '0', vat_category: 'AE' }] });
    const consumer = await aRelation(tenant, {
      type: 'contact',
      name: undefined,
      first_name: 'Jan',
      last_name: 'P',
    });
    expect(code(await tenant.patch(`/documents/${id}`, { relation_id: consumer }))).toEqual([
      422,
      'invalid_document_lines',
    ]);
    const wrong = await tenant.patch(`/documents/${id}`, {
      relation_id: consumer,
      lines: [{ ...LINE, vat_rate: '0', vat_category: 'AE' }],
    });
    expect(wrong.body.error).toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('lines.0.vat_category: '),
    });
    expect((await tenant.patch(`/documents/${id}`, { relation_id: consumer, lines: [LINE] })).status).toBe(
      200,
    );
  });

  test('to another relation removes the delivery location', async () => {
    const { body: location } = await tenant.post(`/relations/${relation_id}/delivery-locations`, {
      name: 'Dock',
      address: BELGIAN_ADDRESS,
    });
    const { id } = await anInvoice({ delivery_location_id: location.id });
    const another = await aRelation(tenant);
    expect(code(await tenant.patch(`/documents/${id}`, { relation_id: another }))).toEqual([
      422,
      'invalid_delivery_location',
    ]);
    const { body } = await tenant.patch(`/documents/${id}`, {
      relation_id: another,
      delivery_location_id: null,
    });
    expect(body).toMatchObject({ relation_id: another, delivery_location_id: null, delivery: null });
  });

  test('keeps the date between those of its neighbours and in its period, and updates the last date of the sequence', async () => {
    const dates = ['2025-02-01', '2025-02-10', '2025-02-20'];
    const documents: { id: string }[] = [];
    for (const issue_date of dates) documents.push(await anInvoice({ issue_date }));
    const redate = (index: number, issue_date: string) =>
      tenant.patch(`/documents/${documents[index]!.id}`, { issue_date });
    const refused = await redate(1, '2025-02-21');
    expect(refused.body.error).toMatchObject({
      code: 'invalid_issue_date',
      details: [{ min: '2025-02-01', max: '2025-02-20' }],
    });
    expect((await redate(1, '2025-02-20')).status).toBe(200);
    expect(code(await redate(0, '2024-12-31'))).toEqual([422, 'invalid_issue_date']);
    expect(code(await redate(2, '2026-01-01'))).toEqual([422, 'invalid_issue_date']);
    expect((await redate(2, '2025-03-15')).status).toBe(200);
    const early = await tenant.post('/documents', {
      type: 'invoice',
      relation_id,
      lines: [LINE],
      issue_date: '2025-03-14',
    });
    expect(early.body.error).toMatchObject({
      code: 'invalid_issue_date',
      details: [{ min: '2025-03-15', max: '2025-12-31' }],
    });
  });

  test('of amounts, date, currency or relation is refused in closed books; of a note it is accepted', async () => {
    const { id } = await anInvoice({ issue_date: '2025-02-01' });
    await service
      .manage('patch', `/management/companies/${tenant.company_id}`)
      .send({ books_closed_until: '2025-06-30' });
    const present = {
      lines: [LINE],
      paid_amount: null,
      issue_date: '2025-02-01',
      relation_id,
      currency: 'EUR',
    };
    const { body: repeated } = await tenant.patch(`/documents/${id}`, present).expect(200);
    expect(repeated).toMatchObject({ id, updated_at: repeated.created_at });
    for (const patch of [
      { lines: [{ ...LINE, quantity: '7' }] },
      { lines: [LINE], currency: 'USD' },
      { paid_amount: '1' },
      { issue_date: '2025-02-02' },
      { relation_id: await aRelation(tenant) },
    ]) {
      expect(code(await tenant.patch(`/documents/${id}`, patch))).toEqual([422, 'invalid_issue_date']);
    }
    expect((await tenant.patch(`/documents/${id}`, { note: 'still' })).status).toBe(200);
    expect(code(await tenant.delete(`/documents/${id}`))).toEqual([409, 'document_not_deletable']);
  });

  test('of different fields at the same time loses no change', async () => {
    const { id } = await anInvoice();
    const patches = [
      { note: 'n' },
      { order_reference: 'o' },
      { buyer_reference: 'b' },
      { paid_amount: '1.00' },
      { delivery_date: '2025-01-01' },
    ];
    const answers = await Promise.all(patches.map((patch) => tenant.patch(`/documents/${id}`, patch)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await tenant.get(`/documents/${id}`)).body).toMatchObject(Object.assign({}, ...patches));
  });

  test('with the same If-Match succeeds once of many', async () => {
    const { id } = await anInvoice();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        tenant.patch(`/documents/${id}`, { note: `n${index}` }).set('If-Match', '"1"'),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
  });
});

describe('DELETE of a document', () => {
  test('releases the last number and its date', async () => {
    const first = await anInvoice({ issue_date: '2025-01-10' });
    const last = await anInvoice({ issue_date: '2025-01-20' });
    expect(code(await tenant.delete(`/documents/${first.id}`))).toEqual([409, 'document_not_deletable']);
    expect((await tenant.delete(`/documents/${last.id}`)).status).toBe(204);
    expect(code(await tenant.get(`/documents/${last.id}`))).toEqual([404, 'not_found']);
    const again = await anInvoice({ issue_date: '2025-01-15' });
    expect(again.number).toBe(last.number);
    expect((await tenant.delete(`/documents/${again.id}`)).status).toBe(204);
    expect((await tenant.delete(`/documents/${first.id}`)).status).toBe(204);
    expect((await anInvoice({ issue_date: '2025-01-01' })).number).toBe(first.number);
  });

  test('is refused once it was sent or transmitted', async () => {
    const invoice = await anInvoice();
    await tenant.post(`/documents/${invoice.id}/mark-sent`);
    expect(code(await tenant.delete(`/documents/${invoice.id}`))).toEqual([409, 'document_not_deletable']);
    const other = await anInvoice();
    await transmit(other.id);
    expect(code(await tenant.delete(`/documents/${other.id}`))).toEqual([409, 'document_not_deletable']);
  });

  test('is refused while it is linked, before any other reason', async () => {
    const invoice = await anInvoice();
    await tenant.post(`/documents/${invoice.id}/mark-sent`);
    const { body } = await link({ target: 'document', target_id: invoice.id, kind: 'timesheet_line' });
    expect(code(await tenant.delete(`/documents/${invoice.id}`))).toEqual([409, 'document_in_use']);
    await service.manage('delete', `/management/companies/${tenant.company_id}/links/${body.id}`);
    expect(code(await tenant.delete(`/documents/${invoice.id}`))).toEqual([409, 'document_not_deletable']);
  });

  test('respects If-Match', async () => {
    const { id } = await anInvoice();
    expect(code(await tenant.delete(`/documents/${id}`).set('If-Match', '"2"'))).toEqual([
      412,
      'precondition_failed',
    ]);
    expect((await tenant.delete(`/documents/${id}`).set('If-Match', '"1"')).status).toBe(204);
  });

  test('and concurrent creation leave neither gap nor duplicate', async () => {
    for (let round = 0; round < 5; round += 1) {
      const last = await anInvoice({ issue_date: '2025-01-01' });
      await Promise.all([
        tenant.delete(`/documents/${last.id}`),
        ...Array.from({ length: 4 }, () => anInvoice({ issue_date: '2025-01-01' })),
      ]);
    }
    const { body: journals } = await tenant.get('/journals?category=sales');
    const { body } = await tenant.get(`/journals/${journals.data[0].id}/integrity`);
    expect(body.periods).toEqual([
      expect.objectContaining({ period: '2025', gaps: [], duplicates: [], date_inversions: [] }),
    ]);
  });
});

describe('POST /documents/{id}/mark-sent', () => {
  test('marks it as sent by other means, once', async () => {
    const { id } = await anInvoice();
    const { status, body } = await tenant.post(`/documents/${id}/mark-sent`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'sent',
      peppol_status: null,
      sent_at: expect.any(String),
      allowed_actions: ['pay', 'credit'],
    });
    expect(code(await tenant.post(`/documents/${id}/mark-sent`))).toEqual([409, 'already_sent']);
    expect(code(await tenant.patch(`/documents/${id}`, { note: 'x' }))).toEqual([
      409,
      'document_not_editable',
    ]);
  });
});

describe('reports from accounting and other systems', () => {
  test('book all documents in accounting or none', async () => {
    const [a, b] = [await anInvoice(), await anInvoice()];
    const refused = await transmit(a.id, UNKNOWN);
    expect(code(refused)).toEqual([422, 'validation_error']);
    expect((await tenant.get(`/documents/${a.id}`)).body.accounting_status).toBe('pending');
    const { status, body } = await transmit(b.id, a.id);
    expect(status).toBe(200);
    expect(body.data.map((row: { document_id: string }) => row.document_id)).toEqual([b.id, a.id]);
    expect((await tenant.get(`/documents/${a.id}`)).body).toMatchObject({
      accounting_status: 'transmitted',
      transmitted_at: body.data[1].transmitted_at,
    });
  });

  test('set the payment status by the paid amount', async () => {
    const { id } = await anInvoice({ paid_amount: '21' });
    const status = async () => (await tenant.get(`/documents/${id}`)).body.payment_status;
    expect(await status()).toBe('partial');
    const { body } = await link({
      target: 'document',
      target_id: id,
      kind: 'reconciliation',
      amount: '99.99',
    });
    expect(body.amount).toBe('99.99');
    expect(await status()).toBe('partial');
    await link({ target: 'document', target_id: id, kind: 'payment_intent', amount: '0.01' });
    expect(await status()).toBe('paid');
    await service.manage('delete', `/management/companies/${tenant.company_id}/links/${body.id}`);
    expect(await status()).toBe('partial');
  });

  test('prevent a change of the currency after a linked amount', async () => {
    const { id } = await anInvoice();
    const in_dollars = { currency: 'USD', lines: [LINE] };
    await link({ target: 'document', target_id: id, kind: 'reconciliation' });
    await tenant.patch(`/documents/${id}`, in_dollars).expect(200);
    const { body } = await link({ target: 'document', target_id: id, kind: 'reconciliation', amount: '20' });
    expect(code(await tenant.patch(`/documents/${id}`, { ...in_dollars, currency: 'EUR' }))).toEqual([
      ...[409, 'document_not_editable'],
    ]);
    // The state of the document is checked before the fields of the PATCH.
    expect(code(await tenant.patch(`/documents/${id}`, { currency: 'EUR', type: 'quote' }))).toEqual([
      ...[409, 'document_not_editable'],
    ]);
    await tenant.patch(`/documents/${id}`, { ...in_dollars, note: 'In dollars' }).expect(200);
    await service.manage('delete', `/management/companies/${tenant.company_id}/links/${body.id}`).expect(204);
    await tenant.patch(`/documents/${id}`, { currency: 'EUR', lines: [LINE] }).expect(200);
  });

  test.each([
    ['an unknown document', () => ({ target: 'document', target_id: UNKNOWN, kind: 'reconciliation' })],
    [
      'a kind of the other target',
      () => ({ target: 'relation', target_id: relation_id, kind: 'reconciliation' }),
    ],
    [
      'an amount on what pays nothing',
      () => ({ target: 'relation', target_id: relation_id, kind: 'project', amount: '1' }),
    ],
  ])('refuse a link to %s', async (_case, body) => {
    expect(code(await link(body()))).toEqual([422, 'validation_error']);
  });

  test('prevent the deletion of a linked relation, and the refusal names the link', async () => {
    await link({ target: 'relation', target_id: relation_id, kind: 'subscription' });
    await link({ target: 'relation', target_id: relation_id, kind: 'subscription' });
    const { status, body } = await tenant.delete(`/relations/${relation_id}`);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'relation_in_use',
      details: [{ kind: 'subscription', count: 2 }],
    });
  });
});
