import { API_ROUTES, get } from '../../src/composition/keys';
import type { Route } from '../../src/adapters/http/route';
import { createDatabase, type TestDatabase } from '../support/database';
import { type Service, startService } from '../support/service';

let database: TestDatabase;
let service: Service;
let routes: readonly Route[];

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, { MCP: 'true' });
  routes = get(service.container, API_ROUTES);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** A list of resources, and each of them. */
const resources = (resource: string) => ({
  list: { get: `${resource}:read`, post: `${resource}:create` },
  one: { get: `${resource}:read`, patch: `${resource}:update`, delete: `${resource}:delete` },
  own_data: { put: `${resource}:update` },
});
const document = resources('document');
const relation = resources('relation');
const bank_account = resources('bank_account');
const journal = resources('journal');
const branding = resources('branding');

/** What a caller needs, by path and method. Everything is listed: a route that is public by mistake is found here. */
const ACCESS = {
  '/': { get: 'public' },
  '/docs': { get: 'public' },
  '/docs/:file': { get: 'public' },
  '/openapi.json': { get: 'public' },
  '/events/keys': { get: 'public' },
  '/auth/token': { post: 'public' },
  // Authenticates its callers by itself.
  '/mcp': { get: 'public', post: 'public', put: 'public', patch: 'public', delete: 'public' },

  '/auth/me': { get: 'token' },
  '/units-of-measure': { get: 'token' },
  '/currencies': { get: 'token' },
  '/countries': { get: 'token' },

  '/documents': document.list,
  '/documents/preview': { post: 'document:create' },
  '/documents/import': { post: 'document:create' },
  '/documents/:id': document.one,
  '/documents/:id/own-data': document.own_data,
  '/documents/:id/send': { post: 'document:update' },
  '/documents/:id/mark-sent': { post: 'document:update' },
  '/documents/:id/file': { get: 'document:read' },
  '/documents/:id/evidence': { get: 'document:read' },
  '/documents/:id/transmissions': { get: 'document:read' },
  '/documents/:id/transmissions/:message_id/file': { get: 'document:read' },
  '/documents/:id/attachments': { get: 'document:read', post: 'document:update' },
  '/documents/:id/attachments/:attachment_id': { get: 'document:read', delete: 'document:update' },
  '/documents/:id/payments': { get: 'document:read', post: 'document:update' },
  '/documents/:id/payments/:payment_id': { get: 'document:read', delete: 'document:update' },
  '/documents/:id/credit': { post: 'document:create' },
  '/documents/:id/convert': { post: 'document:create' },
  '/documents/:id/responses': { post: 'document:update' },
  '/documents/:id/responses/:response_id/file': { get: 'document:read' },

  '/relations': relation.list,
  '/relations/:id': relation.one,
  '/relations/:id/own-data': relation.own_data,
  '/relations/:id/reachability': { get: 'relation:read' },
  '/relations/:relation_id/delivery-locations': relation.list,
  '/relations/:relation_id/delivery-locations/:id': relation.one,

  '/bank-accounts': bank_account.list,
  '/bank-accounts/:id': bank_account.one,
  '/bank-accounts/:id/own-data': bank_account.own_data,

  '/journals': journal.list,
  '/journals/:id': journal.one,
  '/journals/:id/own-data': journal.own_data,
  '/journals/:id/integrity': { get: 'journal:read' },

  '/brandings': branding.list,
  '/brandings/:id': branding.one,
  '/brandings/:id/own-data': branding.own_data,
  '/brandings/:id/logo': { get: 'branding:read', put: 'branding:update', delete: 'branding:update' },

  // Events and webhooks are those that the permissions of the caller let it read.
  '/events': { get: 'token' },
  '/events/head': { get: 'token' },
  '/events/checkpoints': { get: 'token' },
  '/webhooks': { get: 'token', post: 'token' },
  '/webhooks/:id': { get: 'token', patch: 'token', delete: 'token' },
  '/webhooks/:id/secret': { post: 'token' },
  '/webhooks/:id/test': { post: 'token' },
  '/webhooks/:id/deliveries': { get: 'token' },
  '/webhooks/:id/replay': { post: 'token' },
};

describe('the routes of the API', () => {
  test('are these, and each requires the permission for its resource and action', () => {
    const declared: Record<string, Record<string, string>> = {};
    for (const { path, method, access } of routes) (declared[path] ??= {})[method] = access;
    expect(declared).toEqual(ACCESS);
  });

  test('require a second permission where a document is also sent, and nowhere else', () => {
    const declared = routes.flatMap(({ method, path, ...route }) =>
      'also' in route ? [[`${method} ${path}`, route.also]] : [],
    );
    const sends = { when: 'send_peppol', access: 'document:update' };
    expect(Object.fromEntries(declared)).toEqual({
      'post /documents': sends,
      'post /documents/:id/credit': sends,
    });
  });
});
