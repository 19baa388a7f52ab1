import request from 'supertest';
import type { Permission } from '../../src/domain/access/permission';
import { createDatabase, type TestDatabase } from '../support/database';
import {
  addressOf,
  ALL_PERMISSIONS,
  answersOf,
  bodyOf,
  type Call,
  callOf,
  collectionsOf,
  type Declared,
  declaredRoutes,
  each,
  type Ids,
  NO_ID,
  oneOfEach,
  tokenFor,
} from '../support/every-route';
import { UUID } from '../support/http-kit';
import { aSender } from '../support/sending';
import { type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let call: Call;
let ids: Ids;
/** Of another company. */
let foreign_ids: Ids;
let callForeign: Call;
let routes: Declared[];
/** Those with an id in their path. */
let placed: Declared[];

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  routes = declaredRoutes(service);
  placed = routes.filter(({ path }) => path.includes(':'));
  const other = await aSender(service);
  tenant = await aSender(service);
  call = callOf(service, tenant.access_token);
  callForeign = callOf(service, other.access_token);
  ids = await oneOfEach(call);
  foreign_ids = await oneOfEach(callForeign);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const needed = ({ access }: Declared) => (access.includes(':') ? [access as Permission] : []);

/** A request that is invalid in everything except its path. */
const nonsense = (by: Call, { method, path }: Declared) => {
  const test = by(method, `${path.replaceAll(/:\w+/g, 'nonsense')}?colour=red`);
  return method === 'get' ? test : test.type('application/json').send('{"broken');
};

describe('every route', () => {
  test('refuses a request without a token or with an invalid one before any other check (401 invalid_token)', async () => {
    for (const token of [undefined, 'nonsense', `${tenant.access_token}x`]) {
      const by = callOf(service, token);
      const answers = await answersOf(routes, (route) =>
        nonsense(by, route).expect('WWW-Authenticate', 'Bearer'),
      );
      expect(answers).toEqual(each(routes, '401 invalid_token'));
    }
  });

  test('refuses a client with every permission but its own, before path, query and body are checked (403 insufficient_permissions)', async () => {
    const guarded = routes.filter((route) => needed(route).length > 0);
    const answers = await answersOf(guarded, (route) => {
      const others = ALL_PERMISSIONS.filter((permission) => !needed(route).includes(permission));
      return nonsense(callOf(service, tokenFor(service, tenant, others)), route);
    });
    expect(answers).toEqual(each(guarded, '403 insufficient_permissions'));
  });

  test('refuses a client without the additional permission that a parameter requires (403)', async () => {
    for (const route of routes) {
      if (!route.also) continue;
      const by = callOf(service, tokenFor(service, tenant, needed(route)));
      const answer = async (value: string) => {
        const path = `${addressOf(route.path, ids)}?${route.also!.when}=${value}`;
        return (await by(route.method, path).send({ nonsense: true })).status;
      };
      expect([route.name, await answer('true'), await answer('false')]).toEqual([route.name, 403, 422]);
    }
  });

  test('refuses the same invalid request of a client with its own permission only (422 validation_error)', async () => {
    const answers = await answersOf(routes, (route) =>
      nonsense(callOf(service, tokenFor(service, tenant, needed(route))), route),
    );
    expect(answers).toEqual(each(routes, '422 validation_error'));
  });

  test('sends X-Request-ID, and an error has only its code and message', async () => {
    for (const route of routes) {
      const { body, headers } = await nonsense(call, route);
      expect(headers['x-request-id']).toMatch(UUID);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(body).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    }
  });
});

describe('an id in a path', () => {
  /** Each of the path's ids in turn replaced, the others as they should be. */
  const withOther = (other: (collection: string) => string) =>
    placed.flatMap((route) =>
      collectionsOf(route.path).map((collection) => ({
        ...route,
        name: `${route.name}, ${collection}`,
        address: addressOf(route.path, { ...ids, [collection]: other(collection) }),
      })),
    );
  const send = (route: Declared & { address: string }) =>
    bodyOf(route, ids)(call(route.method, route.address));

  test.each([
    ['', NO_ID],
    [', of no UUID version', '11111111-1111-1111-1111-111111111111'],
  ])('is refused when it is unknown%s (404 not_found)', async (_case, unknown) => {
    const cases = withOther(() => unknown);
    expect(await answersOf(cases, (route) => send(route as (typeof cases)[number]))).toEqual(
      each(cases, '404 not_found'),
    );
  });

  test('is refused when it is of another company, whose resource is unchanged (404 not_found)', async () => {
    const look = async () => {
      const texts = [];
      for (const { path, method, response } of placed) {
        // The response of the network directory is not a resource of the company.
        if (method !== 'get' || response === 'file' || path.endsWith('/reachability')) continue;
        texts.push((await callForeign('get', addressOf(path, foreign_ids)).expect(200)).text);
      }
      return texts;
    };
    const before = await look();
    const cases = withOther((collection) => foreign_ids[collection]!);
    expect(await answersOf(cases, (route) => send(route as (typeof cases)[number]))).toEqual(
      each(cases, '404 not_found'),
    );
    expect(await look()).toEqual(before);
  });

  test('is refused below another parent of the same company (404 not_found)', async () => {
    const others = await oneOfEach(call);
    const cases = placed
      .filter(({ path }) => collectionsOf(path).length > 1)
      .map((route) => {
        const [parent = ''] = collectionsOf(route.path);
        return { ...route, address: addressOf(route.path, { ...ids, [parent]: others[parent]! }) };
      });
    expect(cases.length).toBeGreaterThan(0);
    expect(await answersOf(cases, (route) => send(route as (typeof cases)[number]))).toEqual(
      each(cases, '404 not_found'),
    );
  });

  test.each([
    ['in upper case', (id: string) => id.toUpperCase()],
    ['in braces', (id: string) => `{${id}}`],
    ['without its dashes', (id: string) => id.replaceAll('-', '')],
    ['followed by NUL', (id: string) => `${id}%00`],
    ['that is a number', () => '1'],
  ])('is refused when it is not in canonical form (422 validation_error): %s', async (_case, malformed) => {
    const cases = withOther((collection) => malformed(ids[collection]!));
    expect(await answersOf(cases, (route) => send(route as (typeof cases)[number]))).toEqual(
      each(cases, '422 validation_error'),
    );
  });
});

describe('a method that a path does not support', () => {
  test('is refused, also without a token, with the supported methods in Allow (404 not_found)', async () => {
    const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const;
    for (const path of new Set(routes.map((route) => route.path))) {
      const declared = routes.filter((route) => route.path === path).map(({ method }) => method);
      const allowed = declared.flatMap((method) => (method === 'get' ? ['get', 'head'] : [method]));
      for (const method of METHODS.filter((one) => !allowed.includes(one))) {
        const { status, body, headers } = await callOf(service, undefined)(method, addressOf(path, ids));
        const code = method === 'head' ? undefined : body.error.code;
        expect([path, method, status, code]).toEqual([
          path,
          method,
          404,
          method === 'head' ? undefined : 'not_found',
        ]);
        expect(headers.allow?.split(', ').sort()).toEqual(allowed.map((one) => one.toUpperCase()).sort());
      }
    }
  });
});

describe('a path that resembles a route', () => {
  test.each([
    ['in another case', (address: string) => address.toUpperCase()],
    ['with a slash behind it', (address: string) => `${address}/`],
    ['followed by more segments', (address: string) => `${address}/and/so/on`],
    ['with invalid percent-encoding', (address: string) => `${address}%zz`],
  ])('is refused, also without a token (404 not_found): %s', async (_case, almost) => {
    const answers = await answersOf(routes, (route) =>
      callOf(service, undefined)(route.method, almost(addressOf(route.path, ids))),
    );
    expect(answers).toEqual(each(routes, '404 not_found'));
  });
});

describe('a query parameter', () => {
  const queried = (route: Declared, query: string) =>
    bodyOf(route, ids)(call(route.method, `${addressOf(route.path, ids)}?${query}`));
  const parametersOf = ({ query }: Declared) =>
    Object.keys((query as { shape?: object } | undefined)?.shape ?? {});

  test('is refused when no route knows it (422 validation_error)', async () => {
    const answers = await answersOf(routes, (route) => queried(route, 'colour=red'));
    expect(answers).toEqual(each(routes, '422 validation_error'));
  });

  test('is refused when only other routes know it, before its value is checked (422 invalid_parameter)', async () => {
    const known = [...new Set(routes.flatMap(parametersOf))];
    for (const parameter of ['limit', 'sort', 'q', 'language', 'ignore_duplicate']) {
      expect(known).toContain(parameter);
      const without = routes.filter((route) => !parametersOf(route).includes(parameter));
      const answers = await answersOf(without, (route) => queried(route, `${parameter}=`));
      expect([parameter, answers]).toEqual([parameter, each(without, '422 invalid_parameter')]);
    }
  });
});

describe('HEAD', () => {
  test('answers as GET, without the body', async () => {
    for (const { method, path } of routes) {
      if (method !== 'get') continue;
      const address = addressOf(path, ids);
      const [get, head] = [await call('get', address), await call('head', address)];
      expect([path, head.status, head.headers.etag]).toEqual([path, 200, get.headers.etag]);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.text ?? '').toBe('');
    }
  });
});

describe('the token route', () => {
  test('accepts no method but POST', async () => {
    const { status, headers } = await request(service.api).get('/auth/token');
    expect([status, headers.allow]).toEqual([404, 'POST']);
  });

  test('ignores an Idempotency-Key: each response has new tokens', async () => {
    const { client_id, client_secret } = tenant;
    const once = () =>
      request(service.api)
        .post('/auth/token')
        .set('Idempotency-Key', 'the same')
        .send({ grant_type: 'client_credentials', client_id, client_secret })
        .expect(200);
    expect((await once()).body.refresh_token).not.toBe((await once()).body.refresh_token);
  });
});
