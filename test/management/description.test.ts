import { describedManagement } from '../../scripts/described-api';
import { get, MANAGEMENT_ROUTES } from '../../src/composition/keys';
import type { OperationExample, Route } from '../../src/adapters/http/route';
import { createDatabase, type TestDatabase } from '../support/database';
import { problemsOf } from '../support/description-problems';
import {
  anInvoice,
  aSender,
  DELIVERS,
  FAILS,
  documentWith,
  refusal,
  transmissionsOf,
} from '../support/sending';
import { type Service, startService, type Tenant } from '../support/service';

const PATH = '/management/openapi.json';

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

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

const document = describedManagement();
const operations = Object.entries(document.paths!).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
);

const ofApi = () =>
  get(service.container, MANAGEMENT_ROUTES).filter(({ path }) => path.startsWith('/management/'));

describe('GET /management/openapi.json', () => {
  test('returns OpenAPI 3.1, to the holder of the token only', async () => {
    const { status, body, headers } = await service.manage('get', PATH);
    expect([status, body]).toEqual([200, document]);
    const again = await service.manage('get', PATH).set('If-None-Match', headers['etag']!);
    expect([again.status, again.text]).toEqual([304, '']);
    const refused = await service.manage('get', PATH).set('Authorization', 'Bearer another');
    expect(refusal(refused)).toEqual([401, 'invalid_token']);
  });
});

describe('the description of the management API', () => {
  test('passes a validator of OpenAPI', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test('describes every route of the API, with a unique name and a described group', () => {
    const routes = ofApi().map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const tags = document.tags!.map(({ name }) => name);
    for (const { name, summary, tags: given } of operations) {
      expect([name, tags.includes(given[0]!), summary.length <= 80]).toEqual([name, true, true]);
    }
  });

  test('asks for the management token, but for the access point', () => {
    const others = operations.filter(({ security }) => !JSON.stringify(security).includes('bearer'));
    expect(others.map(({ name, security }) => [name, security])).toEqual([
      ['POST /management/network/inbound', [{ network: [] }]],
    ]);
  });

  test('has no Idempotency-Key, which is ignored', () => {
    expect(JSON.stringify(document.components)).not.toContain('Idempotency');
    expect(JSON.stringify(document.paths)).not.toContain('idempotency');
  });

  test('names If-Match where it holds', () => {
    const conditional = operations.filter(({ responses }) => responses['412']).map(({ name }) => name);
    expect(conditional.sort()).toEqual([
      'DELETE /management/clients/{client_id}/lockout',
      'DELETE /management/clients/{client_id}/refresh-token',
      'DELETE /management/companies/{id}/links/{link_id}',
      'PATCH /management/clients/{client_id}',
      'PATCH /management/companies/{id}',
    ]);
  });
});

type Described = Route & { readonly operation: NonNullable<Route['operation']> };

describe('each example', () => {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await aSender(service);
  });

  /** The address of the operation, on resources of the test. */
  async function addressOf({ path }: Described): Promise<string> {
    if (path.includes(':message_id')) {
      const { id } = await anInvoice(tenant, FAILS);
      await tenant.post(`/documents/${id}/send`).expect(202);
      await documentWith(tenant, id, 'failed');
      const [{ message_id }] = await transmissionsOf(tenant, id);
      return path.replace(':message_id', message_id);
    }
    return path.replace(':id', tenant.company_id).replace(':client_id', tenant.client_id);
  }

  /** The request, with the ids of documents of the test. */
  async function requestOf({ request = {} }: OperationExample): Promise<object> {
    const [, id] = /"(01981e5c-7f6a-[^"]*)"/.exec(JSON.stringify(request)) ?? [];
    if (id === undefined) return request;
    const { id: own } = await anInvoice(tenant, DELIVERS);
    return JSON.parse(JSON.stringify(request).replace(id, own)) as object;
  }

  test('is one of every operation with a JSON body', () => {
    const routes = ofApi().filter((route) => 'handle' in route && route.body);
    expect(routes.length).toBeGreaterThan(8);
    expect(routes.filter(({ operation }) => !operation!.examples).map(({ path }) => path)).toEqual([]);
  });

  test('gets the described response', async () => {
    const described = ofApi().filter((route): route is Described => route.operation?.examples !== undefined);
    const last = described.filter(({ operation }) => operation.id !== 'updateClient');
    for (const route of [...last, ...described.filter((one) => !last.includes(one))]) {
      for (const [name, example] of Object.entries(route.operation.examples!)) {
        const due = 'handle' in route ? (route.status ?? 200) : 200;
        const { status, body } = await service
          .manage(route.method, await addressOf(route))
          .send(await requestOf(example));
        expect([route.operation.id, name, status, body.error]).toEqual([
          ...[route.operation.id, name, due, undefined],
        ]);
      }
    }
    await service.manage('put', '/management/clock').send({ offset_s: 0 }).expect(200);
  });
});
