import request from 'supertest';
import { describedApi } from '../../scripts/described-api';
import { openApiDocument } from '../../src/adapters/api/openapi/document';
import { API_ROUTES, get } from '../../src/composition/keys';
import { ERRORS } from '../../src/domain/errors';
import { CONTRACT } from '../support/contract-errors';
import { problemsOf } from '../support/description-problems';
import { createDatabase, type TestDatabase } from '../support/database';
import { UUID } from '../support/http-kit';
import { type Service, startService } from '../support/service';

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

const document = describedApi();

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly object[];
  readonly 'x-permission'?: string;
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
}

const operations = Object.entries(document.paths!).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
);
const operation = (name: string) => operations.find((one) => one.name === name)!;

/** The codes of an operation, each with its status. */
function errorsOf({ responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const name = response.$ref?.split('/').at(-1);
    const whole = JSON.stringify(name === undefined ? response : document.components!.responses![name]);
    const codes = /"code":\{"type":"string","enum":(\[[^\]]*\])/.exec(whole)?.[1];
    return (JSON.parse(codes ?? '[]') as string[]).map((code) => `${code} ${status}`);
  });
}

describe('GET /openapi.json', () => {
  test('returns OpenAPI 3.1 of version 1.0.0, without a token', async () => {
    const { status, headers, body } = await request(service.api).get('/openapi.json');
    expect([status, headers['content-type'], body.openapi, body.info.version]).toEqual([
      200,
      'application/json; charset=utf-8',
      '3.1.0',
      '1.0.0',
    ]);
    expect(headers['x-request-id']).toMatch(UUID);
    expect(body).toEqual(document);
  });

  test('answers 304 to a matching If-None-Match, and refuses other methods', async () => {
    const { headers } = await request(service.api).get('/openapi.json');
    const again = await request(service.api).get('/openapi.json').set('If-None-Match', headers['etag']!);
    expect([again.status, again.text]).toEqual([304, '']);
    const { status, body } = await request(service.api).post('/openapi.json');
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('the interface description', () => {
  test.each([
    [undefined, '/'],
    ['https://invoicing.example/', 'https://invoicing.example'],
    ['https://example.com/invoicing', 'https://example.com/invoicing'],
  ])('names BASE_URL as its server, or its own address: %s', (base_url, url) => {
    expect(openApiDocument([], base_url).servers).toEqual([expect.objectContaining({ url })]);
  });

  test('passes a validator of OpenAPI', async () => {
    expect(await problemsOf(document)).toEqual([]);
    const broken = structuredClone(document) as { paths: Record<string, { get: { parameters: unknown[] } }> };
    broken.paths['/documents/{id}']!.get.parameters.shift();
    expect(await problemsOf(broken)).toHaveLength(1);
  });

  test('describes every route but the redirect of /, with a unique name and a described group', () => {
    const routes = get(service.container, API_ROUTES)
      .filter(({ path }) => path !== '/')
      .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const tags = document.tags!.map(({ name }) => name);
    for (const { name, summary, tags: given } of operations) {
      expect([name, tags.includes(given[0]!), summary.length > 0 && summary.length <= 70]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });

  test('declares authentication: only the token route, the public keys, this description and its page need no token', () => {
    const open = operations.filter(({ security }) => security.length === 0).map(({ name }) => name);
    expect(open.sort()).toEqual([
      'GET /docs',
      'GET /docs/{file}',
      'GET /events/keys',
      'GET /openapi.json',
      'POST /auth/token',
    ]);
    expect(operation('POST /documents')['x-permission']).toBe('document:create');
    expect(operation('DELETE /relations/{relation_id}/delivery-locations/{id}')['x-permission']).toBe(
      'relation:delete',
    );
    expect(operation('GET /currencies')['x-permission']).toBeUndefined();
  });

  test('has the bounds and formats of rules that are code', () => {
    const { parameters } = document.paths!['/relations']!.get as unknown as {
      parameters: { readonly name?: string; readonly schema: object }[];
    };
    const q = parameters.find(({ name }) => name === 'q')!;
    expect(q.schema).toMatchObject({ minLength: 3, maxLength: 100 });
    const { Token } = document.components!.schemas as Record<string, { properties: Record<string, object> }>;
    expect(Token!.properties['expires_in']).toMatchObject({ type: 'integer', const: 3600 });
  });

  test.each([
    ['GET /documents/{id}/evidence', false],
    ['GET /documents/{id}/file', true],
  ])('has the ETag of files that have one: %s', (name, has_etag) => {
    expect(JSON.stringify(operation(name).responses['200']).includes('"ETag"')).toBe(has_etag);
  });

  test('names the errors of an operation, general and specific ones', () => {
    expect(errorsOf(operation('DELETE /journals/{id}')).sort()).toEqual(
      [
        ...['validation_error 422', 'invalid_parameter 422', 'internal_error 500', 'invalid_token 401'],
        ...['insufficient_permissions 403', 'not_found 404', 'precondition_failed 412'],
        ...['default_journal_required 422', 'journal_in_use 409'],
      ].sort(),
    );
    expect(errorsOf(operation('POST /documents/{id}/send'))).toEqual(
      expect.arrayContaining(['not_sendable 409', 'not_sendable 422', 'already_sent 409', 'send_failed 422']),
    );
    expect(errorsOf(operation('POST /auth/token')).sort()).toEqual([
      'client_inactive 401',
      'internal_error 500',
      'invalid_credentials 401',
      'invalid_grant 401',
      'invalid_request 400',
      'too_many_requests 429',
    ]);
  });

  test('has every code of the contract with its status, and no other', () => {
    const named = new Set(operations.flatMap(errorsOf));
    const due = [
      ...CONTRACT.map(([code, status]) => `${code} ${status}`),
      ...(
        [
          'idempotency_key_reused',
          'idempotency_in_progress',
          'precondition_failed',
          'journal_in_use',
          'external_id_in_use',
          'response_not_possible',
        ] as const
      ).map((code) => `${code} ${ERRORS[code]}`),
    ];
    expect([...named].sort()).toEqual(due.sort());
  });
});
