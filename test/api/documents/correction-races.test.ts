import { sql } from 'kysely';
import request from 'supertest';
import { DATABASE, get } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import {
  aRelation,
  aTenant,
  BELGIAN_ADDRESS,
  startService,
  type Service,
  type Tenant,
} from '../../support/service';

const ROUNDS = 5;

let database: TestDatabase;
let nodes: readonly [Service, Service];
let tenant: Tenant;
let relation_id: string;

beforeAll(async () => {
  database = await createDatabase();
  nodes = [await startService(database.url), await startService(database.url)];
  tenant = await aTenant(nodes[0], { vat: 'BE0123456749', address: BELGIAN_ADDRESS });
  relation_id = await aRelation(tenant);
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});

type Method = 'post' | 'patch' | 'delete';
type Call = readonly [method: Method, path: string, body?: object];

/** Requests at the same time, alternately to two nodes over one database. */
const together = (...calls: readonly Call[]) =>
  Promise.all(
    calls.map(([method, path, body], index) => {
      const node = request(nodes[index % 2]!.api);
      return node[method](path).set('Authorization', `Bearer ${tenant.access_token}`).send(body);
    }),
  );

const LINE = { name: 'Consulting', quantity: '3', unit_price: '100', vat_rate: '21' };
/** 363.00 EUR unless the members say otherwise. */
async function aDocument(members: object = {}) {
  const document = { type: 'invoice', relation_id, lines: [LINE], ...members };
  return (await tenant.post('/documents', document).expect(201)).body;
}
const documentOf = async (id: string) => (await tenant.get(`/documents/${id}`).expect(200)).body;
const cents = (text: string) => Math.round(Number(text) * 100);
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

/** What is open on the invoice is its total less its payments and what its credit notes have set off. */
async function expectBalanced(id: string) {
  const invoice = await documentOf(id);
  const { data: payments } = (await tenant.get(`/documents/${id}/payments?limit=200`)).body;
  const notes = await Promise.all(invoice.credit_notes.map((note: { id: string }) => documentOf(note.id)));
  const total = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0);
  const paid = total(payments.map(({ amount }: { amount: string }) => amount));
  const set_off = notes.reduce(
    (sum, { totals, open_amount }) => sum + cents(totals.payable) - cents(open_amount),
    0,
  );
  expect(cents(invoice.open_amount)).toBe(cents(invoice.totals.payable) - paid - set_off);
  expect(cents(invoice.open_amount)).toBeGreaterThanOrEqual(0);
  expect(cents(invoice.credited_amount)).toBe(total(notes.map(({ totals }) => totals.tax_inclusive)));
  return invoice;
}

describe('On two nodes at once', () => {
  test('of credits of the same line, one is made', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await aDocument();
      const lines = [{ index: 0, quantity: '2' }];
      const answers = await together(
        ...Array.from({ length: 4 }, (): Call => ['post', `/documents/${id}/credit`, { lines }]),
      );
      expect(statuses(answers).sort()).toEqual([201, 422, 422, 422]);
      expect(await expectBalanced(id)).toMatchObject({ credited_amount: '242.00', open_amount: '121.00' });
    }
  });

  test('of whole credits and parts, what is made never exceeds the invoice, and ends at exactly 0', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const lines = [
        { ...LINE, unit_price: '33.333' },
        { ...LINE, vat_rate: '6', discount_percent: '7' },
      ];
      const { id, totals } = await aDocument({ lines });
      const part = (index: number, quantity: string): Call => [
        ...(['post', `/documents/${id}/credit`, { lines: [{ index, quantity }] }] as const),
      ];
      const answers = await together(part(0, '1'), part(1, '2'), part(0, '2'), part(1, '1'), part(0, '0.5'));
      expect(statuses(answers).every((status) => status === 201 || status === 422)).toBe(true);
      const { allowed_actions } = await expectBalanced(id);
      if (allowed_actions.includes('credit')) await tenant.post(`/documents/${id}/credit`).expect(201);
      expect(await expectBalanced(id)).toMatchObject({
        credited_amount: totals.payable,
        open_amount: '0.00',
      });
    }
  });

  test('a credit and payments never take more than is open', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await aDocument();
      const pay: Call = ['post', `/documents/${id}/payments`, { amount: '150.00' }];
      const answers = await together(pay, ['post', `/documents/${id}/credit`], pay, pay);
      expect(answers[1]!.status).toBe(201);
      expect([201, 422]).toContain(answers[0]!.status);
      expect(await expectBalanced(id)).toMatchObject({ credited_amount: '363.00', open_amount: '0.00' });
    }
  });

  test('either a credit or a DELETE of its invoice happens', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await aDocument();
      const [credit, deletion] = await together(
        ['post', `/documents/${id}/credit`],
        ['delete', `/documents/${id}`],
      );
      const outcome = [credit!.status, deletion!.status];
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual(outcome);
      if (credit!.status === 201) await expectBalanced(id);
    }
  });

  test('a credit and a PATCH of the amounts leave a credit note with those that the invoice keeps', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await aDocument();
      const lines = [{ ...LINE, quantity: '2' }];
      const [credit, patch] = await together(
        ['post', `/documents/${id}/credit`],
        ['patch', `/documents/${id}`, { lines }],
      );
      expect(credit!.status).toBe(201);
      expect([200, 409]).toContain(patch!.status);
      const invoice = await expectBalanced(id);
      expect(invoice).toMatchObject({ credited_amount: invoice.totals.payable, open_amount: '0.00' });
      expect(invoice.totals.payable).toBe(patch!.status === 200 ? '242.00' : '363.00');
    }
  });

  test('changes of an invoice and of its credit notes by hand stay in balance, without a deadlock', async () => {
    const other = await aDocument();
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await aDocument();
      const byHand = { type: 'credit_note', preceding_document: { id }, lines: [{ ...LINE, quantity: '1' }] };
      const notes = [await aDocument(byHand), await aDocument(byHand), await aDocument(byHand)];
      const patch = (one: string, body: object): Call => ['patch', `/documents/${one}`, body];
      const quantity = (value: string) => ({ lines: [{ ...LINE, quantity: value }] });
      const answers = await together(
        patch(id, quantity('2')),
        patch(notes[0]!.id, quantity('2')),
        patch(id, quantity('1.5')),
        patch(notes[1]!.id, { preceding_document: { id: other.id } }),
        ['delete', `/documents/${notes[2]!.id}`],
        ['post', `/documents/${notes[0]!.id}/payments`, { amount: '0.01' }],
        patch(notes[1]!.id, quantity('0.5')),
      );
      expect(statuses(answers).every((status) => status < 500)).toBe(true);
      const invoice = await documentOf(id);
      expect(invoice.credit_notes.map((note: { id: string }) => note.id)).toEqual([notes[0]!.id]);
      expect(cents(invoice.open_amount)).toBeGreaterThanOrEqual(0);
    }
    await expectBalanced(other.id);
    const { rows } = await sql<{ deadlocks: string }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(
      get(nodes[0].container, DATABASE),
    );
    expect(rows).toEqual([{ deadlocks: '0' }]);
  });

  test('conversions of one quote each make a document with a number of its own', async () => {
    const quote = await aDocument({ type: 'quote' });
    const convert: Call = ['post', `/documents/${quote.id}/convert`, { type: 'invoice' }];
    const answers = await together(convert, convert, convert, convert);
    expect(statuses(answers)).toEqual([201, 201, 201, 201]);
    const numbers = answers.map(({ body }) => body.number as string);
    expect(new Set(numbers).size).toBe(4);
    const { converted_to } = await documentOf(quote.id);
    expect(converted_to.map(({ number }: { number: string }) => number).sort()).toEqual(numbers.sort());
    const { body: journals } = await tenant.get('/journals?category=sales');
    const { body } = await tenant.get(`/journals/${journals.data[0].id}/integrity`).expect(200);
    for (const period of body.periods) {
      expect(period).toMatchObject({ gaps: [], duplicates: [], date_inversions: [] });
    }
  });

  test('a conversion under one Idempotency-Key happens once', async () => {
    const quote = await aDocument({ type: 'quote' });
    const answers = await Promise.all(
      [0, 1, 0, 1].map((node) =>
        request(nodes[node]!.api)
          .post(`/documents/${quote.id}/convert`)
          .set('Authorization', `Bearer ${tenant.access_token}`)
          .set('Idempotency-Key', quote.id)
          .send({ type: 'invoice' }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await documentOf(quote.id)).converted_to).toHaveLength(1);
  });

  test('a conversion and a DELETE of the quote leave a new document that names the quote, or none', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const quote = await aDocument({ type: 'quote' });
      const [converted, deleted] = await together(
        ['post', `/documents/${quote.id}/convert`, { type: 'invoice' }],
        ['delete', `/documents/${quote.id}`],
      );
      expect(deleted!.status).toBe(204);
      expect([201, 404]).toContain(converted!.status);
      if (converted!.status === 201) expect(converted!.body.converted_from.id).toBe(quote.id);
    }
  });
});
