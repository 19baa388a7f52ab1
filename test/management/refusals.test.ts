import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import request from 'supertest';
import {
  DATABASE,
  DELIVER,
  get,
  MANAGEMENT,
  REFUSED_MESSAGES,
  UNITS_OF_WORK,
} from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import { anEnvelope, aParty, aUbl } from '../support/e-invoices';
import { refusal } from '../support/sending';
import { aTenant, BELGIAN_ADDRESS, type Service, startService } from '../support/service';
import { until } from '../support/until';

const NETWORK_TOKEN = 'a-network-token-for-tests';
const PATH = '/management/network/refusals';
const UNKNOWN = '0198a8e4-0000-7000-8000-000000000000';
const DAY_S = 86_400;

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, { NETWORK_TOKEN });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const bring = (bytes: string | Buffer, token = NETWORK_TOKEN) =>
  request(get(service.container, MANAGEMENT))
    .post('/management/network/inbound')
    .set('Authorization', `Bearer ${token}`)
    .set('Content-Type', 'application/xml')
    .send(bytes);
const list = async (query = '') => (await service.manage('get', `${PATH}?${query}`).expect(200)).body;
const latest = async () => (await list('limit=1')).data[0];
const contentOf = (id: string) => service.manage('get', `${PATH}/${id}/file`);

describe('GET /management/network/refusals', () => {
  test('has a message for nobody, with its parties, the reason and its bytes', async () => {
    const message = anEnvelope(aUbl({ buyer: aParty() }), {
      ...{ message_id: randomUUID(), sender: '0208:0123456749', receiver: '0208:0999999922' },
    });
    const { status, body } = await bring(message);
    expect([status, body.retry]).toEqual([422, 'none']);
    const kept = await latest();
    expect(kept).toEqual({
      id: expect.any(String),
      received_at: expect.stringMatching(/Z$/),
      sender: '0208:0123456749',
      receiver: '0208:0999999922',
      reason: body.error.message,
      bytes: Buffer.byteLength(message),
    });
    const file = await contentOf(kept.id).expect(200);
    expect(file.body.toString()).toBe(message);
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${kept.id}.xml"`,
      'content-security-policy': "sandbox; default-src 'none'",
      etag: '"1"',
    });
  });

  test.each<[string, () => string | Buffer, object]>([
    ['that is no XML', () => Buffer.from([0, 1, 2, 255]), { sender: null, receiver: null, bytes: 4 }],
    ['without bytes', () => '', { sender: null, receiver: null, bytes: 0 }],
    [
      'with an envelope around something unreadable',
      () =>
        anEnvelope('<Order xmlns="urn:x"/>', {
          ...{ message_id: randomUUID(), sender: '0208:0123456749', receiver: '0208:0876543270' },
        }),
      { sender: '0208:0123456749', receiver: '0208:0876543270' },
    ],
    [
      'without an envelope, for an unknown receiver',
      () => aUbl({ buyer: aParty('Nobody NV') }),
      { reason: 'body: the receiver is not a participant of this installation' },
    ],
  ])('has a message %s', async (_what, message, expected) => {
    const { status, body } = await bring(message());
    expect(status).toBe(422);
    expect(await latest()).toMatchObject({ ...expected, reason: body.error.message });
  });

  test('has a document whose amounts do not add up, with the addresses of its parties', async () => {
    const buyer = aParty('Buyer NV');
    const { vat, electronic_address } = buyer;
    await aTenant(service, { vat, electronic_address, address: BELGIAN_ADDRESS });
    await bring(aUbl({ buyer }).replace('>121.00<', '>121.01<')).expect(422);
    expect(await latest()).toMatchObject({
      receiver: electronic_address,
      reason: expect.stringContaining('BR-CO-15'),
    });
    const before = await latest();
    await bring(aUbl({ buyer })).expect(201);
    expect(await latest()).toEqual(before);
  });

  test('has what the sandbox could not deliver', async () => {
    const message = { message_id: randomUUID(), xml: Buffer.from('<x/>'), receiver: '0208:0999999922' };
    await expect(get(service.container, DELIVER)(message as never)).rejects.toMatchObject({
      code: 'validation_error',
    });
    expect(await latest()).toMatchObject({ receiver: '0208:0999999922', bytes: 4 });
  });

  test('has nothing of a caller without the network token', async () => {
    const before = await latest();
    await bring('<x/>', 'another').expect(401);
    expect(await latest()).toEqual(before);
  });

  test('is paged, newest first, and filters by time', async () => {
    for (const text of ['<a/>', '<b/>', '<c/>']) await bring(text).expect(422);
    const { data: all } = await list();
    const first = await list('limit=2');
    const second = await list(`limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 4));
    expect((await list('sort=created_at&limit=1')).data[0]).toEqual(all.at(-1));
    expect((await list(`updated_since=${all[0].received_at}`)).data[0]).toEqual(all[0]);
    expect((await list('updated_since=2999-01-01T00:00:00Z')).data).toEqual([]);
  });

  test('has each of many messages that are refused at the same time', async () => {
    const texts = Array.from({ length: 12 }, (_, n) => `<m${'n'.repeat(n)}/>`);
    const before = (await list('limit=200')).data.length;
    await Promise.all(texts.map((text) => bring(text).expect(422)));
    expect((await list('limit=200')).data).toHaveLength(before + 12);
  });

  test('hands out a message of 9 MiB byte for byte', async () => {
    const message = Buffer.alloc(9 * 1024 * 1024, 'no XML: ü ');
    await bring(message).expect(422);
    const { id, bytes } = await latest();
    expect(bytes).toBe(message.length);
    const { body } = await contentOf(id).expect(200);
    expect(message.equals(body)).toBe(true);
  });

  test('has a message of nearly 100 MiB, and keeps its first 10 MiB', async () => {
    const message = Buffer.alloc(100 * 1024 * 1024 - 1, '<');
    // On a busy machine it may take longer than a request may; an access point repeats it then.
    await until(async () => (await bring(message)).status === 422);
    const { id, bytes } = await latest();
    expect(bytes).toBe(message.length);
    const { body } = await contentOf(id).expect(200);
    expect(message.subarray(0, 10 * 1024 * 1024).equals(body)).toBe(true);
    const { rows } = await sql<{ bytes: number }>`
      select pg_column_size(content) as bytes from refused_message where id = ${id}`.execute(
      get(service.container, DATABASE),
    );
    expect(rows[0]!.bytes).toBeLessThan(11 * 1024 * 1024);
  });

  test('bounds what is kept of the parties that a message states', async () => {
    const party = `0208:${'1'.repeat(100_000)}`;
    const envelope = { message_id: randomUUID(), sender: party, receiver: party };
    await bring(anEnvelope('<Order xmlns="urn:x"/>', envelope)).expect(422);
    const { sender, receiver, reason } = await latest();
    for (const text of [sender, receiver]) expect((text ?? '').length).toBeLessThanOrEqual(255);
    expect(reason.length).toBeLessThanOrEqual(2_000);
  });

  test.each([
    [`${PATH}/${UNKNOWN}/file`, 404, 'not_found'],
    [`${PATH}/x/file`, 422, 'validation_error'],
    [`${PATH}?sort=sender`, 400, 'invalid_filter'],
    [`${PATH}?state=failed`, 422, 'invalid_parameter'],
  ])('refuses %s (%i %s)', async (path, status, code) => {
    expect(refusal(await service.manage('get', path))).toEqual([status, code]);
  });

  test('keeps a message for 90 days, after which it is deleted', async () => {
    for (let count = 0; count < 25; count++) await bring('<old/>').expect(422);
    const { id } = await latest();
    const ahead = async (offset_s: number) => {
      await service.manage('put', '/management/clock').send({ offset_s }).expect(200);
    };
    await ahead(90 * DAY_S - 60);
    expect((await latest()).id).toBe(id);
    await ahead(90 * DAY_S + 60);
    await until(async () => (await latest()) === undefined);
    expect(refusal(await contentOf(id))).toEqual([404, 'not_found']);
    const sweep = () =>
      get(service.container, REFUSED_MESSAGES).sweep(get(service.container, UNITS_OF_WORK).open());
    const [one, other] = await Promise.all([sweep(), sweep()]);
    expect(one + other).toBeGreaterThan(20);
    await ahead(0);
    await until(async () => refusal(await contentOf(id))[0] === 404);
    expect((await list()).data).toEqual([]);
  });
});
