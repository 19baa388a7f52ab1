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
  tenant = await aTenant(service, {
    ...{ vat: 'BE0123456749', address: BELGIAN_ADDRESS, self_billing_enabled: true },
  });
  relation_id = await aRelation(tenant);
});
afterAll(async () => {
  await service.close();
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

describe('A credit note that is written by hand', () => {
  const byHand = (id: string, members: object = {}) =>
    aDocument({
      type: 'credit_note',
      preceding_document: { id },
      lines: [{ ...LINE, quantity: '1' }],
      ...members,
    });

  test('is set off, again when it changes, and no more when it is deleted', async () => {
    const [one, other] = [await aDocument(), await aDocument()];
    const note = await byHand(one.id);
    expect(note).toMatchObject({ open_amount: '0.00', payment_status: 'paid' });
    expect(await documentOf(one.id)).toMatchObject({ open_amount: '242.00', credited_amount: '121.00' });

    const lines = [{ ...LINE, quantity: '2' }];
    const { body } = await tenant.patch(`/documents/${note.id}`, { lines }).expect(200);
    expect(body).toMatchObject({ open_amount: '0.00', totals: { payable: '242.00' } });
    expect(await documentOf(one.id)).toMatchObject({ open_amount: '121.00', credited_amount: '242.00' });

    await tenant.patch(`/documents/${note.id}`, { preceding_document: { id: other.id } }).expect(200);
    expect(await documentOf(one.id)).toMatchObject({ open_amount: '363.00', credit_notes: [] });
    expect(await documentOf(other.id)).toMatchObject({ open_amount: '121.00', credited_amount: '242.00' });

    await tenant.delete(`/documents/${note.id}`).expect(204);
    expect(await documentOf(other.id)).toMatchObject({ open_amount: '363.00', credited_amount: '0.00' });
  });

  test('is open again when its invoice is deleted', async () => {
    const { id } = await aDocument();
    const note = await byHand(id);
    await tenant.delete(`/documents/${id}`).expect(204);
    expect(await documentOf(note.id)).toMatchObject({ open_amount: '121.00', payment_status: 'unpaid' });
  });

  test('counts for what /credit may still credit', async () => {
    const { id } = await aDocument();
    await byHand(id);
    const { body } = await credit(id).expect(422);
    expect(body.error.message).toMatch(/more than the total/);
    await credit(id, { lines: [{ index: 0, quantity: '2' }] }).expect(201);
    expect(await documentOf(id)).toMatchObject({ credited_amount: '363.00', open_amount: '0.00' });
  });

  test('is set off again when the invoice changes: the oldest first, as far as both are open', async () => {
    const { id } = await aDocument();
    const notes = [await byHand(id), await byHand(id)];
    expect(await documentOf(id)).toMatchObject({ open_amount: '121.00', credited_amount: '242.00' });
    const totalOf = async (quantity: string) => {
      const { body } = await tenant.patch(`/documents/${id}`, { lines: [{ ...LINE, quantity }] }).expect(200);
      expect(await documentOf(id)).toEqual(body);
      const open = await Promise.all(notes.map(async (note) => (await documentOf(note.id)).open_amount));
      return [body.open_amount, ...open, body.allowed_actions.includes('credit')];
    };
    expect(await totalOf('1.5')).toEqual(['0.00', '0.00', '60.50', false]);
    expect(await totalOf('0.5')).toEqual(['0.00', '60.50', '121.00', false]);
    expect(await totalOf('4')).toEqual(['242.00', '0.00', '0.00', true]);
    expect((await documentOf(notes[0]!.id)).payment_status).toBe('paid');
    await tenant.patch(`/documents/${id}`, { paid_amount: '400.00' }).expect(200);
    expect(await documentOf(id)).toMatchObject({ open_amount: '0.00', payment_status: 'paid' });
    expect((await documentOf(notes[1]!.id)).open_amount).toBe('121.00');
  });

  test('is set off again when it is lowered, and what was set off is open on the invoice', async () => {
    const { id } = await aDocument();
    const note = await byHand(id, { lines: [LINE] });
    expect((await documentOf(id)).open_amount).toBe('0.00');
    const lines = [{ ...LINE, quantity: '0.5' }];
    const { body } = await tenant.patch(`/documents/${note.id}`, { lines }).expect(200);
    expect(body).toMatchObject({ open_amount: '0.00', payment_status: 'paid' });
    expect(await documentOf(id)).toMatchObject({ open_amount: '302.50', credited_amount: '60.50' });
  });

  test('keeps the currency of its invoice, as the invoice does', async () => {
    const { id } = await aDocument({ paid_amount: '363.00' }); // so that nothing is set off
    const note = await byHand(id);
    const lines = [{ ...LINE, quantity: '1' }];
    for (const one of [id, note.id]) {
      const patch = { currency: 'USD', exchange_rate: '0.9', lines, paid_amount: null };
      const { body } = await tenant.patch(`/documents/${one}`, patch).expect(409);
      expect(body.error.code).toBe('document_not_editable');
    }
    const elsewhere = { currency: 'USD', lines, preceding_document: { number: 'X-1' } };
    const repeated = { currency: 'USD', lines, preceding_document: { id } };
    await tenant.patch(`/documents/${note.id}`, repeated).expect(409);
    await tenant.patch(`/documents/${note.id}`, elsewhere).expect(200);
    expect(await documentOf(id)).toMatchObject({ credited_amount: '0.00', credit_notes: [] });
  });

  test.each([
    ['invoice', 'credit_note'],
    ['purchase_invoice', 'purchase_credit_note'],
  ])('has the relation of its invoice: %s and %s', async (type, credit_type) => {
    const [other_relation, { id }] = [await aRelation(tenant), await aDocument({ type })];
    const moved = { relation_id: other_relation };
    const note = await byHand(id, { type: credit_type });
    const refusal = async (path: string, patch: object, status: number) =>
      (await tenant.patch(path, patch).expect(status)).body.error;
    for (const patch of [moved, { ...moved, preceding_document: { id } }]) {
      expect(await refusal(`/documents/${note.id}`, patch, 422)).toEqual({
        code: 'validation_error',
        message: 'preceding_document: must be an invoice of the same relation',
      });
    }
    expect((await refusal(`/documents/${id}`, moved, 409)).code).toBe('document_not_editable');
    for (const one of [await documentOf(id), await documentOf(note.id)]) {
      const { body } = await tenant.patch(`/documents/${one.id}`, { relation_id }).expect(200);
      expect(body).toEqual(one);
    }

    const theirs = await aDocument({ type, ...moved });
    const to_theirs = { ...moved, preceding_document: { id: theirs.id } };
    await tenant.patch(`/documents/${note.id}`, to_theirs).expect(200);
    expect(await documentOf(id)).toMatchObject({ open_amount: '363.00', credit_notes: [] });
    await tenant.patch(`/documents/${id}`, moved).expect(200);
    const alone = { relation_id, preceding_document: null };
    const { body } = await tenant.patch(`/documents/${note.id}`, alone).expect(200);
    expect(body).toMatchObject({ relation_id, preceding_document: null, open_amount: '121.00' });
    expect(await documentOf(theirs.id)).toMatchObject({ open_amount: '363.00', credit_notes: [] });
  });

  test('may get another relation when its invoice was deleted', async () => {
    const [moved, { id }] = [{ relation_id: await aRelation(tenant) }, await aDocument()];
    const note = await byHand(id);
    await tenant.delete(`/documents/${id}`).expect(204);
    const { body } = await tenant.patch(`/documents/${note.id}`, moved).expect(200);
    expect(body).toMatchObject({ ...moved, preceding_document: note.preceding_document });
  });

  test('beyond the total of its invoice is a remark of the preview, and is created', async () => {
    const { id } = await aDocument();
    const preview = async (quantity: string, type = 'credit_note') => {
      const lines = [{ ...LINE, quantity }];
      const body = { type, relation_id, preceding_document: { id }, lines };
      const { checks } = (await tenant.post('/documents/preview', body).expect(200)).body;
      return (checks as { code: string; pointer: string; blocks: string }[])
        .filter(({ code }) => code !== 'send_failed')
        .map(({ code, pointer, blocks }) => [code, pointer, blocks]);
    };
    const remark = [['credit_above_invoice', '/preceding_document', 'nothing']];
    expect(await preview('3')).toEqual([]);
    expect(await preview('3.01')).toEqual(remark);
    await byHand(id);
    expect(await preview('2')).toEqual([]);
    expect(await preview('3')).toEqual(remark);
    await byHand(id, { lines: [LINE] });
    expect(await documentOf(id)).toMatchObject({ credited_amount: '484.00', open_amount: '0.00' });
  });
});
