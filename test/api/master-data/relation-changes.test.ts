import { randomUUID } from 'node:crypto';
import { ADDRESS, anEnterpriseNumber, type RelationsApi, startRelations } from '../../support/relations';

let api: RelationsApi;
beforeAll(async () => {
  api = await startRelations();
});
afterAll(() => api.end());

describe('changing a relation', () => {
  test('changes given fields, clears fields with null, and keeps the others', async () => {
    const id = await api.create({ email: 'a@example.com', phone: '1', address: ADDRESS, note: 'x' });
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
    ['a stored value', { name: 'Janssens BV', note: 'x', email: null }],
  ])('changes nothing by %s', async (_case, patch) => {
    const id = await api.create({ note: 'x' });
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
    [
      'an invalid field together with one of the other type',
      { last_name: 5, vat: 5 },
      'vat: expected string',
    ],
  ])('is refused for %s, before the version is checked', async (_case, patch, message) => {
    const id = await api.create({});
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
    const { status, body } = await api.call('patch', `/relations/${await api.create({})}`, patch);
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'field_not_editable' });
  });

  test('is refused for a field of companies on a contact, whatever its value', async () => {
    const { body: contact } = await api.call('post', '/relations', { type: 'contact', last_name: 'J' });
    for (const patch of [{ vat: 5 }, { name: null }, { electronic_address: '0208:0403170701' }]) {
      const { status, body } = await api.call('patch', `/relations/${contact.id}`, patch);
      expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'field_not_editable' });
    }
    const { body } = await api.call('patch', `/relations/${contact.id}`, { first_name: 'Piet' });
    expect(body).toMatchObject({ first_name: 'Piet', last_name: 'J' });
  });

  test('is refused for an address that lacks its country', async () => {
    const { status, body } = await api.call('patch', `/relations/${await api.create({})}`, {
      address: { city: 'X' },
    });
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'invalid_address' });
  });

  test('checks the values before the relation', async () => {
    const path = `/relations/${randomUUID()}`;
    expect((await api.call('patch', path, { name: 5 })).body.error.code).toBe('validation_error');
    expect((await api.call('patch', path, { name: 'J', type: 5 })).body.error.code).toBe('not_found');
  });

  test('is refused when the new value is taken, also after ignore_duplicate', async () => {
    const [vat, other] = [`BE${anEnterpriseNumber()}`, `BE${anEnterpriseNumber()}`];
    const holder = await api.create({ vat });
    const { body: let_in } = await api.call('post', '/relations?ignore_duplicate=true', {
      type: 'company',
      name: 'Let in',
      vat,
    });
    // Another spelling is not a change.
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

  test('releases the previous identities', async () => {
    const vat = `BE${anEnterpriseNumber()}`;
    const id = await api.create({ vat });
    await api.call('patch', `/relations/${id}`, { vat: null });
    await api.create({ vat });
  });
});

test('no response was a failure of the service', () => {
  expect(api.log.errors).toEqual([]);
});
