import type { Test } from 'supertest';
import { createDatabase, type TestDatabase } from '../support/database';
import {
  addressOf,
  bodyOf,
  type Call,
  callOf,
  collectionsOf,
  type Declared,
  declaredRoutes,
  type Ids,
  IMPORTER,
  oneMore,
  oneOfEach,
} from '../support/every-route';
import { aSender } from '../support/sending';
import { type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
/** A second node over the same database. */
let other_node: Service;
let tenant: Tenant;
let call: Call;
let ids: Ids;
let routes: Declared[];

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  other_node = await startService(database.url);
  routes = declaredRoutes(service);
  tenant = await aSender(service, { electronic_address: IMPORTER });
  call = callOf(service, tenant.access_token);
  ids = await oneOfEach(call);
});
afterAll(async () => {
  await service.close();
  await other_node.close();
  await database.drop();
});

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

describe('Idempotency-Key', () => {
  let keyed: Declared[];
  beforeAll(() => {
    keyed = routes.filter(({ method, has_effect = true }) => method === 'post' && has_effect);
  });

  let keys = 0;
  const newKey = () => `key ${++keys}`;

  /** Makes equal requests for one unchanged document. */
  async function repeatable(route: Declared, key: string): Promise<(by: Service) => Test> {
    const fresh = { ...ids, documents: await oneMore('documents', call, ids) };
    const withBody = bodyOf(route, fresh);
    return (by) => {
      const test = callOf(by, tenant.access_token)(route.method, addressOf(route.path, fresh));
      return withBody(test.set('Idempotency-Key', key));
    };
  }

  test('is accepted by every POST except the one that only computes', () => {
    const without = routes.filter(({ method }) => method === 'post').filter((one) => !keyed.includes(one));
    expect(without.map(({ path }) => path)).toEqual(['/documents/preview']);
  });

  test('makes two concurrent requests on two nodes take effect once; one of them and every later one is a replay', async () => {
    for (const route of keyed) {
      const request = await repeatable(route, newKey());
      const both = await Promise.all([request(service), request(other_node)]);
      const later = await request(other_node);
      const first = both.find(({ headers }) => headers['idempotency-replayed'] === undefined)!;
      const others = [...both.filter((one) => one !== first), later];
      expect([route.name, first.status, first.status === (route.status ?? 200)]).toEqual([
        route.name,
        first.status,
        true,
      ]);
      for (const { status, text, headers } of others) {
        expect([route.name, headers['idempotency-replayed'], status]).toEqual([
          route.name,
          'true',
          first.status,
        ]);
        expect(text).toBe(first.text);
        expect(headers.etag).toBe(first.headers.etag);
        expect(headers.location).toBe(first.headers.location);
        expect(headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      }
    }
  });

  test.each([
    ['another body', '/relations', { type: 'company', name: 'Another' }],
    ['another query', '/relations?ignore_duplicate=true', { type: 'company', name: 'A customer' }],
    ['another route', '/brandings', { name: 'A customer' }],
  ])('is refused with %s (422 idempotency_key_reused)', async (_case, path, body) => {
    const key = newKey();
    const post = (to: string, sent: object) => call('post', to).set('Idempotency-Key', key).send(sent);
    await post('/relations', { type: 'company', name: 'A customer' }).expect(201);
    expect(codeOf(await post(path, body))).toEqual([422, 'idempotency_key_reused']);
  });

  test('is not replayed for a body that the route does not take; an empty object is like none', async () => {
    const without = keyed.filter(({ body, upload }) => !body && !upload);
    expect(without.length).toBeGreaterThan(0);
    for (const route of without) {
      const request = await repeatable(route, newKey());
      const { status, text } = await request(service);
      expect([route.name, status]).toEqual([route.name, route.status ?? 200]);
      for (const body of [{ a: 1 }, { b: 1 }])
        expect(codeOf(await request(service).send(body))).toEqual([422, 'validation_error']);
      const again = await request(service).send({});
      expect([again.headers['idempotency-replayed'], again.text]).toEqual(['true', text]);
    }
  });

  test('can be used again after a refusal', async () => {
    const key = newKey();
    const post = (members: object) =>
      call('post', '/relations')
        .set('Idempotency-Key', key)
        .send({ type: 'company', name: 'A', ...members });
    expect(codeOf(await post({ address: {} }))).toEqual([422, 'invalid_address']);
    expect((await post({})).status).toBe(201);
  });

  test('is per client: another client of the company can use the same key', async () => {
    const { body: client } = await service
      .manage('post', `/management/companies/${tenant.company_id}/clients`)
      .send({ name: 'Second', permissions: { branding: ['create'] } });
    const { body: tokens } = await callOf(service, undefined)('post', '/auth/token').send({
      grant_type: 'client_credentials',
      client_id: client.client_id,
      client_secret: client.client_secret,
    });
    const key = newKey();
    const post = (by: Call) => by('post', '/brandings').set('Idempotency-Key', key).send({ name: 'Shared' });
    const [mine, theirs] = [await post(call), await post(callOf(service, tokens.access_token))];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['not ASCII', 'clé'],
    ['with a tab', 'a\tb'],
  ])(
    'is refused when it is %s, on every route that accepts it (422 validation_error)',
    async (_case, key) => {
      for (const route of keyed) {
        const request = await repeatable(route, key);
        expect([route.name, ...codeOf(await request(service))]).toEqual([
          route.name,
          422,
          'validation_error',
        ]);
      }
    },
  );

  test('is ignored by the preview', async () => {
    const preview = routes.find(({ path }) => path === '/documents/preview')!;
    for (const key of ['the same', 'the same', '']) {
      const { status, headers } = await bodyOf(
        preview,
        ids,
      )(call('post', '/documents/preview').set('Idempotency-Key', key));
      expect([status, headers['idempotency-replayed']]).toEqual([200, undefined]);
    }
  });
});

describe('ETag and If-Match', () => {
  let changing: Declared[];
  let readable: Set<string>;
  beforeAll(() => {
    changing = routes.filter(({ method }) => ['patch', 'put', 'delete'].includes(method));
    readable = new Set(routes.filter(({ method }) => method === 'get').map(({ path }) => path));
  });

  /** Creates another resource of the route, to be changed or deleted. */
  async function another(path: string): Promise<Ids> {
    const collection = collectionsOf(path).at(-1)!;
    return { ...ids, [collection]: await oneMore(collection, call, ids) };
  }
  /** Own data are read with their resource. */
  const resourceOf = (path: string) => path.replace(/\/own-data$/, '');
  const read = async (path: string, of: Ids) => {
    const { status, headers, text, body } = await call('get', addressOf(resourceOf(path), of));
    return { status, etag: headers.etag as string, text: text ?? (body as Buffer).toString('latin1') };
  };
  const write = (route: Declared, of: Ids, if_match: string) =>
    bodyOf(route, of)(call(route.method, addressOf(route.path, of)).set('If-Match', if_match));

  test('are supported: every resource that can be changed or deleted can be read, with a strong ETag', async () => {
    for (const path of new Set(changing.map((route) => route.path))) {
      expect([path, readable.has(resourceOf(path))]).toEqual([path, true]);
      const { status, etag } = await read(path, ids);
      expect([path, status, etag]).toEqual([path, 200, expect.stringMatching(/^"\d+"$/)]);
    }
  });

  test.each([
    ['another version', () => '"99999"'],
    ['the version as a weak tag, which is never the same', (etag: string) => `W/${etag}`],
    ['the version without quotes', (etag: string) => etag.slice(1, -1)],
    ['a list that does not hold the version', (etag: string) => `"99999", W/${etag}, "abc"`],
    ['a star in quotes', () => '"*"'],
    ['nothing', () => ''],
  ])(
    'refuse the write, which then changes nothing (412 precondition_failed): %s',
    async (_case, headerOf) => {
      for (const route of changing) {
        const before = await read(route.path, ids);
        const answer = await write(route, ids, headerOf(before.etag));
        expect([route.name, ...codeOf(answer)]).toEqual([route.name, 412, 'precondition_failed']);
        expect([route.name, await read(route.path, ids)]).toEqual([route.name, before]);
      }
    },
  );

  test.each([
    ['the version', (etag: string) => etag],
    ['a list that holds the version', (etag: string) => `"99999" ,W/"1",${etag}`],
    ['anything', () => '*'],
  ])('permit the write with the present version, which is incremented: %s', async (_case, headerOf) => {
    for (const route of changing) {
      const of = await another(route.path);
      const before = await read(route.path, of);
      const { status, headers } = await write(route, of, headerOf(before.etag));
      expect([route.name, status]).toEqual([route.name, route.status ?? 200]);
      const after = await read(route.path, of);
      if (route.method === 'delete') {
        expect([route.name, after.status]).toEqual([route.name, 404]);
      } else {
        expect([route.name, after.etag]).toEqual([route.name, headers.etag]);
        expect([route.name, after.etag === before.etag]).toEqual([route.name, false]);
      }
    }
  });

  test('permit one of two concurrent changes of one version on two nodes', async () => {
    for (const route of changing.filter(({ method }) => method === 'patch')) {
      const of = await another(route.path);
      const { etag } = await read(route.path, of);
      const answers = await Promise.all(
        [service, other_node].map((node) => {
          const by = callOf(node, tenant.access_token);
          return bodyOf(route, of)(by('patch', addressOf(route.path, of)).set('If-Match', etag));
        }),
      );
      expect([route.name, answers.map(({ status }) => status).sort()]).toEqual([route.name, [200, 412]]);
      const done = answers.find(({ status }) => status === 200)!;
      expect(JSON.parse((await read(route.path, of)).text)).toEqual(done.body);
    }
  });

  test('show that an empty PATCH changes nothing, neither version nor time', async () => {
    for (const { method, path, name } of changing) {
      if (method !== 'patch') continue;
      const before = await read(path, ids);
      const { status, headers, text } = await call('patch', addressOf(path, ids)).send({});
      expect([name, status, headers.etag, text]).toEqual([name, 200, before.etag, before.text]);
      expect(await read(path, ids)).toEqual(before);
    }
  });

  test('show the same version in the response of a creation as when the resource is read', async () => {
    for (const route of routes) {
      if (route.method !== 'post' || route.status !== 201) continue;
      const of = { ...ids, invoices: await oneMore('invoices', call, ids) }; // of which nothing is credited yet
      const answer = await bodyOf(route, of)(call('post', addressOf(route.path, of)));
      expect([route.name, answer.status]).toEqual([route.name, 201]);
      const found = await call('get', answer.headers.location!);
      expect([route.name, found.status, found.headers.etag]).toEqual([route.name, 200, answer.headers.etag]);
    }
  });

  test('are compared after the schema and the existence of the resource are checked, before its state', async () => {
    const document = `/documents/${ids.documents}`;
    const patch = (address: string, body: object) =>
      call('patch', address).set('If-Match', '"99999"').send(body);
    expect(codeOf(await patch(document, { note: 1 }))).toEqual([422, 'validation_error']);
    expect(codeOf(await patch('/documents/01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e', {}))).toEqual([
      404,
      'not_found',
    ]);
    expect(codeOf(await patch(document, { type: 'quote' }))).toEqual([412, 'precondition_failed']);
    await service
      .manage('post', `/management/companies/${tenant.company_id}/transmissions`)
      .send({ document_ids: [ids.documents] })
      .expect(200);
    expect(codeOf(await patch(document, {}))).toEqual([412, 'precondition_failed']);
    expect(codeOf(await call('patch', document).send({ type: 'quote' }))).toEqual([
      409,
      'document_not_editable',
    ]);
  });
});

test('after all these writes, each resource is what its latest event says', async () => {
  const path = `/management/companies/${tenant.company_id}/events/verify`;
  const { body } = await service.manage('get', path).expect(200);
  expect(body.events).toBeGreaterThan(50);
  expect(body.faults).toEqual([]);
});
