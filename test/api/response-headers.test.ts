import request, { type Response } from 'supertest';
import { API_ROUTES, get, MANAGEMENT, MANAGEMENT_ROUTES } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import {
  addressOf,
  bodyOf,
  type Call,
  callOf,
  collectionsOf,
  declaredRoutes,
  type Ids,
  NO_ID,
  oneMore,
  oneOfEach,
} from '../support/every-route';
import { aSender } from '../support/sending';
import { MANAGEMENT_TOKEN, type Service, startService } from '../support/service';

const OF_JSON = "default-src 'none'; frame-ancestors 'none'";
const OF_A_FILE = "sandbox; default-src 'none'";

let database: TestDatabase;
let service: Service;
let call: Call;
let ids: Ids;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  call = callOf(service, (await aSender(service)).access_token);
  ids = await oneOfEach(call);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const protectionOf = ({ headers }: Response) => [
  headers['cache-control'] as string,
  headers['content-security-policy'] as string,
];

test('every authenticated response except reference lists forbids caching, and forbids a browser to load resources for it', async () => {
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  let succeeded = 0;
  for (const route of declaredRoutes(service)) {
    // Deletions get a separate resource.
    const own = collectionsOf(route.path).at(-1);
    const at = route.method === 'delete' && own ? { ...ids, [own]: await oneMore(own, call, ids) } : ids;
    const answer = await bodyOf(route, at)(call(route.method, addressOf(route.path, at)));
    if (answer.status < 300) succeeded++;
    found[route.name] = protectionOf(answer);
    const isList = route.max_age_s !== undefined;
    const policy = route.response === 'file' ? OF_A_FILE : OF_JSON;
    expected[route.name] = [isList ? 'private, max-age=86400' : 'no-store', policy];
  }
  expect(found).toEqual(expected);
  expect(succeeded).toBeGreaterThan(0.8 * Object.keys(found).length);
});

test('refusals on both listeners have the same headers', async () => {
  const { container, api } = service;
  const listeners = [
    { app: api, routes: get(container, API_ROUTES) },
    { app: get(container, MANAGEMENT), routes: get(container, MANAGEMENT_ROUTES) },
  ];
  const found: Record<string, unknown> = {};
  for (const { app, routes } of listeners) {
    const declared = routes.filter(({ access }) => access !== 'public');
    expect(declared.length).toBeGreaterThan(10);
    for (const { method, path } of declared) {
      const address = path.replaceAll(/:\w+/g, NO_ID);
      const unauthenticated = await request(app)[method](address);
      const by = request(app);
      const refused = await by[method](`${address}?colour=red`).auth(MANAGEMENT_TOKEN, { type: 'bearer' });
      for (const answer of [unauthenticated, refused]) {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        found[protectionOf(answer).join(' | ')] = 'found';
      }
    }
  }
  expect(found).toEqual({ [`no-store | ${OF_JSON}`]: 'found' });
});

test.each(['/docs', '/docs/docs.css', '/openapi.json'])('%s may be cached for a while', async (path) => {
  const { headers } = await request(service.api).get(path).expect(200);
  expect(headers['cache-control']).toMatch(/^private, max-age=(60|86400)$/);
});
