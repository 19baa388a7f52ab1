import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { DATABASE, get } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { aPdf } from '../../support/sample-files';
import {
  anInvoice,
  anInvoiceTo,
  aSender,
  DELIVERS,
  documentWith,
  FAILS,
  hurry,
  refusal,
  REJECTS,
  transmissionsOf,
} from '../../support/sending';
import { startService, type Service, type Tenant } from '../../support/service';

let database: TestDatabase;
let service: Service;
let folder: string;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-files-'));
  service = await startService(database.url, { STORAGE_DIR: folder }, (container) => hurry(container));
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  tenant = await aSender(service);
});

const download = (address: string) =>
  tenant
    .get(address)
    .buffer()
    .parse((res, done) => {
      const pieces: Buffer[] = [];
      res.on('data', (piece: Buffer) => pieces.push(piece));
      res.on('end', () => done(null, Buffer.concat(pieces)));
      res.on('error', (error) => done(error, undefined));
    });
const ublOf = async (id: string) =>
  (await download(`/documents/${id}/file?format=ubl`).expect(200)).body as Buffer;
const sentAs = (id: string, message_id: string) =>
  download(`/documents/${id}/transmissions/${message_id}/file`);

async function attach(id: string, filename: string, bytes: Buffer | string): Promise<string> {
  const { status, body } = await tenant
    .post(`/documents/${id}/attachments`)
    .attach('file', Buffer.from(bytes), filename);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
const CSV = 'day,hours\nmonday,8\n';
/** The path of the bytes of an attachment. */
const placeOf = (id: string) => path.join(folder, tenant.company_id, id);

async function payloadOf(message_id: string): Promise<Buffer> {
  const { rows } = await sql<{ payload: Buffer }>`
    select payload from transmission where message_id = ${message_id}`.execute(
    get(service.container, DATABASE),
  );
  return rows[0]!.payload;
}

describe('The file of a transmission', () => {
  test('is the UBL of the document, whatever is attached later', async () => {
    const { id, number } = await anInvoice(tenant, DELIVERS);
    await attach(id, 'hours.csv', CSV);
    await tenant.post(`/documents/${id}/send`).expect(202);
    await documentWith(tenant, id, 'delivered');
    const [{ message_id }] = await transmissionsOf(tenant, id);
    const answer = await sentAs(id, message_id).expect(200);
    expect(answer.body.equals(await payloadOf(message_id))).toBe(true);
    expect(answer.headers).toMatchObject({
      ...{ 'content-type': 'application/xml', 'content-disposition': `attachment; filename="${number}.xml"` },
      ...{ 'content-length': String(answer.body.length), 'x-content-type-options': 'nosniff' },
    });

    await attach(id, 'late.csv', 'day,hours\ntuesday,9\n');
    expect(answer.body.toString()).not.toContain('late.csv');
    expect((await sentAs(id, message_id)).body.equals(answer.body)).toBe(true);
    expect((await ublOf(id)).equals(answer.body)).toBe(true);
  });

  test('is complete also before its PDF is rendered', async () => {
    const { body: created } = await tenant
      .post('/documents?send_peppol=true', await anInvoiceTo(tenant, DELIVERS))
      .expect(201);
    // Either the worker or these requests may be first.
    const early = await ublOf(created.id);
    await documentWith(tenant, created.id, 'delivered');
    const [{ message_id }] = await transmissionsOf(tenant, created.id);
    expect(early.equals(await payloadOf(message_id))).toBe(true);
    expect((await sentAs(created.id, message_id)).body.equals(early)).toBe(true);
    expect(early.toString()).toContain('application/pdf');
  });

  test('is the same before and after its PDF is embedded', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    await tenant.post(`/documents/${id}/send`).expect(202);
    await documentWith(tenant, id, 'delivered');
    const [{ message_id }] = await transmissionsOf(tenant, id);
    const whole = await payloadOf(message_id);
    const without = whole
      .toString()
      .replace(/\s*<cac:AdditionalDocumentReference>.*?<\/cac:AdditionalDocumentReference>/s, '');
    await sql`update transmission set lacks_pdf = true, payload = ${Buffer.from(without)}
      where message_id = ${message_id}`.execute(get(service.container, DATABASE));
    expect((await sentAs(id, message_id)).body.equals(whole)).toBe(true);
    expect((await ublOf(id)).equals(whole)).toBe(true);

    await sql`update transmission set state = 'failed' where message_id = ${message_id}`.execute(
      get(service.container, DATABASE),
    );
    expect(refusal(await tenant.get(`/documents/${id}/transmissions/${message_id}/file`))).toEqual([
      ...[404, 'not_found'],
    ]);
  });

  test('stays the UBL after a rejection, but not after a failure', async () => {
    const rejected = await anInvoice(tenant, REJECTS);
    await tenant.post(`/documents/${rejected.id}/send`).expect(202);
    await documentWith(tenant, rejected.id, 'rejected');
    const [{ message_id }] = await transmissionsOf(tenant, rejected.id);
    await attach(rejected.id, 'late.csv', CSV);
    expect((await ublOf(rejected.id)).equals(await payloadOf(message_id))).toBe(true);

    const failed = await anInvoice(tenant, FAILS);
    await tenant.post(`/documents/${failed.id}/send`).expect(202);
    await documentWith(tenant, failed.id, 'failed');
    await tenant.patch(`/documents/${failed.id}`, { note: 'Mended' }).expect(200);
    const [{ message_id: first }] = await transmissionsOf(tenant, failed.id);
    expect((await ublOf(failed.id)).toString()).toContain('Mended');
    expect((await sentAs(failed.id, first)).body.toString()).not.toContain('Mended');
  });

  test('is read in pieces when it is large', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    for (const name of ['a', 'b']) await attach(id, `${name}.pdf`, aPdf(7_000_000));
    await tenant.post(`/documents/${id}/send`).expect(202);
    const [{ message_id }] = await transmissionsOf(tenant, id);
    const { body } = await sentAs(id, message_id).expect(200);
    expect(body.length).toBeGreaterThan(18_000_000);
    expect(body.equals(await payloadOf(message_id))).toBe(true);
    await documentWith(tenant, id, 'delivered');
  });

  test('is not found with another document or message id', async () => {
    const [one, other] = [await anInvoice(tenant, DELIVERS), await anInvoice(tenant, DELIVERS)];
    await tenant.post(`/documents/${one.id}/send`).expect(202);
    const [{ message_id }] = await transmissionsOf(tenant, one.id);
    for (const address of [`${other.id}/transmissions/${message_id}`, `${one.id}/transmissions/${one.id}`]) {
      expect(refusal(await tenant.get(`/documents/${address}/file`))).toEqual([404, 'not_found']);
    }
    await documentWith(tenant, one.id, 'delivered');
  });
});

describe('The electronic addresses in the UBL', () => {
  const endpoint = (address: string) => `>${address.split(':')[1]}</cbc:EndpointID>`;

  test('are the present ones until it is sent, then those of the send', async () => {
    const { id, relation_id } = await anInvoice(tenant, FAILS);
    const { body: created } = await tenant.get(`/documents/${id}`);
    await tenant.patch(`/relations/${relation_id}`, { electronic_address: DELIVERS }).expect(200);
    expect((await ublOf(id)).toString()).toContain(endpoint(DELIVERS));
    expect((await tenant.get(`/documents/${id}`)).body).toEqual(created);
    await tenant.post(`/documents/${id}/send`).expect(202);
    await tenant.patch(`/relations/${relation_id}`, { electronic_address: REJECTS }).expect(200);
    expect((await ublOf(id)).toString()).toContain(endpoint(DELIVERS));
    await documentWith(tenant, id, 'delivered');
  });

  test('are kept when the document is marked as sent', async () => {
    const { id, relation_id } = await anInvoice(tenant, FAILS);
    await tenant.patch(`/relations/${relation_id}`, { electronic_address: DELIVERS }).expect(200);
    const { body: marked } = await tenant.post(`/documents/${id}/mark-sent`).expect(200);
    expect(marked.buyer.electronic_address).toBe(DELIVERS);
    const before = await ublOf(id);
    await tenant.patch(`/relations/${relation_id}`, { electronic_address: REJECTS }).expect(200);
    expect((await ublOf(id)).equals(before)).toBe(true);
    expect(before.toString()).toContain(endpoint(DELIVERS));
  });
});

describe('The UBL of a draft with large attachments', () => {
  test('has them all, and the declared length, for HEAD too', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const files = [aPdf(1_500_000), aPdf(900_001)];
    for (const [index, file] of files.entries()) await attach(id, `${index}.pdf`, file);
    const { headers, body } = await download(`/documents/${id}/file?format=ubl`).expect(200);
    expect(headers['content-length']).toBe(String((body as Buffer).length));
    for (const file of files) expect((body as Buffer).includes(file.toString('base64'))).toBe(true);
    const head = await fetch(`${service.api}/documents/${id}/file?format=ubl`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${tenant.access_token}` },
    });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, headers['content-length']]);
  });

  test('is an error when the first of them is missing', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const first = await attach(id, 'a.pdf', aPdf(1_500_000));
    await attach(id, 'b.pdf', aPdf(1_500_000));
    await rm(placeOf(first));
    expect(refusal(await tenant.get(`/documents/${id}/file?format=ubl`))).toEqual([500, 'internal_error']);
  });
});

describe('An attachment whose bytes in the store', () => {
  test.each<[string, (place: string) => Promise<void>]>([
    ['are missing', (place) => rm(place)],
    ['were emptied', (place) => truncate(place)],
    ['were cut', (place) => truncate(place, 5)],
    ['were altered', (place) => writeFile(place, CSV.replace('8', '9'))],
  ])('%s makes the send and the UBL fail, and nothing is sent', async (_, damage) => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const attachment = await attach(id, 'hours.csv', CSV);
    await damage(placeOf(attachment));
    const before = (await tenant.get(`/documents/${id}`)).body;
    expect(refusal(await tenant.post(`/documents/${id}/send`))).toEqual([500, 'internal_error']);
    expect((await tenant.get(`/documents/${id}`)).body).toEqual(before);
    expect(await transmissionsOf(tenant, id)).toEqual([]);
    expect(refusal(await tenant.get(`/documents/${id}/file?format=ubl`))).toEqual([500, 'internal_error']);
    expect(refusal(await tenant.get(`/documents/${id}/attachments/${attachment}`))).toEqual([
      ...[500, 'internal_error'],
    ]);
  });

  test('were altered in a large file ends its download early', async () => {
    const { id } = await anInvoice(tenant, DELIVERS);
    const attachment = await attach(id, 'large.pdf', aPdf(3_000_000));
    const bytes = await readFile(placeOf(attachment));
    bytes[2_999_999 - 10]! ^= 1;
    await writeFile(placeOf(attachment), bytes);
    const outcome = await new Promise<{ declared: number; received: number; ended: boolean }>(
      (resolve, reject) => {
        const headers = { authorization: `Bearer ${tenant.access_token}` };
        http
          .get(`${service.api}/documents/${id}/attachments/${attachment}`, { headers }, (res) => {
            let received = 0;
            const done = () =>
              resolve({ declared: Number(res.headers['content-length']), received, ended: res.complete });
            res.on('data', (piece: Buffer) => (received += piece.length));
            res.on('error', () => undefined).on('close', done);
          })
          .on('error', reject);
      },
    );
    expect(outcome).toMatchObject({ declared: bytes.length, ended: false });
    expect(outcome.received).toBeLessThan(bytes.length);
  });
});

describe('The original of a received document', () => {
  test('is refused when the store has other bytes', async () => {
    const { electronic_address } = (await service.manage('get', `/management/companies/${tenant.company_id}`))
      .body;
    const sender = await aSender(service);
    const { id } = await anInvoice(sender, electronic_address);
    await sender.post(`/documents/${id}/send`).expect(202);
    await documentWith(sender, id, 'delivered');
    const [{ id: received }] = (await tenant.get('/documents?status=received')).body.data;
    const original = (await download(`/documents/${received}/file?format=original`).expect(200))
      .body as Buffer;
    for (const name of await readdir(path.join(folder, tenant.company_id))) {
      const bytes = await readFile(placeOf(name));
      if (!bytes.equals(original)) continue;
      bytes[bytes.length - 3]! ^= 1;
      await writeFile(placeOf(name), bytes);
    }
    expect(refusal(await tenant.get(`/documents/${received}/file?format=original`))).toEqual([
      ...[500, 'internal_error'],
    ]);
  });
});
