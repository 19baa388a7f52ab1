import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { DELIVERY_ENGINE, get } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { anEndpoint, type Endpoint } from '../../support/endpoints';
import { callOf, tokenFor } from '../../support/every-route';
import { aTenant, type Service, startService, type Tenant } from '../../support/service';
import { until } from '../../support/until';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let endpoint: Endpoint;
let status: number;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  get(service.container, DELIVERY_ENGINE).start();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  tenant = await aTenant(service);
  status = 200;
  endpoint = await anEndpoint((_req, res) => void res.writeHead(status).end('Thanks'));
});
afterEach(() => endpoint.close());

async function aWebhook(body: object = {}) {
  const { body: webhook } = await tenant
    .post('/webhooks', { url: endpoint.url, types: ['*'], ...body })
    .expect(201);
  return { ...(webhook as { id: string; secret: string }), path: `/webhooks/${webhook.id}` };
}
async function aJournal(code: string): Promise<string> {
  const { body } = await tenant.post('/journals', { code, name: 'Another', category: 'sales' }).expect(201);
  return body.id as string;
}
interface Row {
  readonly event_id: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: readonly object[];
}
const deliveries = async (path: string, query = '') =>
  (await tenant.get(`${path}/deliveries?sort=created_at${query}`).expect(200)).body.data as Row[];
const ended = (path: string, count: number) =>
  until(async () => {
    const rows = await deliveries(path);
    return rows.length === count && rows.every(({ state }) => state !== 'pending') ? rows : undefined;
  });

test('A change of data is delivered, as the feed returns it', async () => {
  const { path, secret } = await aWebhook({ types: ['journal.*'] });
  const id = await aJournal('W1');
  const { body, headers } = await until(async () => endpoint.received[0]);
  const { body: feed } = await tenant.get('/events?types=journal.*');
  const event = feed.data.find(({ resource }: { resource: { id: string } }) => resource.id === id);
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event);
  expect(headers['webhook-id']).toBe(event.id);
  expect(await ended(path, 1)).toEqual([
    {
      ...{ id: expect.any(String), event_id: event.id, type: 'journal.created', state: 'delivered' },
      ...{ next_attempt_at: null, created_at: expect.any(String), updated_at: expect.any(String) },
      attempts: [
        {
          ...{ at: expect.any(String), status: 200, duration_ms: expect.any(Number) },
          ...{ error: null, answer: 'Thanks' },
        },
      ],
    },
  ]);
});

test('Changes before the creation of a webhook are not delivered', async () => {
  for (let round = 0; round < 5; round++) {
    await aJournal(`B${round}`);
    const { path } = await aWebhook();
    const id = await aJournal(`A${round}`);
    await until(async () => (await deliveries(path)).length > 0);
    const { body: feed } = await tenant.get(`/events?resource_id=${id}`);
    expect((await deliveries(path))[0]!.event_id).toBe(feed.data[0].id);
    await tenant.delete(path).expect(204);
  }
});

test('While a webhook is off its events pass by', async () => {
  const { path } = await aWebhook({ active: false });
  await aJournal('W1');
  await tenant.patch(path, { active: true }).expect(200);
  await aJournal('W2');
  await ended(path, 1);
  await tenant.patch(path, { active: false }).expect(200);
  await aJournal('W3');
  await tenant.patch(path, { active: true }).expect(200);
  await aJournal('W4');
  const rows = await ended(path, 2);
  const { body: feed } = await tenant.get('/events?types=journal.created');
  const codes = new Map(
    feed.data.map(({ id, data }: { id: string; data: { code: string } }) => [id, data.code]),
  );
  expect(rows.map(({ event_id }) => codes.get(event_id))).toEqual(['W2', 'W4']);
});

describe('POST /webhooks/{id}/test', () => {
  test('sends a signed event of its own, which is not in the log (202)', async () => {
    const { id, path, secret } = await aWebhook({ types: ['journal.*'] });
    const { status, body } = await tenant.post(`${path}/test`);
    expect([status, body.type, body.state, body.attempts]).toEqual([202, 'webhook.test', 'pending', []]);
    const sent = await until(async () => endpoint.received[0]);
    expect(new Webhook(secret).verify(sent.body, sent.headers as Record<string, string>)).toEqual({
      ...{
        id: body.event_id,
        type: 'webhook.test',
        occurred_at: expect.any(String),
        data: { webhook_id: id },
      },
    });
    expect((await ended(path, 1))[0]).toMatchObject({ event_id: body.event_id, state: 'delivered' });
    const { body: feed } = await tenant.get('/events');
    expect(feed.data.map((event: { id: string }) => event.id)).not.toContain(body.event_id);
  });

  test('is tried once', async () => {
    status = 500;
    const { path } = await aWebhook();
    await tenant.post(`${path}/test`).expect(202);
    expect((await ended(path, 1))[0]).toMatchObject({
      ...{ state: 'failed', next_attempt_at: null },
      attempts: [{ status: 500, error: 'The endpoint answered 500.' }],
    });
  });

  test('refuses a webhook that is off (422 validation_error) and an unknown one (404)', async () => {
    const { path } = await aWebhook({ active: false });
    expect((await tenant.post(`${path}/test`)).body.error.code).toBe('validation_error');
    await tenant.post(`/webhooks/${randomUUID()}/test`).expect(404);
  });

  test('is refused while the client is off, and so is a replay (422)', async () => {
    const { path } = await aWebhook();
    await service.manage('patch', `/management/clients/${tenant.client_id}`).send({ active: false });
    for (const [route, body] of [
      ['test', {}],
      ['replay', { after: 0 }],
    ] as const) {
      const response = await tenant.post(`${path}/${route}`, body);
      expect([response.status, response.body.error.message]).toEqual([
        422,
        'active: the client is off, so that nothing is sent',
      ]);
    }
    expect(await deliveries(path)).toEqual([]);
  });
});

describe('GET /webhooks/{id}/deliveries', () => {
  test('returns deliveries by state, in pages (200)', async () => {
    const { path } = await aWebhook({ types: ['journal.*'] });
    await aJournal('W1');
    await ended(path, 1);
    status = 500;
    await aJournal('W2');
    await until(async () => (await deliveries(path, '&state=pending'))[0]?.attempts.length === 1);
    expect(await deliveries(path, '&state=delivered')).toHaveLength(1);
    expect(await deliveries(path, '&state=failed')).toEqual([]);
    const { body } = await tenant.get(`${path}/deliveries?limit=1`);
    const { body: next } = await tenant.get(`${path}/deliveries?limit=1&cursor=${body.next_cursor}`);
    expect([body.data[0].state, next.data[0].state, next.next_cursor]).toEqual([
      'pending',
      'delivered',
      null,
    ]);
  });

  test('returns those of the last 90 days, and a replay sends only these, before the others are deleted (200)', async () => {
    status = 410;
    const { path } = await aWebhook({ types: ['journal.*'] });
    await aJournal('W1');
    await ended(path, 1);
    await tenant.patch(path, { active: true }).expect(200);
    const setClock = (days: number) =>
      service
        .manage('put', '/management/clock')
        .send({ offset_s: days * 24 * 60 * 60 })
        .expect(200);
    const after = async (days: number) => {
      await setClock(days);
      const call = callOf(service, tokenFor(service, tenant, ['journal:read']));
      const { body: list } = await call('get', `${path}/deliveries`).expect(200);
      const { body: made } = await call('post', `${path}/replay`).send({ failed: true }).expect(202);
      await until(async () => (await call('get', `${path}/deliveries?state=pending`)).body.data.length === 0);
      return [list.data.length, made.deliveries];
    };
    try {
      expect(await after(91)).toEqual([0, 0]);
      expect(await after(89)).toEqual([1, 1]);
    } finally {
      await setClock(0);
    }
  });

  test('refuses an unknown state (400 invalid_filter) and the webhook of another client (404)', async () => {
    const { path } = await aWebhook();
    const refused = await tenant.get(`${path}/deliveries?state=lost`);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_filter']);
    const other = await aTenant(service);
    await other.get(`${path}/deliveries`).expect(404);
  });
});

describe('POST /webhooks/{id}/replay', () => {
  const replay = async (path: string, body: object) => {
    const { status, body: answer } = await tenant.post(`${path}/replay`, body);
    return [status, answer.deliveries ?? answer.error.message];
  };
  const positions = () =>
    endpoint.received.map(({ body }) => (JSON.parse(body) as { position: number }).position);

  test('sends all events of its types after a position (202)', async () => {
    const { path } = await aWebhook({ types: ['journal.created'] });
    for (const code of ['W1', 'W2', 'W3']) await aJournal(code);
    await ended(path, 3);
    const [first, , last] = positions().sort((a, b) => a - b) as [number, number, number];
    expect(await replay(path, { after: first - 1 })).toEqual([202, 3]);
    expect(await replay(path, { after: first })).toEqual([202, 2]);
    expect(await replay(path, { after: last })).toEqual([202, 0]);
    expect(await replay(path, { after: 1_000_000 })).toEqual([202, 0]);
    await ended(path, 8);
    expect(new Set(positions()).size).toBe(3);
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  test('sends events by their ids, each once (202), and refuses an unknown id (422)', async () => {
    const { path } = await aWebhook({ types: ['journal.created'] });
    await aJournal('W1');
    const [{ event_id }] = (await ended(path, 1)) as [Row];
    expect(await replay(path, { event_ids: [event_id, event_id], after: null, failed: null })).toEqual([
      ...[202, 1],
    ]);
    await ended(path, 2);
    expect(await replay(path, { event_ids: [event_id, randomUUID()] })).toEqual([
      422,
      'event_ids.1: no such event',
    ]);
  });

  test('sends those that failed, until they are delivered (202)', async () => {
    status = 410;
    const { path } = await aWebhook({ types: ['journal.created'] });
    await aJournal('W1');
    await ended(path, 1);
    expect((await tenant.get(path)).body).toMatchObject({ active: false, disabled_at: expect.any(String) });
    expect((await replay(path, { failed: true }))[0]).toBe(422);
    status = 200;
    await tenant.patch(path, { active: true }).expect(200);
    expect((await tenant.get(path)).body.disabled_at).toBeNull();
    expect(await replay(path, { failed: true })).toEqual([202, 1]);
    await ended(path, 2);
    expect(await replay(path, { failed: true })).toEqual([202, 0]);
  });

  test('refuses an event that the client may not read (422)', async () => {
    const { path } = await aWebhook({ types: ['journal.created'] });
    await aJournal('W1');
    const [{ event_id }] = (await ended(path, 1)) as [Row];
    const call = callOf(service, tokenFor(service, tenant, ['relation:read']));
    const { status } = await call('post', `${path}/replay`).send({ event_ids: [event_id] });
    expect(status).toBe(422);
  });

  test.each([
    ['nothing', {}, 'body: must have one of after, event_ids and failed'],
    ['two of them', { after: 0, failed: true }, 'body: must have one of after, event_ids and failed'],
    ['a negative position', { after: -1 }, 'after: must not be negative'],
    ['a position as text', { after: '0' }, 'after: expected number'],
    ['no ids', { event_ids: [] }, 'event_ids: must have at least one entry'],
    ['too many ids', { event_ids: Array(1_001).fill('x') }, 'event_ids: must have at most 1000 entries'],
    ['what is no id', { event_ids: ['an id'] }, 'event_ids.0: must be a UUID in canonical form'],
    ['failed: false', { failed: false }, 'failed: must be true'],
    ['an unknown field', { all: true }, 'all: unknown field'],
  ])('refuses %s (422)', async (_, body, message) => {
    const { path } = await aWebhook();
    expect(await replay(path, body)).toEqual([422, message]);
  });

  test('refuses an unknown webhook (404)', async () => {
    expect((await replay(`/webhooks/${randomUUID()}`, { after: 0 }))[0]).toBe(404);
  });
});

test('The metrics count deliveries, and tell what is pending', async () => {
  const { path } = await aWebhook();
  await aJournal('W1');
  await ended(path, 1);
  const { text } = await service.manage('get', '/metrics');
  expect(text).toMatch(/^webhook_deliveries_total\{state="delivered"\} [1-9]/m);
  expect(text).toMatch(/^webhook_deliveries_total\{state="failed"\} \d/m);
  expect(text).toMatch(/^webhook_deliveries_pending \d/m);
  expect(text).toMatch(/^webhook_oldest_pending_seconds \d/m);
});

test('The metrics count deliveries that have failed because their webhook, or its client, was turned off', async () => {
  const failed = async () => {
    const { text } = await service.manage('get', '/metrics');
    return Number(/^webhook_deliveries_total\{state="failed"\} (\d+)/m.exec(text)![1]);
  };
  status = 500;
  const { path } = await aWebhook({ types: ['journal.*'] });
  await aJournal('W1');
  await until(async () => (await deliveries(path, '&state=pending'))[0]?.attempts.length === 1);
  const before = await failed();
  await tenant.patch(path, { active: false }).expect(200);
  expect(await failed()).toBe(before + 1);
  await tenant.patch(path, { active: true }).expect(200);
  await aJournal('W2');
  await until(async () => (await deliveries(path, '&state=pending'))[0]?.attempts.length === 1);
  await service.manage('patch', `/management/clients/${tenant.client_id}`).send({ active: false });
  await until(async () => (await deliveries(path, '&state=pending')).length === 0);
  await until(async () => (await failed()) === before + 2);
});
