import type { ResponseStatus } from '../../../src/domain/documents/responses/invoice-response';
import { randomUUID } from 'node:crypto';
import { EInvoiceFault, type ParsedEInvoice } from '../../../src/domain/e-invoicing/parsed-e-invoice';
import type { ReadInvoice } from '../../../src/ports/e-invoicing/e-invoice-reader';
import { StorageFailure } from '../../../src/ports/documents/storage';
import type { MessageFacts } from '../../../src/use-cases/e-invoicing/reception';
import { aBusiness, type Business } from '../../support/business';
import { MemoryService } from '../../support/memory/service';
import { aStatedParty, aStatement } from '../../support/parsed-e-invoices';
import { PDF, XML } from '../../support/sample-files';
import { ScriptedNetwork } from '../../support/scripted-network';
import { bytesOf } from '../../support/contracts/storage-contract';

const SENDER = '0208:0123456749';

let service: MemoryService;
let business: Business;
let company_id: string;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, { clock: service.clock });
  ({ company_id } = business);
});

const unit = () => service.units.open();
const page = { sort: 'created_at', limit: 50 };
const read = (id: string) => service.documents.get(unit(), company_id, id);
const documents = async () => (await service.documents.list(unit(), company_id, {}, page)).data;
const inStore = () => [...service.storage.files.keys()].sort();
const strays = () => service.units.session.tables.orphaned_files.list();

/** An invoice of 'Seller NV' to the company, with a PDF. */
function anInvoice(members: Partial<Omit<ParsedEInvoice, 'totals'>> = {}): ReadInvoice {
  const { electronic_address, vat } = business.company;
  const buyer = aStatedParty({ name: 'Janssens BV', electronic_address, vat, identifiers: [] });
  const files = [{ filename: 'plan.pdf', content_type: 'application/pdf', bytes: PDF }] as const;
  return { parsed: aStatement({ buyer, ...members }), discrepancy: null, files };
}

describe('an e-invoice that is imported', () => {
  const received = (invoice: ReadInvoice | EInvoiceFault = anInvoice(), of = company_id) => {
    service.reader.invoice = invoice;
    const file = { sent_as: 'invoice.xml', form: 'xml', bytes: XML, sha256: 'c'.repeat(64) } as const;
    return service.reception.receiveImport(unit(), of, async () => file);
  };
  const imported = async (invoice?: ReadInvoice | EInvoiceFault) =>
    service.reception.importFile(unit(), await received(invoice));

  test('is stored with its original, its files and its sender as a relation', async () => {
    const document = await imported();
    expect(document).toMatchObject({
      ...{ type: 'purchase_invoice', number: 'F-1', status: 'received', peppol_status: null, version: 1 },
      ...{ journal_id: null, duplicate_of: null, received_at: service.clock.now(), allowed_actions: ['pay'] },
      seller: { name: 'Seller NV', electronic_address: SENDER },
      attachments: [{ filename: 'plan.pdf', size: PDF.length }],
    });
    expect(await read(document.id)).toEqual(document);
    expect(
      await unit().read(({ relations }) => relations.find(company_id, document.relation_id)),
    ).toMatchObject({ name: 'Seller NV', vat: 'BE0123456749' });
    expect([inStore().length, strays()]).toEqual([2, []]);
  });

  test('is of the relation that its sender is', async () => {
    const { electronic_address, vat } = { electronic_address: '0208:0876543270', vat: null };
    const seller = aStatedParty({ name: 'Another name', electronic_address, vat, identifiers: [] });
    expect(await imported(anInvoice({ seller }))).toMatchObject({
      ...{ relation_id: business.relation.id, seller: { name: 'Another name' } },
    });
    expect(service.units.session.tables.relations.list()).toHaveLength(1);
  });

  test('that is self-billed is one of our own invoices', async () => {
    const { electronic_address, vat } = business.company;
    const seller = aStatedParty({ name: 'Janssens BV', electronic_address, vat, identifiers: [] });
    const self_billed = anInvoice({ type_code: '389', seller, buyer: aStatedParty({ name: 'Customer NV' }) });
    expect(await imported(self_billed)).toMatchObject({ type: 'invoice', status: 'received', number: 'F-1' });
  });

  test('is refused when it was received before', async () => {
    const { id } = await imported();
    const again = await received();
    await expect(service.reception.importFile(unit(), again)).rejects.toMatchObject({
      ...{ error_name: 'validation_error', message: `file: already received as ${id}` },
    });
    await again.discard();
    expect([(await documents()).length, inStore().length, strays()]).toEqual([1, 2, []]);
  });

  test('is stored once when it comes twice at once', async () => {
    const both = [await received(), await received()];
    const outcomes = await Promise.allSettled(both.map((one) => service.reception.importFile(unit(), one)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await documents()).toHaveLength(1);
    expect(service.units.session.tables.relations.list()).toHaveLength(2);
  });

  test.each<[string, () => ReadInvoice | EInvoiceFault, string]>([
    [
      'is not one',
      () => new EInvoiceFault('lines.0.net_amount', 'is missing'),
      'file: lines.0.net_amount: is missing',
    ],
    [
      'does not add up',
      () => ({ ...anInvoice(), discrepancy: { place: 'totals.tax', reason: 'is not the sum' } }),
      'file: totals.tax: is not the sum',
    ],
    [
      'is for somebody else',
      () => anInvoice({ buyer: aStatedParty({ name: 'Other NV' }) }),
      'file: buyer: is not the company, by electronic address, VAT number or identifier',
    ],
  ])('is refused when it %s, once its file is received', async (_case, invoice, message) => {
    const refused = await received(invoice());
    await expect(service.reception.importFile(unit(), refused)).rejects.toMatchObject({
      ...{ error_name: 'validation_error', message },
    });
    await refused.discard();
    expect([await documents(), inStore(), strays()]).toEqual([[], [], []]);
  });

  test('is not found without its company', async () => {
    await expect(received(undefined, randomUUID())).rejects.toMatchObject({ error_name: 'not_found' });
  });

  test('leaves nothing when the store is away', async () => {
    service.storage.is_away = true;
    await expect(received()).rejects.toBeInstanceOf(StorageFailure);
    service.storage.is_away = false;
    expect(await documents()).toEqual([]);
    service.clock.advance(3_600_001);
    expect(await service.files.sweep(unit())).toBe(2);
  });

  test('is refused when its files were deleted meanwhile', async () => {
    const late = await received();
    service.clock.advance(3_600_001);
    expect(await service.files.sweep(unit())).toBe(2);
    await expect(service.reception.importFile(unit(), late)).rejects.toMatchObject({
      ...{ error_name: 'internal_error', options: { retry_after_s: 1 } },
    });
    expect([await documents(), service.units.session.tables.relations.list().length]).toEqual([[], 1]);
  });

  test('is handed out as it came', async () => {
    const { id } = await imported();
    const original = await service.reception.getOriginal(unit(), company_id, id);
    expect(original).toMatchObject({ content_type: 'application/xml', filename: 'F-1.xml', version: 1 });
    expect(await bytesOf(await original.bytes.open())).toEqual(XML);
    const own = await business.issued();
    await expect(service.reception.getOriginal(unit(), company_id, own.id)).rejects.toMatchObject({
      error_name: 'not_found',
    });
  });
});

describe('an e-invoice that the network brings', () => {
  const receive = (
    message_id: string,
    invoice: ReadInvoice | EInvoiceFault = anInvoice(),
    {
      receiver = business.company.electronic_address,
      facts = {},
    }: { receiver?: string | null; facts?: Partial<MessageFacts> } = {},
  ) => {
    const envelope = receiver === null ? null : { message_id, sender: SENDER, receiver };
    service.reader.message = invoice instanceof EInvoiceFault ? invoice : { envelope, invoice };
    return service.reception.receive(unit(), XML, { message_id, ...facts });
  };

  test('is stored once, however often it comes', async () => {
    const first = await receive('m1');
    expect(first).toEqual({ document_id: expect.any(String), country_code: 'BE', is_new: true });
    expect(await read(first.document_id)).toMatchObject({ number: 'F-1', status: 'received' });
    expect(await receive('m1')).toEqual({ ...first, is_new: false });
    expect([(await documents()).length, inStore().length, strays()]).toEqual([1, 2, []]);
  });

  test('is stored once when it comes twice at once', async () => {
    const both = await Promise.all([receive('m1'), receive('m1')]);
    expect(both.map(({ is_new }) => is_new).sort()).toEqual([false, true]);
    expect(new Set(both.map(({ document_id }) => document_id)).size).toBe(1);
    expect([(await documents()).length, inStore().length, strays()]).toEqual([1, 2, []]);
  });

  test('names the document that it repeats', async () => {
    const { document_id } = await receive('m1');
    service.clock.advance(1_000);
    const second = await receive('m2');
    expect(second.is_new).toBe(true);
    expect(await read(second.document_id)).toMatchObject({ duplicate_of: document_id });
    service.clock.advance(1_000);
    const third = await receive('m3');
    expect(await read(third.document_id)).toMatchObject({ duplicate_of: document_id });
  });

  test('is for the receiver on its envelope, else the one that is given, else the one that it states', async () => {
    const { electronic_address } = business.company;
    const upper = await receive('m1', anInvoice(), { receiver: electronic_address!.toUpperCase() });
    expect(upper.is_new).toBe(true);
    const facts = { receiver: electronic_address! };
    const given = await receive('m2', anInvoice(), { receiver: null, facts });
    expect(given.is_new).toBe(true);
    const stated = await receive('m3', anInvoice(), { receiver: null });
    expect(stated.is_new).toBe(true);
    expect(await documents()).toHaveLength(3);
    const again = await receive('m2', anInvoice(), { receiver: null, facts });
    expect(again).toEqual({ ...given, is_new: false });
    expect(await documents()).toHaveLength(3);
  });

  test.each<[string, () => ReturnType<typeof receive>, RegExp]>([
    [
      'without an envelope, and given for nobody here',
      () => receive('m1', anInvoice(), { receiver: null, facts: { receiver: '0088:5412345000013' } }),
      /^body: the receiver is not a participant/,
    ],
    [
      'for nobody here',
      () => receive('m1', anInvoice(), { receiver: '0088:5412345000013' }),
      /^body: the receiver is not a participant/,
    ],
    ['that is not one', () => receive('m1', new EInvoiceFault(null, 'is not XML')), /^body: is not XML$/],
    [
      'for another one than its envelope says',
      () => receive('m1', anInvoice({ buyer: aStatedParty({ name: 'Other NV' }) })),
      /^body: buyer: is not the company/,
    ],
  ])('%s is refused for good', async (_case, arrive, message) => {
    await expect(arrive()).rejects.toMatchObject({
      ...{ error_name: 'validation_error', message: expect.stringMatching(message) },
    });
    expect([await documents(), inStore(), strays()]).toEqual([[], [], []]);
  });

  test('may come again when it could not be stored', async () => {
    service.storage.is_away = true;
    await expect(receive('m1')).rejects.toBeInstanceOf(StorageFailure);
    service.storage.is_away = false;
    expect(await receive('m1')).toMatchObject({ is_new: true });
  });

  test.each([
    ['its VAT number', { address: null, vat: 'DE136695976' }, 'DE'],
    ['nothing', { address: null, vat: null }, null],
  ])('is counted for the country of the receiver by %s', async (_by, company, country_code) => {
    business = await aBusiness(service.units, { clock: service.clock, company });
    expect(await receive('m1')).toMatchObject({ country_code });
  });
});

describe('a response that the network brings', () => {
  const answer = (status: ResponseStatus) => {
    const reasons = [{ code: 'PRI', text: 'Wrong amount.' }];
    const content = { status, reasons, actions: [], note: null, effective_date: null };
    return {
      kind: 'invoice_response',
      code: status,
      reason: 'Wrong amount.',
      type_code: '380',
      content,
    } as const;
  };
  const response = answer('RE');
  const mls = {
    kind: 'message_level_status',
    code: 'RE',
    reason: 'No such participant.',
    type_code: null,
    content: null,
  } as const;
  const RECEIVER = '0208:0876543270';

  async function delivered() {
    const { id, number } = await business.issued();
    await service.sending.send(unit(), company_id, id);
    const { message_id } = (await service.transmissions.list(unit(), company_id, id, {}, page)).data[0]!;
    await service.worker(new ScriptedNetwork()).work(unit(), service.jobOf(message_id));
    return { id, number, message_id };
  }
  const receive = (
    message: ReturnType<typeof answer> | typeof mls,
    reference: string,
    {
      sender = RECEIVER,
      message_id = randomUUID(),
      enveloped = false,
    }: { sender?: string | null; message_id?: string; enveloped?: boolean } = {},
  ) => {
    const receiver = business.company.electronic_address!;
    const envelope = enveloped ? { message_id, sender: sender!, receiver } : null;
    service.reader.message = { envelope, response: { ...message, reference, sender, receiver } };
    return service.reception.receive(unit(), XML, { message_id });
  };

  test('of the receiver rejects the document of that number, once', async () => {
    const { id, number } = await delivered();
    const message_id = randomUUID();
    const outcome = { document_id: id, country_code: 'BE' };
    expect(await receive(response, number, { message_id })).toEqual({ ...outcome, is_new: true });
    const rejected = await read(id);
    expect(rejected).toMatchObject({
      ...{ peppol_status: 'rejected', peppol_error: { message: 'Wrong amount.' } },
    });
    expect(await receive(response, number, { message_id })).toEqual({ ...outcome, is_new: false });
    expect(await read(id)).toEqual(rejected);
  });

  test('of an access point is about a message, in whatever case it names it', async () => {
    const { id, message_id } = await delivered();
    expect(await receive(mls, message_id.toUpperCase())).toMatchObject({ document_id: id, is_new: true });
    expect(await read(id)).toMatchObject({ status: 'draft', peppol_status: 'failed' });
  });

  test('is of the sender on its envelope', async () => {
    const { number } = await delivered();
    const stranger = { sender: '0088:5412345000013', enveloped: true };
    await expect(receive(response, number, stranger)).rejects.toThrow('refers to no document');
    expect(await receive(response, number, { enveloped: true })).toMatchObject({ is_new: true });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an unknown number', () => receive(response, 'NO-1')],
    ['an unknown message', () => receive(mls, randomUUID())],
    ['no message id', () => receive(mls, 'INV-2026-00001')],
    ['no sender', () => receive(response, 'INV-2026-00001', { sender: null })],
    ['another sender', () => receive(response, 'INV-2026-00001', { sender: '0088:5412345000013' })],
  ])('with %s is refused for good', async (_case, arrive) => {
    const { id } = await delivered();
    const before = await read(id);
    await expect(arrive()).rejects.toMatchObject({
      ...{
        error_name: 'validation_error',
        message: 'body: refers to no document that was sent by this installation',
      },
    });
    expect(await read(id)).toEqual(before);
  });
});
