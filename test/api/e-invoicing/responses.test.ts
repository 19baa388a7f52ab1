import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { get, MANAGEMENT, NETWORK } from '../../../src/composition/keys';
import { XmlEInvoiceReader } from '../../../src/adapters/e-invoicing/reading/xml-e-invoice-reader';
import type { NetworkAnswer } from '../../../src/domain/e-invoicing/settlement';
import type { EInvoiceNetwork, NetworkMessage } from '../../../src/ports/e-invoicing/e-invoice-network';
import { createDatabase, type TestDatabase } from '../../support/database';
import { anApplicationResponse, aUbl } from '../../support/e-invoices';
import {
  anInvoice,
  aSender,
  documentWith,
  hurry,
  put,
  refusal,
  transmissionsOf,
} from '../../support/sending';
import { startService, type Service, type Tenant } from '../../support/service';
import { until } from '../../support/until';

const HESITATE = 'Not at once';

/** A network that is away when it gets a message with this text for the first time. */
class HesitantNetwork implements EInvoiceNetwork {
  private readonly known = new Set<string>();

  constructor(private readonly network: EInvoiceNetwork) {}

  async send(message: NetworkMessage): Promise<NetworkAnswer> {
    const is_known = this.known.has(message.message_id);
    this.known.add(message.message_id);
    if (!is_known && Buffer.from(message.xml).includes(HESITATE)) {
      return { kind: 'transient_failure', reason: 'Away.' };
    }
    return this.network.send(message);
  }

  statusOf(message_id: string): Promise<NetworkAnswer | null> {
    return this.network.statusOf(message_id);
  }
}

const NETWORK_TOKEN = 'a-network-token-for-tests';

let database: TestDatabase;
let service: Service;
let seller: Tenant;
let buyer: Tenant;
let addresses: { seller: string; buyer: string };

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, { NETWORK_TOKEN }, (container) => {
    hurry(container);
    const network = get(container, NETWORK);
    put(container, NETWORK, () => new HesitantNetwork(network));
  });
  [seller, buyer] = [await aSender(service), await aSender(service)];
  const address = async ({ company_id }: Tenant) =>
    (await service.manage('get', `/management/companies/${company_id}`)).body.electronic_address as string;
  addresses = { seller: await address(seller), buyer: await address(buyer) };
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** Hands a message over as an access point does. */
const bring = (xml: string) =>
  request(get(service.container, MANAGEMENT))
    .post('/management/network/inbound')
    .set('Authorization', `Bearer ${NETWORK_TOKEN}`)
    .set('Content-Type', 'application/xml')
    .send(xml);

/** An invoice of the seller, and the document that the buyer has received. */
async function delivered() {
  const { id, number } = await anInvoice(seller, addresses.buyer);
  await seller.post(`/documents/${id}/send`).expect(202);
  await documentWith(seller, id, 'delivered');
  const { body } = await buyer.get('/documents?limit=200');
  const received = body.data.find((one: { number: string }) => one.number === number).id as string;
  return { id, number: number as string, received };
}
const respond = (received: string, body: object) => buyer.post(`/documents/${received}/responses`, body);
const read = async (tenant: Tenant, id: string) => (await tenant.get(`/documents/${id}`)).body;
/** The responses of a document, once there are so many and none is on its way. */
const responsesOf = (tenant: Tenant, id: string, count: number) =>
  until(async () => {
    const { responses } = await read(tenant, id);
    const is_settled = responses.every(({ state }: { state: string | null }) => state !== 'pending');
    return responses.length === count && is_settled && responses;
  });
const events = async (tenant: Tenant, id: string) =>
  (await tenant.get(`/events?resource_id=${id}&limit=1000`)).body.data as {
    type: string;
    changed: string[];
    resource: { version: number };
    actor: { kind: string };
  }[];

const REASONS = [{ code: 'PRI', text: 'Too high' }];

describe('A response', () => {
  test('reaches the sender of the document, and is shown on both', async () => {
    const { id, number, received } = await delivered();
    const before = await read(buyer, received);
    const { status, body } = await respond(received, {
      ...{ status: 'CA', reasons: REASONS, actions: [{ code: 'CNP' }] },
      ...{ note: 'As agreed', effective_date: '2026-09-03' },
    });
    const content = {
      ...{ status: 'CA', reasons: REASONS, actions: [{ code: 'CNP', text: null }] },
      ...{ note: 'As agreed', effective_date: '2026-09-03' },
    };
    const [response] = body.responses;
    expect(status).toBe(202);
    expect(response).toEqual({
      ...{ id: response.id, direction: 'sent', ...content, at: expect.any(String), state: 'pending' },
    });
    expect({ ...body, responses: [] }).toEqual(before);

    expect(await responsesOf(buyer, received, 1)).toEqual([{ ...response, state: 'delivered' }]);
    const [arrived] = await responsesOf(seller, id, 1);
    expect(arrived).toEqual({
      ...{ id: expect.any(String), direction: 'received', ...content, at: expect.any(String), state: null },
    });
    expect(await read(seller, id)).toMatchObject({ peppol_status: 'delivered' });

    const file = (tenant: Tenant, document: string, one: string) =>
      tenant.get(`/documents/${document}/responses/${one}/file`).buffer();
    const sent = await file(buyer, received, response.id);
    expect(sent.headers['content-type']).toMatch('application/xml');
    const xml = sent.text ?? sent.body.toString();
    expect(new XmlEInvoiceReader().readMessage(Buffer.from(xml))).toMatchObject({
      response: { reference: number, type_code: '380', sender: addresses.buyer, receiver: addresses.seller },
    });
    const kept = await file(seller, id, arrived.id);
    expect(kept.text ?? kept.body.toString()).toBe(xml);
    expect((await file(buyer, received, randomUUID())).status).toBe(404);
  });

  test('is an event on both sides, and moves no version', async () => {
    const { id, received } = await delivered();
    const version = (await buyer.get(`/documents/${received}`)).headers['etag'];
    await respond(received, { status: 'IP' }).expect(202);
    await responsesOf(buyer, received, 1);
    await responsesOf(seller, id, 1);
    expect((await buyer.get(`/documents/${received}`)).headers['etag']).toBe(version);
    const [ours, theirs] = await until(async () => {
      const logs = [(await events(buyer, received)).at(-1)!, (await events(seller, id)).at(-1)!];
      return (
        logs[0]!.type === 'document.response_sent' && logs[1]!.type === 'document.response_received' && logs
      );
    });
    expect(ours).toMatchObject({ changed: [], actor: { kind: 'client' } });
    expect(theirs).toMatchObject({ changed: [], actor: { kind: 'network' } });
  });

  test('that rejects is a rejection of the document too', async () => {
    const { id, received } = await delivered();
    expect((await read(buyer, received)).allowed_actions).toEqual(['pay', 'respond']);
    const { body } = await respond(received, { status: 'RE', reasons: REASONS }).expect(202);
    expect(body.allowed_actions).toEqual(['pay']);
    expect(await documentWith(seller, id, 'rejected')).toMatchObject({
      peppol_error: { code: 'rejected_by_receiver', message: 'Too high' },
      responses: [{ status: 'RE' }],
    });
    const types = await until(async () => {
      const logged = (await events(seller, id)).map(({ type }) => type);
      return logged.includes('document.rejected') && logged;
    });
    expect(types.slice(-2)).toEqual(['document.response_received', 'document.rejected']);
    expect(refusal(await respond(received, { status: 'PD' }))).toEqual([409, 'response_not_possible']);
  });

  test('with a key is sent once', async () => {
    const { received } = await delivered();
    const key = randomUUID();
    const again = () => respond(received, { status: 'AB' }).set('Idempotency-Key', key);
    const [first, second] = [await again(), await again()];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await responsesOf(buyer, received, 1)).toHaveLength(1);
  });

  test('arrives after those before it, also when they are tried again', async () => {
    const { id, received } = await delivered();
    const reasons = [{ code: 'PPD', text: 'Half' }];
    const bodies = [
      { status: 'AB', note: HESITATE },
      { status: 'IP' },
      { status: 'PD', reasons, note: HESITATE },
      { status: 'PD' },
    ];
    for (const body of bodies) await respond(received, body).expect(202);
    expect(await responsesOf(buyer, received, 4)).toMatchObject(bodies.map(() => ({ state: 'delivered' })));
    expect(await responsesOf(seller, id, 4)).toMatchObject(bodies);
    const transmissions = await transmissionsOf(buyer, received);
    const attempts = transmissions.map((one: { attempts: { outcome: string }[] }) =>
      one.attempts.map(({ outcome }) => outcome),
    );
    expect(attempts.reverse()).toEqual([
      ['transient_failure', 'delivered'],
      ['delivered'],
      ['transient_failure', 'delivered'],
      ['delivered'],
    ]);
  });

  test('of several that are sent at once is accepted in order only', async () => {
    const { id, received } = await delivered();
    const answers = await Promise.all(Array.from({ length: 6 }, () => respond(received, { status: 'AP' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409]);
    expect(await responsesOf(seller, id, 1)).toHaveLength(1);
  });

  test.each([
    [{ status: 'RE' }, 'reasons: must have a reason for the status RE (PEPPOL-T111-R001)'],
    [
      { status: 'AP', reasons: [{ code: 'PPD', text: 'x' }] },
      'reasons.0.code: PPD is for the status PD only',
    ],
    [{ status: 'PD', reasons: [{ code: 'PPD' }] }, 'reasons.0.text: is required for PPD'],
    [{ status: 'XX' }, 'status: '],
    [{ status: 'AB', reasons: [{ code: 'NIN' }] }, 'reasons.0.code: '],
    [{ status: 'AB', actions: [{ code: 'PRI' }] }, 'actions.0.code: '],
    [{ status: 'AB', actions: Array.from({ length: 21 }, () => ({ code: 'OTH' })) }, 'actions: '],
    [{ status: 'AB', effective_date: '2026-02-30' }, 'effective_date: '],
    [{ status: 'AB', state: 'sent' }, 'state: unknown field'],
  ])('is refused as %j', async (body, message) => {
    const { received } = await delivered();
    const { status, body: answer } = await respond(received, body);
    expect([status, answer.error.code]).toEqual([422, 'validation_error']);
    expect(answer.error.message).toContain(message);
    expect((await read(buyer, received)).responses).toEqual([]);
  });

  test('is refused about an own document, an imported one, and an unknown one', async () => {
    const { id } = await anInvoice(buyer, addresses.seller);
    expect(refusal(await respond(id, { status: 'AB' }))).toEqual([409, 'response_not_possible']);
    const party = { electronic_address: addresses.buyer, vat: null, identifier: null };
    const file = Buffer.from(aUbl({ number: `I-${randomUUID()}`, buyer: party }));
    const imported = await buyer.post('/documents/import').attach('file', file, 'invoice.xml');
    expect(refusal(await respond(imported.body.id, { status: 'AB' }))).toEqual([
      409,
      'response_not_possible',
    ]);
    expect(refusal(await respond(randomUUID(), { status: 'AB' }))).toEqual([404, 'not_found']);
  });

  test('is not sent to a sender that is not registered for responses', async () => {
    const number = `S-${randomUUID()}`;
    const party = { electronic_address: addresses.buyer, vat: null, identifier: null };
    const stranger = { electronic_address: '0088:5412345000013', vat: null, identifier: null };
    const { body } = await bring(aUbl({ number, buyer: party, seller: stranger })).expect(201);
    const { status, body: answer } = await respond(body.document_id, { status: 'AB' });
    expect([status, answer.error.code]).toEqual([422, 'send_failed']);
    expect(answer.error.message).toContain('is not registered on the network for responses');
    expect((await read(buyer, body.document_id)).responses).toEqual([]);
  });

  test('can be sent to companies, as their relations tell', async () => {
    const relation = async (electronic_address: string) => {
      const body = { type: 'company', name: 'Other', electronic_address };
      const { body: made } = await buyer.post('/relations?ignore_duplicate=true', body).expect(201);
      return (await buyer.get(`/relations/${made.id}/reachability`)).body;
    };
    expect(await relation(addresses.seller)).toMatchObject({ registered: true, responses: true });
    expect(await relation('0088:5412345000013')).toMatchObject({ registered: true, responses: false });
    expect(await relation('0088:5412345000051')).toMatchObject({ registered: false, responses: false });
  });
});

describe('A response that the network brings', () => {
  const bringResponse = (number: string, code: string, members: object = {}) =>
    bring(
      anApplicationResponse('response', {
        ...{ code, reference: number, reason: `Because ${randomUUID()}` },
        ...{ sender: addresses.buyer, receiver: addresses.seller, ...members },
      }),
    );

  test('out of order is kept, and changes nothing else', async () => {
    const { id, number } = await delivered();
    for (const code of ['AP', 'RE']) expect((await bringResponse(number, code)).status).toBe(201);
    expect(await read(seller, id)).toMatchObject({
      peppol_status: 'delivered',
      responses: [{ status: 'AP' }, { status: 'RE' }],
    });
  });

  test('shows the terms to correct, with their values, in the text of its reason', async () => {
    const { id, number } = await delivered();
    const conditions = [
      { term: 'BT-48', value: 'BE0123456749' },
      { term: 'BT-10', value: null },
    ];
    const reasons = [
      { code: 'LEG', text: 'The VAT number is wrong', conditions },
      { code: 'REF', text: null, conditions: [{ term: 'BT-13', value: 'PO-7' }] },
    ];
    expect((await bringResponse(number, 'UQ', { reasons })).status).toBe(201);
    expect((await read(seller, id)).responses[0].reasons).toEqual([
      { code: 'LEG', text: 'The VAT number is wrong (BT-48: BE0123456749; BT-10)' },
      { code: 'REF', text: 'BT-13: PO-7' },
    ]);
  });

  test('about a credit note with the number of an invoice is refused for good, without effect', async () => {
    const { id, number } = await delivered();
    const { status, body } = await bringResponse(number, 'RE', { type_code: '381' });
    expect([status, body.error.code, body.retry]).toEqual([422, 'validation_error', 'none']);
    expect(await read(seller, id)).toMatchObject({ peppol_status: 'delivered', responses: [] });
    expect((await bringResponse(number, 'RE', { type_code: '380' })).status).toBe(201);
    expect(await read(seller, id)).toMatchObject({
      peppol_status: 'rejected',
      responses: [{ status: 'RE' }],
    });
  });

  test('with a code of no list is refused for good', async () => {
    const { id, number } = await delivered();
    const { status, body } = await bringResponse(number, 'XX');
    expect([status, body.retry]).toEqual([422, 'none']);
    expect(body.error.message).toContain('PEPPOL-T111-B03001');
    expect((await read(seller, id)).responses).toEqual([]);
  });

  test('beyond a hundred about one document is refused for good, without effect', async () => {
    const { id, number } = await delivered();
    for (let n = 0; n < 100; n++) expect((await bringResponse(number, 'UQ')).status).toBe(201);
    const { status, body } = await bringResponse(number, 'UQ');
    expect([status, body.retry]).toEqual([422, 'none']);
    expect(body.error.message).toBe('body: the document has 100 responses already');
    expect((await read(seller, id)).responses).toHaveLength(100);
  });
});
