import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { bearerAuthentication } from '../../src/adapters/api/access/bearer-authentication';
import { createApp } from '../../src/adapters/http/app';
import {
  ACCESS_TOKENS,
  API_ROUTES,
  CLOCK,
  DELIVERY_ENGINE,
  EVENT_LOG,
  get,
  IDEMPOTENCY,
  LOG,
  UNITS_OF_WORK,
} from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import { anEndpoint } from '../support/endpoints';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../support/service';
import { until } from '../support/until';

/** The time limit of a request here. The work that it starts goes on much longer. */
const ANSWER_MS = 400;

let database: TestDatabase;
let service: Service;
let other: Service;
beforeEach(async () => {
  database = await createDatabase();
  [service, other] = [await startService(database.url), await startService(database.url)];
});
afterEach(async () => {
  await service.close();
  await other.close();
  await database.drop();
});

/** Requests of a tenant to a node with the short limit. */
function shortly({ container }: Service, { access_token }: Tenant) {
  const app = createApp({
    routes: get(container, API_ROUTES),
    authenticate: bearerAuthentication(get(container, ACCESS_TOKENS), get(container, CLOCK)),
    log: get(container, LOG),
    idempotency: get(container, IDEMPOTENCY),
    units: get(container, UNITS_OF_WORK),
    deadlines: { answer_ms: ANSWER_MS },
  });
  return (method: 'get' | 'post', path: string, body?: object) =>
    request(app)[method](path).set('Authorization', `Bearer ${access_token}`).send(body);
}

describe('what a request starts in the background goes on after the time limit of the request', () => {
  test('positions are given, and webhooks are sent, while requests keep them busy', async () => {
    // Slow, so that there are always requests in flight.
    const endpoint = await anEndpoint((_req, res) => {
      setTimeout(() => res.writeHead(204).end(), 100);
    });
    const tenant = await aTenant(service);
    const call = shortly(service, tenant);
    get(service.container, DELIVERY_ENGINE).start();
    const warn = jest.spyOn(get(service.container, LOG), 'warn');
    await call('post', '/webhooks', { url: endpoint.url, types: ['relation.*'] }).expect(201);
    let made = 0;
    for (const since = performance.now(); performance.now() - since < 4 * ANSWER_MS; await sleep(20)) {
      const { status } = await call('post', '/relations', { type: 'company', name: 'A customer' });
      if (status === 201) made++;
    }
    expect(made).toBeGreaterThan(1);
    await until(async () => endpoint.received.length === made);
    expect(warn.mock.calls).toEqual([]);
    await endpoint.close();
  });

  test('a request that waits learns of events of another node after the first waiting request has ended', async () => {
    const tenant = await aTenant(service);
    const { position } = await get(service.container, EVENT_LOG).head(tenant.company_id);
    const call = shortly(other, tenant);
    const wait = (wait_s: number) =>
      call('get', `/events?types=relation.*&after=${position}&wait_s=${wait_s}`);
    const first = wait(1).then(({ status }) => status);
    const second = wait(5).then(({ body }) => ({ body, at: performance.now() }));
    expect(await first).toBe(200);
    await sleep(ANSWER_MS);
    const id = await aRelation(tenant);
    const written = performance.now();
    const { body, at } = await second;
    expect(body.data).toMatchObject([{ type: 'relation.created', resource: { id } }]);
    expect(at - written).toBeLessThan(2_000);
  });
});
