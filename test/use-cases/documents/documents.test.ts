import { randomUUID } from 'node:crypto';
import type { DocumentPatch } from '../../../src/domain/documents/change';
import type { Draft } from '../../../src/domain/documents/document';
import { type DocumentInput, withOtherReference } from '../../../src/domain/documents/draft';
import type { IfMatch } from '../../../src/domain/version';
import { Journals } from '../../../src/use-cases/numbering/journals';
import { aBusiness, type Business } from '../../support/business';
import { aReceivedDocument } from '../../support/contracts/stored-documents';
import { A_LINE } from '../../support/documents';
import { MemoryService } from '../../support/memory/service';

let service: MemoryService;
let business: Business;
let company_id: string;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, { clock: service.clock });
  ({ company_id } = business);
});

const unit = () => service.units.open();
const create = (members: Partial<DocumentInput> = {}) =>
  service.documents.create(unit(), company_id, business.input(members));
const read = (id: string) => service.documents.get(unit(), company_id, id);
const update = (id: string, patch: DocumentPatch, if_match?: IfMatch) =>
  service.documents.update(unit(), company_id, id, patch, if_match);
const remove = (id: string, if_match?: IfMatch) => service.documents.delete(unit(), company_id, id, if_match);
const book = (...ids: string[]) => service.documents.bookInAccounting(unit(), company_id, ids);
const page = { sort: 'created_at', limit: 50 };

const link = (document_id: string, amount: string | null) => {
  const input = { target: 'document', target_id: document_id, kind: 'reconciliation', amount } as const;
  return service.links.create(unit(), company_id, input);
};
async function received() {
  const document = aReceivedDocument(business);
  await unit().transaction(({ documents }) => documents.insertReceived(company_id, [document]));
  return document;
}
async function closeBooks(books_closed_until: string) {
  await unit().transaction(async ({ companies }) => {
    const company = (await companies.lock(company_id))!;
    await companies.save(company, { ...company, books_closed_until });
  });
}

describe('a document that is created', () => {
  test('is stored as it is answered', async () => {
    const created = await create({ note: 'Thanks', buyer_reference: 'PO-1' });
    expect(created).toMatchObject({
      ...{ number: 'INV-2026-00001', status: 'draft', version: 1, created_at: service.clock.now() },
      ...{ note: 'Thanks', buyer_reference: 'PO-1', totals: { payable: '121.00' }, attachments: [] },
      allowed_actions: ['update', 'delete', 'send', 'pay', 'credit'],
    });
    expect(await read(created.id)).toEqual(created);
    const { data } = await service.documents.list(unit(), company_id, {}, page);
    expect(data).toMatchObject([{ id: created.id, number: created.number }]);
  });

  test('is refused for its first fault, in the order of the contract', async () => {
    const unknown = randomUUID();
    let input: Partial<DocumentInput> = {
      ...{ type: 'purchase_invoice', relation_id: unknown, journal_id: unknown, branding_id: unknown },
      ...{ delivery_location_id: unknown, preceding_document: { number: 'F-1' }, send_peppol: true },
      ...{ lines: [{ ...A_LINE, vat_category: 'K', vat_rate: '0' }], paid_amount: '1000.00' },
      ...{ allowance_charges: [{ kind: 'allowance', reason: 'Loyalty', amount: '1' }] },
      issue_date: '2030-01-01',
    };
    const faults: readonly (readonly [string, RegExp, Partial<DocumentInput>])[] = [
      ['self_billing_disabled', /./, { type: 'quote' }],
      ['invalid_relation', /./, { relation_id: business.relation.id }],
      ['invalid_journal', /./, { journal_id: null }],
      ['invalid_delivery_location', /./, { delivery_location_id: null }],
      ['validation_error', /^branding_id/, { branding_id: null }],
      ['validation_error', /^preceding_document/, { preceding_document: null }],
      ['not_sendable', /./, { send_peppol: false }],
      ['validation_error', /^lines\.0\.vat_category/, { lines: [{ ...A_LINE, unit_price: '0' }] }],
      ['invalid_allowance_charge', /./, { lines: [{ ...A_LINE, quantity: '-1' }], allowance_charges: [] }],
      ['invalid_amount', /./, { lines: [A_LINE] }],
      ['invalid_paid_amount', /./, { paid_amount: null }],
      ['invalid_issue_date', /./, { issue_date: null }],
    ];
    for (const [error_name, message, mended] of faults) {
      await expect(create(input)).rejects.toMatchObject({
        error_name,
        message: expect.stringMatching(message),
      });
      input = { ...input, ...mended };
    }
    expect(await create(input)).toMatchObject({ type: 'quote', sequence_number: 1 });
  });

  test('is refused in a journal of another category, or one that is not active', async () => {
    const journals = new Journals(service.clock, business.ids);
    const { id: journal_id } = await journals.create(unit(), company_id, {
      ...{ code: 'OFF', name: 'Off', category: 'sales', active: false },
    });
    await expect(create({ journal_id })).rejects.toThrow('The journal is not active.');
    const quotes = await business.journal('quote');
    await expect(create({ journal_id: quotes })).rejects.toMatchObject({ error_name: 'invalid_journal' });
  });

  test('is refused without a default journal', async () => {
    business = await aBusiness(service.units, { clock: service.clock, default_journals: false });
    ({ company_id } = business);
    await expect(create()).rejects.toMatchObject({ error_name: 'no_default_journal' });
  });

  test('without a date has that of the day on which it is numbered, when another is numbered after midnight before it', async () => {
    const midnight_in_brussels = new Date('2026-07-02T00:00:00.000+02:00').getTime();
    service.clock.advance(midnight_in_brussels - service.clock.now().getTime() - 1_000);
    const open = unit();
    const createDocument = open.createDocument.bind(open);
    let is_midnight = false;
    open.createDocument = async (...given) => {
      if (!is_midnight) {
        is_midnight = true;
        service.clock.advance(2_000);
        await business.issued();
      }
      return createDocument(...given);
    };
    const created = await service.documents.create(open, company_id, business.input());
    expect(created).toMatchObject({ number: 'INV-2026-00002', issue_date: '2026-07-02' });
  });

  test('is refused when the books are closed for its date after its check', async () => {
    const open = unit();
    const createDocument = open.createDocument.bind(open);
    open.createDocument = async (...given) => {
      await closeBooks('2026-07-01');
      return createDocument(...given);
    };
    const input = business.input({ issue_date: '2026-07-01' });
    await expect(service.documents.create(open, company_id, input)).rejects.toMatchObject({
      ...{
        error_name: 'invalid_issue_date',
        options: { details: [{ min: '2026-07-02', max: '2026-08-01' }] },
      },
    });
    expect(await create()).toMatchObject({ sequence_number: 1, issue_date: '2026-07-01' });
  });

  test('is not found without its company', async () => {
    const input = business.input();
    await expect(service.documents.create(unit(), randomUUID(), input)).rejects.toMatchObject({
      error_name: 'not_found',
    });
  });

  test.each([
    ['the last one’s', '2026-06-29', '2026-06-30', '2026-08-01'],
    ['the window’s end', '2026-08-02', '2026-06-30', '2026-08-01'],
  ])(
    'is refused with a date beyond %s, and told which dates are accepted',
    async (_case, issue_date, min, max) => {
      await create({ issue_date: '2026-06-30' });
      await expect(create({ issue_date })).rejects.toMatchObject({
        ...{ error_name: 'invalid_issue_date', options: { details: [{ min, max }] } },
      });
      expect(await create({ issue_date: min })).toMatchObject({ sequence_number: 2 });
    },
  );

  test('is refused with a date in closed books', async () => {
    await closeBooks('2026-05-31');
    await expect(create({ issue_date: '2026-05-31' })).rejects.toMatchObject({
      ...{
        error_name: 'invalid_issue_date',
        options: { details: [{ min: '2026-06-01', max: '2026-08-01' }] },
      },
    });
    expect(await create({ issue_date: '2026-06-01' })).toMatchObject({ sequence_number: 1 });
  });

  test('gets the next number when others are created at the same time', async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => create()));
    expect(created.map(({ number }) => number).sort()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `INV-2026-0000${n}`),
    );
  });

  test('gets another payment reference when its own is taken', async () => {
    const { id } = await create();
    const next = service.ids.next.bind(service.ids);
    const ids = [next()];
    const { payment_reference } = withOtherReference({} as Draft, ids[0]!);
    service.ids.next = () => ids.shift() ?? next();
    const { documents } = service.units.session.tables;
    documents.update((document) => ({ ...document, payment_reference }), company_id, id);
    const created = await create();
    expect(created).toMatchObject({ sequence_number: 2, payment_reference_made: true });
    expect(created.payment_reference).not.toBe(payment_reference);
    expect(ids).toEqual([]);
  });
});

describe('a document that is changed', () => {
  test('has a new version, and what follows from the change', async () => {
    const { id, number } = await create();
    service.clock.advance(1_000);
    const changed = await update(id, { lines: [{ ...A_LINE, quantity: '2' }], note: 'Two' });
    expect(changed).toMatchObject({
      ...{ number, version: 2, updated_at: service.clock.now(), note: 'Two' },
      totals: { payable: '242.00' },
    });
    expect(await read(id)).toEqual(changed);
  });

  test.each<[string, DocumentPatch]>([
    ['nothing', {}],
    ['what it is already', { note: null, currency: 'EUR', lines: [A_LINE] }],
  ])('to %s keeps version and time', async (_case, patch) => {
    const created = await create();
    service.clock.advance(1_000);
    expect(await update(created.id, patch)).toEqual(created);
    expect(await read(created.id)).toEqual(created);
  });

  test('is refused for its first fault, in the order of the contract', async () => {
    const { id, version } = await create();
    await link(id, '1.00');
    const patch = { number: 'X', currency: 'USD', relation_id: randomUUID() };
    const refused = (members: DocumentPatch, if_match?: IfMatch, of = id) =>
      update(of, members, if_match).catch(({ error_name }: { error_name: string }) => error_name);
    expect(await refused(patch, [version], randomUUID())).toBe('not_found');
    expect(await refused(patch, [9])).toBe('precondition_failed');
    expect(await refused(patch)).toBe('document_not_editable'); // the linked amount is in euro
    expect(await refused({ ...patch, currency: 'EUR' })).toBe('field_not_editable');
    expect(await refused({ relation_id: randomUUID() })).toBe('invalid_relation');
    await service.sending.markSent(unit(), company_id, id);
    expect(await refused({ number: 'X' }, [9])).toBe('precondition_failed');
    expect(await refused({ number: 'X' })).toBe('document_not_editable');
    expect(await refused({})).toBe('document_not_editable');
    const { id: from_elsewhere } = await received();
    expect(await refused({}, undefined, from_elsewhere)).toBe('document_not_editable');
  });

  test('keeps its date between its neighbours', async () => {
    const [, middle] = [
      await create({ issue_date: '2026-06-01' }),
      await create({ issue_date: '2026-06-10' }),
      await create({ issue_date: '2026-06-20' }),
    ];
    await expect(update(middle.id, { issue_date: '2026-06-21' })).rejects.toMatchObject({
      ...{
        error_name: 'invalid_issue_date',
        options: { details: [{ min: '2026-06-01', max: '2026-06-20' }] },
      },
    });
    expect(await update(middle.id, { issue_date: '2026-06-20' })).toMatchObject({ version: 2 });
  });

  test('that is the last one moves the earliest date of the next', async () => {
    const last = await create({ issue_date: '2026-06-30' });
    await update(last.id, { issue_date: '2026-06-01' });
    expect(await create({ issue_date: '2026-06-01' })).toMatchObject({ sequence_number: 2 });
  });

  test('is made out to another relation as that is now', async () => {
    const { id } = await create();
    const other = await business.newRelation({ name: 'Other NV', vat: 'BE0403019261' });
    expect(await update(id, { relation_id: other.id })).toMatchObject({
      ...{ relation_id: other.id, buyer: { name: 'Other NV', vat: 'BE0403019261' } },
    });
  });
});

describe('a credit note that names an invoice', () => {
  test('is refused when the invoice gets another relation or currency before it is stored', async () => {
    const other = await business.newRelation({ name: 'Other' });
    for (const patch of [{ relation_id: other.id }, { currency: 'USD', lines: [A_LINE] }]) {
      const { id } = await create();
      const credit = business.input({ type: 'credit_note', preceding_document: { id } });
      const prepared = await service.creation.prepare(unit(), company_id, credit);
      const invoice = await update(id, patch);
      const stored = service.creation.create(unit(), company_id, prepared, (issued) => issued);
      await expect(stored).rejects.toMatchObject({
        code: 'validation_error',
        message: expect.stringMatching(
          /^preceding_document: must be an invoice .* same (relation|currency)$/,
        ),
      });
      expect(await read(id)).toEqual(invoice);
    }
  });
});

describe('a document that is deleted', () => {
  test('gives its number to the next one', async () => {
    const { id, number } = await create();
    await remove(id);
    await expect(read(id)).rejects.toMatchObject({ error_name: 'not_found' });
    expect(await create()).toMatchObject({ number });
  });

  test('is refused for its first fault, in the order of the contract', async () => {
    const [first, last] = [await create(), await create()];
    const refused = (id: string, if_match?: IfMatch) =>
      remove(id, if_match).catch(({ error_name }: { error_name: string }) => error_name);
    expect(await refused(randomUUID())).toBe('not_found');
    expect(await refused(first.id, [9])).toBe('precondition_failed');
    expect(await refused(first.id)).toBe('document_not_deletable'); // not the last one
    const { id: link_id } = await link(last.id, null);
    await service.sending.markSent(unit(), company_id, last.id);
    expect(await refused(last.id)).toBe('document_in_use');
    await service.links.delete(unit(), company_id, link_id);
    expect(await refused(last.id)).toBe('document_not_deletable');
    expect(await refused((await received()).id)).toBe('document_not_deletable');
    expect(await read(last.id)).toMatchObject({ status: 'sent' });
  });

  test('is refused in closed books', async () => {
    const { id } = await create({ issue_date: '2026-06-10' });
    await closeBooks('2026-06-10');
    await expect(remove(id)).rejects.toThrow('lies in closed books');
  });
});

describe('the booking of documents', () => {
  test('transmits all of them, in the order that was asked, and only once', async () => {
    const [first, second] = [await create(), await create()];
    const now = service.clock.now();
    expect(await book(second.id, first.id)).toEqual([
      { document_id: second.id, transmitted_at: now },
      { document_id: first.id, transmitted_at: now },
    ]);
    const booked = await read(first.id);
    expect(booked).toMatchObject({
      ...{
        accounting_status: 'transmitted',
        transmitted_at: now,
        version: 2,
        allowed_actions: ['send', 'pay', 'credit'],
      },
    });
    service.clock.advance(1_000);
    expect(await book(first.id)).toEqual([{ document_id: first.id, transmitted_at: now }]);
    expect(await read(first.id)).toEqual(booked);
    await expect(update(first.id, { note: 'Late' })).rejects.toMatchObject({
      error_name: 'document_not_editable',
    });
    await expect(remove(second.id)).rejects.toMatchObject({ error_name: 'document_not_deletable' });
  });

  test('transmits none when there is one that is not there', async () => {
    const { id } = await create();
    await expect(book(id, randomUUID())).rejects.toMatchObject({
      ...{ error_name: 'validation_error', message: 'document_ids.1: no such document' },
    });
    expect(await read(id)).toMatchObject({ accounting_status: 'pending', version: 1 });
    const nobody = service.documents.bookInAccounting(unit(), randomUUID(), [id]);
    await expect(nobody).rejects.toMatchObject({ error_name: 'not_found' });
  });
});

describe('a link', () => {
  test('with an amount pays its document', async () => {
    const { id } = await create();
    const statuses: string[] = [];
    for (const amount of ['21', '100.00', null]) {
      await link(id, amount);
      service.clock.advance(1);
      const { payment_status, version } = await read(id);
      statuses.push(`${payment_status} ${version}`);
    }
    expect(statuses).toEqual(['partial 2', 'paid 3', 'paid 3']);
    const { data } = await service.links.list(unit(), company_id, { target_id: id }, page);
    expect(data.map(({ amount }) => amount)).toEqual(['21.00', '100.00', null]);
    for (const { id: link_id } of data) await service.links.delete(unit(), company_id, link_id);
    expect(await read(id)).toMatchObject({ payment_status: 'unpaid', version: 5 });
  });

  test('to a relation is stored as it is', async () => {
    const { id: target_id } = business.relation;
    const stored = await service.links.create(unit(), company_id, {
      ...{ target: 'relation', target_id, kind: 'project', reference: 'P-1' },
    });
    expect(stored).toMatchObject({ target_id, reference: 'P-1', amount: null });
    const { data } = await service.links.list(unit(), company_id, {}, page);
    expect(data).toEqual([stored]);
  });

  test('is refused without its company, its target, or with too many decimals', async () => {
    const { id } = await create();
    await expect(link(id, '1.001')).rejects.toMatchObject({ error_name: 'validation_error' });
    await expect(link(randomUUID(), null)).rejects.toThrow('target_id: no such document');
    const input = { target: 'document', target_id: id, kind: 'reconciliation' } as const;
    await expect(service.links.create(unit(), randomUUID(), input)).rejects.toMatchObject({
      error_name: 'not_found',
    });
    await expect(service.links.list(unit(), randomUUID(), {}, page)).rejects.toMatchObject({
      error_name: 'not_found',
    });
    await expect(service.links.delete(unit(), company_id, randomUUID())).rejects.toMatchObject({
      error_name: 'not_found',
    });
    expect(await read(id)).toMatchObject({ payment_status: 'unpaid', version: 1 });
  });
});
