import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import request, { type Response } from 'supertest';
import { requestDeadlines } from '../../src/adapters/http/request-scope';
import { connect } from '../../src/adapters/postgres/connect';
import { DATABASE, get, OFFSET_CLOCK } from '../../src/container';
import { createDatabase, type TestDatabase } from '../support/database';
import { PDF } from '../support/sample-files';

import { A_LINE, put } from '../support/sending';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../support/service';
import { FAULTS, HELD_BACK_MS, WireProxy } from '../support/wire-proxy';

/** Shorter than in production, so that each fault costs little time. */
const LIMITS = { connect_ms: 400, unit_ms: 500, resolve_ms: 600 };
const TIMEOUT_MS = 300_000;
/** More than any of these requests exchanges with the database, the opening of a connection included. */
const MOST_PACKETS = 40;

let database: TestDatabase;
let proxy: WireProxy;
/** Its database is behind the proxy. */
let service: Service;
/** Looks from the other side. */
let observer: Service;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  proxy = await WireProxy.start(database.url);
  service = await startService(database.url, {}, (container) =>
    put(container, DATABASE, () =>
      connect(proxy.url, { pool_size: 4, limits: LIMITS, deadlines: requestDeadlines }),
    ),
  );
  get(service.container, OFFSET_CLOCK).stop(); // what it reads would count
  observer = await startService(database.url);
  tenant = await aTenant(service);
});
afterAll(async () => {
  await service.close();
  await observer.close();
  await proxy.stop();
  await database.drop();
});

/** A write under test, and how to see what became of it. */
interface Trial {
  send(): Promise<Response>;
  /** Whether what was asked for is stored. */
  isStored(): Promise<boolean>;
}

const look = (path: string) =>
  request(observer.api).get(path).set('Authorization', `Bearer ${tenant.access_token}`);
const as = (test: request.Test) => test.then((response) => response);
let relation_id: string;
beforeAll(async () => {
  relation_id = await aRelation(tenant);
});

async function created(path: string, body: object): Promise<string> {
  const { body: resource } = await request(observer.api)
    .post(path)
    .set('Authorization', `Bearer ${tenant.access_token}`)
    .send(body)
    .expect(201);
  return (resource as { id: string }).id;
}
const anInvoice = () => ({ type: 'invoice', relation_id, lines: [A_LINE], order_reference: randomUUID() });
const aContact = () => ({ type: 'contact', first_name: 'A', last_name: randomUUID() });

async function hasInvoice(order_reference: string): Promise<boolean> {
  for (let cursor = ''; ;) {
    const { body } = await look(`/documents?limit=200${cursor}`);
    if ((body.data as { order_reference: string }[]).some((row) => row.order_reference === order_reference))
      return true;
    if (body.next_cursor === null) return false;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

const KINDS: Readonly<Record<string, () => Promise<Trial>>> = {
  async 'creation of an invoice'() {
    const body = anInvoice();
    return {
      send: () => as(tenant.post('/documents', body)),
      isStored: () => hasInvoice(body.order_reference),
    };
  },
  async 'creation of an invoice under a key'() {
    const body = anInvoice();
    const key = randomUUID();
    return {
      send: () => as(tenant.post('/documents', body).set('Idempotency-Key', key)),
      isStored: () => hasInvoice(body.order_reference),
    };
  },
  async 'creation of a relation'() {
    const body = aContact();
    return {
      send: () => as(tenant.post('/relations', body)),
      isStored: async () => (await look(`/relations?q=${body.last_name}`)).body.data.length === 1,
    };
  },
  async 'change of a relation'() {
    const id = await created('/relations', aContact());
    const note = randomUUID();
    return {
      send: () => as(tenant.patch(`/relations/${id}`, { note })),
      isStored: async () => (await look(`/relations/${id}`)).body.note === note,
    };
  },
  async 'deletion of a relation'() {
    const id = await created('/relations', aContact());
    return {
      send: () => as(tenant.delete(`/relations/${id}`)),
      isStored: async () => (await look(`/relations/${id}`)).status === 404,
    };
  },
  async 'upload of an attachment'() {
    const id = await created('/documents', anInvoice());
    return {
      send: () => as(tenant.post(`/documents/${id}/attachments`).attach('file', PDF, 'a.pdf')),
      isStored: async () => (await look(`/documents/${id}/attachments`)).body.data.length === 1,
    };
  },
  async 'refresh of a token'() {
    const { client_id, client_secret, refresh_token } = await aTenant(observer);
    const refresh = (token: string) =>
      request(observer.api).post('/auth/token').send({ grant_type: 'refresh_token', refresh_token: token });
    return {
      send: () =>
        as(
          request(service.api)
            .post('/auth/token')
            .send({ grant_type: 'refresh_token', client_id, client_secret, refresh_token }),
        ),
      isStored: async () => (await refresh(refresh_token)).status === 401,
    };
  },
  async 'renewal of a secret'() {
    const { client_id, client_secret } = await aTenant(observer);
    return {
      send: () => as(service.manage('post', `/management/clients/${client_id}/secret`).send({})),
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

async function tried(what: (typeof FAULTS)[number], at: number, trial: Trial): Promise<Outcome | undefined> {
  proxy.fault = { at, what };
  const since = performance.now();
  const { status, body } = await trial.send();
  const after_ms = performance.now() - since;
  const is_untouched = proxy.fault !== undefined;
  proxy.fault = undefined;
  if (is_untouched) return undefined;
  if (after_ms > 10_000) throw new Error(`${what} at packet ${at}: ${after_ms} ms`);
  const effect = (body as { error?: { details?: { effect: string }[] } }).error?.details?.[0]?.effect;
  const said = status < 300 ? 'stored' : `${status} ${effect}`;
  return { what: `${what} at packet ${at}`, trial, said };
}

describe.each(Object.keys(KINDS))('the %s', (kind) => {
  test.each(FAULTS)(
    'is answered truly when its exchange with the database meets: %s',
    async (what) => {
      const outcomes: Outcome[] = [];
      for (let at = 1; at < MOST_PACKETS; at++) {
        const outcome = await tried(what, at, await KINDS[kind]!());
        if (!outcome) break;
        outcomes.push(outcome);
      }
      expect(outcomes.length).toBeGreaterThan(0);
      expect(outcomes.length).toBeLessThan(MOST_PACKETS - 1);
      // What may still come to be there is there then.
      await sleep(what === 'hold back' ? HELD_BACK_MS + 500 : 500);
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
