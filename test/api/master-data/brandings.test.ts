import { randomUUID } from 'node:crypto';
import { type MasterDataApi, refused, startMasterDataApi } from '../../support/master-data-api';

let api: MasterDataApi;
let company: string;
beforeAll(async () => {
  api = await startMasterDataApi();
});
afterAll(async () => {
  expect(api.log.errors).toEqual([]);
  await api.end();
});
beforeEach(async () => {
  company = await api.newCompany();
});

type Branding = Record<string, unknown> & { id: string };
const create = (body: object) => api.call(company, 'post', '/brandings').send(body);
const aBranding = async (body: object = {}) => (await create({ name: 'House', ...body })).body as Branding;
const path = (id: string) => `/brandings/${id}`;
const patch = (id: string, body: object) => api.call(company, 'patch', path(id)).send(body);
const get = async (id: string) => (await api.call(company, 'get', path(id))).body as Branding;

describe('POST /brandings', () => {
  test('makes the first branding the default (201)', async () => {
    const response = await create({
      name: 'House',
      primary_color: '#1A2b3C',
      header: 'Hello\nthere',
      default: false,
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      name: 'House',
      default: true,
      primary_color: '#1A2b3C',
      address_position: 'left',
      header: 'Hello\nthere',
      footer: null,
      has_logo: false,
      external_id: null,
      metadata: {},
      created_at: '2026-07-01T10:00:00.000Z',
      updated_at: '2026-07-01T10:00:00.000Z',
    });
    expect(response.headers['location']).toBe(path(response.body.id));
    expect(response.headers['etag']).toBe('"1"');
  });

  test('accepts 5,000 characters of header and footer (201)', async () => {
    const text = '😀'.repeat(5_000);
    expect((await create({ name: 'N', header: text, footer: text })).status).toBe(201);
  });

  test.each([
    ['no name', {}],
    ['null for the name', { name: null }],
    ['a blank name', { name: ' ' }],
    ['a color in three digits', { name: 'N', primary_color: '#abc' }],
    ['an unknown position of the address', { name: 'N', address_position: 'top' }],
    ['a color by name', { name: 'N', primary_color: 'red' }],
    ['5,001 characters', { name: 'N', footer: 'x'.repeat(5_001) }],
    ['an empty header', { name: 'N', header: '' }],
    ['a read-only member', { name: 'N', has_logo: true }],
  ])('refuses %s (422 validation_error)', async (_case, body) => {
    expect(refused(await create(body))).toEqual([422, 'validation_error']);
  });
});

describe('PATCH /brandings/{id}', () => {
  test('changes given fields, clears with null, and changes nothing for {} (200)', async () => {
    const branding = await aBranding({ header: 'Hello', primary_color: '#102030' });
    api.clock.advance(1_000);
    const change = { name: 'Home', address_position: 'right', header: null, footer: 'Bye' };
    const response = await patch(branding.id, change);
    expect(response.body).toEqual({ ...branding, ...change, updated_at: api.clock.now().toISOString() });
    api.clock.advance(1_000);
    const same = await patch(branding.id, {});
    expect([same.body, same.headers['etag']]).toEqual([response.body, '"2"']);
  });

  test('refuses null for the position of the address (422 validation_error)', async () => {
    const { id } = await aBranding();
    expect(refused(await patch(id, { address_position: null }))).toEqual([422, 'validation_error']);
  });

  test('moves the default, which changes both brandings (200)', async () => {
    const [first, second] = [await aBranding(), await aBranding()];
    expect((await patch(second.id, { default: true })).body.default).toBe(true);
    const old = await api.call(company, 'get', path(first.id));
    expect([old.body.default, old.headers['etag']]).toEqual([false, '"2"']);
  });

  test('refuses default: false on the default (422 default_branding_required)', async () => {
    const { id } = await aBranding();
    await aBranding();
    expect(refused(await patch(id, { default: false }))).toEqual([422, 'default_branding_required']);
    expect((await get(id)).default).toBe(true);
  });

  test.each([['id'], ['has_logo'], ['created_at'], ['updated_at']])(
    'refuses to change %s (422 field_not_editable)',
    async (member) => {
      const branding = await aBranding();
      expect(refused(await patch(branding.id, { [member]: branding[member] }))).toEqual([
        422,
        'field_not_editable',
      ]);
    },
  );

  test('is checked in this order: schema, 404, 412, read-only fields, the default', async () => {
    const { id } = await aBranding();
    const both = { has_logo: true, default: false };
    expect(refused(await patch(randomUUID(), { ...both, name: null }))).toEqual([422, 'validation_error']);
    expect(refused(await patch(randomUUID(), both).set('If-Match', '"9"'))).toEqual([404, 'not_found']);
    expect(refused(await patch(id, both).set('If-Match', '"9"'))).toEqual([412, 'precondition_failed']);
    expect(refused(await patch(id, both))).toEqual([422, 'field_not_editable']);
    expect(refused(await patch(id, { default: false }))).toEqual([422, 'default_branding_required']);
  });
});

describe('DELETE /brandings/{id}', () => {
  const remove = (id: string) => api.call(company, 'delete', path(id));

  test('deletes the default when it is the only branding (204)', async () => {
    const { id } = await aBranding();
    expect((await remove(id)).status).toBe(204);
    expect(refused(await remove(id))).toEqual([404, 'not_found']);
    expect((await aBranding({ default: false })).default).toBe(true);
  });

  test('refuses the default while there are others (422 default_branding_required)', async () => {
    const [first, second] = [await aBranding(), await aBranding()];
    expect(refused(await remove(first.id))).toEqual([422, 'default_branding_required']);
    expect((await remove(second.id)).status).toBe(204);
  });
});

describe('GET /brandings', () => {
  test('filters by default', async () => {
    const [first, second] = [await aBranding(), await aBranding()];
    const ids = async (query: string) =>
      (await api.call(company, 'get', `/brandings${query}`)).body.data.map(({ id }: Branding) => id);
    expect(await ids('?default=true')).toEqual([first.id]);
    expect(await ids('?default=false')).toEqual([second.id]);
  });

  test.each([
    [400, 'invalid_filter', '?default=0'],
    [422, 'invalid_parameter', '?category=sales'],
  ])('answers %i %s to %s', async (status, code, query) => {
    expect(refused(await api.call(company, 'get', `/brandings${query}`))).toEqual([status, code]);
  });
});

describe('a branding', () => {
  test('of another company is unknown', async () => {
    const { id } = await aBranding();
    company = await api.newCompany();
    for (const target of [path(id), `${path(id)}/logo`]) {
      expect(refused(await api.call(company, 'get', target))).toEqual([404, 'not_found']);
      expect(refused(await api.call(company, 'delete', target))).toEqual([404, 'not_found']);
    }
    expect(refused(await patch(id, { name: 'x' }))).toEqual([404, 'not_found']);
  });

  test.each([
    ['get', '', 'read'],
    ['post', '', 'create'],
    ['patch', '/id', 'update'],
    ['delete', '/id', 'delete'],
    ['get', '/id/logo', 'read'],
    ['put', '/id/logo', 'update'],
    ['delete', '/id/logo', 'update'],
  ] as const)(
    'refuses %s …%s without branding:%s (403 insufficient_permissions)',
    async (method, place, action) => {
      const scope = ['create', 'read', 'update', 'delete']
        .filter((other) => other !== action)
        .map((other) => `branding:${other}`);
      const target = `/brandings${place.replace('id', randomUUID())}`;
      expect(refused(await api.call(company, method, target, scope))).toEqual([
        403,
        'insufficient_permissions',
      ]);
    },
  );
});
