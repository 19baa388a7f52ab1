import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import request, { type Response } from 'supertest';
import { requestDeadlines } from '../../src/adapters/http/request-scope';
import { connect } from '../../src/adapters/postgres/connect';
import { DATABASE, get, OFFSET_CLOCK } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import { PDF } from '../support/sample-files';

import { A_LINE, put } from '../support/sending';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../support/service';
import { FAULTS, HELD_BACK_MS, WireProxy } from '../support/wire-proxy';

/**
 * Shorter than in production, so that each fault costs little time; the last one is not used up unless the machine is
 * busy.
 */
const LIMITS = { connect_ms: 400, unit_ms: 500, resolve_ms: 4_000 };
const NETWORK_TOKEN = 'a-network-token-for-tests';
const TIMEOUT_MS = 300_000;
/** More than any of these requests exchanges with the database, the opening of a connection included. */
const MOST_PACKETS = 40;

type Fault = (typeof FAULTS)[number];

/** A separate service for each fault: a trial mostly waits, so the faults of a kind run concurrently. */
interface Side {
  readonly proxy: WireProxy;
  /** Its database is behind the proxy. */
  readonly service: Service;
  readonly tenant: Tenant;
  readonly relation_id: string;
}

let database: TestDatabase;
const sides = new Map<Fault, Side>();
/** Reads through another node. */
let observer: Service;

async function aSide(): Promise<Side> {
  const proxy = await WireProxy.start(database.url);
  const service = await startService(database.url, { NETWORK_TOKEN }, (container) =>
    put(container, DATABASE, () =>
      connect(proxy.url, { pool_size: 4, limits: LIMITS, deadlines: requestDeadlines }),
    ),
  );
  get(service.container, OFFSET_CLOCK).stop(); // its reads would be counted
  const tenant = await aTenant(service);
  return { proxy, service, tenant, relation_id: await aRelation(tenant) };
}

beforeAll(async () => {
  database = await createDatabase();
  observer = await startService(database.url);
  for (const what of FAULTS) sides.set(what, await aSide());
});
afterAll(async () => {
  for (const { service, proxy } of sides.values()) {
    await service.close();
    await proxy.stop();
  }
  await observer.close();
  await database.drop();
});

/** A write under test, and how to read its effect. */
interface Trial {
  send(): Promise<Response>;
  /** The status of the response when the write is stored; by default that of a success. */
  readonly stored_status?: number;
  /** Whether the write is stored. */
  isStored(): Promise<boolean>;
}

const look = ({ tenant }: Side, path: string) =>
  request(observer.api).get(path).set('Authorization', `Bearer ${tenant.access_token}`);
const as = (test: request.Test) => test.then((response) => response);

async function created({ tenant }: Side, path: string, body: object): Promise<string> {
  const { body: resource } = await request(observer.api)
    .post(path)
    .set('Authorization', `Bearer ${tenant.access_token}`)
    .send(body)
    .expect(201);
  return (resource as { id: string }).id;
}
const anInvoice = ({ relation_id }: Side) => ({
  ...{ type: 'invoice', relation_id, lines: [A_LINE], order_reference: randomUUID() },
});
const aContact = () => ({ type: 'contact', first_name: 'A', last_name: randomUUID() });

async function hasInvoice(side: Side, order_reference: string): Promise<boolean> {
  for (let cursor = ''; ;) {
    const { body } = await look(side, `/documents?limit=200${cursor}`);
    if ((body.data as { order_reference: string }[]).some((row) => row.order_reference === order_reference))
      return true;
    if (body.next_cursor === null) return false;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

const KINDS: Readonly<Record<string, (side: Side) => Promise<Trial>>> = {
  async 'creation of an invoice'(side) {
    const body = anInvoice(side);
    return {
      send: () => as(side.tenant.post('/documents', body)),
      isStored: () => hasInvoice(side, body.order_reference),
    };
  },
  async 'creation of an invoice under a key'(side) {
    const body = anInvoice(side);
    const key = randomUUID();
    return {
      send: () => as(side.tenant.post('/documents', body).set('Idempotency-Key', key)),
      isStored: () => hasInvoice(side, body.order_reference),
    };
  },
  async 'creation of a relation'(side) {
    const body = aContact();
    return {
      send: () => as(side.tenant.post('/relations', body)),
      isStored: async () => (await look(side, `/relations?q=${body.last_name}`)).body.data.length === 1,
    };
  },
  async 'change of a relation'(side) {
    const id = await created(side, '/relations', aContact());
    const note = randomUUID();
    return {
      send: () => as(side.tenant.patch(`/relations/${id}`, { note })),
      isStored: async () => (await look(side, `/relations/${id}`)).body.note === note,
    };
  },
  async 'deletion of a relation'(side) {
    const id = await created(side, '/relations', aContact());
    return {
      send: () => as(side.tenant.delete(`/relations/${id}`)),
      isStored: async () => (await look(side, `/relations/${id}`)).status === 404,
    };
  },
  async 'upload of an attachment'(side) {
    const id = await created(side, '/documents', anInvoice(side));
    return {
      send: () => as(side.tenant.post(`/documents/${id}/attachments`).attach('file', PDF, 'a.pdf')),
      isStored: async () => (await look(side, `/documents/${id}/attachments`)).body.data.length === 1,
    };
  },
  async 'refresh of a token'(side) {
    const { client_id, client_secret, refresh_token } = await aTenant(observer);
    const refresh = (token: string) =>
      request(observer.api).post('/auth/token').send({ grant_type: 'refresh_token', refresh_token: token });
    return {
      send: () =>
        as(
          request(side.service.api)
            .post('/auth/token')
            .send({ grant_type: 'refresh_token', client_id, client_secret, refresh_token }),
        ),
      isStored: async () => (await refresh(refresh_token)).status === 401,
    };
  },
  async 'sign-in'(side) {
    const { client_id, client_secret } = await aTenant(observer);
    const db = get(observer.container, DATABASE);
    await db.deleteFrom('refresh_token').where('client_id', '=', client_id).execute();
    const ofClient = (table: 'refresh_token' | 'failed_attempt') =>
      db.selectFrom(table).selectAll().where('client_id', '=', client_id).executeTakeFirst();
    return {
      send: () =>
        as(
          request(side.service.api)
            .post('/auth/token')
            .send({ grant_type: 'client_credentials', client_id, client_secret }),
        ),
      // An attempt that counts as failed would be stored too.
      async isStored() {
        const attempts = (await ofClient('failed_attempt')) as { count: number } | undefined;
        return (await ofClient('refresh_token')) !== undefined || (attempts?.count ?? 0) > 0;
      },
    };
  },
  async 'refusal of a message'(side) {
    const content = `not an e-invoice ${randomUUID()}`;
    return {
      stored_status: 422,
      send: () =>
        as(
          side.service
            .manage('post', '/management/network/inbound')
            .set('Authorization', `Bearer ${NETWORK_TOKEN}`)
            .type('application/xml')
            .send(content),
        ),
      async isStored() {
        const messages = get(observer.container, DATABASE).selectFrom('refused_message');
        const found = messages.select('id').where('content', '=', Buffer.from(content));
        return (await found.executeTakeFirst()) !== undefined;
      },
    };
  },
  async 'renewal of a secret'(side) {
    const { client_id, client_secret } = await aTenant(observer);
    return {
      send: () => as(side.service.manage('post', `/management/clients/${client_id}/secret`).send({})),
      isStored: async () =>
        (
          await request(observer.api)
            .post('/auth/token')
            .send({ grant_type: 'client_credentials', client_id, client_secret })
        ).status === 401,
    };
  },
};

interface Outcome {
  readonly what: string;
  readonly trial: Trial;
  readonly said: string;
}

async function tried({ proxy }: Side, what: Fault, at: number, trial: Trial): Promise<Outcome | undefined> {
  proxy.fault = { at, what };
  const since = performance.now();
  const { status, body } = await trial.send();
  const after_ms = performance.now() - since;
  const is_untouched = proxy.fault !== undefined;
  proxy.fault = undefined;
  if (is_untouched) return undefined;
  if (after_ms > 10_000) throw new Error(`${what} at packet ${at}: ${after_ms} ms`);
  const effect = (body as { error?: { details?: { effect: string }[] } }).error?.details?.[0]?.effect;
  const is_done = trial.stored_status === undefined ? status < 300 : status === trial.stored_status;
  const said = is_done ? 'stored' : `${status} ${effect}`;
  return { what: `${what} at packet ${at}`, trial, said };
}

/** One trial per packet of the exchange, until the fault comes after the last packet. */
async function trialsOf(kind: string, what: Fault): Promise<Outcome[]> {
  const side = sides.get(what)!;
  const outcomes: Outcome[] = [];
  for (let at = 1; at < MOST_PACKETS; at++) {
    const outcome = await tried(side, what, at, await KINDS[kind]!(side));
    if (!outcome) break;
    outcomes.push(outcome);
  }
  // After this time a late write has been stored.
  await sleep(what === 'hold back' ? HELD_BACK_MS + 500 : 500);
  return outcomes;
}

describe.each(Object.keys(KINDS))('the %s', (kind) => {
  const trials = new Map<Fault, PromiseSettledResult<Outcome[]>>();
  beforeAll(async () => {
    const results = await Promise.allSettled(FAULTS.map((what) => trialsOf(kind, what)));
    FAULTS.forEach((what, index) => trials.set(what, results[index]!));
  }, TIMEOUT_MS);

  test.each(FAULTS)(
    'reports the right effect when its exchange with the database meets: %s',
    async (what) => {
      const result = trials.get(what)!;
      if (result.status === 'rejected') throw result.reason;
      const outcomes = result.value;
      expect(outcomes.length).toBeGreaterThan(0);
      expect(outcomes.length).toBeLessThan(MOST_PACKETS - 1);
      const told: string[] = [];
      const true_ones: string[] = [];
      for (const { what: where, trial, said } of outcomes) {
        told.push(`${where}: ${said}`);
        true_ones.push(`${where}: ${(await trial.isStored()) ? 'stored' : '500 none'}`);
      }
      expect(told).toEqual(true_ones);
    },
    TIMEOUT_MS,
  );
});
