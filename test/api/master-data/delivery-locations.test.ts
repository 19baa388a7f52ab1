import { randomUUID } from 'node:crypto';
import { ADDRESS, type RelationsApi, startRelations } from '../../support/relations';

let api: RelationsApi;
let relation_id: string;
let path: string;

beforeAll(async () => {
  api = await startRelations();
});
beforeEach(async () => {
  relation_id = await aRelation();
  path = `/relations/${relation_id}/delivery-locations`;
});
afterAll(() => api.end());

async function aRelation(): Promise<string> {
  return (await api.call('post', '/relations', { type: 'company', name: 'Janssens' })).body.id;
}

/** @returns the id of a new location of the relation */
async function create(members: object = {}): Promise<string> {
  const { status, body } = await api.call('post', path, { name: 'Dock', address: ADDRESS, ...members });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}

describe('creating a delivery location', () => {
  test('returns every field, and its Location', async () => {
    const { status, body, headers } = await api.call('post', path, {
      name: 'Dock 3',
      identifier: '5412345000013',
      identifier_scheme: '0088',
      address: ADDRESS,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Dock 3',
      identifier: '5412345000013',
      identifier_scheme: '0088',
      address: { ...ADDRESS, box: null, postal_code: null, region: null },
      created_at: '2026-07-01T10:00:00.000Z',
      updated_at: '2026-07-01T10:00:00.000Z',
    });
    expect(headers).toMatchObject({ location: `${path}/${body.id}`, etag: '"1"' });
    const stored = await api.call('get', headers['location']!);
    expect([stored.body, stored.headers['etag']]).toEqual([body, '"1"']);
  });

  test.each([{}, { name: null }])('needs no name: %j', async (members) => {
    const { status, body, headers } = await api.call('post', path, { address: ADDRESS, ...members });
    expect({ status, body }).toMatchObject({ status: 201, body: { name: null } });
    expect((await api.call('get', headers['location']!)).body).toEqual(body);
    expect((await api.call('get', path)).body.data).toEqual([body]);
  });

  test.each([
    ['validation_error', 'an empty name', { name: '', address: ADDRESS }],
    ['validation_error', 'no address', { name: 'Dock' }],
    ['validation_error', 'an address that is null', { name: 'Dock', address: null }],
    ['validation_error', 'an unknown country', { name: 'Dock', address: { country_code: 'ZZ' } }],
    [
      'validation_error',
      'a scheme that is not on the ICD list',
      { name: 'D', address: ADDRESS, identifier: '1', identifier_scheme: '9925' },
    ],
    ['validation_error', 'an unknown member', { name: 'Dock', address: ADDRESS, colour: 1 }],
    ['invalid_address', 'an address of nothing', { name: 'Dock', address: {} }],
    ['invalid_address', 'an address of nothing, and no name', { address: {} }],
    [
      'invalid_address',
      'a number without a street',
      { name: 'D', address: { country_code: 'BE', street_number: '1' } },
    ],
    [
      'invalid_identifier',
      'an identifier without a scheme',
      { name: 'D', address: ADDRESS, identifier: '1' },
    ],
    [
      'invalid_identifier',
      'a scheme without an identifier',
      { name: 'D', address: ADDRESS, identifier: null, identifier_scheme: '0088' },
    ],
    [
      'invalid_address',
      'both, the address first',
      { name: 'D', address: { city: 'X' }, identifier_scheme: '0088' },
    ],
  ])('is refused as %s for %s', async (code, _case, body) => {
    const answer = await api.call('post', path, body);
    expect([answer.status, answer.body.error.code]).toEqual([422, code]);
  });

  test('is refused for an unknown relation, before the address is checked', async () => {
    const other = { company_id: await api.newCompany() };
    for (const address of [ADDRESS, {}]) {
      const unknown = await api.call('post', `/relations/${randomUUID()}/delivery-locations`, {
        name: 'D',
        address,
      });
      const foreign = await api.call('post', path, { name: 'D', address }, other);
      expect([unknown.status, foreign.status]).toEqual([404, 404]);
    }
  });
});

describe('the list of delivery locations', () => {
  test('has those of the relation, the newest first, in pages', async () => {
    const ids = [];
    for (const name of ['A', 'B', 'C']) {
      api.clock.advance(1_000);
      ids.unshift(await create({ name }));
    }
    const first = await api.call('get', `${path}?limit=2`);
    const second = await api.call('get', `${path}?limit=2&cursor=${first.body.next_cursor}`);
    const listed = [...first.body.data, ...second.body.data];
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(second.body.next_cursor).toBeNull();
    expect(listed[0]).toEqual((await api.call('get', `${path}/${ids[0]}`)).body);

    const elsewhere = `/relations/${await aRelation()}/delivery-locations`;
    expect((await api.call('get', elsewhere)).body).toEqual({ data: [], next_cursor: null });
    const { status } = await api.call('get', `${elsewhere}?limit=2&cursor=${first.body.next_cursor}`);
    expect(status).toBe(422);
  });

  test('finds by identifier and by change', async () => {
    const id = await create({ identifier: '5412345000013', identifier_scheme: '0088' });
    api.clock.advance(1_000);
    const later = await create();
    const ids = async (query: string) =>
      (await api.call('get', `${path}?${query}`)).body.data.map((location: { id: string }) => location.id);
    expect(await ids('identifier=5412345000013')).toEqual([id]);
    expect(await ids('identifier=5412345000020')).toEqual([]);
    expect(await ids(`updated_since=${api.clock.now().toISOString()}`)).toEqual([later]);
  });

  test('is 404 for an unknown relation', async () => {
    const { status, body } = await api.call('get', `/relations/${randomUUID()}/delivery-locations`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });

  test('refuses a sort by name', async () => {
    const { status, body } = await api.call('get', `${path}?sort=name`);
    expect([status, body.error.code]).toEqual([400, 'invalid_filter']);
  });
});

describe('changing a delivery location', () => {
  test('changes given fields, clears fields with null', async () => {
    const id = await create({ identifier: '5412345000013', identifier_scheme: '0088' });
    api.clock.advance(1_000);
    const { status, body, headers } = await api.call('patch', `${path}/${id}`, {
      name: null,
      identifier: null,
      identifier_scheme: null,
      address: { country_code: 'NL' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: null, identifier: null, identifier_scheme: null });
    expect(body.address).toMatchObject({ country_code: 'NL', street: null });
    expect(body.updated_at).toBe(api.clock.now().toISOString());
    expect(headers['etag']).toBe('"2"');
    expect((await api.call('get', `${path}/${id}`)).body).toEqual(body);
    expect((await api.call('patch', `${path}/${id}`, {})).headers['etag']).toBe('"2"');
  });

  test.each([
    ['validation_error', { name: '' }],
    ['validation_error', { address: null }],
    ['validation_error', { colour: 1, id: 1 }],
    ['field_not_editable', { id: 5 }],
    ['field_not_editable', { created_at: null, address: {} }],
    ['invalid_address', { address: {} }],
    ['invalid_identifier', { identifier: null }],
    ['invalid_identifier', { identifier_scheme: null }],
  ])('is refused as %s for %j', async (code, patch) => {
    const id = await create({ identifier: '1', identifier_scheme: '0088' });
    const { status, body } = await api.call('patch', `${path}/${id}`, patch);
    expect([status, body.error.code]).toEqual([422, code]);
  });

  test('is refused for an old version', async () => {
    const id = await create();
    const stale = { headers: { 'If-Match': '"2"' } };
    for (const method of ['patch', 'delete'] as const) {
      const { status } = await api.call(method, `${path}/${id}`, { id: 1 }, stale);
      expect(status).toBe(412);
    }
  });
});

describe('deleting a delivery location', () => {
  test('removes it', async () => {
    const id = await create();
    expect((await api.call('delete', `${path}/${id}`)).status).toBe(204);
    expect((await api.call('delete', `${path}/${id}`)).status).toBe(404);
  });

  test('is refused while a document is delivered to it', async () => {
    const [delivered, other] = [await create(), await create()];
    await api.insertDocument(relation_id, delivered);
    const { status, body } = await api.call('delete', `${path}/${delivered}`);
    expect([status, body]).toEqual([
      409,
      { error: { code: 'delivery_location_in_use', message: expect.stringContaining('1') } },
    ]);
    expect((await api.call('delete', `${path}/${other}`)).status).toBe(204);
  });
});

describe('a delivery location of another relation or company', () => {
  test.each(['get', 'patch', 'delete'] as const)('is unknown to %s', async (method) => {
    const id = await create();
    const elsewhere = `/relations/${await aRelation()}/delivery-locations/${id}`;
    const other = { company_id: await api.newCompany() };
    const body = method === 'patch' ? { name: 'Mine' } : undefined;
    expect((await api.call(method, elsewhere, body)).status).toBe(404);
    expect((await api.call(method, `${path}/${id}`, body, other)).status).toBe(404);
  });
});

test.each([
  ['get', '', 'relation:read'],
  ['post', '', 'relation:create'],
  ['get', '/x', 'relation:read'],
  ['patch', '/x', 'relation:update'],
  ['delete', '/x', 'relation:delete'],
] as const)('%s …/delivery-locations%s needs %s', async (method, tail, permission) => {
  const actions = ['create', 'read', 'update', 'delete'].filter(
    (action) => `relation:${action}` !== permission,
  );
  const { status, body } = await api.call(method, path + tail, undefined, { actions });
  expect([status, body.error.message]).toEqual([403, expect.stringContaining(permission)]);
});

test('no response was a failure of the service', () => {
  expect(api.log.errors).toEqual([]);
});
