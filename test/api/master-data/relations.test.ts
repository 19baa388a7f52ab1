import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ADDRESS, anEnterpriseNumber, type RelationsApi, startRelations } from '../../support/relations';

let api: RelationsApi;
beforeAll(async () => {
  api = await startRelations();
});
afterAll(() => api.end());

const EMPTY_ADDRESS_MEMBERS = { box: null, postal_code: null, region: null };

describe('creating a company', () => {
  test('returns every field in its stored form, and its Location', async () => {
    const { status, body, headers } = await api.call('post', '/relations', {
      type: 'company',
      name: 'Peeters NV',
      vat: 'be 0403.170-701',
      identifier: 'RPR Antwerpen',
      electronic_address: '0208:0403170701',
      website: 'https://example.com',
      email: 'info@example.com',
      phone: '+32 3 000 00 00',
      language: 'nl',
      address: { ...ADDRESS, box: null },
      iban: 'be68 5390 0754 7034',
      bic: 'gkccbebb',
      payment_term_days: 14,
      buyer_reference: 'PO-1',
      note: 'Pays late',
      external_id: 'customer-1',
      metadata: { segment: 'retail' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      type: 'company',
      name: 'Peeters NV',
      vat: 'BE0403170701',
      identifier: 'RPR Antwerpen',
      electronic_address: '0208:0403170701',
      website: 'https://example.com',
      email: 'info@example.com',
      phone: '+32 3 000 00 00',
      language: 'nl',
      address: { ...ADDRESS, ...EMPTY_ADDRESS_MEMBERS },
      iban: 'BE68539007547034',
      bic: 'GKCCBEBB',
      payment_term_days: 14,
      buyer_reference: 'PO-1',
      note: 'Pays late',
      external_id: 'customer-1',
      metadata: { segment: 'retail' },
      created_at: '2026-07-01T10:00:00.000Z',
      updated_at: '2026-07-01T10:00:00.000Z',
    });
    expect(headers).toMatchObject({ location: `/relations/${body.id}`, etag: '"1"' });

    const stored = await api.call('get', `/relations/${body.id}`);
    expect(stored.body).toEqual(body);
    expect(Object.keys(stored.body)).toEqual(Object.keys(body));
    expect(stored.headers['etag']).toBe('"1"');
  });

  test('returns null for fields that were omitted or null', async () => {
    const { body } = await api.call('post', '/relations', { type: 'company', name: 'Maes', email: null });
    expect(body).toMatchObject({ vat: null, email: null, address: null, payment_term_days: null });
  });
});

test('creating a contact returns no field of companies', async () => {
  const { status, body } = await api.call('post', '/relations', {
    type: 'contact',
    last_name: 'Janssens',
    address: ADDRESS,
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ type: 'contact', first_name: null, last_name: 'Janssens' });
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['name']));
  for (const member of ['name', 'vat', 'identifier', 'electronic_address', 'website']) {
    expect(body).not.toHaveProperty(member);
  }
});

const LONG = 'x'.repeat(256);

describe('a creation is refused', () => {
  test.each([
    ['no body', undefined, 'body: must be sent as application/json'],
    ['an array', [], 'body: expected object'],
    ['no type', {}, 'type: must be company or contact'],
    ['an unknown type', { type: 'person' }, 'type: must be company or contact'],
    ['a company without a name', { type: 'company' }, 'name: is required'],
    [
      'a company whose name is under an unknown member',
      { type: 'company', company_name: 'J' },
      'name: is required',
    ],
    ['a company whose name is null', { type: 'company', name: null }, 'name: expected string'],
    ['a blank name', { type: 'company', name: ' ' }, 'name: must not be blank'],
    ['a name of 256', { type: 'company', name: LONG }, 'name: must have at most 255 characters'],
    ['a contact without a last name', { type: 'contact', first_name: 'Piet' }, 'last_name: is required'],
    ['a contact with a VAT number', { type: 'contact', last_name: 'J', vat: null }, 'vat: unknown field'],
    [
      'a company with a first name',
      { type: 'company', name: 'J', first_name: 'P' },
      'first_name: unknown field',
    ],
    ['an unknown member', { type: 'company', name: 'J', colour: 1 }, 'colour: unknown field'],
    ['a read-only member', { type: 'company', name: 'J', id: null }, 'id: unknown field'],
    ['an unknown language', { type: 'company', name: 'J', language: 'es' }, /^language: /],
    ['a text as term', { type: 'company', name: 'J', payment_term_days: '30' }, /^payment_term_days: /],
    ['half a day', { type: 'company', name: 'J', payment_term_days: 1.5 }, /^payment_term_days: /],
    ['a term of 366 days', { type: 'company', name: 'J', payment_term_days: 366 }, /^payment_term_days: /],
    ['a negative term', { type: 'company', name: 'J', payment_term_days: -1 }, /^payment_term_days: /],
    ['no email', { type: 'company', name: 'J', email: 'x' }, 'email: must be an email address'],
    [
      'a wrong IBAN',
      { type: 'company', name: 'J', iban: 'BE68539007547035' },
      /^iban: (?!.*BE68539007547035)/,
    ],
    ['a wrong BIC', { type: 'company', name: 'J', bic: 'GKCC' }, /^bic: /],
    ['a VAT number without a country', { type: 'company', name: 'J', vat: '0403170701' }, /^vat: /],
    ['a VAT number with a wrong check', { type: 'company', name: 'J', vat: 'BE0403170702' }, /^vat: /],
    [
      'an electronic address without a scheme',
      { type: 'company', name: 'J', electronic_address: '0403170701' },
      /^electronic_address: must be scheme:value/,
    ],
    [
      'a wrong electronic address',
      { type: 'company', name: 'J', electronic_address: '0208:0403170702' },
      /^electronic_address: /,
    ],
    [
      'an unknown country',
      { type: 'company', name: 'J', address: { country_code: 'ZZ' } },
      'address.country_code: must be an ISO 3166-1 alpha-2 code',
    ],
    [
      'an unknown member of the address',
      { type: 'company', name: 'J', address: { zip: '2000' } },
      'address.zip: unknown field',
    ],
    [
      'a character that XML cannot hold',
      { type: 'company', name: 'J\u0001' },
      'name: has a character that is not allowed',
    ],
  ])('for %s', async (_case, body, message) => {
    const answer = await api.call('post', '/relations', body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: {
        code: 'validation_error',
        message: message instanceof RegExp ? expect.stringMatching(message) : message,
      },
    });
  });

  test.each([
    ['{}', {}],
    ['no country', { city: 'Antwerpen' }],
    ['a country that is null', { country_code: null }],
    ['a street number without a street', { country_code: 'BE', street_number: '1' }],
    ['a street number with a street that is null', { country_code: 'BE', street: null, street_number: '1' }],
  ])('as invalid_address for %s', async (_case, address) => {
    const { status, body } = await api.call('post', '/relations', {
      type: 'company',
      name: 'J',
      vat: 'BE0403170701', // a duplicate as well, which is looked at later
      address,
    });
    expect(status).toBe(422);
    expect(body.error.code).toBe('invalid_address');
  });

  test.each([
    ['true', 422, 'invalid_parameter'],
    ['false', 422, 'invalid_parameter'],
    ['yes', 422, 'validation_error'],
  ])('for a contact with ignore_duplicate=%s', async (value, status, code) => {
    const answer = await api.call('post', `/relations?ignore_duplicate=${value}`, {
      type: 'contact',
      last_name: 'J',
    });
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(code);
  });

  test('first for the body, then for ignore_duplicate', async () => {
    const { body } = await api.call('post', '/relations?ignore_duplicate=true', {
      type: 'contact',
      last_name: '',
    });
    expect(body.error.code).toBe('validation_error');
  });

  test('for ignore_duplicate on another route', async () => {
    const { status, body } = await api.call('get', '/relations?ignore_duplicate=true');
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'invalid_parameter' });
  });
});

describe('deleting a relation', () => {
  test('deletes its delivery locations, and releases its identities', async () => {
    const vat = `BE${anEnterpriseNumber()}`;
    const id = await api.create({ vat });
    await api.call('post', `/relations/${id}/delivery-locations`, { name: 'Dock', address: ADDRESS });
    const { status, body } = await api.call('delete', `/relations/${id}`);
    expect([status, body]).toEqual([204, {}]);
    expect((await api.call('get', `/relations/${id}`)).status).toBe(404);
    expect((await api.call('delete', `/relations/${id}`)).status).toBe(404);
    await api.create({ vat });
  });

  test('is refused while documents refer to it, with that reason', async () => {
    const id = await api.create({});
    await api.insertDocument(id);
    await api.insertDocument(id);
    const { status, body } = await api.call('delete', `/relations/${id}`);
    expect(status).toBe(409);
    expect(body.error).toEqual({
      code: 'relation_in_use',
      message: 'The relation is still in use: 2 × document.',
      details: [{ kind: 'document', count: 2 }],
    });
  });
});

describe('a link of a relation', () => {
  test('prevents its deletion, and the refusal names its kind', async () => {
    const id = await api.create({});
    await api.insertDocument(id);
    for (const kind of ['timesheet_line', 'project', 'project']) {
      await sql`
        insert into link (company_id, id, target, relation_id, kind, created_at, updated_at)
        values (${api.company_id}, ${randomUUID()}, 'relation', ${id}, ${kind}, now(), now())`.execute(
        api.db,
      );
    }
    const { status, body } = await api.call('delete', `/relations/${id}`);
    expect(status).toBe(409);
    expect(body.error).toEqual({
      code: 'relation_in_use',
      message: 'The relation is still in use: 1 × document, 2 × project, 1 × timesheet line.',
      details: [
        { kind: 'document', count: 1 },
        { kind: 'project', count: 2 },
        { kind: 'timesheet_line', count: 1 },
      ],
    });
  });
});

describe('a version', () => {
  test.each(['patch', 'delete'] as const)('that is outdated refuses a %s', async (method) => {
    const id = await api.create({});
    await api.call('patch', `/relations/${id}`, { name: 'Second' });
    const body = method === 'patch' ? { type: 'contact', name: 'Third' } : undefined;
    const stale = await api.call(method, `/relations/${id}`, body, { headers: { 'If-Match': '"1"' } });
    expect([stale.status, stale.body.error.code]).toEqual([412, 'precondition_failed']);
    expect((await api.call('get', `/relations/${id}`)).body.name).toBe('Second');
  });

  test('is checked before documents prevent the deletion', async () => {
    const id = await api.create({});
    await api.insertDocument(id);
    const { status } = await api.call('delete', `/relations/${id}`, undefined, {
      headers: { 'If-Match': '"9"' },
    });
    expect(status).toBe(412);
  });
});

describe('a relation of another company', () => {
  test.each([
    ['get', undefined],
    ['patch', { name: 'Mine' }],
    ['delete', undefined],
  ] as const)('is unknown to %s', async (method, body) => {
    const id = await api.create({});
    const other = { company_id: await api.newCompany() };
    const answer = await api.call(method, `/relations/${id}`, body, other);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('a request', () => {
  test.each([
    ['get', '/relations', 'relation:read'],
    ['post', '/relations', 'relation:create'],
    ['get', '/relations/x', 'relation:read'],
    ['patch', '/relations/x', 'relation:update'],
    ['delete', '/relations/x', 'relation:delete'],
  ] as const)('%s %s needs %s', async (method, path, permission) => {
    const actions = ['create', 'read', 'update', 'delete'].filter(
      (action) => `relation:${action}` !== permission,
    );
    const { status, body } = await api.call(method, path, undefined, { actions });
    expect([status, body.error]).toEqual([
      403,
      { code: 'insufficient_permissions', message: expect.stringContaining(permission) },
    ]);
  });

  test('with an id that is not a UUID is refused', async () => {
    const { status, body } = await api.call('get', '/relations/42');
    expect([status, body.error]).toEqual([
      422,
      { code: 'validation_error', message: 'id: must be a UUID in canonical form' },
    ]);
  });
});

test('no response was a failure of the service', () => {
  expect(api.log.errors).toEqual([]);
});
