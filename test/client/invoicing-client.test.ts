import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { example } from '../../client/example';
import { invoicingClient } from '../../client/invoicing-client';
import { ApiError, dataOf, outcome } from '../../client/outcome';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';
import { createDatabase, type TestDatabase } from '../support/database';
import { PDF } from '../support/sample-files';
import { aTenant, BELGIAN_ADDRESS, type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
afterEach(() => service.manage('put', '/management/clock').send({ offset_s: 0 }).expect(200));

type Fetch = (request: Request) => Promise<Response>;

/** A client whose requests are recorded; `send` may replace sending them. */
function aClient(
  { client_id, client_secret }: Pick<Tenant, 'client_id' | 'client_secret'>,
  send: Fetch = fetch,
) {
  const sent: { readonly call: string; readonly key: string | null; readonly body: string }[] = [];
  const api = invoicingClient({
    ...{ base_url: service.api, client_id, client_secret },
    retries: { first_pause_ms: 1 },
    async fetch(request) {
      const call = `${request.method} ${new URL(request.url).pathname}`;
      const body =
        request.headers.get('content-type') === 'application/json' ? await request.clone().text() : '';
      sent.push({ call, key: request.headers.get('Idempotency-Key'), body });
      return send(request);
    },
  });
  const count = (call: string) => sent.filter((one) => one.call === call).length;
  return { api, sent, count };
}

const LINES = [{ name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' }];
const COMPANY = { type: 'company' as const, name: 'A customer', address: BELGIAN_ADDRESS };
const GRANTS = /"grant_type":"(\w+)"/;

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response('', { status, headers });

/** The response with the beginning of its body only, as from a connection that breaks. */
function broken({ status, headers }: Response): Response {
  async function* body() {
    yield new TextEncoder().encode('{"');
    throw new TypeError('terminated');
  }
  return new Response(ReadableStream.from(body()), { status, headers });
}

describe('the generated part of the client', () => {
  test('corresponds to the route declarations', () => {
    const program = [...typescriptLoader(), 'scripts/generate-client.ts', '--check'];
    const { status, stderr } = spawnSync(process.execPath, program, { timeout: 60_000 });
    expect([status, String(stderr)]).toEqual([0, '']);
  });
});

describe('the example', () => {
  test('gets from credentials to a numbered invoice', async () => {
    const { client_id, client_secret } = await aTenant(service);
    expect(await example(service.api, client_id, client_secret)).toMatch(/^INV-\d{4}-00001$/);
  });
});

describe('access tokens', () => {
  test('are requested once by any number of concurrent calls, and cached', async () => {
    const { api, count } = aClient(await aTenant(service));
    await Promise.all(Array.from({ length: 20 }, () => dataOf(api.GET('/auth/me'))));
    await dataOf(api.GET('/currencies'));
    expect([count('POST /auth/token'), count('GET /auth/me')]).toEqual([1, 20]);
  });

  test('are requested also when the address ends with a slash', async () => {
    const { client_id, client_secret } = await aTenant(service);
    const api = invoicingClient({ base_url: `${service.api}/`, client_id, client_secret });
    expect(await dataOf(api.GET('/auth/me'))).toMatchObject({ client_id });
  });

  test('are renewed once by concurrent calls after they expire, with the refresh token', async () => {
    const { api, sent } = aClient(await aTenant(service));
    await dataOf(api.GET('/auth/me'));
    await service.manage('put', '/management/clock').send({ offset_s: 3_700 }).expect(200);
    const callers = await Promise.all(Array.from({ length: 20 }, () => dataOf(api.GET('/auth/me'))));
    expect(callers).toHaveLength(20);
    const grants = sent.flatMap(({ body }) => GRANTS.exec(body)?.[1] ?? []);
    expect(grants).toEqual(['client_credentials', 'refresh_token']);
  });

  test('are requested with the credentials when the refresh token was used elsewhere', async () => {
    const tenant = await aTenant(service);
    const { api, sent } = aClient(tenant);
    await dataOf(api.GET('/auth/me'));
    await dataOf(aClient(tenant).api.GET('/auth/me')); // another process of the same client
    await service.manage('put', '/management/clock').send({ offset_s: 3_700 }).expect(200);
    await dataOf(api.GET('/auth/me'));
    const grants = sent.flatMap(({ body }) => GRANTS.exec(body)?.[1] ?? []);
    expect(grants).toEqual(['client_credentials', 'refresh_token', 'client_credentials']);
  });

  test('are renewed before they expire, without a failing call', async () => {
    const statuses: number[] = [];
    const { api, sent } = aClient(await aTenant(service), async (request) => {
      const response = await fetch(request);
      statuses.push(response.status);
      const is_token = request.url.endsWith('/auth/token');
      return is_token ? Response.json({ ...((await response.json()) as object), expires_in: 1 }) : response;
    });
    await dataOf(api.GET('/auth/me'));
    await sleep(600);
    await dataOf(api.GET('/auth/me'));
    const twice = ['POST /auth/token', 'GET /auth/me', 'POST /auth/token', 'GET /auth/me'];
    expect(sent.map(({ call }) => call)).toEqual(twice);
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  test('are requested with the usual retries when the service is unavailable', async () => {
    const away = () => Promise.reject(new TypeError('fetch failed'));
    const { api, sent } = aClient(await aTenant(service), away);
    await expect(api.GET('/auth/me')).rejects.toThrow('fetch failed');
    expect(sent.map(({ call }) => call)).toEqual(Array(4).fill('POST /auth/token'));
  });

  test('are requested again when the connection breaks within the response', async () => {
    let breaks = 1;
    const { api, sent } = aClient(await aTenant(service), async (request) => {
      const response = await fetch(request);
      return request.url.endsWith('/auth/token') && breaks-- > 0 ? broken(response) : response;
    });
    await dataOf(api.GET('/auth/me'));
    await service.manage('put', '/management/clock').send({ offset_s: 3_700 }).expect(200);
    breaks = 1; // of the refresh token's
    await dataOf(api.GET('/auth/me'));
    const grants = sent.flatMap(({ body }) => GRANTS.exec(body)?.[1] ?? []);
    const credentials = 'client_credentials';
    expect(grants).toEqual([credentials, credentials, 'refresh_token', credentials]);
  });

  test('do not delay a call that is aborted', async () => {
    let answerAll = () => {};
    const held = new Promise<void>((resolve) => (answerAll = resolve));
    const { api, count } = aClient(await aTenant(service), async (request) => {
      await held;
      return fetch(request);
    });
    const patient = dataOf(api.GET('/auth/me'));
    await expect(api.GET('/auth/me', { signal: AbortSignal.timeout(20) })).rejects.toThrow('timeout');
    const id = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';
    const change = api.DELETE('/relations/{id}', {
      params: { path: { id } },
      signal: AbortSignal.timeout(20),
    });
    await expect(change).rejects.toThrow('timeout');
    answerAll();
    expect((await patient).client_id).toEqual(expect.any(String));
    expect([count('POST /auth/token'), count('GET /auth/me')]).toEqual([1, 1]);
  });

  test('fail for each call once when the secret is wrong', async () => {
    const { client_id } = await aTenant(service);
    const { api, count } = aClient({ client_id, client_secret: 'a wrong one' });
    const failure = await dataOf(api.GET('/auth/me')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect((failure as ApiError).refusal).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect([count('POST /auth/token'), count('GET /auth/me')]).toEqual([1, 0]);
  });
});

describe('a malformed token request', () => {
  test('fails with the fields that are refused', async () => {
    const { api } = aClient({ client_id: 'x'.repeat(300), client_secret: 'y'.repeat(300) });
    await expect(dataOf(api.GET('/auth/me'))).rejects.toMatchObject({
      ...{ name: 'ApiError', code: null, status: 422 },
      fields: [
        { field: 'client_id', reason: expect.any(String) },
        { field: 'client_secret', reason: expect.any(String) },
      ],
    });
  });
});

describe('a retry', () => {
  test('of a creation whose response was lost has the same key, and creates nothing twice', async () => {
    let is_lost = false;
    const { api, sent } = aClient(await aTenant(service), async (request) => {
      const response = await fetch(request);
      if (!request.url.endsWith('/documents') || request.method !== 'POST' || is_lost) return response;
      is_lost = true;
      throw new TypeError('fetch failed');
    });
    const relation = await dataOf(api.POST('/relations', { body: COMPANY }));
    const created = await outcome(
      api.POST('/documents', { body: { type: 'invoice', relation_id: relation.id, lines: LINES } }),
    );
    expect(created.ok && created.response.headers.get('Idempotency-Replayed')).toBe('true');
    const keys = sent.filter(({ call }) => call === 'POST /documents').map(({ key }) => key);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    const { data } = await dataOf(api.GET('/documents'));
    expect(data.map(({ number }) => number)).toEqual([created.ok && created.data.number]);
  });

  test('of a creation whose connection broke within the response creates nothing twice', async () => {
    let breaks = 1;
    const { api, sent } = aClient(await aTenant(service), async (request) => {
      const response = await fetch(request);
      return request.url.endsWith('/relations') && breaks-- > 0 ? broken(response) : response;
    });
    const created = await outcome(api.POST('/relations', { body: COMPANY }));
    expect(created.ok && created.response.headers.get('Idempotency-Replayed')).toBe('true');
    const keys = sent.filter(({ call }) => call === 'POST /relations').map(({ key }) => key);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    breaks = 1;
    const { data } = await dataOf(api.GET('/relations'));
    expect(data.map(({ id }) => id)).toEqual([created.ok && created.data.id]);
  });

  test('does not follow a connection that breaks within a response that is read as a stream', async () => {
    const { api, count } = aClient(await aTenant(service), async (request) => {
      const response = await fetch(request);
      return request.url.endsWith('/currencies') ? broken(response) : response;
    });
    const { data } = await api.GET('/currencies', { parseAs: 'stream' });
    await expect(new Response(data).text()).rejects.toThrow('terminated');
    expect(count('GET /currencies')).toBe(1);
  });

  test.each([
    ['a failure of the network', () => Promise.reject(new TypeError('fetch failed'))],
    ['500', async () => answer(500)],
    ['503 with Retry-After', async () => answer(503, { 'Retry-After': '0' })],
    [
      '503 until a time that is past',
      async () => answer(503, { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    ],
    ['429 with Retry-After', async () => answer(429, { 'Retry-After': '0' })],
  ])('follows %s, a limited number of times', async (_, fail) => {
    const { api, count } = aClient(await aTenant(service), (request) =>
      request.url.endsWith('/journals') ? fail() : fetch(request),
    );
    const result = await outcome(api.GET('/journals')).catch((error: Error) => error.message);
    expect(count('GET /journals')).toBe(4);
    expect(result).toEqual(
      typeof result === 'string' ? 'fetch failed' : expect.objectContaining({ ok: false }),
    );
  });

  test.each([
    [429, '900'],
    [503, 'Fri, 01 Jan 2100 00:00:00 GMT'],
  ])('does not follow a refusal or a Retry-After that is too long (%i, %s)', async (status, retry_after) => {
    const { api, count } = aClient(await aTenant(service), (request) =>
      request.url.endsWith('/journals')
        ? Promise.resolve(answer(status, { 'Retry-After': retry_after }))
        : fetch(request),
    );
    expect((await outcome(api.GET('/journals'))).ok).toBe(false);
    expect((await outcome(api.POST('/bank-accounts', { body: { reference: 'BE00' } }))).ok).toBe(false);
    expect([count('GET /journals'), count('POST /bank-accounts')]).toEqual([1, 1]);
  });

  test('is not made of a request that could take effect twice', async () => {
    const tenant = await aTenant(service);
    const { api, sent, count } = aClient(tenant, async (request) =>
      request.url.includes('/auth/') ? fetch(request) : answer(500),
    );
    const id = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';
    await outcome(api.PATCH('/relations/{id}', { params: { path: { id } }, body: { note: 'x' } }));
    await outcome(api.DELETE('/relations/{id}', { params: { path: { id } } }));
    const body = { type: 'invoice' as const, relation_id: id, lines: LINES };
    await outcome(api.POST('/documents/preview', { body }));
    expect([count(`PATCH /relations/${id}`), count(`DELETE /relations/${id}`)]).toEqual([1, 1]);
    expect(sent.at(-1)).toMatchObject({ call: 'POST /documents/preview', key: null });
    expect(count('POST /documents/preview')).toBe(1);
  });
});

describe('a refusal', () => {
  test("has the operation's code, its details, and the request's id", async () => {
    const { api } = aClient(await aTenant(service));
    const body = { ...COMPANY, vat: 'BE0417497106' };
    const first = await dataOf(api.POST('/relations', { body }));
    const second = await outcome(api.POST('/relations', { body }));
    expect(second).toEqual({
      ok: false,
      refusal: {
        code: 'duplicate_relation',
        message: expect.stringContaining(first.id),
        details: [{ relation_id: first.id }],
        fields: [],
        status: 409,
        retry_after_s: null,
        request_id: expect.any(String),
      },
    });
  });

  test('has the seconds of its Retry-After', async () => {
    const { api } = aClient(await aTenant(service), (request) =>
      request.url.endsWith('/journals')
        ? Promise.resolve(answer(429, { 'Retry-After': '900' }))
        : fetch(request),
    );
    const refused = await outcome(api.GET('/journals'));
    expect(refused).toMatchObject({ ok: false, refusal: { code: null, details: [], retry_after_s: 900 } });
    await expect(dataOf(api.GET('/journals'))).rejects.toMatchObject({ status: 429, retry_after_s: 900 });
  });

  test('without an envelope has no code', async () => {
    const { api } = aClient(await aTenant(service));
    const relation = await dataOf(api.POST('/relations', { body: COMPANY }));
    const document = await dataOf(
      api.POST('/documents', { body: { type: 'invoice', relation_id: relation.id, lines: LINES } }),
    );
    const attach = (name: string) =>
      outcome(
        api.POST('/documents/{id}/attachments', {
          params: { path: { id: document.id } },
          body: { file: new File([new Uint8Array(PDF)], name) },
        }),
      );
    expect(await attach('scan.exe')).toMatchObject({ ok: false, refusal: { code: null, status: 415 } });
    expect(await attach('scan.pdf')).toMatchObject({ ok: true, data: { filename: 'scan.pdf' } });
  });
});
