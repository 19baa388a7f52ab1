import request from 'supertest';
import { anIban } from '../support/master-data';
import { createDatabase, type TestDatabase } from '../support/database';
import { NO_ID, tokenFor } from '../support/every-route';
import { type Service, startService } from '../support/service';
import type { Permission } from '../../src/domain/access/permission';
import {
  aReceivedDocument,
  aScene,
  aSentDocument,
  aTransmittedDocument,
  importFile,
  LINE,
  made,
  type Scene,
} from './error-codes/steps';
import { aRelation, BELGIAN_ADDRESS } from '../support/service';
import { aUbl } from '../support/e-invoices';
import { until } from '../support/until';
import { DELIVERS } from '../support/sending';

let database: TestDatabase;
let nodes: Service[];
beforeAll(async () => {
  database = await createDatabase();
  nodes = [await startService(database.url), await startService(database.url)];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

const OWN = { external_id: 'order-1', metadata: { shop: 'gent', 'till.no': '3' } };
const NONE = { external_id: null, metadata: {} };

let count = 0;
/** The body of a creation, for each kind of resource. */
const KINDS: Readonly<Record<string, (t: Scene) => Promise<object>>> = {
  '/documents': async (t) => ({ type: 'invoice', relation_id: await aRelation(t), lines: [LINE] }),
  '/relations': async () => ({ type: 'company', name: `Customer ${++count}`, address: BELGIAN_ADDRESS }),
  '/bank-accounts': async () => ({ reference: anIban(++count) }),
  '/journals': async () => ({ code: `J${++count}`, name: 'Another', category: 'sales' }),
  '/brandings': async () => ({ name: `Branding ${++count}` }),
};
const PATHS = Object.keys(KINDS);

const scene = () => aScene(nodes[0]!);
const create = async (t: Scene, path: string, own: object) =>
  t.post(path, { ...(await KINDS[path]!(t)), ...own });
const put = (t: Scene, path: string, body: object) => t.put(`${path}/own-data`).send(body);
const inUse = (id: string) => ({
  error: {
    code: 'external_id_in_use',
    message: `A resource with this external_id exists already: ${id}.`,
    details: [{ id }],
  },
});

describe.each(PATHS)('own data of %s', (path) => {
  test('are stored on creation, returned, and listed by the exact external_id', async () => {
    const t = await scene();
    const { body, status } = await create(t, path, OWN);
    expect([status, body]).toMatchObject([201, OWN]);
    expect((await t.get(`${path}/${body.id}`)).body).toMatchObject(OWN);
    const { body: other } = await create(t, path, { external_id: 'Order-1', metadata: null });
    expect(other).toMatchObject({ external_id: 'Order-1', metadata: {} });
    const listed = async (external_id: string) => (await t.get(path).query({ external_id })).body.data;
    expect(await listed('order-1')).toMatchObject([{ id: body.id, ...OWN }]);
    expect(await listed('Order-1')).toMatchObject([{ id: other.id }]);
    expect(await listed('order')).toEqual([]);
    expect((await t.get(`${path}?external_id=`)).body.error).toMatchObject({ code: 'invalid_filter' });
  });

  test('change with a PATCH; one that changes nothing leaves version and updated_at alone', async () => {
    const t = await scene();
    const { body: first } = await create(t, path, OWN);
    const { body: second } = await create(t, path, {});
    expect(second).toMatchObject(NONE);
    const at = `${path}/${first.id}`;
    const { body, headers } = await t.get(at);
    const same = await t.patch(at, { metadata: { 'till.no': '3', shop: 'gent' }, external_id: 'order-1' });
    expect([same.status, same.body, same.headers['etag']]).toEqual([200, body, headers['etag']]);
    const changed = await t.patch(at, { metadata: { shop: 'luik' } });
    expect(changed.body).toMatchObject({ external_id: 'order-1', metadata: { shop: 'luik' } });
    expect(changed.headers['etag']).not.toBe(headers['etag']);
    const refused = await t.patch(`${path}/${second.id}`, { external_id: 'order-1' });
    expect([refused.status, refused.body]).toEqual([409, inUse(first.id)]);
    expect((await t.patch(at, { external_id: null, metadata: null })).body).toMatchObject(NONE);
    expect((await t.patch(`${path}/${second.id}`, { external_id: 'order-1' })).status).toBe(200);
  });

  test('are replaced by PUT; what is left out is cleared', async () => {
    const t = await scene();
    const { body: first } = await create(t, path, OWN);
    const { body: second } = await create(t, path, {});
    const at = `${path}/${first.id}`;
    const { headers } = await t.get(at);
    const same = await put(t, at, OWN);
    expect([same.status, same.headers['etag']]).toEqual([200, headers['etag']]);
    expect(same.body).toEqual((await t.get(at)).body);
    const replaced = await put(t, at, { metadata: { a: 'b' } });
    expect(replaced.body).toMatchObject({ external_id: null, metadata: { a: 'b' } });
    expect(replaced.headers['etag']).not.toBe(headers['etag']);
    expect((await t.get(at)).body).toEqual(replaced.body);
    const stale = await put(t, at, OWN).set('If-Match', headers['etag']!);
    expect([stale.status, stale.body.error.code]).toEqual([412, 'precondition_failed']);
    expect((await put(t, at, OWN).set('If-Match', replaced.headers['etag']!)).body).toMatchObject(OWN);
    const refused = await put(t, `${path}/${second.id}`, OWN);
    expect([refused.status, refused.body]).toEqual([409, inUse(first.id)]);
    expect((await put(t, at, {})).body).toMatchObject(NONE);
  });

  test('of a resource that is unknown are not found', async () => {
    const { status, body } = await put(await scene(), `${path}/${NO_ID}`, OWN);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });

  test('need the permission to update the resource', async () => {
    const t = await scene();
    const { body: resource } = await create(t, path, {});
    const name = path.slice(1, -1).replace('-', '_');
    const as = (permission: Permission) =>
      request(nodes[0]!.api)
        .put(`${path}/${resource.id}/own-data`)
        .set('Authorization', `Bearer ${tokenFor(nodes[0]!, t, [permission])}`)
        .send(OWN);
    expect((await as(`${name}:create` as Permission)).status).toBe(403);
    expect((await as(`${name}:update` as Permission)).status).toBe(200);
  });

  test('of two kinds, or of two companies, may have the same external_id', async () => {
    const [t, other] = [await scene(), await scene()];
    for (const owner of [t, other]) {
      for (const kind of PATHS) expect((await create(owner, kind, OWN)).status).toBe(201);
    }
  });

  test('of concurrent creations on two nodes: one is created, the others are refused with its id', async () => {
    const t = await scene();
    const bodies: { external_id: string }[] = [];
    for (let n = 0; n < 8; n++) bodies.push({ ...(await KINDS[path]!(t)), external_id: `same-${n % 2}` });
    const answers = await Promise.all(
      bodies.map((body, n) =>
        request(nodes[n % 3 === 0 ? 0 : 1]!.api)
          .post(path)
          .set('Authorization', `Bearer ${t.access_token}`)
          .set(n < 4 ? { 'Idempotency-Key': `key-${n}` } : {})
          .send(body),
      ),
    );
    for (const external_id of ['same-0', 'same-1']) {
      const same = answers.filter((_, n) => bodies[n]!.external_id === external_id);
      const [created, ...more] = same.filter(({ status }) => status === 201);
      expect(more).toEqual([]);
      const refused = same.filter(({ status }) => status === 409).map(({ body }) => body);
      expect(refused).toEqual([1, 2, 3].map(() => inUse(created!.body.id)));
      expect((await t.get(`${path}?external_id=${external_id}`)).body.data).toHaveLength(1);
    }
  });

  test('of concurrent writes of any kind that give one external_id, one is accepted', async () => {
    const t = await scene();
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await made(create(t, path, {})));
    const body = { ...(await KINDS[path]!(t)), external_id: 'same' };
    const write = (node: Service, method: 'post' | 'patch' | 'put', to: string, content: object) =>
      request(node.api)[method](to).set('Authorization', `Bearer ${t.access_token}`).send(content);
    const answers = await Promise.all([
      write(nodes[0]!, 'post', path, body),
      ...ids.map((id, n) =>
        n % 2 === 0
          ? write(nodes[1]!, 'patch', `${path}/${id}`, { external_id: 'same' })
          : write(nodes[0]!, 'put', `${path}/${id}/own-data`, { external_id: 'same' }),
      ),
    ]);
    const [accepted, ...more] = answers.filter(({ status }) => status < 300);
    expect(more).toEqual([]);
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body as object);
    expect(refused).toEqual([1, 2, 3, 4].map(() => inUse(accepted!.body.id)));
  });
});

test('two concurrent requests that exchange the external_ids of two resources are both refused', async () => {
  const t = await scene();
  const [one, other] = [
    await made(create(t, '/brandings', { external_id: 'A' })),
    await made(create(t, '/brandings', { external_id: 'B' })),
  ];
  const answers = await Promise.all([
    put(t, `/brandings/${one}`, { external_id: 'B' }),
    put(t, `/brandings/${other}`, { external_id: 'A' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  const { body } = await t.get('/brandings?sort=created_at');
  expect(body.data).toMatchObject([
    { id: one, external_id: 'A' },
    { id: other, external_id: 'B' },
  ]);
});

test.each([
  ['external_id: must not be blank', { external_id: ' ' }],
  ['external_id: must have at most 255 characters', { external_id: 'x'.repeat(256) }],
  ['external_id: expected string', { external_id: 4711 }],
  ['metadata: must be an object', { metadata: [] }],
  ['metadata: must be an object', { metadata: 'x' }],
  ['metadata.shop: expected string', { metadata: { shop: 1 } }],
  ['metadata.shop: expected string', { metadata: { shop: null } }],
  ['metadata.shop: must not be blank', { metadata: { shop: '' } }],
  ['metadata.shop: must have at most 500 characters', { metadata: { shop: 'x'.repeat(501) } }],
  ['metadata.shop: has a character that is not allowed', { metadata: { shop: '\0' } }],
  ['metadata: must have names of 1 to 40 of A-Z, a-z, 0-9, _, . and -', { metadata: { 'a b': 'x' } }],
  ['metadata: must have names of 1 to 40 of A-Z, a-z, 0-9, _, . and -', { metadata: { '': 'x' } }],
  [
    'metadata: must have names of 1 to 40 of A-Z, a-z, 0-9, _, . and -',
    { metadata: { ['x'.repeat(41)]: 'x' } },
  ],
  ['metadata: must have at most 50 pairs', { metadata: pairs(51) }],
  ['name: unknown field', { name: 'x' }],
])('own data are refused: %s', async (message, body) => {
  const t = await scene();
  const path = `/brandings/${await made(create(t, '/brandings', {}))}`;
  const { status, body: answer } = await put(t, path, body);
  expect([status, answer]).toEqual([422, { error: { code: 'validation_error', message } }]);
});

test('own data may be as large as stated, with names of any kind', async () => {
  const t = await scene();
  const largest = {
    external_id: '😀'.repeat(255),
    metadata: { ...pairs(49), ['x'.repeat(40)]: '😀'.repeat(500) },
  };
  const body = JSON.stringify(largest).replace('"n0":"x"', '"__proto__":"x"');
  const { text } = await t
    .put(`/brandings/${await made(create(t, '/brandings', {}))}/own-data`)
    .type('application/json')
    .send(body);
  const stored = JSON.parse(text) as { metadata: object };
  expect(Object.entries(stored.metadata)).toEqual(
    Object.entries((JSON.parse(body) as { metadata: object }).metadata),
  );
  expect(Object.keys(stored.metadata)).toContain('__proto__');
});

describe('a document', () => {
  test.each([
    ['sent', aSentDocument],
    ['transmitted to accounting', aTransmittedDocument],
    ['received', aReceivedDocument],
  ])('that is %s takes own data by PUT, and no PATCH', async (_, make) => {
    const t = await scene();
    const path = `/documents/${await make(t)}`;
    const before = await t.get(path);
    const patched = await t.patch(path, OWN);
    expect([patched.status, patched.body.error.code]).toEqual([409, 'document_not_editable']);
    const { status, body } = await put(t, path, OWN);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before.body, ...OWN, updated_at: body.updated_at });
    expect((await t.get(path)).body).toEqual(body);
  });

  test('that is imported has none', async () => {
    const t = await scene();
    const { body } = await importFile(t, 'invoice.xml', Buffer.from(aUbl({ buyer: t.party })));
    expect(body).toMatchObject(NONE);
  });

  test('of a deleted number leaves its external_id to the next one', async () => {
    const t = await scene();
    const { body } = await create(t, '/documents', OWN);
    await t.delete(`/documents/${body.id}`).expect(204);
    expect((await create(t, '/documents', OWN)).status).toBe(201);
  });

  test('that is created and sent with a taken external_id is neither created nor sent', async () => {
    const t = await scene();
    const { body: first } = await create(t, '/documents', OWN);
    const relation_id = await aRelation(t, { electronic_address: DELIVERS });
    const body = { type: 'invoice', relation_id, lines: [LINE], ...OWN };
    const refused = await t.post('/documents?send_peppol=true', body);
    expect([refused.status, refused.body]).toEqual([409, inUse(first.id)]);
    expect((await t.get('/documents')).body.data).toHaveLength(1);
    const sent = await t.post('/documents?send_peppol=true', { ...body, external_id: 'order-2' });
    expect([sent.status, sent.body.number]).toEqual([201, first.number.replace('00001', '00002')]);
  });

  test('states its own data neither in its UBL nor to the receiver', async () => {
    const receiver = await scene();
    const t = await scene();
    const relation_id = await aRelation(t, { electronic_address: receiver.party.electronic_address });
    const own = { external_id: 'very-own-id', metadata: { very_own_name: 'very own value' } };
    const body = { type: 'invoice', relation_id, lines: [LINE], ...own };
    const { body: sent, status } = await t.post('/documents?send_peppol=true', body);
    expect(status).toBe(201);
    const { text } = await t.get(`/documents/${sent.id}/file?format=ubl`).buffer(true);
    expect(text).toContain('<cbc:ID>');
    expect(text).not.toMatch(/very.own/);
    const [received] = await until(async () => {
      const { data } = (await receiver.get('/documents')).body;
      return data.length > 0 && data;
    });
    expect(received).toMatchObject({ ...NONE, number: sent.number });
  });
});

describe('a relation with several duplicates', () => {
  test.each([
    ['without an Idempotency-Key', {}],
    ['with one', { 'Idempotency-Key': 'one' }],
  ])('is refused for its identity first, %s', async (_, headers: Record<string, string>) => {
    const t = await scene();
    const id = await aRelation(t, { vat: 'BE0428759497', external_id: 'customer-1' });
    const body = { type: 'company', name: 'Another', vat: 'BE0428759497', external_id: 'customer-1' };
    const refused = await t.post('/relations', body).set(headers);
    expect(refused.body.error).toMatchObject({ code: 'duplicate_relation', details: [{ relation_id: id }] });
    const shared = await t.post('/relations?ignore_duplicate=true', body).set(headers);
    expect(shared.body).toEqual(inUse(id));
  });
});

test.each([
  ['/bank-accounts', 'duplicate_bank_account'],
  ['/journals', 'duplicate_journal_code'],
])('%s with several duplicates are refused for the external_id last', async (path, code) => {
  const t = await scene();
  const body = { ...(await KINDS[path]!(t)), ...OWN };
  await t.post(path, body).expect(201);
  expect((await t.post(path, body)).body.error.code).toBe(code);
});

function pairs(number: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: number }, (_, index) => [`n${index}`, 'x']));
}
