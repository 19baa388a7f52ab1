import { randomUUID } from 'node:crypto';
import { anIban } from '../../support/master-data';
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

const create = (body: object) => api.call(company, 'post', '/bank-accounts').send(body);
const anAccount = async (body: object = {}) =>
  (await create({ reference: anIban(Math.floor(Math.random() * 1e9)), ...body })).body as Record<
    string,
    unknown
  > & { id: string };
const provided = (reference: string) =>
  api.nodes[0].bank_accounts.provide(api.nodes[0].units.open(), company, { reference, bic: 'GKCCBEBB' });
const path = (id: string) => `/bank-accounts/${id}`;

describe('POST /bank-accounts', () => {
  test('stores a manual account, normalised, and makes the first one the default (201)', async () => {
    const response = await create({
      reference: 'be68 5390-0754 7034',
      bic: 'gkccbebb',
      name: 'Main',
      default: false,
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      reference: 'BE68539007547034',
      bic: 'GKCCBEBB',
      name: 'Main',
      default: true,
      manual: true,
      external_id: null,
      metadata: {},
      created_at: '2026-07-01T10:00:00.000Z',
      updated_at: '2026-07-01T10:00:00.000Z',
    });
    expect(response.headers['location']).toBe(path(response.body.id));
    expect(response.headers['etag']).toBe('"1"');
  });

  test('stores null for omitted fields (201)', async () => {
    const response = await create({ reference: anIban(1), bic: null, default: null });
    expect(response.body).toMatchObject({ bic: null, name: null, default: true });
  });

  test('makes a second account with default: true the default, and changes the first one (201)', async () => {
    const first = await anAccount();
    api.clock.advance(1_000);
    const second = await anAccount({ default: true });
    expect(second.default).toBe(true);
    const response = await api.call(company, 'get', path(first.id));
    expect(response.body).toEqual({ ...first, default: false, updated_at: second.created_at });
    expect(response.headers['etag']).toBe('"2"');
    const { body } = await api.call(
      company,
      'get',
      `/bank-accounts?updated_since=${String(second.created_at)}`,
    );
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual([first.id, second.id].sort());
  });

  test.each([
    ['no reference', {}],
    ['null for the reference', { reference: null }],
    ['an IBAN with a wrong check', { reference: 'BE69539007547034' }],
    ['a reference that is no text', { reference: 68539007547034 }],
    ['a wrong BIC', { reference: anIban(1), bic: 'GKCC' }],
    ['an empty name', { reference: anIban(1), name: '' }],
    ['a default that is no boolean', { reference: anIban(1), default: 'true' }],
    ['a read-only member', { reference: anIban(1), manual: false }],
    ['an unknown member', { reference: anIban(1), version: 1 }],
  ])('refuses %s (422 validation_error)', async (_case, body) => {
    const response = await create(body);
    expect(refused(response)).toEqual([422, 'validation_error']);
    expect(response.body.error.message).not.toMatch(/539007547034/);
  });

  test('refuses a reference of the company, however it is written, and accepts that of another company (409 duplicate_bank_account)', async () => {
    await create({ reference: 'BE68539007547034' });
    expect(refused(await create({ reference: 'be68 5390 0754 7034' }))).toEqual([
      409,
      'duplicate_bank_account',
    ]);
    company = await api.newCompany();
    expect((await create({ reference: 'BE68539007547034' })).status).toBe(201);
  });
});

describe('PATCH /bank-accounts/{id}', () => {
  const patch = (id: string, body: object) => api.call(company, 'patch', path(id)).send(body);

  test('changes every field of a manual account (200)', async () => {
    const account = await anAccount();
    api.clock.advance(1_000);
    const change = { reference: anIban(77), bic: 'KREDBEBB', name: 'Other' };
    const response = await patch(account.id, { ...change, reference: change.reference.toLowerCase() });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...account, ...change, updated_at: api.clock.now().toISOString() });
    expect(response.headers['etag']).toBe('"2"');
  });

  test('clears a field with null, keeps omitted fields, and changes nothing for {} (200)', async () => {
    const account = await anAccount({ bic: 'KREDBEBB', name: 'Main' });
    const cleared = await patch(account.id, { bic: null, name: null });
    expect(cleared.body).toMatchObject({ bic: null, name: null, reference: account.reference });
    api.clock.advance(1_000);
    const same = await patch(account.id, {});
    expect(same.body).toEqual(cleared.body);
    expect(same.headers['etag']).toBe(cleared.headers['etag']);
  });

  test('moves the default, which changes both accounts (200)', async () => {
    const [first, second] = [await anAccount(), await anAccount()];
    expect((await patch(second.id, { default: true })).body.default).toBe(true);
    const old = await api.call(company, 'get', path(first.id));
    expect([old.body.default, old.headers['etag']]).toEqual([false, '"2"']);
  });

  test('accepts default: false on an account that is not the default (200)', async () => {
    await anAccount();
    const second = await anAccount();
    expect((await patch(second.id, { default: false })).body.default).toBe(false);
  });

  test('refuses default: false on the default, even when it is the only account (422 default_account_required)', async () => {
    const { id } = await anAccount();
    expect(refused(await patch(id, { default: false }))).toEqual([422, 'default_account_required']);
  });

  test.each([
    ['the reference', { reference: 'not even an IBAN' }],
    ['the BIC', { bic: 5 }],
    ['the BIC, to nothing', { bic: null }],
  ])('refuses to change %s of a non-manual account (422 field_not_editable)', async (_case, body) => {
    const { id } = await provided(anIban(5));
    expect(refused(await patch(id, body))).toEqual([422, 'field_not_editable']);
    expect((await patch(id, { name: 'Ours', default: true })).body).toMatchObject({
      name: 'Ours',
      manual: false,
    });
  });

  test.each([['id'], ['manual'], ['created_at'], ['updated_at']])(
    'refuses to change %s (422 field_not_editable)',
    async (member) => {
      const { id } = await anAccount();
      expect(refused(await patch(id, { [member]: null }))).toEqual([422, 'field_not_editable']);
    },
  );

  test.each([
    ['a wrong BIC', { bic: 'GKCC' }],
    ['null for the reference', { reference: null }],
    ['null for default', { default: null }],
    ['an unknown member', { version: 2 }],
    ['an invalid field together with a read-only one', { manual: true, name: '' }],
  ])('refuses %s (422 validation_error)', async (_case, body) => {
    const { id } = await anAccount();
    expect(refused(await patch(id, body))).toEqual([422, 'validation_error']);
  });

  test('refuses the reference of another account, and stores nothing of the PATCH (409 duplicate_bank_account)', async () => {
    await anAccount({ reference: anIban(8) });
    const second = await anAccount();
    expect(refused(await patch(second.id, { name: 'x', default: true, reference: anIban(8) }))).toEqual([
      409,
      'duplicate_bank_account',
    ]);
    expect((await api.call(company, 'get', path(second.id))).body).toEqual(second);
  });

  test('is checked in this order: schema, 404, 412, read-only fields, the default', async () => {
    const { id } = await anAccount();
    const both = { manual: true, default: false };
    const stale = (target: string, body: object) => patch(target, body).set('If-Match', '"9"');
    expect(refused(await stale(randomUUID(), { ...both, bic: 'GKCC' }))).toEqual([422, 'validation_error']);
    expect(refused(await stale(randomUUID(), both))).toEqual([404, 'not_found']);
    expect(refused(await stale(id, both))).toEqual([412, 'precondition_failed']);
    expect(refused(await patch(id, both).set('If-Match', '"1"'))).toEqual([422, 'field_not_editable']);
    expect(refused(await patch(id, { default: false }))).toEqual([422, 'default_account_required']);
  });
});

describe('DELETE /bank-accounts/{id}', () => {
  const remove = (id: string) => api.call(company, 'delete', path(id));

  test('deletes the default when it is the only account; the next new account becomes the default (204)', async () => {
    const { id } = await anAccount();
    const response = await remove(id);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(refused(await remove(id))).toEqual([404, 'not_found']);
    expect((await anAccount({ default: false })).default).toBe(true);
  });

  test('refuses the default while there are others (422 default_account_required)', async () => {
    const [first, second] = [await anAccount(), await anAccount()];
    expect(refused(await remove(first.id))).toEqual([422, 'default_account_required']);
    expect((await remove(second.id)).status).toBe(204);
  });

  test('removes the account from its journals, which are changed (204)', async () => {
    await anAccount();
    const { id } = await anAccount();
    const journal = await api
      .call(company, 'post', '/journals')
      .send({ code: 'INV', name: 'J', category: 'sales', bank_account_id: id });
    expect(journal.body.bank_account_id).toBe(id);
    api.clock.advance(1_000);
    expect((await remove(id)).status).toBe(204);
    const after = await api.call(company, 'get', `/journals/${String(journal.body.id)}`);
    expect(after.body).toEqual({
      ...journal.body,
      bank_account_id: null,
      updated_at: api.clock.now().toISOString(),
    });
    expect(after.headers['etag']).toBe('"2"');
  });

  test('refuses another version (412 precondition_failed)', async () => {
    const { id } = await anAccount();
    expect(refused(await remove(id).set('If-Match', '"2"'))).toEqual([412, 'precondition_failed']);
    expect((await remove(id).set('If-Match', '"1"')).status).toBe(204);
  });
});

describe('GET /bank-accounts', () => {
  const list = (query = '') => api.call(company, 'get', `/bank-accounts${query}`);
  const ids = async (query: string) => (await list(query)).body.data.map(({ id }: { id: string }) => id);

  test('filters by reference, manual and default', async () => {
    const [first, second] = [
      await anAccount({ reference: anIban(1) }),
      await anAccount({ reference: anIban(2) }),
    ];
    const third = await provided(anIban(3));
    expect(await ids(`?reference=${anIban(2).toLowerCase()}`)).toEqual([second.id]);
    expect(await ids(`?reference=${anIban(4)}`)).toEqual([]);
    expect(await ids('?manual=false')).toEqual([third.id]);
    expect(await ids('?default=true')).toEqual([first.id]);
    expect((await ids('?default=false')).sort()).toEqual([second.id, third.id].sort());
    expect(await ids('?manual=true&default=false')).toEqual([second.id]);
  });

  test('pages through all of them, newest first, each once', async () => {
    const created: string[] = [];
    for (let i = 0; i < 5; i++) {
      created.unshift((await anAccount()).id);
      if (i % 2) api.clock.advance(1_000); // some share an instant
    }
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await list(`?limit=2${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${String(body.next_cursor)}`;
    }
    expect([...seen].sort()).toEqual([...created].sort());
    expect(new Set(seen).size).toBe(5);
  });

  test.each([
    [400, 'invalid_filter', '?manual=yes'],
    [400, 'invalid_filter', '?default=true&default=true'],
    [400, 'invalid_filter', '?reference=BE00'],
    [400, 'invalid_filter', '?sort=reference'],
    [422, 'validation_error', '?limit=0'],
    [422, 'validation_error', '?cursor=x'],
    [422, 'validation_error', '?nonsense=1'],
    [422, 'invalid_parameter', '?code=INV'],
  ])('answers %i %s to %s', async (status, code, query) => {
    expect(refused(await list(query))).toEqual([status, code]);
  });
});

describe('a bank account', () => {
  test('of another company is unknown', async () => {
    const { id } = await anAccount();
    company = await api.newCompany();
    expect(refused(await api.call(company, 'get', path(id)))).toEqual([404, 'not_found']);
    expect(refused(await api.call(company, 'patch', path(id)).send({ name: 'x' }))).toEqual([
      404,
      'not_found',
    ]);
    expect(refused(await api.call(company, 'delete', path(id)))).toEqual([404, 'not_found']);
    expect((await api.call(company, 'get', '/bank-accounts')).body).toEqual({ data: [], next_cursor: null });
  });

  test.each([
    ['get', 'read'],
    ['post', 'create'],
    ['patch', 'update'],
    ['delete', 'delete'],
  ] as const)('refuses %s without bank_account:%s (403 insufficient_permissions)', async (method, action) => {
    const others = ['create', 'read', 'update', 'delete'].filter((other) => other !== action);
    const target = method === 'post' ? '/bank-accounts' : path(randomUUID());
    const scope = others.map((other) => `bank_account:${other}`);
    expect(refused(await api.call(company, method, target, scope))).toEqual([
      403,
      'insufficient_permissions',
    ]);
    const allowed = api.call(company, method, target, [`bank_account:${action}`]);
    const response = await (method === 'patch' || method === 'post' ? allowed.send({}) : allowed);
    expect([404, 422]).toContain(response.status);
  });
});
