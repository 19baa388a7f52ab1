import { randomUUID } from 'node:crypto';
import { ADDRESS, type RelationsApi, startRelations } from '../support/relations';

let api: RelationsApi;
beforeAll(async () => {
  api = await startRelations();
});
afterAll(() => api.end());

const EMPTY_ADDRESS_MEMBERS = { box: null, postal_code: null, region: null };

/** @returns the id of a new relation */
async function create(members: object): Promise<string> {
  const { status, body } = await api.call('post', '/relations', {
    type: 'company',
    name: 'Janssens BV',
    ...members,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}

/** Each a Belgian enterprise number of its own. */
let counter = 0;
function anEnterpriseNumber(): string {
  const base = String(10_000_000 + counter++);
  return base + String(97 - (Number(base) % 97)).padStart(2, '0');
}

describe('creating a company', () => {
  test('answers with every member, in its stored form, and where it is', async () => {
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
      created_at: '2026-07-01T10:00:00.000Z',
      updated_at: '2026-07-01T10:00:00.000Z',
    });
    expect(headers).toMatchObject({ location: `/relations/${body.id}`, etag: '"1"' });

    const stored = await api.call('get', `/relations/${body.id}`);
    expect(stored.body).toEqual(body);
    expect(Object.keys(stored.body)).toEqual(Object.keys(body));
    expect(stored.headers['etag']).toBe('"1"');
  });

  test('shows what was left out, or sent as null, as null', async () => {
    const { body } = await api.call('post', '/relations', { type: 'company', name: 'Maes', email: null });
    expect(body).toMatchObject({ vat: null, email: null, address: null, payment_term_days: null });
  });
});

test('creating a contact shows no member of a company', async () => {
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

  test('for ignore_duplicate where it does not belong', async () => {
    const { status, body } = await api.call('get', '/relations?ignore_duplicate=true');
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'invalid_parameter' });
  });
});

describe('a duplicate', () => {
  test.each([
    ['vat', 'BE0400378485', 'be 0400.378-485'],
    ['identifier', 'RPR-Gent 12.34', 'rpr gent1234'],
    ['electronic_address', '0204:992-90009-96', '0204:9929000996'],
  ])('of a %s is refused, however it is written, and names the other', async (member, first, second) => {
    const id = await create({ [member]: first });
    const { status, body } = await api.call('post', '/relations', {
      type: 'company',
      name: 'Other',
      [member]: second,
    });
    expect(status).toBe(409);
    expect(body).toEqual({
      error: {
        code: 'duplicate_relation',
        message: `A relation with this ${member} exists already: ${id}.`,
        details: [{ relation_id: id }],
      },
    });
  });

  test('names all of several', async () => {
    const [vat, identifier] = [`BE${anEnterpriseNumber()}`, randomUUID()];
    const by_identifier = await create({ identifier });
    const by_vat = await create({ vat });
    const { body } = await api.call('post', '/relations', {
      type: 'company',
      name: 'Other',
      vat,
      identifier,
    });
    expect(body.error.details).toEqual([{ relation_id: by_vat }, { relation_id: by_identifier }]);
  });

  test('leaves nothing behind: what was free of the refused one can be had', async () => {
    const [taken, free] = [`BE${anEnterpriseNumber()}`, randomUUID()];
    await create({ vat: taken });
    const refused = await api.call('post', '/relations', {
      type: 'company',
      name: 'O',
      vat: taken,
      identifier: free,
    });
    expect(refused.status).toBe(409);
    await create({ identifier: free });
  });

  test('is let in by ignore_duplicate=true, not by false', async () => {
    const vat = `BE${anEnterpriseNumber()}`;
    const first = await create({ vat });
    const body = { type: 'company', name: 'Other', vat };
    expect((await api.call('post', '/relations?ignore_duplicate=false', body)).status).toBe(409);
    expect((await api.call('post', '/relations?ignore_duplicate=true', body)).status).toBe(201);
    const third = await api.call('post', '/relations', body);
    expect(third.body.error.details).toEqual([{ relation_id: first }]);
  });

  test('is nobody of another company', async () => {
    const vat = `BE${anEnterpriseNumber()}`;
    await create({ vat });
    const other = { company_id: await api.newCompany() };
    const { status } = await api.call('post', '/relations', { type: 'company', name: 'J', vat }, other);
    expect(status).toBe(201);
  });

  test('is not what has nothing left to compare', async () => {
    await create({ identifier: '-' });
    await create({ identifier: '-' });
  });

  test('of 12 creations at once one is created, and eleven are told of it', async () => {
    const body = {
      type: 'company',
      name: 'Once',
      vat: `BE${anEnterpriseNumber()}`,
      identifier: randomUUID(),
    };
    const answers = await Promise.all(Array.from({ length: 12 }, () => api.call('post', '/relations', body)));
    const created = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([created.length, refused.length]).toEqual([1, 11]);
    for (const { body } of refused) {
      expect(body.error).toMatchObject({
        code: 'duplicate_relation',
        details: [{ relation_id: created[0]!.body.id }],
      });
    }
  });
});

describe('changing a relation', () => {
  test('changes what is named, clears what is null, and leaves the rest', async () => {
    const id = await create({ email: 'a@example.com', phone: '1', address: ADDRESS, note: 'x' });
    api.clock.advance(1_000);
    const { status, body, headers } = await api.call('patch', `/relations/${id}`, {
      name: 'Renamed',
      email: null,
      address: { country_code: 'NL' },
      payment_term_days: 0,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Renamed',
      email: null,
      phone: '1',
      note: 'x',
      payment_term_days: 0,
      address: { country_code: 'NL', street: null, street_number: null, city: null },
      updated_at: api.clock.now().toISOString(),
    });
    expect(headers['etag']).toBe('"2"');
    expect((await api.call('get', `/relations/${id}`)).body).toEqual(body);
  });

  test.each([
    ['{}', {}],
    ['what is stored already', { name: 'Janssens BV', note: 'x', email: null }],
  ])('changes nothing by %s', async (_case, patch) => {
    const id = await create({ note: 'x' });
    const before = await api.call('get', `/relations/${id}`);
    api.clock.advance(1_000);
    const { status, body, headers } = await api.call('patch', `/relations/${id}`, patch);
    expect({ status, body, etag: headers['etag'] }).toEqual({ status: 200, body: before.body, etag: '"1"' });
  });

  test.each([
    ['a name that is null', { name: null }, 'name: expected string'],
    ['a name that is no text', { name: 5 }, 'name: expected string'],
    ['a wrong VAT number', { vat: 'BE0' }, /^vat: must be a VAT number/],
    ['a wrong email', { email: 'x' }, 'email: must be an email address'],
    ['an unknown member', { colour: 1 }, 'colour: unknown field'],
    ['an address of no kind', { address: 'Meir 1' }, 'address: expected object'],
    ['a wrong member beside one of the other type', { last_name: 5, vat: 5 }, 'vat: expected string'],
  ])('is refused for %s, before the version is looked at', async (_case, patch, message) => {
    const id = await create({});
    const { status, body } = await api.call('patch', `/relations/${id}`, patch, {
      headers: { 'If-Match': '"7"' },
    });
    expect(status).toBe(422);
    expect(body.error).toEqual({
      code: 'validation_error',
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    });
  });

  test.each([
    ['id', { id: 5 }],
    ['type', { type: 'company' }],
    ['created_at', { created_at: null }],
    ['updated_at', { updated_at: 'x' }],
    ['a member of a contact', { first_name: 'Piet' }],
    ['a member of a contact, whatever its value', { last_name: null }],
    ['a member of a contact, with an address that is invalid', { last_name: 5, address: {} }],
  ])('is refused for %s of a company', async (_case, patch) => {
    const { status, body } = await api.call('patch', `/relations/${await create({})}`, patch);
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'field_not_editable' });
  });

  test('is refused for a member of a company on a contact, whatever its value', async () => {
    const { body: contact } = await api.call('post', '/relations', { type: 'contact', last_name: 'J' });
    for (const patch of [{ vat: 5 }, { name: null }, { electronic_address: '0208:0403170701' }]) {
      const { status, body } = await api.call('patch', `/relations/${contact.id}`, patch);
      expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'field_not_editable' });
    }
    const { body } = await api.call('patch', `/relations/${contact.id}`, { first_name: 'Piet' });
    expect(body).toMatchObject({ first_name: 'Piet', last_name: 'J' });
  });

  test('is refused for an address that lacks its country', async () => {
    const { status, body } = await api.call('patch', `/relations/${await create({})}`, {
      address: { city: 'X' },
    });
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'invalid_address' });
  });

  test('looks at the values, then for the relation', async () => {
    const path = `/relations/${randomUUID()}`;
    expect((await api.call('patch', path, { name: 5 })).body.error.code).toBe('validation_error');
    expect((await api.call('patch', path, { name: 'J', type: 5 })).body.error.code).toBe('not_found');
  });

  test('is refused when what changes is taken, also with what was let in', async () => {
    const [vat, other] = [`BE${anEnterpriseNumber()}`, `BE${anEnterpriseNumber()}`];
    const holder = await create({ vat });
    const { body: let_in } = await api.call('post', '/relations?ignore_duplicate=true', {
      type: 'company',
      name: 'Let in',
      vat,
    });
    // Another way of writing it is no change.
    const same = await api.call('patch', `/relations/${let_in.id}`, {
      vat: vat.toLowerCase(),
      note: 'still here',
    });
    expect(same.status).toBe(200);

    expect((await api.call('patch', `/relations/${let_in.id}`, { vat: other })).status).toBe(200);
    const back = await api.call('patch', `/relations/${let_in.id}`, { vat });
    expect(back.status).toBe(409);
    expect(back.body.error).toMatchObject({
      code: 'duplicate_relation',
      details: [{ relation_id: holder }],
    });
    expect((await api.call('get', `/relations/${let_in.id}`)).body.vat).toBe(other);
  });

  test('frees what the relation had before', async () => {
    const vat = `BE${anEnterpriseNumber()}`;
    const id = await create({ vat });
    await api.call('patch', `/relations/${id}`, { vat: null });
    await create({ vat });
  });
});

describe('deleting a relation', () => {
  test('takes its delivery locations along, and frees what it was known by', async () => {
    const vat = `BE${anEnterpriseNumber()}`;
    const id = await create({ vat });
    await api.call('post', `/relations/${id}/delivery-locations`, { name: 'Dock', address: ADDRESS });
    const { status, body } = await api.call('delete', `/relations/${id}`);
    expect([status, body]).toEqual([204, {}]);
    expect((await api.call('get', `/relations/${id}`)).status).toBe(404);
    expect((await api.call('delete', `/relations/${id}`)).status).toBe(404);
    await create({ vat });
  });

  test('is refused while documents refer to it, and says so', async () => {
    const id = await create({});
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

describe('a version', () => {
  test.each(['patch', 'delete'] as const)('that is not there any more refuses a %s', async (method) => {
    const id = await create({});
    await api.call('patch', `/relations/${id}`, { name: 'Second' });
    const body = method === 'patch' ? { type: 'contact', name: 'Third' } : undefined;
    const stale = await api.call(method, `/relations/${id}`, body, { headers: { 'If-Match': '"1"' } });
    expect([stale.status, stale.body.error.code]).toEqual([412, 'precondition_failed']);
    expect((await api.call('get', `/relations/${id}`)).body.name).toBe('Second');
  });

  test('refuses a deletion before the documents do', async () => {
    const id = await create({});
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
    const id = await create({});
    const other = { company_id: await api.newCompany() };
    const answer = await api.call(method, `/relations/${id}`, body, other);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('a call', () => {
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

  test('with an id that is no UUID is refused for it', async () => {
    const { status, body } = await api.call('get', '/relations/42');
    expect([status, body.error]).toEqual([
      422,
      { code: 'validation_error', message: 'id: must be a UUID in canonical form' },
    ]);
  });
});

test('no answer was an accident', () => {
  expect(api.log.errors).toEqual([]);
});
