import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { DATABASE, get } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { callOf, tokenFor } from '../../support/every-route';
import { aTenant, type Service, startService, type Tenant } from '../../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  tenant = await aTenant(service);
});

const INPUT = { url: 'https://books.example/hooks', types: ['document.*', 'relation.created'] };
const created = async (body: object = {}) => {
  const { status, body: webhook } = await tenant.post('/webhooks', { ...INPUT, ...body });
  expect(status).toBe(201);
  return webhook as { id: string; secret: string; [field: string]: unknown };
};
const code = ({ status, body }: { status: number; body: { error?: { code: string; message: string } } }) => [
  status,
  body.error?.code,
  body.error?.message,
];
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);

describe('POST /webhooks', () => {
  test('creates a webhook that is on, with its secret (201)', async () => {
    const response = await tenant.post('/webhooks', INPUT);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      ...INPUT,
      ...{ id: ID, description: null, active: true, disabled_at: null },
      ...{ created_at: INSTANT, updated_at: INSTANT },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(response.headers).toMatchObject({ etag: '"1"', location: `/webhooks/${response.body.id}` });
  });

  test.each([
    [{ url: undefined }, 'url: is required'],
    [{ url: null }, 'url: expected string'],
    [{ url: 'books' }, 'url: must be a URL'],
    [{ url: 'ftp://books.example/' }, 'url: must begin with https:// or http://'],
    [{ url: 'http://169.254.169.254/' }, 'url: must not lead to a link-local address'],
    [{ url: 'http://localhost:3001/' }, 'url: must not lead to the management listener of this service'],
    [{ types: undefined }, 'types: is required'],
    [{ types: [] }, 'types: must have at least one entry'],
    [{ types: Array.from({ length: 51 }, () => '*') }, 'types: must have at most 50 entries'],
    [{ types: ['*', 'document.exploded'] }, 'types.1: must be a type of events, <resource>.* or *'],
    [{ types: ['x'.repeat(100_000)] }, 'types.0: must be a type of events, <resource>.* or *'],
    [{ description: '' }, 'description: must not be blank'],
    [{ active: 'yes' }, 'active: expected boolean'],
    [{ secret: 'whsec_mine' }, 'secret: unknown field'],
  ])('refuses %j (422 validation_error)', async (body, message) => {
    expect(code(await tenant.post('/webhooks', { ...INPUT, ...body }))).toEqual([
      422,
      'validation_error',
      message,
    ]);
  });

  test('refuses types that the client may not read, after the schema is checked (403 insufficient_permissions)', async () => {
    const call = callOf(service, tokenFor(service, tenant, ['relation:read', 'document:create']));
    const post = async (body: object) => code(await call('post', '/webhooks').send({ ...INPUT, ...body }));
    expect((await post({})).slice(0, 2)).toEqual([403, 'insufficient_permissions']);
    expect((await post({ types: ['client.*'] })).slice(0, 2)).toEqual([403, 'insufficient_permissions']);
    expect((await post({ url: 'books' })).slice(0, 2)).toEqual([422, 'validation_error']);
    expect((await post({ types: ['relation.*', 'delivery_location.created', '*'] }))[0]).toBe(201);
  });

  test('accepts `*` from a client without any permission (201)', async () => {
    const call = callOf(service, tokenFor(service, tenant, []));
    await call('post', '/webhooks')
      .send({ ...INPUT, types: ['*'] })
      .expect(201);
  });

  test('refuses the 21st of a client, also when many are created concurrently (422 validation_error)', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => tenant.post('/webhooks', INPUT)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set(['validation_error']));
    await aTenant(service).then((other) => other.post('/webhooks', INPUT).expect(201));
  });

  test('shows the secret again under an Idempotency-Key, and stores it sealed', async () => {
    const post = () => tenant.post('/webhooks', INPUT).set('Idempotency-Key', 'a-key');
    const [first, replay] = [await post(), await post()];
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(replay.body).toEqual(first.body);
    const stored = await get(service.container, DATABASE)
      .selectFrom('idempotency_key')
      .select('body')
      .where('company_id', '=', tenant.company_id)
      .execute();
    expect(stored).toHaveLength(1);
    expect(stored[0]!.body).not.toContain('whsec');
    expect((await tenant.get('/webhooks')).body.data).toHaveLength(1);
  });

  test('is not said to be without effect under an Idempotency-Key when the key that sealed its response was removed', async () => {
    const post = () => tenant.post('/webhooks', INPUT).set('Idempotency-Key', 'a-key');
    await post().expect(201);
    await get(service.container, DATABASE)
      .updateTable('idempotency_key')
      .set({ body: 'removed.AAAA' })
      .where('company_id', '=', tenant.company_id)
      .execute();
    const { status, body } = await post();
    expect({ status, ...body.error }).toEqual({
      status: 500,
      code: 'internal_error',
      message: expect.stringContaining('was carried out'),
      details: [{ effect: 'unknown' }],
    });
  });

  test('does not store the secret in plain text', async () => {
    const { id, secret } = await created();
    const rows = await get(service.container, DATABASE)
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });
});

describe('GET /webhooks', () => {
  test('returns the own webhooks, without secrets, in pages (200)', async () => {
    const ids = [(await created()).id, (await created()).id];
    const { body } = await tenant.get('/webhooks?sort=created_at&limit=1');
    const next = await tenant.get(`/webhooks?sort=created_at&limit=1&cursor=${body.next_cursor}`);
    expect([...body.data, ...next.body.data].map(({ id }) => id)).toEqual(ids);
    expect(next.body.next_cursor).toBeNull();
    expect(body.data[0]).not.toHaveProperty('secret');
    const { body: webhook, headers } = await tenant.get(`/webhooks/${ids[0]}`);
    expect(webhook).toEqual(body.data[0]);
    expect(headers['etag']).toBe('"1"');
  });

  test('shows no webhook to another client of the company, which cannot change one either', async () => {
    const { id } = await created();
    const { body: other } = await service
      .manage('post', `/management/companies/${tenant.company_id}/clients`)
      .send({ name: 'Another client' });
    const call = callOf(service, tokenFor(service, { ...tenant, client_id: other.client_id }, []));
    expect((await call('get', '/webhooks')).body.data).toEqual([]);
    for (const [method, path] of [
      ['get', `/webhooks/${id}`],
      ['patch', `/webhooks/${id}`],
      ['delete', `/webhooks/${id}`],
      ['post', `/webhooks/${id}/secret`],
    ] as const)
      expect((await call(method, path).send({})).status).toBe(404);
  });

  test('refuses a request without a token (401)', async () => {
    await request(service.api).get('/webhooks').expect(401);
  });
});

describe('PATCH /webhooks/{id}', () => {
  test('changes the named fields, and nothing when they have these values (200)', async () => {
    const { id, secret: _, ...before } = await created();
    const change = { url: 'https://other.example/', types: ['*'], description: 'Books', active: false };
    const { status, body, headers } = await tenant.patch(`/webhooks/${id}`, change);
    expect([status, headers['etag']]).toEqual([200, '"2"']);
    expect(body).toEqual({ ...before, id, ...change, updated_at: INSTANT });
    expect((await tenant.patch(`/webhooks/${id}`, change)).headers['etag']).toBe('"2"');
  });

  test.each([
    [{ url: null }, 422, 'validation_error'],
    [{ types: null }, 422, 'validation_error'],
    [{ active: null }, 422, 'validation_error'],
    [{ types: ['nothing'] }, 422, 'validation_error'],
    [{ url: 'http://0xa9fea9fe/' }, 422, 'validation_error'],
    [{ secret: 'whsec_mine' }, 422, 'field_not_editable'],
    [{ disabled_at: null }, 422, 'field_not_editable'],
    [{ types: ['client.*'] }, 403, 'insufficient_permissions'],
  ])('refuses %j (%i %s)', async (body, status, error) => {
    const { id } = await created();
    expect(code(await tenant.patch(`/webhooks/${id}`, body)).slice(0, 2)).toEqual([status, error]);
  });

  test('accepts the present types, although the client may not read them any more (200)', async () => {
    const { id } = await created();
    const call = callOf(service, tokenFor(service, tenant, ['journal:read']));
    const patched = await call('patch', `/webhooks/${id}`).send({ types: INPUT.types, description: 'Books' });
    expect([patched.status, patched.body.description]).toEqual([200, 'Books']);
    const refused = await call('patch', `/webhooks/${id}`).send({ types: ['document.created'] });
    expect(code(refused).slice(0, 2)).toEqual([403, 'insufficient_permissions']);
  });

  test('refuses an unknown webhook (404) and another version (412)', async () => {
    expect((await tenant.patch(`/webhooks/${randomUUID()}`, {})).status).toBe(404);
    const { id } = await created();
    expect((await tenant.patch(`/webhooks/${id}`, {}).set('If-Match', '"2"')).status).toBe(412);
  });
});

describe('DELETE /webhooks/{id}', () => {
  test('deletes the webhook (204), after the check of its version (412)', async () => {
    const { id } = await created();
    expect((await tenant.delete(`/webhooks/${id}`).set('If-Match', '"9"')).status).toBe(412);
    expect((await tenant.delete(`/webhooks/${id}`)).status).toBe(204);
    expect((await tenant.get(`/webhooks/${id}`)).status).toBe(404);
    expect((await tenant.delete(`/webhooks/${id}`)).status).toBe(404);
  });
});

describe('POST /webhooks/{id}/secret', () => {
  test('returns another secret, and the same one again for the same Idempotency-Key (200)', async () => {
    const { id, secret, updated_at: _, ...before } = await created();
    const rotate = () => tenant.post(`/webhooks/${id}/secret`).set('Idempotency-Key', 'a-key');
    const [{ status, body, headers }, replay] = [await rotate(), await rotate()];
    expect([status, headers['etag']]).toEqual([200, '"2"']);
    expect(body).toEqual({ ...before, id, secret: expect.stringMatching(/^whsec_/), updated_at: INSTANT });
    expect(body.secret).not.toBe(secret);
    expect(replay.body).toEqual(body);
  });
});

test('In production only https URLs with public addresses are accepted', async () => {
  const production = await startService(database.url, {
    NODE_ENV: 'production',
    ...{ NETWORK_TOKEN: 'a-network-token-for-tests' },
  });
  const token = tokenFor(service, tenant, ['document:read']);
  const post = (url: string) =>
    callOf(production, token)('post', '/webhooks').send({ url, types: ['document.*'] });
  const urls = ['http://books.example/', 'https://localhost/', 'https://10.0.0.1/', 'https://2130706433/'];
  for (const url of urls) expect([url, (await post(url)).status]).toEqual([url, 422]);
  expect((await post('https://books.example/')).status).toBe(201);
  await production.close();
});
