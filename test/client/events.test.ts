import { setTimeout as sleep } from 'node:timers/promises';
import type { Event, EventData } from '../../client/event-types';
import { eventsFrom, type EventsOptions, type Poll } from '../../client/events';
import { invoicingClient } from '../../client/invoicing-client';
import { ApiError, dataOf } from '../../client/outcome';
import { type HttpServer, startServer } from '../../src/adapters/http/connections/server';
import { API, get } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import { callOf, oneMore } from '../support/every-route';
import { aTenant, type Service, startService, type Tenant } from '../support/service';
import { until } from '../support/until';

let database: TestDatabase;
/** Stays while the one that the client reads from is stopped. */
let writer: Service;
let service: Service;
let server: HttpServer;
beforeAll(async () => {
  database = await createDatabase();
  writer = await startService(database.url);
  await start(0);
});
afterAll(async () => {
  await stop();
  await writer.close();
  await database.drop();
});

async function start(port: number): Promise<void> {
  service = await startService(database.url);
  server = await startServer(get(service.container, API), { host: '127.0.0.1', port });
}

async function stop(): Promise<void> {
  await service.close();
  await server.stop(1_000);
}

type Fetch = (request: Request) => Promise<Response>;

function clientOf({ client_id, client_secret }: Tenant, send: Fetch = fetch) {
  const retries = { first_pause_ms: 5, longest_pause_ms: 50 };
  return invoicingClient({ base_url: server.address, client_id, client_secret, retries, fetch: send });
}

const named = ({ type, data }: Event) => [type, 'name' in data && data.name];

/** Reads events in the background until `end`. */
function reading(tenant: Tenant, options: EventsOptions = {}, send?: Fetch) {
  const controller = new AbortController();
  const read: Event[] = [];
  const done = (async () => {
    for await (const event of clientOf(tenant, send).events({ ...options, signal: controller.signal }))
      read.push(event);
  })();
  return {
    read,
    has: (count: number) => until(async () => read.length >= count || undefined),
    async end() {
      controller.abort();
      await done;
    },
  };
}

const brand = async (tenant: Tenant, name: string) =>
  (await tenant.post('/brandings', { name }).expect(201)).body as { id: string };

const COLLECTIONS = [
  ...['relations', 'delivery-locations', 'bank-accounts', 'journals', 'brandings', 'documents'],
  'attachments',
];

/** Members that the type of `data` has, sorted. */
const MEMBERS: { readonly [Type in Event['resource']['type']]?: readonly (keyof EventData<Type>)[] } = {
  document: [
    ...(['external_id', 'number', 'payment_status', 'peppol_status'] as const),
    ...(['relation_id', 'status', 'totals', 'type'] as const),
  ],
  attachment: ['document_id', 'filename', 'sha256'],
  delivery_location: ['name', 'relation_id'],
  bank_account: ['external_id', 'name'],
  journal: ['code', 'external_id', 'name'],
  branding: ['external_id', 'name'],
};

describe('the events of the client', () => {
  test('have the members of `data` that their types have', async () => {
    const tenant = await aTenant(writer);
    const ids: Record<string, string> = {};
    for (const collection of COLLECTIONS) {
      ids[collection] = await oneMore(collection, callOf(writer, tenant.access_token), ids);
    }
    await brand(tenant, 'The last');
    const shown: Record<string, string[]> = {};
    for await (const { type, resource, data } of clientOf(tenant).events()) {
      shown[resource.type] = Object.keys(data).sort();
      if (type === 'branding.created' && data.name === 'The last') break;
    }
    expect(shown).toEqual({
      ...MEMBERS,
      relation: expect.arrayContaining(['external_id', 'name', 'type']), // of a company
    });
  });

  test('go on over a restart of the service: none is missing, and none comes twice', async () => {
    const tenant = await aTenant(writer);
    const { position } = await dataOf(clientOf(tenant).GET('/events/head'));
    const reader = reading(tenant, { after: position, types: ['branding.*'] });
    const names = Array.from({ length: 15 }, (_, index) => `Brand ${index}`);
    for (const name of names.slice(0, 5)) await brand(tenant, name);
    await reader.has(5);
    const { port } = new URL(server.address);
    await stop();
    for (const name of names.slice(5, 10)) await brand(tenant, name);
    await start(Number(port));
    for (const name of names.slice(10)) await brand(tenant, name);
    await reader.has(15);
    await brand(tenant, 'The last');
    await reader.has(16);
    await reader.end();
    expect(reader.read.map(named)).toEqual([...names, 'The last'].map((name) => ['branding.created', name]));
  }, 60_000);

  test('begin after the given position, and are those of the types and the resource', async () => {
    const tenant = await aTenant(writer);
    const [one, other] = [await brand(tenant, 'One'), await brand(tenant, 'Other')];
    await tenant.patch(`/brandings/${other.id}`, { name: 'Renamed' }).expect(200);
    await tenant.patch(`/brandings/${one.id}`, { name: 'Renamed too' }).expect(200);
    const all = reading(tenant, { types: ['branding.updated'] });
    await all.has(2);
    await all.end();
    expect(all.read.map(named)).toEqual([
      ['branding.updated', 'Renamed'],
      ['branding.updated', 'Renamed too'],
    ]);
    const later = reading(tenant, { after: all.read[0]!.position, types: ['branding.updated'] });
    const its = reading(tenant, { resource_id: other.id });
    await Promise.all([later.has(1), its.has(2)]);
    await Promise.all([later.end(), its.end()]);
    expect(later.read).toEqual([all.read[1]]);
    expect(its.read.map(named)).toEqual([
      ['branding.created', 'Other'],
      ['branding.updated', 'Renamed'],
    ]);
  });

  test('go on after any number of failures of the network, 5xx and 429', async () => {
    const tenant = await aTenant(writer);
    await brand(tenant, 'Kept');
    const faults = [
      () => Promise.reject(new TypeError('fetch failed')),
      async () => new Response('', { status: 502 }),
      async () => Response.json({ error: { code: 'internal_error', message: 'x' } }, { status: 500 }),
      async () => new Response('', { status: 429, headers: { 'Retry-After': '0' } }),
    ];
    const addresses: string[] = [];
    const reader = reading(tenant, { types: ['branding.created'] }, async (request) => {
      if (!request.url.includes('/events')) return fetch(request);
      addresses.push(new URL(request.url).search);
      return addresses.length <= 12 ? faults[addresses.length % faults.length]!() : fetch(request);
    });
    await reader.has(1);
    await reader.end();
    expect(reader.read.map(named)).toContainEqual(['branding.created', 'Kept']);
    expect(new Set(addresses.slice(0, 13)).size).toBe(1);
  });

  test('go on when the credentials could not be exchanged for a while', async () => {
    const tenant = await aTenant(writer);
    await brand(tenant, 'Kept');
    let failures = 0;
    const reader = reading(tenant, { types: ['branding.created'] }, async (request) =>
      request.url.endsWith('/auth/token') && ++failures <= 9
        ? new Response('', { status: 503 })
        : fetch(request),
    );
    await reader.has(1);
    await reader.end();
    expect(failures).toBe(10);
  });

  test('end with the error of a refusal that does not pass', async () => {
    const tenant = await aTenant(writer);
    const refusalOf = async (of: Tenant, options: EventsOptions) => {
      const error: unknown = await clientOf(of)
        .events(options)
        .next()
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      return (error as ApiError).refusal.code;
    };
    expect(await refusalOf(tenant, { types: [] })).toBe('invalid_filter');
    expect(await refusalOf(tenant, { after: -1 })).toBe('validation_error');
    expect(await refusalOf({ ...tenant, client_secret: 'wrong' }, {})).toBe('invalid_credentials');
    expect(() => invoicingClient({ ...tenant, base_url: 'nowhere' })).toThrow('Invalid URL');
  });

  test('end without an error when the signal is aborted: while waiting, and between two events', async () => {
    const tenant = await aTenant(writer);
    await Promise.all([brand(tenant, 'One'), brand(tenant, 'Two')]);
    const waiting = reading(tenant, { after: 1_000 });
    await sleep(300);
    await waiting.end();
    expect(waiting.read).toEqual([]);

    const controller = new AbortController();
    const types = ['branding.created'] as const;
    let count = 0;
    for await (const _event of clientOf(tenant).events({ types, signal: controller.signal })) {
      count++;
      controller.abort();
    }
    expect(count).toBe(1);
    expect(await clientOf(tenant).events({ signal: AbortSignal.abort() }).next()).toMatchObject({
      done: true,
    });
  });
});

describe('the loop of the events', () => {
  const POLICY = { attempts: 1, first_pause_ms: 10_000, longest_pause_ms: 10_000 };
  const event = { id: 'x', position: 1 } as Event;
  const page = (data: Event[], after: number) => ({ data: { data, after }, response: new Response() });

  test('ends a pause when the signal is aborted', async () => {
    const controller = new AbortController();
    const failing: Poll = async () => {
      setTimeout(() => controller.abort(), 20);
      throw new TypeError('fetch failed');
    };
    expect(await eventsFrom(failing, { signal: controller.signal }, POLICY).next()).toMatchObject({
      done: true,
    });
  });

  test('pauses after an empty response that did not wait', async () => {
    const controller = new AbortController();
    let polls = 0;
    const stopping: Poll = async () => {
      polls++;
      return page([], 0);
    };
    setTimeout(() => controller.abort(), 100);
    await eventsFrom(stopping, { signal: controller.signal }, POLICY).next();
    expect(polls).toBeLessThan(5);
  });

  test('does not pause after a page whose events the filter has left out', async () => {
    const answers = [page([], 100), page([], 200), page([event], 201)];
    const asked: number[] = [];
    const poll: Poll = async ({ after }) => {
      asked.push(after);
      return answers.shift()!;
    };
    expect(await eventsFrom(poll, {}, POLICY).next()).toEqual({ done: false, value: event });
    expect(asked).toEqual([0, 100, 200]);
  });

  test('asks again when a connection is lost without an end', async () => {
    jest.useFakeTimers();
    try {
      let polls = 0;
      const poll: Poll = (_query, signal) =>
        new Promise((resolve, reject) => {
          if (++polls === 2) return resolve(page([event], 1));
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      const next = eventsFrom(poll, {}, { ...POLICY, first_pause_ms: 1 }).next();
      await jest.advanceTimersByTimeAsync(44_000);
      expect(polls).toBe(1);
      await jest.advanceTimersByTimeAsync(2_000);
      expect(await next).toEqual({ done: false, value: event });
    } finally {
      jest.useRealTimers();
    }
  });
});
