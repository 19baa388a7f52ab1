import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { API_ROUTES, get, MANAGEMENT_ROUTES } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../support/service';

const NOTE = 'A note that is long enough. '.repeat(100).trim();

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let relation: string;
let small_relation: string;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service);
  const create = async (members: object) => {
    const { body } = await tenant.post('/relations', { type: 'company', name: 'Janssens', ...members });
    return `/relations/${body.id}`;
  };
  relation = await create({ note: NOTE });
  small_relation = await create({});
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** The response as it is on the wire. */
function exchange(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${tenant.access_token}`;
    const type = body ? { 'content-type': 'application/json' } : {};
    const request = http.request(
      new URL(path, service.api),
      { method, headers: { authorization, ...type, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
      },
    );
    request.on('error', reject).end(body && JSON.stringify(body));
  });
}

const accepting = (codings: string) => ({ 'accept-encoding': codings });

describe('a response of more than 1 KiB', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['deflate, gzip;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, *', 'gzip', gunzipSync],
  ])('is compressed for Accept-Encoding: %s', async (accepted, coding, decode) => {
    const plain = await exchange('GET', '/relations');
    const { status, headers, bytes } = await exchange('GET', '/relations', accepting(accepted));
    expect([status, headers['content-encoding'], headers['vary']]).toEqual([200, coding, 'Accept-Encoding']);
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(decode(bytes).equals(plain.bytes)).toBe(true);
  });

  test.each([
    ['nothing', {}],
    ['identity', accepting('identity')],
    ['a coding that the service does not have', accepting('zstd')],
    ['codings with a weight of 0', accepting('gzip;q=0, br;q=0')],
  ])('is sent as it is to a caller that accepts %s, and varies by the header', async (_case, accepted) => {
    const { headers, bytes } = await exchange('GET', '/relations', accepted);
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, 'Accept-Encoding']);
    expect(JSON.parse(bytes.toString()).data).toHaveLength(2);
  });

  test('has the same strong ETag in every coding, which If-Match accepts', async () => {
    const plain = await exchange('GET', relation);
    const { headers } = await exchange('GET', relation, accepting('gzip'));
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['etag']).toBe(plain.headers['etag']);
    expect(headers['etag']).toMatch(/^"\d+"$/);
    const conditional = { 'if-match': headers['etag']!, ...accepting('gzip') };
    const changed = await exchange('PATCH', relation, conditional, { phone: '+32 2 123 45 67' });
    expect([changed.status, changed.headers['content-encoding']]).toEqual([200, 'gzip']);
  });

  test('is compressed once when it is the same for every caller, and revalidates under one ETag', async () => {
    const plain = await exchange('GET', '/countries');
    const { headers, bytes } = await exchange('GET', '/countries', accepting('br'));
    expect([headers['content-encoding'], headers['vary']]).toEqual(['br', 'Accept-Encoding']);
    expect(headers['etag']).toBe(plain.headers['etag']);
    expect(brotliDecompressSync(bytes).equals(plain.bytes)).toBe(true);
    const again = await exchange('GET', '/countries', {
      'if-none-match': headers['etag']!,
      ...accepting('br'),
    });
    expect([again.status, again.headers['vary']]).toEqual([304, 'Accept-Encoding']);
  });

  test('has the headers of GET when it answers HEAD', async () => {
    const { headers, bytes } = await exchange('HEAD', '/relations', accepting('gzip'));
    expect([headers['content-encoding'], bytes.length]).toEqual(['gzip', 0]);
  });
});

test('a smaller response is not compressed, and does not vary', async () => {
  const { headers, bytes } = await exchange('GET', small_relation, accepting('gzip, br'));
  expect(bytes.length).toBeLessThan(1024);
  expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined]);
});

test('a file of a compressed type is sent as it is', async () => {
  const { body } = await tenant.post('/documents', {
    ...{ type: 'invoice', relation_id: await aRelation(tenant) },
    lines: [{ name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' }],
  });
  const { headers } = await exchange('GET', `/documents/${body.id}/file`, accepting('gzip, br'));
  expect([headers['content-type'], headers['content-encoding']]).toEqual(['application/pdf', undefined]);
});

describe('a response with a secret', () => {
  test('is never compressed', async () => {
    const url = `https://example.com/${'x'.repeat(1_500)}`;
    const body = { url, types: ['*'] };
    const { status, headers, bytes } = await exchange('POST', '/webhooks', accepting('gzip, br'), body);
    expect([status, headers['content-encoding']]).toEqual([201, undefined]);
    expect(bytes.length).toBeGreaterThan(1024);
    expect(JSON.parse(bytes.toString()).secret).toMatch(/^whsec_/);
  });

  test('is declared by every route whose response has one', () => {
    const routes = [
      ...get(service.container, API_ROUTES),
      ...get(service.container, MANAGEMENT_ROUTES),
    ].flatMap((route) => ('handle' in route ? [route] : []));
    const hasSecret = ({ response }: (typeof routes)[number]) =>
      response instanceof z.ZodObject &&
      Object.keys(response.shape).some((name) => /secret|token/.test(name));
    const name = ({ method, path }: (typeof routes)[number]) => `${method} ${path}`;
    const found = routes.filter(hasSecret).map(name);
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(
      routes
        .filter(({ has_secret }) => has_secret)
        .map(name)
        .sort(),
    ).toEqual(found.sort());
  });
});
