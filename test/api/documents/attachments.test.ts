import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { get, STORED_FILES, UNITS_OF_WORK } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { refused } from '../../support/master-data-api';
import { aPdf, CSV, ODS, PDF, SAMPLES, XML } from '../../support/sample-files';
import { sha256 } from '../../support/s3';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../../support/service';
import { until } from '../../support/until';

const MIB = 1024 * 1024;

let database: TestDatabase;
let folder: string;
let service: Service;
/** A second node over the same database and folder. */
let other_node: Service;
let tenant: Tenant;
let relation_id: string;
let document_id: string;

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-files-'));
  service = await startService(database.url, { STORAGE_DIR: folder });
  other_node = await startService(database.url, { STORAGE_DIR: folder });
  tenant = await aTenant(service);
  relation_id = await aRelation(tenant);
});
afterAll(async () => {
  await service.close();
  await other_node.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  document_id = await aDocument();
});

async function aDocument(): Promise<string> {
  const lines = [{ name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' }];
  const { body, status } = await tenant.post('/documents', { type: 'invoice', relation_id, lines });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

const nodeOf = (n: number) => (n % 2 === 0 ? service : other_node);

const place = (of = document_id) => `/documents/${of}/attachments`;
const form = (of = document_id) => tenant.post(place(of));
/** `filepath` is sent as it is; of a `filename` the test client itself leaves out the directory. */
const upload = (filepath: string, bytes: Buffer = PDF, of = document_id, node = service) =>
  request(node.api)
    .post(place(of))
    .set('Authorization', `Bearer ${tenant.access_token}`)
    .attach('file', bytes, { filepath } as object);
const attach = async (filename: string, bytes?: Buffer, of?: string) => {
  const { status, body } = await upload(filename, bytes, of);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as { id: string; filename: string; created_at: string };
};
const download = (id: string, of = document_id) =>
  tenant
    .get(`${place(of)}/${id}`)
    .buffer(true)
    .parse((res, done) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => done(null, Buffer.concat(parts)));
    });
const attachmentsOf = async (of = document_id) =>
  (await tenant.get(`/documents/${of}`)).body.attachments as { id: string; filename: string }[];
const sweep = () => get(service.container, STORED_FILES).sweep(get(service.container, UNITS_OF_WORK).open());
const kept = async () => (await readdir(path.join(folder, tenant.company_id)).catch(() => [])).sort();

describe('POST /documents/{id}/attachments', () => {
  test.each(SAMPLES)('stores a file of the type %s (201)', async (extension, content_type, bytes) => {
    const response = await upload(`File.${extension}`, bytes);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      filename: `File.${extension}`,
      content_type,
      size: bytes.length,
      sha256: sha256(bytes),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    });
    expect(response.headers).toMatchObject({
      location: `/documents/${document_id}/attachments/${response.body.id}`,
      etag: '"1"',
    });
    const file = await download(response.body.id);
    expect((file.body as Buffer).equals(bytes)).toBe(true);
    expect(await attachmentsOf()).toEqual([response.body]);
  });

  test('makes the attachment part of the document, which has changed (201)', async () => {
    const before = await tenant.get(`/documents/${document_id}`);
    const attachment = await attach('a.pdf');
    const after = await tenant.get(`/documents/${document_id}`);
    expect([before.headers.etag, after.headers.etag]).toEqual(['"1"', '"2"']);
    expect(after.body.updated_at).toBe(attachment.created_at);
    const stale = await tenant.patch(`/documents/${document_id}`, { note: 'x' }).set('If-Match', '"1"');
    expect(refused(stale)).toEqual([412, 'precondition_failed']);
    const patched = await tenant.patch(`/documents/${document_id}`, { note: 'x' });
    expect(patched.body.attachments).toEqual([attachment]);
  });

  test('accepts exactly 10 MiB (201)', async () => {
    const bytes = aPdf(10 * MIB);
    const { status, body } = await upload('large.pdf', bytes);
    expect([status, body.size, body.sha256]).toEqual([201, 10 * MIB, sha256(bytes)]);
    expect(((await download(body.id)).body as Buffer).equals(bytes)).toBe(true);
  });

  test.each([
    ['without directory', 'C:\\temp\\été\\a.pdf', 'a.pdf'],
    ['composed', 'cafe\u0301.pdf', 'caf\u00e9.pdf'],
    ['in UTF-8', '請求書 №1.pdf', '請求書 №1.pdf'],
    ['with its quotation marks', 'the "b".pdf', 'the "b".pdf'],
  ])('keeps the name %s (201)', async (_how, sent_as, filename) => {
    expect(await attach(sent_as)).toMatchObject({ filename });
  });

  test('adds a file to a document that was sent (201)', async () => {
    await tenant.post(`/documents/${document_id}/mark-sent`);
    await attach('a.pdf');
    expect(await attachmentsOf()).toHaveLength(1);
  });

  test('refuses a byte over 10 MiB, and stores nothing (413 without an envelope)', async () => {
    const before = await kept();
    const response = await upload('large.pdf', aPdf(10 * MIB + 1));
    expect([response.status, response.type, response.text]).toEqual([413, 'text/plain', 'Payload Too Large']);
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await kept()).toEqual(before);
  });

  test.each([
    ['an extension that is not accepted', 'a.exe', PDF],
    ['no extension', 'pdf', PDF],
    ['a content that is not accepted', 'a.pdf', Buffer.from('MZ\x90')],
    ['a content of another type', 'a.xlsx', ODS],
    ['a content that is invalid at its end', 'a.xml', Buffer.from('<Café').subarray(0, 5)],
  ])('refuses %s, and stores nothing (415 without an envelope)', async (_case, filename, bytes) => {
    const before = await kept();
    const response = await upload(filename, bytes);
    expect([response.status, response.type, response.text]).toEqual([
      415,
      'text/plain',
      'Unsupported Media Type',
    ]);
    expect(await kept()).toEqual(before);
    expect(await attachmentsOf()).toEqual([]);
  });

  test.each([
    ['file: must not be empty', () => upload('a.pdf', Buffer.alloc(0))],
    [
      'file: is required',
      () => form().set('Content-Type', 'multipart/form-data; boundary=x').send('--x--\r\n'),
    ],
    ['file: is required', () => form().attach('file', PDF, { filename: '' })],
    ['file: must be a file', () => form().field('file', 'text')],
    ['file: must have a file name', () => upload('folder/')],
    ['file: the name must have at most 255 characters', () => upload(`${'a'.repeat(252)}.pdf`)],
    ['file: must be one file', () => upload('a.pdf').attach('file', XML, { filename: 'b.xml' })],
    ['other: unknown field', () => form().attach('other', PDF, { filename: 'a.pdf' })],
    ['note: unknown field', () => form().field('note', 'x').attach('file', PDF, { filename: 'a.pdf' })],
    ['note: unknown field', () => upload('a.pdf').field('note', 'x')],
    ['note: unknown field', () => upload('a.pdf').field('note', 'x'.repeat(5_000))],
    ['note: unknown field', () => upload('a.pdf').field('note', 'x').field('more', 'y')],
    ['body: must be sent as multipart/form-data', () => form().send({ file: 'x' })],
    [
      'body: must be sent as multipart/form-data',
      () => form().set('Content-Type', 'application/pdf').send(PDF),
    ],
    ['body: must be sent as multipart/form-data', () => form()],
    [
      'body: is not well-formed multipart/form-data',
      () => form().set('Content-Type', 'multipart/form-data').send('--x--\r\n'),
    ],
    [
      'body: is not well-formed multipart/form-data',
      () =>
        form()
          .set('Content-Type', 'multipart/form-data; boundary=x')
          .send('--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1'),
    ],
  ])('refuses an invalid upload, and stores nothing (422 validation_error): %s', async (message, call) => {
    const before = await kept();
    const response = await call();
    expect(refused(response)).toEqual([422, 'validation_error']);
    expect(response.body.error.message).toBe(message);
    expect(await attachmentsOf()).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  test('refuses the 21st until another one is deleted (422 validation_error)', async () => {
    for (let n = 1; n <= 20; n++) await attach(`${n}.csv`, CSV);
    const before = await kept();
    const response = await upload('21.csv', CSV);
    expect(refused(response)).toEqual([422, 'validation_error']);
    expect(await kept()).toEqual(before);
    await tenant.delete(`${place()}/${(await attachmentsOf())[0]!.id}`);
    await attach('21.csv', CSV);
    // The file of the deleted one is removed after the response.
    await until(async () => (await kept()).length === before.length, 10_000);
  });

  test('refuses a name of the document, however its letters are written (409 duplicate_attachment)', async () => {
    await attach('Café.pdf');
    const before = await kept();
    for (const filename of ['Café.pdf', 'CAFÉ.PDF', 'cafe\u0301.pdf', 'dir/café.pdf']) {
      expect(refused(await upload(filename))).toEqual([409, 'duplicate_attachment']);
    }
    expect(await kept()).toEqual(before);
    await attach('Café.pdf', PDF, await aDocument());
    await attach('cafe.pdf');
  });

  test('refuses a document that is unknown or of another company (404 not_found), and a malformed id (422)', async () => {
    const stranger = await aTenant(service);
    expect(refused(await upload('a.pdf', PDF, randomUUID()))).toEqual([404, 'not_found']);
    expect(refused(await stranger.post(place()).attach('file', PDF, { filename: 'a.pdf' }))).toEqual([
      404,
      'not_found',
    ]);
    expect(refused(await upload('a.pdf', PDF, 'no-uuid'))).toEqual([422, 'validation_error']);
  });
});

describe('an upload under an Idempotency-Key', () => {
  const keyed = (key: string, filename = 'a.pdf', bytes: Buffer = PDF, node = service) =>
    upload(filename, bytes, document_id, node).set('Idempotency-Key', key);

  test('takes effect once', async () => {
    const first = await keyed('one');
    const before = await kept();
    const second = await keyed('one');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers).toMatchObject({
      'idempotency-replayed': 'true',
      location: first.headers.location,
      etag: '"1"',
    });
    expect(await attachmentsOf()).toEqual([first.body]);
    expect(await kept()).toEqual(before);
    expect(((await download(first.body.id)).body as Buffer).equals(PDF)).toBe(true);
  });

  test('takes effect once for ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => keyed('ten', 'a.pdf', PDF, nodeOf(n))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(answers.filter(({ headers }) => headers['idempotency-replayed']).length).toBe(9);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await attachmentsOf()).toHaveLength(1);
    expect(((await download(answers[0]!.body.id)).body as Buffer).equals(PDF)).toBe(true);
  });

  test.each([
    ['another name', 'b.pdf', PDF],
    ['another spelling of the name', 'x/a.pdf', PDF],
    ['other bytes', 'a.pdf', aPdf(500)],
  ])('is refused with %s (422 idempotency_key_reused)', async (_case, filename, bytes) => {
    const key = randomUUID();
    await keyed(key);
    const before = await kept();
    expect(refused(await keyed(key, filename, bytes))).toEqual([422, 'idempotency_key_reused']);
    expect(await kept()).toEqual(before);
  });

  test('releases the key when it is refused', async () => {
    await attach('a.pdf');
    expect(refused(await keyed('freed'))).toEqual([409, 'duplicate_attachment']);
    expect((await keyed('freed', 'b.pdf')).status).toBe(201);
  });

  test('is refused with an invalid key (422 validation_error)', async () => {
    const response = await keyed('');
    expect(refused(response)).toEqual([422, 'validation_error']);
    expect(response.body.error.message).toMatch(/^Idempotency-Key: /);
  });
});

describe('GET /documents/{id}/attachments/{attachment_id}', () => {
  test('returns the bytes as a download (200)', async () => {
    const { id } = await attach("Offre d'été (1).pdf");
    const { status, headers, body } = await download(id);
    expect(status).toBe(200);
    expect((body as Buffer).equals(PDF)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'content-disposition': `attachment; filename="Offre d'_t_ (1).pdf"; filename*=UTF-8''Offre%20d%27%C3%A9t%C3%A9%20%281%29.pdf`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      etag: '"1"',
    });
  });

  test('cuts a name that has more bytes than file systems take', async () => {
    const { id, filename } = await attach(`${'é'.repeat(126)}.pdf`);
    expect(filename).toBe(`${'é'.repeat(126)}.pdf`);
    const { headers } = await download(id);
    const names = [`filename="${'_'.repeat(125)}.pdf"`, `filename*=UTF-8''${'%C3%A9'.repeat(125)}.pdf`];
    expect(headers['content-disposition']).toBe(`attachment; ${names.join('; ')}`);
  });

  test('answers HEAD with the headers of GET', async () => {
    const { id } = await attach('a.pdf');
    const { headers } = await download(id);
    const head = await request(service.api)
      .head(`${place()}/${id}`)
      .set('Authorization', `Bearer ${tenant.access_token}`);
    expect([head.status, head.text ?? '']).toEqual([200, '']);
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag'])
      expect(head.headers[name]).toBe(headers[name]);
  });

  test('refuses an attachment that is unknown, of another document or of another company (404 not_found)', async () => {
    const { id } = await attach('a.pdf');
    const stranger = await aTenant(service);
    for (const call of [
      tenant.get(`${place()}/${randomUUID()}`),
      tenant.get(`${place(await aDocument())}/${id}`),
      stranger.get(`${place()}/${id}`),
    ]) {
      expect(refused(await call)).toEqual([404, 'not_found']);
    }
  });
});

describe('GET /documents/{id}/attachments', () => {
  test('returns pages, the newest first unless asked otherwise (200)', async () => {
    const names = ['a.csv', 'b.csv', 'c.csv'];
    for (const name of names) await attach(name, CSV);
    const first = await tenant.get(`${place()}?limit=2`);
    expect(first.body.data.map(({ filename }: { filename: string }) => filename)).toEqual(['c.csv', 'b.csv']);
    const second = await tenant.get(`${place()}?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ data: [{ filename: 'a.csv' }], next_cursor: null });
    for (const sort of ['created_at', 'updated_at']) {
      const { body } = await tenant.get(`${place()}?sort=${sort}`);
      expect(body.data).toEqual(await attachmentsOf());
      expect(body.data.map(({ filename }: { filename: string }) => filename)).toEqual(names);
    }
  });

  test('returns those since a time (200)', async () => {
    await attach('a.csv', CSV);
    const { created_at } = await attach('b.csv', CSV);
    const { body } = await tenant.get(`${place()}?updated_since=${created_at}&sort=created_at`);
    expect(body.data.at(-1)).toMatchObject({ filename: 'b.csv' });
    const none = await tenant.get(`${place()}?updated_since=2999-01-01T00:00:00Z`);
    expect(none.body).toEqual({ data: [], next_cursor: null });
  });

  test('refuses another document’s cursor (422 validation_error) and an unknown document (404 not_found)', async () => {
    for (const name of ['a.csv', 'b.csv']) await attach(name, CSV);
    const { body } = await tenant.get(`${place()}?limit=1`);
    const elsewhere = await tenant.get(`${place(await aDocument())}?limit=1&cursor=${body.next_cursor}`);
    expect(refused(elsewhere)).toEqual([422, 'validation_error']);
    expect(refused(await tenant.get(place(randomUUID())))).toEqual([404, 'not_found']);
    expect((await tenant.get(place(await aDocument()))).body).toEqual({ data: [], next_cursor: null });
  });
});

describe('DELETE /documents/{id}/attachments/{attachment_id}', () => {
  test('deletes the attachment with its bytes, and changes the document (204)', async () => {
    const before = await kept();
    const { id } = await attach('a.pdf');
    const response = await tenant.delete(`${place()}/${id}`).set('If-Match', '"1"');
    expect([response.status, response.text]).toEqual([204, '']);
    expect(refused(await tenant.get(`${place()}/${id}`))).toEqual([404, 'not_found']);
    expect((await tenant.get(`/documents/${document_id}`)).headers.etag).toBe('"3"');
    expect(await kept()).toEqual(before);
    expect(refused(await tenant.delete(`${place()}/${id}`))).toEqual([404, 'not_found']);
    await attach('a.pdf');
  });

  test('refuses to change a document that was sent (409 document_not_editable), after 404 and 412', async () => {
    const { id } = await attach('a.pdf');
    await tenant.post(`/documents/${document_id}/mark-sent`);
    const remove = (of: string) => tenant.delete(`${place()}/${of}`);
    expect(refused(await remove(randomUUID()))).toEqual([404, 'not_found']);
    expect(refused(await remove(id).set('If-Match', '"2"'))).toEqual([412, 'precondition_failed']);
    expect(refused(await remove(id))).toEqual([409, 'document_not_editable']);
    expect((await download(id)).status).toBe(200);
  });
});

describe('concurrent uploads', () => {
  test('of one name store one', async () => {
    const before = await kept();
    const names = ['Résumé.csv', 'RÉSUMÉ.CSV', 're\u0301sume\u0301.csv', 'résumé.Csv'];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => upload(names[n % 4]!, CSV, document_id, nodeOf(n))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => refused(answer)[1] === 'duplicate_attachment')).toHaveLength(11);
    expect(await attachmentsOf()).toHaveLength(1);
    expect(await kept()).toHaveLength(before.length + 1);
  });

  test('of 25 names store 20, as the responses say', async () => {
    const before = await kept();
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => upload(`${n}.csv`, CSV, document_id, nodeOf(n))),
    );
    const added = answers.filter(({ status }) => status === 201).map(({ body }) => body.id as string);
    expect(added).toHaveLength(20);
    expect(answers.filter((answer) => refused(answer)[1] === 'validation_error')).toHaveLength(5);
    expect((await attachmentsOf()).map(({ id }) => id).sort()).toEqual(added.sort());
    expect(await kept()).toHaveLength(before.length + 20);
    expect((await tenant.get(`/documents/${document_id}`)).headers.etag).toBe('"21"');
  });

  test('and the deletion of their document leave nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await aDocument();
      await attach('first.csv', CSV, id);
      const [deletion, ...uploads] = await Promise.all([
        tenant.delete(`/documents/${id}`),
        ...Array.from({ length: 6 }, (_, n) => upload(`${n}.csv`, CSV, id, nodeOf(n))),
      ]);
      expect(deletion.status).toBe(204);
      for (const { status } of uploads) expect([201, 404]).toContain(status);
      expect(refused(await tenant.get(place(id)))).toEqual([404, 'not_found']);
    }
    await sweep();
    const referred = await referredTo();
    expect((await kept()).filter((file) => !referred.has(file))).toEqual([]);
  });
});

async function referredTo(): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor: string | null = null;
  do {
    const { body } = await tenant.get(`/documents?limit=200${cursor ? `&cursor=${cursor}` : ''}`);
    for (const { id } of body.data as { id: string }[]) {
      for (const attachment of await attachmentsOf(id)) ids.add(attachment.id);
    }
    cursor = body.next_cursor;
  } while (cursor);
  return ids;
}

describe('the deletion of a document', () => {
  test('deletes its attachments with their bytes', async () => {
    await sweep();
    const before = await kept();
    await attach('a.pdf');
    await attach('b.pdf');
    expect((await tenant.delete(`/documents/${document_id}`)).status).toBe(204);
    expect(await sweep()).toBe(2);
    expect(await kept()).toEqual(before);
    expect(await sweep()).toBe(0);
  });
});
