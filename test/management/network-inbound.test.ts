import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { ParsingPool } from '../../src/adapters/workers/parsing-pool';
import { get, LOG, MANAGEMENT, PARSING, RECEPTION, UNITS_OF_WORK } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import {
  anApplicationResponse,
  anEnvelope,
  aParty,
  aUbl,
  type PartyMembers,
  type UblMembers,
} from '../support/e-invoices';
import { PDF } from '../support/sample-files';
import { aSender, anInvoice, documentWith, hurry, put, transmissionsOf } from '../support/sending';
import { aTenant, BELGIAN_ADDRESS, type Service, startService, type Tenant } from '../support/service';

const NETWORK_TOKEN = 'a-network-token-for-tests';

let database: TestDatabase;
let folder: string;
let service: Service;
/** A second node over the same database and folder. */
let other_node: Service;
let company: PartyMembers & { readonly number: string };
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-inbound-'));
  const settings = { STORAGE_DIR: folder, NETWORK_TOKEN };
  service = await startService(database.url, settings, (container) => {
    hurry(container);
    // The limits of time have tests of their own; a busy machine takes longer for the largest documents here.
    put(
      container,
      PARSING,
      () => new ParsingPool(get(container, LOG), { work_ms: 20_000, answer_ms: 25_000 }),
    );
  });
  other_node = await startService(database.url, settings, hurry);
});
afterAll(async () => {
  await service.close();
  await other_node.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  company = aParty('Buyer NV');
  const { vat, electronic_address } = company;
  tenant = await aTenant(service, { vat, electronic_address, address: BELGIAN_ADDRESS });
});

const PATH = '/management/network/inbound';
const post = (node = service) =>
  request(get(node.container, MANAGEMENT)).post(PATH).set('Authorization', `Bearer ${NETWORK_TOKEN}`);
const bring = (bytes: string | Buffer, node = service) =>
  post(node).set('Content-Type', 'application/xml').send(bytes);
const ubl = (members: UblMembers = {}) => aUbl({ buyer: company, ...members });
const enveloped = (document: string, members: Partial<Parameters<typeof anEnvelope>[1]> = {}) =>
  anEnvelope(document, {
    message_id: randomUUID(),
    sender: '0208:0123456749',
    receiver: company.electronic_address!,
    ...members,
  });
const documents = async () => (await tenant.get('/documents?sort=created_at')).body.data;
const documentOf = async (id: string) => (await tenant.get(`/documents/${id}`)).body;

describe('A document from the network', () => {
  test('in its envelope becomes a received document of its receiver', async () => {
    const bytes = enveloped(ubl({ files: [{ filename: 'a.pdf', type: 'application/pdf', bytes: PDF }] }));
    const { status, body, headers } = await bring(bytes);
    expect({ status, body }).toEqual({
      status: 201,
      body: { document_id: expect.any(String), countryCodeC4: 'BE' },
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await documentOf(body.document_id)).toMatchObject({
      type: 'purchase_invoice',
      status: 'received',
      peppol_status: null,
      number: 'F-1',
      attachments: [{ filename: 'a.pdf' }],
    });
    const original = await get(service.container, RECEPTION).getOriginal(
      get(service.container, UNITS_OF_WORK).open(),
      tenant.company_id,
      body.document_id,
    );
    const pieces = [];
    for await (const piece of await original.bytes.open()) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(bytes);
  });

  test('may come without an envelope, for the electronic address that it states', async () => {
    const { status, body } = await bring(ubl());
    expect(status).toBe(201);
    expect((await documents())[0].id).toBe(body.document_id);
  });

  test('is found by the address of the envelope, whatever its scheme and case', async () => {
    const receiver = `iso6523-actorid-upis::${company.electronic_address}`;
    expect((await bring(enveloped(ubl(), { receiver }))).status).toBe(201);
  });

  test('that the buyer issued for the company becomes a sales invoice of the company', async () => {
    const { body } = await bring(ubl({ type_code: '389', seller: company, buyer: aParty() }));
    expect((await documentOf(body.document_id)).type).toBe('invoice');
  });

  test('that comes again, in the same message, is stored once', async () => {
    const message = enveloped(ubl());
    const first = await bring(message);
    const again = await bring(message, other_node);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(await documents()).toHaveLength(1);
  });

  test.each([
    ['small', 0],
    ['large', 100_000],
  ])('that is %s and has no envelope is identified by its bytes', async (_, length) => {
    const padded = (members?: UblMembers) => `${ubl(members)}<!--${'.'.repeat(length)}-->`;
    const [first, again, other] = [
      await bring(padded()),
      await bring(padded()),
      await bring(padded({ number: 'F-2' })),
    ];
    expect([first.status, again.status, other.status]).toEqual([201, 200, 201]);
    expect(again.body).toEqual(first.body);
    expect(await documents()).toHaveLength(2);
  });

  test('that comes many times concurrently is stored once', async () => {
    const message = enveloped(ubl());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => bring(message, n % 2 === 0 ? service : other_node)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 201 || status === 200)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.document_id)).size).toBe(1);
    expect(await documents()).toHaveLength(1);
  });

  test('that is in another message of a stored document is recorded as its duplicate', async () => {
    const seller = aParty();
    const first = await bring(enveloped(ubl({ seller })));
    const second = await bring(enveloped(ubl({ seller })));
    const third = await bring(enveloped(ubl({ seller: { ...aParty(), vat: seller.vat } })));
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect((await documents()).map(({ duplicate_of }: { duplicate_of: string }) => duplicate_of)).toEqual([
      null,
      first.body.document_id,
      first.body.document_id,
    ]);
  });

  test('of a new sender, many concurrently, creates one relation', async () => {
    const seller = aParty();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        bring(enveloped(ubl({ seller, number: `F-${n}` })), n % 2 === 0 ? service : other_node),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect((await tenant.get('/relations')).body.data).toHaveLength(1);
  });

  test('reports the country of the receiver: by its address, else by its VAT number', async () => {
    const greek = aParty();
    await aTenant(service, { electronic_address: greek.electronic_address, vat: 'EL094259216' });
    expect((await bring(ubl({ buyer: greek }))).body.countryCodeC4).toBe('GR');
    const unknown = aParty();
    await aTenant(service, { electronic_address: unknown.electronic_address });
    expect((await bring(ubl({ buyer: unknown }))).body.countryCodeC4).toBeNull();
  });
});

describe('A message that is permanently refused', () => {
  test.each([
    [
      'a receiver that is no company of the installation',
      () => ubl({ buyer: aParty() }),
      /receiver is not a participant/,
    ],
    [
      'no receiver at all',
      () => ubl({ buyer: { ...company, electronic_address: null } }),
      /not a participant/,
    ],
    [
      'an envelope for nobody here',
      () => enveloped(ubl(), { receiver: aParty().electronic_address! }),
      /not a participant/,
    ],
    [
      'a document for another one than the envelope',
      () => enveloped(ubl({ buyer: aParty() })),
      /^body: buyer: is not/,
    ],
    ['no XML', () => 'hello', /^body: cannot be read/],
    ['an unknown document', () => '<a/>', /^body: is neither/],
    ['an envelope without an id', () => enveloped(ubl(), { message_id: '' }), /instance identifier/],
    ['a wrong total', () => ubl().replace('>121.00<', '>121.01<'), /BR-CO-15/],
    ['nothing', () => '', /must not be empty/],
  ])('has %s', async (_what, message, reason) => {
    const { status, body } = await bring(message());
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        error: { code: 'validation_error', message: expect.stringMatching(reason) },
        ...{ retry: 'none', errorMessage: body.error?.message },
      },
    });
    expect(await documents()).toEqual([]);
  });

  test('leaves no orphaned file', async () => {
    const files = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;
    const message = enveloped(ubl());
    await bring(message);
    const before = await files();
    await bring(message);
    await bring(ubl({ buyer: aParty() }));
    await bring(ubl().replace('>121.00<', '>121.01<'));
    await Promise.all([1, 2, 3].map(() => bring(message)));
    expect(await files()).toBe(before);
  });
});

describe('POST /management/network/inbound', () => {
  test.each([
    ['no token', undefined],
    ['the management token', 'Bearer a-management-token-for-tests'],
    ['another token', 'Bearer x'],
    ['the token in another scheme', `Basic ${NETWORK_TOKEN}`],
    ['two tokens', [`Bearer ${NETWORK_TOKEN}`, 'Bearer x']],
  ])('does not accept %s', async (_what, authorization) => {
    const call = request(get(service.container, MANAGEMENT)).post(PATH);
    if (authorization !== undefined) call.set('Authorization', authorization as string); // superagent takes several too
    const { status, body, headers } = await call.send(ubl());
    expect(status).toBe(401);
    expect(body.error.code).toBe('invalid_token');
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  test('accepts nothing without a configured token', async () => {
    const closed = await startService(database.url);
    try {
      expect((await bring(ubl(), closed)).status).toBe(401);
    } finally {
      await closed.close();
    }
  });

  test.each([
    ['foo=1', 'validation_error', 'foo: unknown parameter'],
    ['limit=1', 'invalid_parameter', 'limit: does not apply to this resource'],
  ])('refuses the query parameter %s before the body arrives', async (query, code, message) => {
    const { status, body } = await post()
      .query(query)
      .set('Content-Length', '1000')
      .ok(() => true);
    expect([status, body]).toEqual([422, { error: { code, message }, retry: 'none', errorMessage: message }]);
  });

  test('refuses more than 100 MiB before the body arrives', async () => {
    const { status } = await post()
      .set('Content-Length', String(100 * 1024 * 1024 + 1))
      .ok(() => true);
    expect(status).toBe(413);
  });

  test('attaches the first 100 of 3,000 embedded files of one name; the original has the others', async () => {
    const files = new Array(3_000).fill({ filename: 'a.pdf', type: 'application/pdf', bytes: PDF });
    const { status, body } = await bring(ubl({ files }));
    expect(status).toBe(201);
    const { attachments } = await documentOf(body.document_id);
    expect(attachments).toHaveLength(100);
    expect(attachments.map(({ filename }: { filename: string }) => filename)).toEqual([
      'a.pdf',
      ...Array.from({ length: 99 }, (_, index) => `a (${index + 2}).pdf`),
    ]);
    const stored = await readdir(path.join(folder, tenant.company_id));
    expect(stored).toHaveLength(101);
  });

  test('accepts a document of 90 MiB, most of it one file in lines of base64', async () => {
    const file = Buffer.concat([PDF, Buffer.alloc(66 * 1024 * 1024)]);
    const lines = file.toString('base64').replace(/.{76}/g, '$&\r\n');
    const document = ubl({ files: [{ filename: 'a.pdf', type: 'application/pdf', bytes: PDF }] });
    const bytes = document.replace(PDF.toString('base64'), lines).replace('Buyer NV', 'Buyer € NV');
    let answer = await bring(bytes);
    // On a busy machine it takes longer than a response may. An access point then brings it again.
    for (let retries = 0; retries < 3 && answer.status === 500; retries++) {
      expect(answer.body.error.details).toEqual([{ effect: 'none' }]);
      answer = await bring(bytes);
    }
    const { status, body } = answer;
    expect([status, body]).toEqual([201, expect.anything()]);
    const { attachments } = await documentOf(body.document_id);
    expect(attachments).toMatchObject([
      { size: file.length, sha256: createHash('sha256').update(file).digest('hex') },
    ]);
  });

  test('accepts a document with an embedded file of 12 MiB', async () => {
    const bytes = Buffer.concat([PDF, Buffer.alloc(12 * 1024 * 1024)]);
    const { body } = await bring(ubl({ files: [{ filename: 'a.pdf', type: 'application/pdf', bytes }] }));
    const { attachments } = await documentOf(body.document_id);
    expect(attachments).toMatchObject([
      { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ]);
  });
});

describe('A document sent within the installation', () => {
  test('is received as the same UBL that was sent', async () => {
    const sender = await aSender(service, { identifier: '0123.456.749' });
    const { id, number, totals, lines } = await anInvoice(sender, company.electronic_address);
    await sender.post(`/documents/${id}/send`);
    await documentWith(sender, id, 'delivered');
    const [received] = await documents();
    expect(received).toMatchObject({ type: 'purchase_invoice', status: 'received', number });
    expect(received.totals).toEqual({ ...totals, paid: received.totals.paid });
    const { lines: received_lines } = await documentOf(received.id);
    expect(received_lines).toMatchObject([{ name: lines[0].name, net_amount: lines[0].net_amount }]);
  });
});

describe('A response from the network', () => {
  /** A document that was delivered to `company`. */
  async function delivered() {
    const sender = await aSender(service);
    const { id, number } = await anInvoice(sender, company.electronic_address);
    await sender.post(`/documents/${id}/send`);
    await documentWith(sender, id, 'delivered');
    const [{ message_id }] = await transmissionsOf(sender, id);
    const { body } = await service.manage('get', `/management/companies/${sender.company_id}`);
    return { sender, id, number, message_id, own_address: body.electronic_address as string };
  }
  const addresses = (own_address: string) => ({
    sender: company.electronic_address!,
    receiver: own_address,
    reason: 'Because of it',
  });

  test('that the buyer rejects a document sets its status, once', async () => {
    const { sender, id, number, own_address } = await delivered();
    const response = anApplicationResponse('response', {
      ...{ code: 'RE', reference: number },
      ...addresses(own_address),
    });
    const first = await bring(response);
    expect({ status: first.status, body: first.body }).toEqual({
      status: 201,
      body: { document_id: id, countryCodeC4: 'BE' },
    });
    expect(await documentWith(sender, id, 'rejected')).toMatchObject({
      status: 'sent',
      peppol_error: { message: 'Because of it' },
    });
    expect((await bring(response)).status).toBe(200);
  });

  test('may have 1 MiB, and is refused without effect when it is larger', async () => {
    const { sender, id, number, own_address } = await delivered();
    const response = anApplicationResponse('response', {
      ...{ code: 'RE', reference: number },
      ...addresses(own_address),
    });
    const sized = (bytes: number) => response + ' '.repeat(bytes - Buffer.byteLength(response));
    const { status, body } = await bring(sized(1024 * 1024 + 1));
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        error: { code: 'validation_error', message: 'body: a status message may have at most 1 MiB' },
        ...{ retry: 'none', errorMessage: 'body: a status message may have at most 1 MiB' },
      },
    });
    await documentWith(sender, id, 'delivered');
    expect((await bring(sized(1024 * 1024))).status).toBe(201);
    await documentWith(sender, id, 'rejected');
  });

  test('that a document is accepted does not change its status', async () => {
    const { sender, id, number, own_address } = await delivered();
    const response = anApplicationResponse('response', {
      ...{ code: 'AP', reference: number },
      ...addresses(own_address),
    });
    const message = anEnvelope(response, {
      ...{ message_id: randomUUID(), sender: company.electronic_address!, receiver: own_address },
    });
    expect((await bring(message)).status).toBe(201);
    await documentWith(sender, id, 'delivered');
  });

  test('of an access point refers to the message by its id', async () => {
    const { sender, id, message_id } = await delivered();
    const status = (code: string) =>
      anApplicationResponse('mls', {
        ...{ code, reference: message_id.toUpperCase(), reason: 'Why' },
        ...{ sender: '0242:000001', receiver: '0242:000002' },
      });
    expect((await bring(status('AB'))).body.document_id).toBe(id);
    expect((await sender.get(`/documents/${id}`)).body.peppol_status).toBe('delivered');
  });

  test.each([
    ['a number that was not sent', { reference: 'NO-1' }],
    ['a party that did not receive the document', { sender: '0208:0123456749' }],
    ['an unknown company', { receiver: '0208:0123456749' }],
  ])('is refused from or about %s', async (_what, members) => {
    const { number, own_address } = await delivered();
    const { status, body } = await bring(
      anApplicationResponse('response', {
        ...{ code: 'RE', reference: number },
        ...addresses(own_address),
        ...members,
      }),
    );
    expect({ status, retry: body.retry }).toEqual({ status: 422, retry: 'none' });
  });

  test.each(['EnvelopeID-12456789', randomUUID()])('is refused about the message %s', async (reference) => {
    const message = { code: 'RE', reference, sender: '0242:1', receiver: '0242:2', reason: 'x' };
    const { status, body } = await bring(anApplicationResponse('mls', message));
    expect({ status, retry: body.retry }).toEqual({ status: 422, retry: 'none' });
  });
});
