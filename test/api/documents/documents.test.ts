import request from 'supertest';
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
/** A second node over the same database. */
let other_node: Service;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  other_node = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await other_node.close();
  await database.drop();
});

const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };

const anInvoice = (relation_id: string, members: object = {}) => ({
  type: 'invoice',
  relation_id,
  lines: [LINE],
  ...members,
});

describe('creating an invoice', () => {
  let tenant: Tenant;
  let relation_id: string;
  beforeAll(async () => {
    tenant = await aTenant(service, { vat: 'BE0123456749', address: BELGIAN_ADDRESS });
    relation_id = await aRelation(tenant, {
      vat: 'BE0428759497',
      payment_term_days: 14,
      buyer_reference: 'PO-1',
    });
  });

  test('numbers it, computes it and stores snapshots of its references', async () => {
    const { status, body, headers } = await tenant.post(
      '/documents',
      anInvoice(relation_id, {
        issue_date: null,
        lines: [
          { name: 'A', quantity: 3, unit_price: '99.99', vat_rate: 21 },
          { name: 'B', quantity: '0.5', unit_price: '10', vat_rate: '6.00', discount_percent: '10' },
        ],
      }),
    );
    expect(status).toBe(201);
    expect(headers.location).toBe(`/documents/${body.id}`);
    expect(headers.etag).toBe('"1"');
    const year = new Date().getUTCFullYear();
    expect(body).toMatchObject({
      type: 'invoice',
      number: `INV-${year}-00001`,
      status: 'draft',
      accounting_status: 'pending',
      peppol_status: null,
      payment_status: 'unpaid',
      currency: 'EUR',
      language: 'en',
      buyer_reference: 'PO-1',
      seller: { name: 'A company', vat: 'BE0123456749' },
      buyer: { name: 'A customer', vat: 'BE0428759497', address: BELGIAN_ADDRESS },
      allowed_actions: ['update', 'delete', 'send', 'pay', 'credit'],
      attachments: [],
      totals: {
        lines: '304.47',
        allowances: '0.00',
        charges: '0.00',
        tax_exclusive: '304.47',
        tax: '63.26',
        tax_inclusive: '367.73',
        rounding: '0.00',
        paid: '0.00',
        payable: '367.73',
        tax_in_company_currency: null,
      },
    });
    expect(body.lines[0]).toEqual({
      name: 'A',
      description: null,
      quantity: '3',
      unit: 'C62',
      unit_price: '99.99',
      discount_percent: null,
      discount_amount: null,
      vat_rate: '21.00',
      vat_category: 'S',
      vat_exemption_reason: null,
      vat_exemption_code: null,
      item_reference: null,
      order_line_reference: null,
      net_amount: '299.97',
    });
    expect(body.vat_breakdown.map((group: { vat_amount: string }) => group.vat_amount)).toEqual([
      '62.99',
      '0.27',
    ]);
    expect(body.payment_reference).toMatch(/^\+{3}\d{3}\/\d{4}\/\d{5}\+{3}$/);
    const days = (Date.parse(body.due_date) - Date.parse(body.issue_date)) / 86_400_000;
    expect(days).toBe(14);

    const read = await tenant.get(`/documents/${body.id}`);
    expect(read.status).toBe(200);
    expect(read.headers.etag).toBe('"1"');
    expect(read.body).toEqual(body);
    for (const inner of ['company_id', 'period', 'sequence_number', 'version', 'branding'])
      expect(body).not.toHaveProperty(inner);
  });

  test('counts amounts in the minor units of the currency', async () => {
    const { body } = await tenant.post(
      '/documents',
      anInvoice(relation_id, {
        currency: 'JPY',
        exchange_rate: '0.0061',
        lines: [{ ...LINE, unit_price: '1001' }],
      }),
    );
    expect(body.totals).toMatchObject({
      lines: '1001',
      tax: '210',
      tax_inclusive: '1211',
      tax_in_company_currency: '1.28',
    });
  });

  test.each([
    ['a negative total', 'invalid_amount', { lines: [{ ...LINE, quantity: '-1' }] }],
    ['more paid than the total', 'invalid_paid_amount', { paid_amount: '121.01' }],
    [
      'a discount on lines of 0',
      'invalid_allowance_charge',
      {
        lines: [{ ...LINE, unit_price: '0' }],
        allowance_charges: [{ kind: 'allowance', amount: '1', reason: 'x' }],
      },
    ],
    ['an unknown relation', 'invalid_relation', { relation_id: '0198a8e4-0000-7000-8000-000000000000' }],
    ['an unknown journal', 'invalid_journal', { journal_id: '0198a8e4-0000-7000-8000-000000000000' }],
    [
      'an unknown delivery location',
      'invalid_delivery_location',
      { delivery_location_id: '0198a8e4-0000-7000-8000-000000000000' },
    ],
    ['a date too far ahead', 'invalid_issue_date', { issue_date: '2999-01-01' }],
    ['self-billing that is not enabled', 'self_billing_disabled', { type: 'purchase_invoice' }],
  ])('refuses %s and stores nothing', async (_case, code, members) => {
    const before = await tenant.get('/documents?limit=200');
    const { status, body } = await tenant.post('/documents', anInvoice(relation_id, members));
    expect({ status, code: body.error.code }).toEqual({ status: 422, code });
    const after = await tenant.get('/documents?limit=200');
    expect(after.body.data).toHaveLength(before.body.data.length);
  });

  test.each([
    ['type: is required', { type: undefined }],
    ['lines.0.quantity: is required', { lines: [{ ...LINE, quantity: undefined }] }],
    ['lines: must have at least 1 line', { lines: [] }],
    ['lines.0.unit_price: must not be negative', { lines: [{ ...LINE, unit_price: '-1' }] }],
    ['lines.0.quantity: must have at most 6 decimals', { lines: [{ ...LINE, quantity: '1.0000001' }] }],
    ['lines.0.quantity: must not be 0', { lines: [{ ...LINE, quantity: '0.00' }] }],
    ['lines.0.colour: unknown field', { lines: [{ ...LINE, colour: 'red' }] }],
    ['lines.0.vat_category: ', { lines: [{ ...LINE, vat_rate: '0' }] }],
    ['number: unknown field', { number: 'INV-1' }],
    ['due_date: must not be before the issue date', { due_date: '2000-01-01' }],
    ['branding_id: no such branding', { branding_id: '0198a8e4-0000-7000-8000-000000000000' }],
    ['preceding_document: is allowed only for a credit note', { preceding_document: { number: 'X' } }],
    ['payment_reference: the check digits are wrong', { payment_reference: '+++012/3456/78900+++' }],
  ])('answers "%s"', async (message, members) => {
    const { status, body } = await tenant.post('/documents', anInvoice(relation_id, members));
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'validation_error' });
    expect(body.error.message).toContain(message);
  });

  test.each([
    ['a field of the document', 'relation_id', { relation_id: undefined, customer: 'x' }],
    ['a field of a line', 'lines.0.name', { lines: [{ ...LINE, name: undefined, title: 'Paper' }] }],
    ['both', 'relation_id', { relation_id: undefined, lines: [{ ...LINE, name: undefined, title: 'x' }] }],
    [
      'a field, beside an unknown one elsewhere',
      'lines.0.name',
      { lines: [{ ...LINE, name: undefined }], a: 1 },
    ],
  ])('names one problem only when %s is missing and another is unknown', async (_case, path, members) => {
    const { body } = await tenant.post('/documents', anInvoice(relation_id, members));
    expect(body).toEqual({ error: { code: 'validation_error', message: `${path}: is required` } });
  });

  test('needs a relation with an address', async () => {
    const { body: relation } = await tenant.post('/relations', {
      type: 'contact',
      first_name: 'Jan',
      last_name: 'Peeters',
    });
    const { body } = await tenant.post('/documents', anInvoice(relation.id));
    expect(body.error.code).toBe('invalid_relation');
  });

  test('accepts a contact with only a last name', async () => {
    const { body: contact } = await tenant.post('/relations', {
      type: 'contact',
      last_name: 'Peeters',
      address: BELGIAN_ADDRESS,
    });
    const { body } = await tenant.post('/documents', anInvoice(contact.id));
    expect(body.buyer.name).toBe('Peeters');
  });

  test('needs a default journal when the request names none', async () => {
    const bare = await aTenant(service, { default_journals: false });
    const { body } = await bare.post('/documents', anInvoice(await aRelation(bare)));
    expect(body.error.code).toBe('no_default_journal');
  });

  test('cannot use resources of another company', async () => {
    const stranger = await aTenant(service);
    const theirs = await aRelation(stranger);
    const { body: journals } = await stranger.get('/journals?category=sales');
    expect((await tenant.post('/documents', anInvoice(theirs))).body.error.code).toBe('invalid_relation');
    const in_their_journal = await tenant.post(
      '/documents',
      anInvoice(relation_id, { journal_id: journals.data[0].id }),
    );
    expect(in_their_journal.body.error.code).toBe('invalid_journal');
    const { body: document } = await stranger.post('/documents', anInvoice(theirs));
    expect((await tenant.get(`/documents/${document.id}`)).body.error.code).toBe('not_found');
  });
});

describe('the issue dates in the order of the numbers', () => {
  test('never decrease, and the refusal gives the earliest date', async () => {
    const tenant = await aTenant(service);
    const relation_id = await aRelation(tenant);
    const on = (issue_date: string) => tenant.post('/documents', anInvoice(relation_id, { issue_date }));
    expect((await on('2025-03-10')).body.number).toBe('INV-2025-00001');
    const { status, body } = await on('2025-03-09');
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'invalid_issue_date',
      details: [{ min: '2025-03-10', max: '2025-12-31' }],
    });
    expect((await on('2025-03-10')).body.number).toBe('INV-2025-00002');
    expect((await on('2024-12-31')).body.number).toBe('INV-2024-00001');
  });

  test('are not in closed books', async () => {
    const tenant = await aTenant(service, { books_closed_until: '2025-06-30' });
    const relation_id = await aRelation(tenant);
    const refused = await tenant.post('/documents', anInvoice(relation_id, { issue_date: '2025-06-30' }));
    expect(refused.body.error).toMatchObject({
      code: 'invalid_issue_date',
      details: [{ min: '2025-07-01' }],
    });
    const accepted = await tenant.post('/documents', anInvoice(relation_id, { issue_date: '2025-07-01' }));
    expect(accepted.status).toBe(201);
  });
});

describe('a credit note', () => {
  test('keeps number and date of the invoice that it credits', async () => {
    const tenant = await aTenant(service);
    const relation_id = await aRelation(tenant);
    const { body: invoice } = await tenant.post('/documents', anInvoice(relation_id));
    const { status, body } = await tenant.post(
      '/documents',
      anInvoice(relation_id, { type: 'credit_note', preceding_document: { id: invoice.id } }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      number: invoice.number.replace('INV', 'CRN'),
      due_date: null,
      preceding_document: { id: invoice.id, number: invoice.number, issue_date: invoice.issue_date },
    });
    const stranger = await aRelation(tenant, { name: 'Another' });
    const refused = await tenant.post(
      '/documents',
      anInvoice(stranger, { type: 'credit_note', preceding_document: { id: invoice.id } }),
    );
    expect(refused.body.error.message).toBe('preceding_document: must be an invoice of the same relation');
  });

  test('takes an invoice from elsewhere as it answers it', async () => {
    const tenant = await aTenant(service);
    const relation_id = await aRelation(tenant);
    const preceding_document = { id: null, number: 'A-1', issue_date: null };
    const note = anInvoice(relation_id, { type: 'credit_note', preceding_document });
    const { status, body } = await tenant.post('/documents', note);
    expect({ status, preceding_document: body.preceding_document }).toEqual({
      status: 201,
      preceding_document,
    });
    const changed = await tenant.patch(`/documents/${body.id}`, {
      preceding_document: { ...preceding_document, number: 'A-2' },
    });
    expect(changed.body.preceding_document).toEqual({ ...preceding_document, number: 'A-2' });
    for (const wrong of [{ id: null }, { id: body.id, number: 'A-1' }]) {
      const refused = await tenant.post('/documents', { ...note, preceding_document: wrong });
      expect(refused.body.error).toMatchObject({
        code: 'validation_error',
        message: expect.stringMatching(/^preceding_document/),
      });
    }
  });
});

describe('numbers under parallel creation', () => {
  test('have no gap and no duplicate on two nodes, with refused ones in between', async () => {
    const tenant = await aTenant(service);
    const relation_id = await aRelation(tenant);
    const create = (node: Service, members: object) =>
      request(node.api)
        .post('/documents')
        .set('Authorization', `Bearer ${tenant.access_token}`)
        .send(anInvoice(relation_id, members));
    const calls = Array.from({ length: 300 }, (_, index) => {
      const node = index % 2 === 0 ? service : other_node;
      // Every fifth is refused by a rule, and every seventh by the sequence.
      if (index % 5 === 0) return create(node, { paid_amount: '1000' });
      return create(node, { issue_date: index % 7 === 0 ? '2025-01-01' : '2025-02-01' });
    });
    const answers = await Promise.all(calls);
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.number as string)
      .sort();
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers).toEqual(numbers.map((_, index) => `INV-2025-${String(index + 1).padStart(5, '0')}`));
    const codes = new Set(
      answers.filter(({ status }) => status !== 201).map(({ body }) => body.error.code as string),
    );
    expect(
      [...codes].filter((code) => !['invalid_paid_amount', 'invalid_issue_date'].includes(code)),
    ).toEqual([]);
  });

  test('a document that cannot be stored does not affect others of its batch', async () => {
    const tenant = await aTenant(service);
    const relation_id = await aRelation(tenant);
    const going = await aRelation(tenant, { name: 'Soon gone' });
    // Some of these find the relation when they look and miss it when they are stored.
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, (_, index) =>
        tenant.post('/documents', anInvoice(index % 2 ? relation_id : going)),
      ),
      tenant.delete(`/relations/${going}`),
    ]);
    const created = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.number as string)
      .sort();
    expect(created).toEqual(
      created.map((_, index) => `${created[0]!.slice(0, 9)}${String(index + 1).padStart(5, '0')}`),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe('the list of documents', () => {
  test('has the rows without lines, newest first, page by page', async () => {
    const tenant = await aTenant(service);
    const relation_id = await aRelation(tenant);
    for (const issue_date of ['2025-01-01', '2025-01-02', '2025-01-03']) {
      await tenant.post('/documents', anInvoice(relation_id, { issue_date }));
    }
    const first = await tenant.get('/documents?limit=2');
    expect(first.body.data.map((row: { number: string }) => row.number)).toEqual([
      'INV-2025-00003',
      'INV-2025-00002',
    ]);
    for (const left_out of ['lines', 'attachments', 'allowed_actions'])
      expect(first.body.data[0]).not.toHaveProperty(left_out);
    const second = await tenant.get(`/documents?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body.data.map((row: { number: string }) => row.number)).toEqual(['INV-2025-00001']);
    expect(second.body.next_cursor).toBeNull();
  });

  test.each([
    ['type=credit_note', 0],
    ['type=invoice&status=draft', 2],
    ['issue_date_from=2025-01-02&issue_date_to=2025-01-02', 1],
    ['number=INV-2025-00001', 1],
    ['currency=USD', 0],
    ['relation_id=0198a8e4-0000-7000-8000-000000000000', 0],
  ])('filtered by %s has %i', async (query, count) => {
    const tenant = await aTenant(service);
    const relation_id = await aRelation(tenant);
    for (const issue_date of ['2025-01-01', '2025-01-02'])
      await tenant.post('/documents', anInvoice(relation_id, { issue_date }));
    const { body } = await tenant.get(`/documents?${query}`);
    expect(body.data).toHaveLength(count);
  });

  test.each([
    ['type=bill', 400, 'invalid_filter'],
    ['journal_id=1', 400, 'invalid_filter'],
    ['issue_date_from=2025-02-30', 400, 'invalid_filter'],
    ['sort=amount', 400, 'invalid_filter'],
    ['limit=0', 422, 'validation_error'],
    ['limit=201', 422, 'validation_error'],
    ['cursor=abc', 422, 'validation_error'],
    ['colour=red', 422, 'validation_error'],
    ['ignore_duplicate=true', 422, 'invalid_parameter'],
    ['type=invoice&type=quote', 400, 'invalid_filter'],
  ])('with %s answers %i %s', async (query, status, code) => {
    const tenant = await aTenant(service);
    const answer = await tenant.get(`/documents?${query}`);
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code });
  });
});
