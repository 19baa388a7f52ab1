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

const LINE = { name: 'Consulting', quantity: '3', unit_price: '100', vat_rate: '21' };

/** 363.00 EUR unless the members say otherwise. */
async function aDocument(members: object = {}) {
  const document = { type: 'invoice', relation_id, lines: [LINE], ...members };
  return (await tenant.post('/documents', document).expect(201)).body;
}
const credit = (id: string, body?: object) => tenant.post(`/documents/${id}/credit`, body);
const documentOf = async (id: string) => (await tenant.get(`/documents/${id}`).expect(200)).body;
const pay = (id: string, amount: string) => tenant.post(`/documents/${id}/payments`, { amount });

describe('A credit', () => {
  test('of a whole invoice cancels it, and both name each other', async () => {
    const lines = [LINE, { ...LINE, name: 'Book', quantity: '2', vat_rate: '6', discount_percent: '7' }];
    const allowance_charges = [{ kind: 'allowance', percent: '3.33', reason: 'Loyalty' }];
    const invoice = await aDocument({
      lines,
      allowance_charges,
      order_reference: 'PO-1',
      external_id: 'own-1',
    });
    expect(invoice).toMatchObject({ credited_amount: '0.00', credit_notes: [] });
    const { status, body: note, headers } = await credit(invoice.id, { note: 'Sorry' });
    expect([status, headers['location']]).toEqual([201, `/documents/${note.id}`]);
    expect(note).toMatchObject({
      ...{ type: 'credit_note', status: 'draft', note: 'Sorry', order_reference: 'PO-1', external_id: null },
      ...{ buyer: invoice.buyer, vat_breakdown: invoice.vat_breakdown, totals: invoice.totals },
      preceding_document: { id: invoice.id, number: invoice.number, issue_date: invoice.issue_date },
      ...{ open_amount: '0.00', payment_status: 'paid', credited_amount: null, due_date: null },
    });
    expect(await documentOf(note.id)).toEqual(note);
    const credited = {
      credited_amount: invoice.totals.payable,
      credit_notes: [{ id: note.id, number: note.number }],
    };
    const found = await tenant.get(`/documents/${invoice.id}`);
    expect(found.body).toMatchObject({ ...credited, open_amount: '0.00', payment_status: 'paid' });
    expect(found.body.allowed_actions).not.toContain('credit');
    expect(found.headers['etag']).toBe('"2"');
    const { body: list } = await tenant.get('/documents?external_id=own-1');
    expect(list.data).toMatchObject([{ id: invoice.id, ...credited, open_amount: '0.00' }]);
    const { body: refused } = await credit(invoice.id).expect(422);
    expect(refused.error.message).toMatch(/nothing is left/);
  });

  test('of a part leaves lines with a total of 0, which can be credited after it', async () => {
    const free = { ...LINE, discount_percent: '100' };
    const { id } = await aDocument({ lines: [LINE, free, { ...LINE, quantity: '-3' }, LINE] });
    await credit(id, { lines: [{ index: 0 }, { index: 3 }] }).expect(422); // together with the rest too much
    await credit(id, { lines: [{ index: 0 }] }).expect(201);
    expect((await documentOf(id)).allowed_actions).toContain('credit');
    const { body } = await credit(id).expect(201);
    expect(body.totals).toMatchObject({ lines: '0.00', tax_inclusive: '0.00' });
    expect((await documentOf(id)).allowed_actions).not.toContain('credit');
    await credit(id).expect(422);
  });

  test('of parts leaves the rest, and is set off as far as both are open', async () => {
    const { id } = await aDocument();
    await pay(id, '200.00').expect(201);
    const { body: first } = await credit(id, { lines: [{ index: 0, quantity: '1' }] }).expect(201);
    expect(first).toMatchObject({ totals: { payable: '121.00' }, open_amount: '0.00' });
    expect(await documentOf(id)).toMatchObject({ open_amount: '42.00', credited_amount: '121.00' });
    const { body: rest } = await credit(id, { lines: null }).expect(201);
    expect(rest).toMatchObject({
      ...{ totals: { payable: '242.00' }, open_amount: '200.00', payment_status: 'partial' },
    });
    expect(await documentOf(id)).toMatchObject({ open_amount: '0.00', credited_amount: '363.00' });
    await pay(rest.id, '200.00').expect(201); // the customer gets the money back
    expect((await documentOf(rest.id)).payment_status).toBe('paid');
  });

  test('that is deleted is open on the invoice again', async () => {
    const { id } = await aDocument();
    const { body: note } = await credit(id).expect(201);
    const { body: refused } = await tenant.delete(`/documents/${id}`).expect(409);
    expect(refused.error.code).toBe('document_in_use');
    await tenant.delete(`/documents/${note.id}`).expect(204);
    expect(await documentOf(id)).toMatchObject({
      ...{ open_amount: '363.00', payment_status: 'unpaid', credited_amount: '0.00', credit_notes: [] },
    });
    expect((await credit(id).expect(201)).body.totals).toEqual(note.totals);
  });

  test('keeps its amounts, as the invoice does', async () => {
    const { id } = await aDocument();
    const { body: note } = await credit(id, { lines: [{ index: 0, quantity: '1' }] }).expect(201);
    for (const one of [id, note.id]) {
      const changes: readonly object[] = [
        { lines: [{ ...LINE, quantity: '2' }] },
        { paid_amount: '1.00' },
        { exchange_rate: '1.5' },
        { currency: 'USD' },
        { relation_id: await aRelation(tenant) },
        { allowance_charges: [{ kind: 'charge', amount: '1', reason: 'Freight' }] },
        ...(one === id ? [] : [{ preceding_document: null }, { preceding_document: { number: 'X-1' } }]),
      ];
      for (const change of changes) {
        const { status, body } = await tenant.patch(`/documents/${one}`, change);
        expect([change, status, body.error?.code]).toEqual([change, 409, 'document_not_editable']);
      }
    }
    const { totals, vat_breakdown, lines } = note;
    const same = {
      ...{ currency: 'EUR', relation_id, lines: [{ ...LINE, quantity: '1' }], note: 'Changed' },
      preceding_document: { id },
    };
    const { body } = await tenant.patch(`/documents/${note.id}`, same).expect(200);
    expect(body).toMatchObject({ totals, vat_breakdown, lines, note: 'Changed', open_amount: '0.00' });
  });

  test('may get other texts of its lines, as the invoice may, and the rest is credited by line', async () => {
    const two = [
      { ...LINE, name: 'Design', discount_percent: '10' },
      { ...LINE, name: 'Training', unit: 'HUR' },
    ];
    const { id } = await aDocument({ lines: two });
    const first = { lines: [{ index: 1, quantity: '1' }] };
    const { body: note } = await credit(id, first).expect(201);
    const texts = { description: 'In June', item_reference: 'T-1', order_line_reference: '2' };
    const named = (line: object, name: string) => ({ ...line, name, ...texts });

    const renamed = [two[0]!, named(two[1]!, 'Course')];
    const before = await documentOf(id);
    const { body: invoice } = await tenant.patch(`/documents/${id}`, { lines: renamed }).expect(200);
    expect(invoice).toMatchObject({
      ...{ totals: before.totals, vat_breakdown: before.vat_breakdown, open_amount: before.open_amount },
      lines: [before.lines[0], named(before.lines[1], 'Course')],
    });
    const lines = [named({ ...two[1]!, quantity: '1' }, 'Course')];
    const { body: changed } = await tenant.patch(`/documents/${note.id}`, { lines }).expect(200);
    expect(changed).toMatchObject({ totals: note.totals, lines: [named(note.lines[0], 'Course')] });
    expect(await documentOf(note.id)).toEqual(changed);

    const moved = { lines: [renamed[1], renamed[0]] };
    expect((await tenant.patch(`/documents/${id}`, moved).expect(409)).body.error.code).toBe(
      'document_not_editable',
    );
    const { body: rest } = await credit(id).expect(201);
    expect(rest.lines).toMatchObject([
      { name: 'Design', quantity: '3' },
      { name: 'Course', quantity: '2', description: 'In June' },
    ]);
    expect(await documentOf(id)).toMatchObject({
      credited_amount: before.totals.payable,
      open_amount: '0.00',
    });
  });

  test('never credits more than there is, from two nodes at once', async () => {
    const { id } = await aDocument({ lines: [{ ...LINE, quantity: '5' }] });
    const answers = await Promise.all(
      [service, other_node, service, other_node, service, other_node, service, other_node].map((node) =>
        request(node.api)
          .post(`/documents/${id}/credit`)
          .set('Authorization', `Bearer ${tenant.access_token}`)
          .send({ lines: [{ index: 0, quantity: '1' }] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 422, 422, 422]);
    const invoice = await documentOf(id);
    expect(invoice).toMatchObject({ credited_amount: invoice.totals.payable, open_amount: '0.00' });
    expect(invoice.credit_notes).toHaveLength(5);
  });

  test.each<[string, object, object, string]>([
    ['a quote', { type: 'quote' }, {}, 'validation_error'],
    ['a credit note', { type: 'credit_note' }, {}, 'validation_error'],
    ['more than a line has', {}, { lines: [{ index: 0, quantity: '3.1' }] }, 'validation_error'],
    ['a line that is not there', {}, { lines: [{ index: 1 }] }, 'validation_error'],
    ['no lines', {}, { lines: [] }, 'validation_error'],
    ['with an unknown journal', {}, { journal_id: NO_ID }, 'invalid_journal'],
    ['far ahead', {}, { issue_date: '2099-01-01' }, 'invalid_issue_date'],
  ])('is refused: %s', async (_, members, body, code) => {
    const { id } = await aDocument(members);
    const { status, body: answer } = await credit(id, body);
    expect([status, answer.error.code]).toEqual([422, code]);
  });

  test.each<[string, object, string]>([
    ['a line that is not there', { lines: [{ index: 1 }] }, 'lines.0.index'],
    ['a line twice', { lines: [{ index: 0 }, { index: 0 }] }, 'lines.1.index'],
    ['more than a line has', { lines: [{ index: 0, quantity: '3.1' }] }, 'lines.0.quantity'],
    ['another sign', { lines: [{ index: 0, quantity: '-1' }] }, 'lines.0.quantity'],
    ['more than the total, with one by hand', {}, 'lines'],
  ])('is refused for what it credits before the faults of creation: %s', async (_, body, path) => {
    const { id } = await aDocument();
    await aDocument({ type: 'credit_note', preceding_document: { id }, lines: [{ ...LINE, quantity: '1' }] });
    const { body: journals } = await tenant.get('/journals?category=sales').expect(200);
    for (const query of ['', '?send_peppol=true']) {
      for (const journal_id of [NO_ID, journals.data[0].id]) {
        const given = { ...body, journal_id, issue_date: '2099-01-01' };
        const { status, body: answer } = await tenant.post(`/documents/${id}/credit${query}`, given);
        expect([status, answer.error.code]).toEqual([422, 'validation_error']);
        expect(answer.error.message.split(':')[0]).toBe(path);
      }
    }
  });

  test('happens once under an Idempotency-Key', async () => {
    const { id } = await aDocument();
    const send = () => credit(id).set('Idempotency-Key', id);
    const [first, second] = [await send().expect(201), await send().expect(201)];
    expect(second.body).toEqual(first.body);
  });

  test('is one event of each of both documents', async () => {
    const { id } = await aDocument();
    const { body: note } = await credit(id).expect(201);
    const eventsOf = async (resource_id: string) =>
      (await tenant.get(`/events?resource_id=${resource_id}&limit=1000`).expect(200)).body.data as {
        type: string;
        changed: string[];
      }[];
    await until(async () => (await eventsOf(id)).length === 2);
    const shown = (events: readonly { type: string; changed: string[] }[]) =>
      events.map(({ type, changed }) => [type, changed]);
    expect(shown(await eventsOf(id))).toEqual([
      ['document.created', []],
      ['document.updated', ['payment_status']],
    ]);
    expect(shown(await eventsOf(note.id))).toEqual([['document.created', []]]);
  });
});
