import { randomUUID } from 'node:crypto';
import type { Draft } from '../../../src/domain/documents/document';
import { type DocumentInput, withOtherReference } from '../../../src/domain/documents/draft';
import { aBusiness, type Business } from '../../support/business';
import { aReceivedDocument } from '../../support/contracts/stored-documents';
import { MemoryService } from '../../support/memory/service';
import { ScriptedNetwork } from '../../support/scripted-network';
import { RelationReachability } from '../../../src/use-cases/e-invoicing/relation-reachability';

const RECEIVER = '0208:0876543270';

let service: MemoryService;
let business: Business;
let company_id: string;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, { clock: service.clock });
  ({ company_id } = business);
});

const unit = () => service.units.open();
const read = (id: string) => service.documents.get(unit(), company_id, id);
const send = (id: string) => service.sending.send(unit(), company_id, id);
const page = { sort: 'created_at', limit: 50 };
const transmissionsOf = async (id: string) =>
  (await service.transmissions.list(unit(), company_id, id, {}, page)).data;
const payloadOf = async (message_id: string) =>
  Buffer.from(
    (await unit().read(({ transmissions }) => transmissions.findPayload(company_id, message_id)))!,
  ).toString();

async function received() {
  const document = aReceivedDocument(business);
  await unit().transaction(({ documents }) => documents.insertReceived(company_id, [document]));
  return document;
}
async function attached(document_id: string, filename: string, size?: number) {
  const upload = { sent_as: filename, filename, content_type: 'application/pdf' } as const;
  const bytes = (async function* () {
    yield Buffer.from(`bytes of ${filename}`);
  })();
  const files = service.attachments;
  const file = await files.receive(unit(), company_id, document_id, async () => ({ ...upload, bytes }));
  const { id } = await files.add(unit(), company_id, document_id, file);
  if (size !== undefined) {
    const { attachments } = service.units.session.tables;
    attachments.update((attachment) => ({ ...attachment, size }), company_id, document_id, id);
  }
  return id;
}

describe('a send', () => {
  test('stores the document as sent, what is sent, and the job to send it', async () => {
    const { id } = await business.issued();
    service.clock.advance(1_000);
    const now = service.clock.now();
    const sent = await send(id);
    expect(sent).toMatchObject({
      ...{ id, status: 'sent', peppol_status: 'pending', peppol_error: null, sent_at: null },
      ...{ version: 2, updated_at: now, allowed_actions: ['pay', 'credit'] },
    });
    expect(await read(id)).toEqual(sent);
    const [transmission, ...others] = await transmissionsOf(id);
    expect(others).toEqual([]);
    expect(transmission).toMatchObject({
      ...{ document_id: id, state: 'pending', receiver: RECEIVER, lacks_pdf: false, attempts: [] },
      sender: business.company.electronic_address,
    });
    const { message_id } = transmission!;
    expect(await payloadOf(message_id)).toBe(
      `<File INV-2026-00001.pdf>PDF INV-2026-00001 sent ${RECEIVER}<Invoice>INV-2026-00001 ${RECEIVER} </Invoice>`,
    );
    expect(service.jobsOf(message_id)).toMatchObject([{ company_id, delay_s: 0 }]);
    expect(service.queue.wakes).toBe(1);
  });

  test('has the attachments that can travel, and an attachment of the PDF’s name in its place', async () => {
    const { id } = await business.issued();
    await attached(id, 'inv-2026-00001.PDF');
    await send(id);
    const [transmission] = await transmissionsOf(id);
    expect(await payloadOf(transmission!.message_id)).toMatch(
      /^<File inv-2026-00001.PDF>bytes of inv-2026-00001.PDF<Invoice>/,
    );
    expect(service.rendering.drawn).toBe(0);
  });

  test('has no PDF when the company embeds none', async () => {
    const plain = await aBusiness(service.units, { clock: service.clock, company: { embed_pdf: false } });
    const { id } = await plain.issued();
    await service.sending.send(unit(), plain.company_id, id);
    const [stored] = service.units.session.tables.transmissions.list();
    expect(Buffer.from(stored!.payload).toString()).toMatch(/^<Invoice>/);
    expect(service.rendering.drawn).toBe(0);
  });

  test('uses the electronic addresses of now, and keeps them with the document', async () => {
    const { id, buyer } = await business.issued();
    await unit().transaction(async ({ relations }) => {
      const relation = (await relations.lock(company_id, business.relation.id))!;
      await relations.save(company_id, relation, {
        ...relation,
        electronic_address: '0088:5412345000013',
      } as typeof relation);
    });
    expect(buyer.electronic_address).toBe(RECEIVER);
    expect(await send(id)).toMatchObject({ buyer: { electronic_address: '0088:5412345000013' } });
    expect(service.directory.asked).toEqual(['0088:5412345000013']);
  });

  test('is refused for an unknown document', async () => {
    await expect(send(randomUUID())).rejects.toMatchObject({ error_name: 'not_found' });
    const other = await aBusiness(service.units, { clock: service.clock });
    await expect(send((await other.issued()).id)).rejects.toMatchObject({ error_name: 'not_found' });
  });

  test('is refused for a received document, whatever its type', async () => {
    const { id } = await received();
    await expect(send(id)).rejects.toMatchObject({ code: 'not_sendable', status: 409 });
  });

  test.each(['quote', 'proforma'] as const)('is refused for a %s, sent or not', async (type) => {
    const { id } = await business.issued({ type });
    await expect(send(id)).rejects.toMatchObject({ code: 'not_sendable', status: 422 });
    await service.sending.markSent(unit(), company_id, id);
    await expect(send(id)).rejects.toMatchObject({ code: 'not_sendable', status: 422 });
    expect(service.directory.asked).toEqual([]);
  });

  test('is refused for a document that was sent, before the directory is asked', async () => {
    const { id } = await business.issued();
    await send(id);
    await expect(send(id)).rejects.toMatchObject({ error_name: 'already_sent' });
    expect(service.directory.asked).toHaveLength(1);
  });

  test.each<[string, () => unknown, RegExp, string | null]>([
    [
      'is not registered',
      () => service.directory.answers.set(RECEIVER, { kind: 'unknown_participant' }),
      /not registered/,
      '/relation_id',
    ],
    [
      'is registered for other documents',
      () => service.directory.answers.set(RECEIVER, { kind: 'registered', document_types: ['other'] }),
      /not registered/,
      '/relation_id',
    ],
    [
      'cannot be looked up',
      () => service.directory.answers.set(RECEIVER, { kind: 'unavailable', reason: 'It is away.' }),
      /does not answer: It is away\./,
      '/relation_id',
    ],
  ])('fails when the receiver %s, and stores nothing', async (_case, arrange, message, pointer) => {
    const { id } = await business.issued();
    const before = await read(id);
    arrange();
    await expect(send(id)).rejects.toMatchObject({
      ...{ error_name: 'send_failed', message: expect.stringMatching(message) },
      options: { details: [{ document_id: id, pointer }] },
    });
    expect(await read(id)).toEqual(before);
    expect(await transmissionsOf(id)).toEqual([]);
    expect(service.queue.wakes).toBe(0);
  });

  test('fails without the company’s address before the relation’s, and before the directory is asked', async () => {
    const lost = await aBusiness(service.units, {
      ...{
        clock: service.clock,
        company: { electronic_address: null },
        relation: { electronic_address: null },
      },
    });
    const { id } = await lost.issued();
    await expect(service.sending.send(unit(), lost.company_id, id)).rejects.toMatchObject({
      ...{
        error_name: 'send_failed',
        message: expect.stringMatching(/^The company has no electronic address/),
      },
    });
    expect(service.directory.asked).toEqual([]);
  });

  test('fails for a receiver before the content is checked', async () => {
    service.directory.answers.set(RECEIVER, { kind: 'unknown_participant' });
    const { id } = await business.issued({ type: 'credit_note', currency: 'USD' });
    await expect(send(id)).rejects.toThrow('not registered');
  });

  test('fails when its files have more than 30 MiB together', async () => {
    const { id } = await business.issued();
    await attached(id, 'a.pdf', 30 * 1024 * 1024);
    await expect(send(id)).rejects.toMatchObject({
      ...{ error_name: 'send_failed', options: { details: [{ document_id: id, pointer: '/attachments' }] } },
    });
  });

  test('checks the document again when it changed meanwhile', async () => {
    const { id } = await business.issued({ note: 'Before' });
    service.directory.meanwhile = async () => {
      service.directory.meanwhile = async () => undefined;
      await service.documents.update(unit(), company_id, id, { note: 'After' }, undefined);
    };
    expect(await send(id)).toMatchObject({ note: 'After', version: 3, peppol_status: 'pending' });
    expect(service.directory.asked).toHaveLength(2);
    const [transmission] = await transmissionsOf(id);
    expect(await payloadOf(transmission!.message_id)).toContain('After');
  });

  test('gives up on a document that changes during each check', async () => {
    const { id } = await business.issued();
    let n = 0;
    service.directory.meanwhile = () =>
      service.documents.update(unit(), company_id, id, { note: `${n++}` }, undefined);
    await expect(send(id)).rejects.toMatchObject({
      error_name: 'internal_error',
      options: { retry_after_s: 1 },
    });
    expect(service.directory.asked).toHaveLength(3);
    expect(await transmissionsOf(id)).toEqual([]);
  });

  test('is refused when the document was sent or deleted meanwhile', async () => {
    const [sent, deleted] = [await business.issued(), await business.issued()];
    service.directory.meanwhile = async () => {
      service.directory.meanwhile = async () => undefined;
      await send(sent.id);
    };
    await expect(send(sent.id)).rejects.toMatchObject({ error_name: 'already_sent' });
    expect(await transmissionsOf(sent.id)).toHaveLength(1);
    service.directory.meanwhile = () => service.documents.delete(unit(), company_id, deleted.id, undefined);
    await expect(send(deleted.id)).rejects.toMatchObject({ error_name: 'not_found' });
  });

  test('follows one that failed', async () => {
    const { id } = await business.issued();
    await send(id);
    const { message_id } = (await transmissionsOf(id))[0]!;
    const refusing = new ScriptedNetwork({
      send: () => ({ kind: 'permanent_failure', code: 'invalid_document', reason: 'No.' }),
    });
    await service.worker(refusing).work(unit(), service.jobOf(message_id));
    service.clock.advance(1_000);
    expect(await send(id)).toMatchObject({ status: 'sent', peppol_status: 'pending', peppol_error: null });
    expect((await transmissionsOf(id)).map(({ state }) => state)).toEqual(['failed', 'pending']);
  });
});

describe('a mark as sent', () => {
  const markSent = (id: string) => service.sending.markSent(unit(), company_id, id);

  test.each(['invoice', 'quote', 'proforma', 'credit_note'] as const)('makes a %s sent', async (type) => {
    const { id } = await business.issued({ type });
    service.clock.advance(1_000);
    const now = service.clock.now();
    const marked = await markSent(id);
    expect(marked).toMatchObject({ status: 'sent', peppol_status: null, sent_at: now, version: 2 });
    expect(await read(id)).toEqual(marked);
    expect(await transmissionsOf(id)).toEqual([]);
  });

  test('is refused in the order of the contract', async () => {
    await expect(markSent(randomUUID())).rejects.toMatchObject({ error_name: 'not_found' });
    const { id } = await received();
    await expect(markSent(id)).rejects.toMatchObject({ code: 'not_sendable', status: 409 });
    const own = await business.issued();
    await send(own.id);
    await expect(markSent(own.id)).rejects.toMatchObject({ error_name: 'already_sent' });
  });

  test('is refused a second time, and keeps the document from the network', async () => {
    const { id } = await business.issued();
    await markSent(id);
    await expect(markSent(id)).rejects.toMatchObject({ error_name: 'already_sent' });
    await expect(send(id)).rejects.toMatchObject({ error_name: 'already_sent' });
  });
});

describe('a document that is created to be sent', () => {
  const create = (members: Partial<DocumentInput> = {}, of = company_id) =>
    service.created_and_sent.create(unit(), of, business.input(members));

  test('is numbered, and its transmission stored, at its first version', async () => {
    const created = await create({ note: 'Thanks' });
    expect(created).toMatchObject({
      ...{ number: 'INV-2026-00001', status: 'sent', peppol_status: 'pending', version: 1 },
      allowed_actions: ['pay', 'credit'],
    });
    expect(await read(created.id)).toEqual(created);
    const [transmission] = await transmissionsOf(created.id);
    expect(transmission).toMatchObject({ state: 'pending', lacks_pdf: true, receiver: RECEIVER });
    expect(await payloadOf(transmission!.message_id)).toBe(
      `<Invoice>INV-2026-00001 ${RECEIVER} Thanks</Invoice>`,
    );
    expect(service.jobsOf(transmission!.message_id)).toHaveLength(1);
    expect(service.queue.wakes).toBe(1);
  });

  test('lacks no PDF when its company sends none', async () => {
    const plain = await aBusiness(service.units, { clock: service.clock, company: { embed_pdf: false } });
    const { id } = await service.created_and_sent.create(unit(), plain.company_id, plain.input());
    const { data } = await service.transmissions.list(unit(), plain.company_id, id, {}, page);
    expect(data).toMatchObject([{ lacks_pdf: false }]);
  });

  test('is created as a draft when it cannot be sent', async () => {
    service.directory.answers.set(RECEIVER, { kind: 'unknown_participant' });
    const failure = await create().catch((error: unknown) => error);
    const { data } = await service.documents.list(unit(), company_id, {}, page);
    expect(data).toMatchObject([{ number: 'INV-2026-00001', status: 'draft', peppol_status: null }]);
    const { id } = data[0]!;
    expect(failure).toMatchObject({
      ...{ error_name: 'send_failed', message: expect.stringContaining(`created as ${id}, but not sent`) },
      options: { created: `/documents/${id}`, details: [{ document_id: id, pointer: '/relation_id' }] },
    });
    expect(await transmissionsOf(id)).toEqual([]);
  });

  test.each(['quote', 'proforma'] as const)('is not created when it is a %s', async (type) => {
    await expect(create({ type })).rejects.toMatchObject({ code: 'not_sendable', status: 422 });
    expect((await service.documents.list(unit(), company_id, {}, page)).data).toEqual([]);
  });

  test('is not created with a date before the last one’s, sendable or not', async () => {
    await business.issued({ issue_date: '2026-06-30' });
    const early = { issue_date: '2026-06-29' };
    await expect(create(early)).rejects.toMatchObject({
      ...{
        error_name: 'invalid_issue_date',
        options: { details: [{ min: '2026-06-30', max: '2026-08-01' }] },
      },
    });
    service.directory.answers.set(RECEIVER, { kind: 'unknown_participant' });
    await expect(create(early)).rejects.toMatchObject({ error_name: 'invalid_issue_date' });
    expect((await service.documents.list(unit(), company_id, {}, page)).data).toHaveLength(1);
    expect(service.units.session.tables.transmissions.list()).toEqual([]);
  });

  test('without a date has that of the day on which it is numbered, when midnight passes during its check', async () => {
    const midnight_in_brussels = new Date('2026-07-02T00:00:00.000+02:00').getTime();
    service.clock.advance(midnight_in_brussels - service.clock.now().getTime() - 1_000);
    const lookup = service.directory.lookup.bind(service.directory);
    service.directory.lookup = async (...given) => {
      service.directory.lookup = lookup;
      service.clock.advance(2_000);
      await business.issued();
      return lookup(...given);
    };
    const created = await create();
    expect(created).toMatchObject({ number: 'INV-2026-00002', issue_date: '2026-07-02', status: 'sent' });
    expect(await transmissionsOf(created.id)).toHaveLength(1);
    expect(service.units.session.tables.transmissions.list()).toHaveLength(1);
  });

  test('is written again when its payment reference is taken meanwhile', async () => {
    const drawn: string[] = [];
    const next = service.ids.next.bind(service.ids);
    service.ids.next = () => {
      drawn.push(next());
      return drawn.at(-1)!;
    };
    service.directory.meanwhile = async () => {
      service.directory.meanwhile = async () => undefined;
      const { id } = await business.issued();
      const { payment_reference } = withOtherReference({} as Draft, drawn[0]!);
      const { documents } = service.units.session.tables;
      documents.update((document) => ({ ...document, payment_reference }), company_id, id);
    };
    const created = await create();
    expect(created).toMatchObject({ number: 'INV-2026-00002', peppol_status: 'pending' });
    expect(created.id).not.toBe(drawn[0]);
    const [transmission] = await transmissionsOf(created.id);
    expect(await payloadOf(transmission!.message_id)).toContain('<Invoice>INV-2026-00002');
  });
});

describe('who can be reached', () => {
  const reachability = (relation_id: string) =>
    new RelationReachability(service.clock, service.directory).of(unit(), company_id, relation_id);

  test('is registered for document types by our names', async () => {
    expect(await reachability(business.relation.id)).toEqual({
      registered: true,
      document_types: ['invoice', 'credit_note', 'purchase_invoice', 'purchase_credit_note'],
      responses: true,
      checked_at: service.clock.now(),
    });
  });

  test('is not registered without an electronic address, or when the directory does not know it', async () => {
    const nobody = {
      ...{ registered: false, document_types: [], responses: false },
      checked_at: service.clock.now(),
    };
    const { id } = await business.newRelation({ name: 'No address NV' });
    expect(await reachability(id)).toEqual(nobody);
    expect(service.directory.asked).toEqual([]);
    service.directory.answers.set(RECEIVER, { kind: 'unknown_participant' });
    expect(await reachability(business.relation.id)).toEqual(nobody);
  });

  test('is not known while the directory does not answer, or without the relation', async () => {
    service.directory.answers.set(RECEIVER, { kind: 'unavailable', reason: 'It is away.' });
    await expect(reachability(business.relation.id)).rejects.toMatchObject({
      ...{ error_name: 'internal_error', options: { retry_after_s: 5 } },
    });
    await expect(reachability(randomUUID())).rejects.toMatchObject({ error_name: 'not_found' });
  });
});

test('the transmissions of a document are listed, and not found without it', async () => {
  const { id } = await business.issued();
  expect(await transmissionsOf(id)).toEqual([]);
  await expect(transmissionsOf(randomUUID())).rejects.toMatchObject({ error_name: 'not_found' });
});
