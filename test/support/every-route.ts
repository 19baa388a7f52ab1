import request, { type Test } from 'supertest';
import type { Access, Route, RouteSpec } from '../../src/adapters/http/route';
import { ACCESS_TOKENS, API_ROUTES, CLOCK, get } from '../../src/composition/keys';
import { ACTIONS, type Permission, permissionsOf, RESOURCES } from '../../src/domain/access/permission';
import { aUbl } from './e-invoices';
import { SVG } from './images';
import { anIban } from './master-data';
import { PDF } from './sample-files';
import { DELIVERS, FAILS } from './sending';
import { BELGIAN_ADDRESS, type Service, type Tenant } from './service';
import { until } from './until';

export type Declared = RouteSpec<Access, unknown, unknown, unknown> & { readonly name: string };

/** An id for each collection that a path may lead through, by the collection's part of the path. */
export type Ids = Readonly<Record<string, string>>;

export const NO_ID = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';
export const ALL_PERMISSIONS = RESOURCES.flatMap((resource) =>
  ACTIONS.map((action): Permission => `${resource}:${action}`),
);

/** The routes of the API whose answers follow the conventions for callers: all that need a token. */
export function declaredRoutes({ container }: Service): Declared[] {
  return get(container, API_ROUTES)
    .filter((route): route is Exclude<Route, { respond: unknown }> => 'handle' in route)
    .filter(({ access }) => access !== 'public')
    .map((route) => ({ ...route, name: `${route.method.toUpperCase()} ${route.path}` }));
}

/** The collections that the ids in a path belong to: `/documents/:id/attachments/:attachment_id` has two. */
export function collectionsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.flatMap((part, i) => (part.startsWith(':') ? [collectionAt(parts, i)] : []));
}

/** The path with ids in it. */
export function addressOf(path: string, ids: Ids): string {
  const parts = path.split('/');
  const idOf = (collection: string) => {
    const id = ids[collection];
    if (id === undefined) throw new Error(`Nobody knows how to make one of ${collection}: see MAKERS.`);
    return id;
  };
  return parts.map((part, i) => (part.startsWith(':') ? idOf(collectionAt(parts, i)) : part)).join('/');
}

/**
 * Only quotes and proformas are converted, and only received documents are responded to. An invoice that is credited is
 * not used for anything else.
 */
function collectionAt(parts: readonly string[], i: number): string {
  if (parts[i + 1] === 'credit') return 'invoices';
  if (parts[i + 1] === 'responses') return 'received';
  return parts[i + 1] === 'convert' ? 'quotes' : parts[i - 1]!;
}

/** The electronic address that a company must have for what is imported here to be addressed to it. */
export const IMPORTER = '0088:5490000000011';

let made = 0;
const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };

/** A body that creates one more, whatever there is already. */
const CREATIONS: Readonly<Record<string, (ids: Ids) => object>> = {
  '/documents': ({ relations }) => ({ type: 'invoice', relation_id: relations, lines: [LINE] }),
  '/documents/preview': ({ relations }) => ({ type: 'invoice', relation_id: relations, lines: [LINE] }),
  '/documents/:id/credit': () => ({}),
  '/documents/:id/convert': () => ({ type: 'invoice' }),
  '/documents/:id/payments': () => ({ amount: '0.01' }),
  '/documents/:id/responses': () => ({ status: 'UQ', reasons: [{ code: 'OTH', text: 'Which order?' }] }),
  '/relations': () => ({ type: 'company', name: `Customer ${++made}`, address: BELGIAN_ADDRESS }),
  '/relations/:relation_id/delivery-locations': () => ({ name: `Depot ${++made}`, address: BELGIAN_ADDRESS }),
  '/bank-accounts': () => ({ reference: anIban(++made) }),
  '/journals': () => ({ code: `J${++made}`, name: 'Another', category: 'sales' }),
  '/webhooks/:id/replay': () => ({ after: 0 }),
  '/webhooks': () => ({ url: 'http://127.0.0.1:9/', types: ['*'] }),
  '/brandings': () => ({ name: `Branding ${++made}` }),
};

/** A body that changes something. */
const CHANGES: Readonly<Record<string, () => object>> = {
  '/documents/:id': () => ({ note: `Note ${++made}` }),
  '/relations/:id': () => ({ note: `Note ${++made}` }),
  '/relations/:relation_id/delivery-locations/:id': () => ({ name: `Depot ${++made}` }),
  '/bank-accounts/:id': () => ({ name: `Account ${++made}` }),
  '/journals/:id': () => ({ name: `Journal ${++made}` }),
  '/webhooks/:id': () => ({ description: `Webhook ${++made}` }),
  '/brandings/:id': () => ({ name: `Branding ${++made}` }),
  ...Object.fromEntries(
    ['documents', 'relations', 'bank-accounts', 'journals', 'brandings'].map((collection) => [
      `/${collection}/:id/own-data`,
      () => ({ external_id: `own-${++made}` }),
    ]),
  ),
};

/** A valid request for a route; the same again for a retry. */
export function bodyOf({ method, path, body, upload, name }: Declared, ids: Ids): (test: Test) => Test {
  if (upload && path.endsWith('/logo')) {
    const another = SVG.toString().replace('width="8"', `width="${++made}"`);
    return (test) => test.type('image/svg+xml').send(another);
  }
  if (path === '/documents/import') {
    const buyer = { electronic_address: IMPORTER, vat: null, identifier: null };
    const invoice = Buffer.from(aUbl({ number: `F-${++made}`, buyer }));
    return (test) => test.attach('file', invoice, 'invoice.xml');
  }
  if (upload) {
    const filename = aFilename();
    return (test) => test.attach('file', PDF, filename);
  }
  if (!body) return (test) => test;
  const content = method === 'post' ? CREATIONS[path]?.(ids) : CHANGES[path]?.();
  if (content) return (test) => test.send(content);
  throw new Error(`Nobody knows what ${name} takes: see CREATIONS and CHANGES.`);
}

export type Call = (method: Declared['method'] | 'head' | 'options', address: string) => Test;

/** @returns one more of the collection, its id */
type Maker = (call: Call, ids: Ids) => Promise<string>;

const created =
  (path: string): Maker =>
  async (call, ids) =>
    idOf(await call('post', addressOf(path, ids)).send(CREATIONS[path]!(ids)));

/** In the order in which one needs the other. */
const MAKERS: Readonly<Record<string, Maker>> = {
  relations: async (call, ids) => {
    // Reachable over the network, so that what is sent to it can be.
    const body = { ...CREATIONS['/relations']!(ids), electronic_address: DELIVERS };
    return idOf(await call('post', '/relations?ignore_duplicate=true').send(body));
  },
  'delivery-locations': created('/relations/:relation_id/delivery-locations'),
  'bank-accounts': created('/bank-accounts'),
  journals: created('/journals'),
  webhooks: created('/webhooks'),
  deliveries: async (call, { webhooks }) =>
    (await call('post', `/webhooks/${webhooks}/test`).expect(202)).body.id as string,
  async brandings(call, ids) {
    const id = await created('/brandings')(call, ids);
    await call('put', `/brandings/${id}/logo`).type('image/svg+xml').send(SVG.toString()).expect(200);
    return id;
  },
  // Before the documents, which tests delete: only the last of a journal can be.
  received: aReceivedDocument,
  responses: async (call, { received }) => {
    const path = '/documents/:id/responses';
    const { body } = await call('post', `/documents/${received}/responses`)
      .send(CREATIONS[path]!({}))
      .expect(202);
    const { id } = body.responses.at(-1) as { id: string };
    // Its later states are events too.
    return until(async () => {
      const { body } = await call('get', `/documents/${received}`);
      const sent = (body.responses as { id: string; state: string }[]).find((one) => one.id === id);
      return sent?.state !== 'pending' && id;
    });
  },
  documents: created('/documents'),
  invoices: created('/documents'),
  quotes: async (call, ids) =>
    idOf(await call('post', '/documents').send({ ...CREATIONS['/documents']!(ids), type: 'quote' })),
  attachments: async (call, { documents }) =>
    idOf(await call('post', `/documents/${documents}/attachments`).attach('file', PDF, aFilename())),
  transmissions: aFailedTransmission,
  payments: created('/documents/:id/payments'),
};

/** Of a document that can be changed and sent again afterwards. */
async function aFailedTransmission(call: Call, { documents, relations }: Ids): Promise<string> {
  const body = { ...CREATIONS['/relations']!({}), electronic_address: FAILS };
  const relation_id = idOf(await call('post', '/relations?ignore_duplicate=true').send(body));
  await call('patch', `/documents/${documents}`).send({ relation_id }).expect(200);
  // On a busy machine the process that draws the PDF may not start in time, and the answer is 500 with Retry-After.
  await until(async () => (await call('post', `/documents/${documents}/send`)).status === 202);
  const message_id = await until(async () => {
    const { body } = await call('get', `/documents/${documents}/transmissions`);
    return body.data[0].state === 'failed' && (body.data[0].message_id as string);
  });
  await call('patch', `/documents/${documents}`).send({ relation_id: relations }).expect(200);
  return message_id;
}

/** The company sends an invoice to itself over the sandbox. */
async function aReceivedDocument(call: Call, ids: Ids): Promise<string> {
  const sent = async (relation_id: string) => {
    const id = idOf(await call('post', '/documents').send({ ...CREATIONS['/documents']!(ids), relation_id }));
    await until(async () => (await call('post', `/documents/${id}/send`)).status === 202);
    return (await call('get', `/documents/${id}`)).body as {
      number: string;
      seller: { electronic_address: string };
    };
  };
  const { electronic_address } = (await sent(ids['relations']!)).seller;
  const body = { ...CREATIONS['/relations']!({}), electronic_address };
  const { number } = await sent(idOf(await call('post', '/relations?ignore_duplicate=true').send(body)));
  return until(async () => {
    const { body } = await call('get', '/documents?type=purchase_invoice&sort=-created_at');
    return (body.data as { id: string; number: string }[]).find((one) => one.number === number)?.id;
  });
}

/** @returns the id of one more, next to those that there are */
export function oneMore(collection: string, call: Call, ids: Ids): Promise<string> {
  const make = MAKERS[collection];
  if (!make) throw new Error(`Nobody knows how to make one of ${collection}: see MAKERS.`);
  return make(call, ids);
}

/** One of everything. */
export async function oneOfEach(call: Call): Promise<Ids> {
  const ids: Record<string, string> = {};
  for (const collection of Object.keys(MAKERS)) ids[collection] = await oneMore(collection, call, ids);
  return ids;
}

function aFilename(): object {
  return { filepath: `file-${++made}.pdf` };
}

function idOf({ status, body }: { status: number; body: { id: string } }): string {
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.id;
}

/** An access token of the tenant's client with these permissions and no others. */
export function tokenFor({ container }: Service, tenant: Tenant, permissions: readonly Permission[]): string {
  const { client_id, company_id } = tenant;
  const holder = { client_id, company_id, permissions: permissionsOf(permissions.join(' ')) };
  return get(container, ACCESS_TOKENS).sign(holder, get(container, CLOCK).now(), 3600);
}

/** @param token - undefined for a caller without one */
export function callOf({ api }: Service, token: string | undefined): Call {
  return (method, address) => {
    const test = request(api)[method](address);
    return token === undefined ? test : test.set('Authorization', `Bearer ${token}`);
  };
}

/** Status and code by route; what is the same for all is then told from what is not at a glance. */
export async function answersOf(
  routes: readonly Declared[],
  answer: (route: Declared) => Promise<{ status: number; body: { error?: { code: string } } }>,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const route of routes) {
    const { status, body } = await answer(route);
    answers[route.name] = `${status} ${body.error?.code ?? ''}`.trim();
  }
  return answers;
}

export function each(routes: readonly Declared[], answer: string): Record<string, string> {
  return Object.fromEntries(routes.map(({ name }) => [name, answer]));
}
