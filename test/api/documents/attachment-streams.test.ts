import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { DATABASE, get, STORED_FILES, UNITS_OF_WORK } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { refused } from '../../support/master-data-api';
import { aPdf, PDF } from '../../support/sample-files';
import { BUCKET, type S3Server, startS3 } from '../../support/s3';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../../support/service';
import { until } from '../../support/until';

const MIB = 1024 * 1024;
const HOUR_S = 3_600;

let database: TestDatabase;
let s3: S3Server;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
  s3 = await startS3();
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-files-'));
});
afterAll(async () => {
  await database.drop();
  await s3.close();
  await rm(folder, { recursive: true });
});

async function aDocument(tenant: Tenant, relation_id: string): Promise<string> {
  const lines = [{ name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' }];
  const { body, status } = await tenant.post('/documents', { type: 'invoice', relation_id, lines });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

/** Runs the sweep with a clock that is ahead by the given time. */
async function sweepAfter(service: Service, offset_s: number): Promise<number> {
  await service.manage('put', '/management/clock').send({ offset_s });
  try {
    return await get(service.container, STORED_FILES).sweep(get(service.container, UNITS_OF_WORK).open());
  } finally {
    await service.manage('put', '/management/clock').send({ offset_s: 0 });
  }
}

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
const TAIL = '\r\n--x--\r\n';

describe('an upload', () => {
  let service: Service;
  let tenant: Tenant;
  let document_id: string;
  beforeAll(async () => {
    service = await startService(database.url, { STORAGE_DIR: folder });
    tenant = await aTenant(service);
    document_id = await aDocument(tenant, await aRelation(tenant));
  });
  afterAll(async () => {
    await service.close();
  });

  const kept = () => readdir(path.join(folder, tenant.company_id)).catch(() => []);
  /** How many files of the company the sweep would delete. */
  const strayFiles = async () => {
    const rows = get(service.container, DATABASE).selectFrom('stray_file').selectAll();
    return (await rows.where('company_id', '=', tenant.company_id).execute()).length;
  };

  interface Sent {
    readonly request: http.ClientRequest;
    /** Resolves with the response, whether or not all of the body was sent. */
    readonly status: Promise<number>;
  }

  /** Sends the head of an upload, and of its body what is given. */
  function begin(headers: http.OutgoingHttpHeaders, part: Buffer | string, of = document_id): Sent {
    const sent = http.request(`${service.api}/documents/${of}/attachments`, {
      method: 'POST',
      agent: false,
      headers: {
        'Content-Type': 'multipart/form-data; boundary=x',
        Authorization: `Bearer ${tenant.access_token}`,
        ...headers,
      },
    });
    const status = new Promise<number>((resolve, reject) => {
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      sent.on('error', reject);
    });
    sent.write(part);
    return { request: sent, status };
  }

  async function statusOf({ request: sent, status }: Sent): Promise<number> {
    try {
      return await status;
    } finally {
      sent.on('error', () => undefined).destroy();
    }
  }

  test('is refused before its body arrives: 401, a declared size, an unknown path, 404, an invalid key', async () => {
    const large = { 'Content-Length': MIB };
    expect(await statusOf(begin({ ...large, Authorization: 'Bearer x' }, HEAD))).toBe(401);
    expect(await statusOf(begin({ 'Content-Length': 11 * MIB }, HEAD, 'no-uuid'))).toBe(413);
    expect(await statusOf(begin(large, HEAD, 'no-uuid'))).toBe(422);
    expect(await statusOf(begin(large, HEAD, randomUUID()))).toBe(404);
    expect(await statusOf(begin({ ...large, 'Idempotency-Key': 'é' }, HEAD))).toBe(422);
    expect(await statusOf(begin({ ...large, 'Content-Type': 'application/json' }, '{'))).toBe(422);
    expect(await statusOf(begin({ ...large, 'Content-Encoding': 'gzip' }, HEAD))).toBe(415);
    expect(await statusOf(begin(large, `${HEAD.replace('a.pdf', 'a.exe')}%PDF-1`))).toBe(415);
    expect(await statusOf(begin(large, `${HEAD}MZ and more`))).toBe(415);
    expect(await kept()).toEqual([]);
  });

  test('without a declared size ends at 10 MiB (413)', async () => {
    const sent = begin({}, HEAD);
    sent.request.write(aPdf(10 * MIB + 1));
    expect(await statusOf(sent)).toBe(413);
    expect(await kept()).toEqual([]);
  });

  test.each([
    ['before its file', [`${HEAD.replace('name="file"; filename="a.pdf"', 'name="note"')}`]],
    ['behind its file', [HEAD, PDF.toString('latin1'), TAIL]],
  ])('ends soon when it is endless %s', async (_place, start) => {
    const sent = begin({}, Buffer.from(start.join(''), 'latin1'));
    sent.request.write(Buffer.alloc(11 * MIB));
    expect(await statusOf(sent)).toBe(413);
    expect(await kept()).toEqual([]);
  });

  test('leaves nothing when its connection breaks', async () => {
    for (let n = 0; n < 5; n++) {
      const sent = begin({}, HEAD);
      sent.request.on('error', () => undefined);
      sent.status.catch(() => undefined);
      sent.request.write(aPdf(MIB));
      for (let wait = 0; wait < 200 && (await kept()).length === 0; wait++) await sleep(10);
      expect(await kept()).toHaveLength(1);
      sent.request.destroy();
      for (let wait = 0; wait < 200 && (await kept()).length > 0; wait++) await sleep(10);
      expect(await kept()).toEqual([]);
    }
    // The row of a file is deleted after the file.
    await until(async () => (await strayFiles()) === 0);
    expect((await tenant.get(`/documents/${document_id}`)).body.attachments).toEqual([]);
  });

  test('may arrive slowly, and its document can change meanwhile', async () => {
    const sent = begin({}, HEAD);
    sent.request.write(PDF.subarray(0, 20));
    await sleep(200);
    expect((await tenant.patch(`/documents/${document_id}`, { note: 'meanwhile' })).status).toBe(200);
    sent.request.write(PDF.subarray(20));
    sent.request.end(TAIL);
    expect(await statusOf(sent)).toBe(201);
  });

  test('whose document is deleted meanwhile gets 404, and nothing of it is stored', async () => {
    const before = await kept();
    const doomed = await aDocument(tenant, await aRelation(tenant));
    const sent = begin({}, HEAD, doomed);
    sent.request.write(PDF);
    await sleep(100);
    expect((await tenant.delete(`/documents/${doomed}`)).status).toBe(204);
    sent.request.end(TAIL);
    expect(await statusOf(sent)).toBe(404);
    expect(await kept()).toEqual(before);
  });

  test('with Expect: 100-continue sends its body after the 100', async () => {
    const before = await kept();
    const ask = { Expect: '100-continue', 'Content-Length': MIB };
    const refusal = begin(ask, '', randomUUID());
    let told = false;
    refusal.request.on('continue', () => (told = true));
    expect(await statusOf(refusal)).toBe(404);
    expect(told).toBe(false);

    const body = `${HEAD}${PDF.toString('latin1')}${TAIL}`.replace('a.pdf', 'asked.pdf');
    const sent = begin({ Expect: '100-continue', 'Content-Length': body.length }, '');
    sent.request.on('continue', () => sent.request.end(Buffer.from(body, 'latin1')));
    expect(await statusOf(sent)).toBe(201);
    expect(await kept()).toHaveLength(before.length + 1);
  });

  test('can be cancelled during the download too', async () => {
    const large = await tenant
      .post(`/documents/${document_id}/attachments`)
      .attach('file', aPdf(8 * MIB), { filename: 'large.pdf' });
    await new Promise<void>((resolve) => {
      const url = `${service.api}/documents/${document_id}/attachments/${large.body.id}`;
      const headers = { Authorization: `Bearer ${tenant.access_token}` };
      http.get(url, { agent: false, headers }, (response) => {
        response.once('data', () => {
          response.destroy();
          resolve();
        });
      });
    });
    expect((await tenant.get(`/documents/${document_id}`)).status).toBe(200);
  });
});

describe('attachments in an S3 bucket', () => {
  const settings = () => ({
    STORAGE: 's3',
    STORAGE_DIR: path.join(folder, 'spool'),
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY: s3.access_key,
    S3_SECRET_KEY: s3.secret_key,
  });

  test('are uploaded, downloaded and deleted as in a folder', async () => {
    const service = await startService(database.url, settings());
    const tenant = await aTenant(service);
    const place = `/documents/${await aDocument(tenant, await aRelation(tenant))}/attachments`;
    const bytes = aPdf(3 * MIB);
    const { status, body } = await tenant.post(place).attach('file', bytes, { filename: 'a.pdf' });
    expect(status).toBe(201);
    const file = await tenant.get(`${place}/${body.id}`).buffer(true);
    expect((file.body as Buffer).equals(bytes)).toBe(true);
    expect((await tenant.delete(`${place}/${body.id}`)).status).toBe(204);
    const unit = get(service.container, UNITS_OF_WORK).open();
    const tomorrow = new Date(Date.now() + 24 * HOUR_S * 1_000);
    const leftOver = () =>
      unit.read(({ orphaned_files }) =>
        orphaned_files.listLeftOver(tomorrow, { after: undefined, limit: 1 }),
      );
    await until(async () => (await leftOver()).length === 0); // the file is deleted after the response
    expect(await sweepAfter(service, HOUR_S + 100)).toBe(0);
    await service.close();
  });

  test('are unavailable while the service is down: 500 with Retry-After, nothing is stored, and the sweep deletes orphaned files', async () => {
    const service = await startService(database.url, { ...settings(), S3_ENDPOINT: 'http://127.0.0.1:1' });
    const tenant = await aTenant(service);
    const document_id = await aDocument(tenant, await aRelation(tenant));
    const place = `/documents/${document_id}/attachments`;
    const failed = await tenant.post(place).attach('file', PDF, { filename: 'a.pdf' });
    expect(refused(failed)).toEqual([500, 'internal_error']);
    expect(failed.headers['retry-after']).toBe('5');
    expect((await tenant.get(`/documents/${document_id}`)).body.attachments).toEqual([]);

    const back = await startService(database.url, settings());
    expect(await sweepAfter(back, 0)).toBe(0); // the service may still be at what it was sent
    await expect(sweepAfter(service, HOUR_S + 100)).rejects.toThrow('The file store does not answer');
    expect(await sweepAfter(back, HOUR_S + 100)).toBe(1);
    expect(await sweepAfter(back, HOUR_S + 100)).toBe(0);

    // The other node may still work with the clock of a sweep, at which the token has expired.
    await service.manage('put', '/management/clock').send({ offset_s: 0 }).expect(200);
    const { body } = await request(back.api)
      .post(place)
      .set('Authorization', `Bearer ${tenant.access_token}`)
      .attach('file', PDF, { filename: 'a.pdf' });
    const lost = await tenant.get(`${place}/${body.id}`);
    expect(refused(lost)).toEqual([500, 'internal_error']);
    await service.close();
    await back.close();
  });
});
