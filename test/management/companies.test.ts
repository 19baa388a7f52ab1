import { randomUUID } from 'node:crypto';
import { companyRoutes } from '../../src/adapters/management/company-routes';
import { Companies } from '../../src/use-cases/master-data/companies';
import { type Management, startManagement } from '../support/management';

const PATH = '/management/companies';

let management: Management;
beforeAll(async () => {
  management = await startManagement(({ clock, ids }) => companyRoutes(new Companies(clock, ids)));
});
afterAll(() => management.end());

const create = (body: object) => management.call('post', PATH).send(body);
const patch = (id: string, body: object, headers = {}) =>
  management.call('patch', `${PATH}/${id}`, headers).send(body);
const read = (id: string) => management.call('get', `${PATH}/${id}`);

async function created(body: object = {}): Promise<{ id: string; [member: string]: unknown }> {
  const response = await create({ name: 'Janssens BV', ...body });
  expect(response.status).toBe(201);
  return response.body as { id: string };
}

const journalsOf = (company_id: string) =>
  management.db
    .selectFrom('journal')
    .leftJoin('default_journal', (join) =>
      join
        .onRef('default_journal.journal_id', '=', 'journal.id')
        .onRef('default_journal.company_id', '=', 'journal.company_id'),
    )
    .select([
      'code',
      'journal.category',
      'sequence_scope',
      'journal.active',
      'default_journal.journal_id as default_id',
    ])
    .where('journal.company_id', '=', company_id)
    .orderBy('code')
    .execute();

describe('POST /management/companies', () => {
  test('returns the company with its defaults, a Location and an ETag (201)', async () => {
    const response = await create({ name: 'Janssens BV' });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      name: 'Janssens BV',
      vat: null,
      identifier: null,
      electronic_address: null,
      address: null,
      email: null,
      phone: null,
      website: null,
      contact_name: null,
      legal_information: null,
      currency: 'EUR',
      language: 'en',
      timezone: 'Europe/Brussels',
      self_billing_enabled: false,
      embed_pdf: true,
      books_closed_until: null,
      created_at: '2026-07-01T10:00:00.000Z',
      updated_at: '2026-07-01T10:00:00.000Z',
    });
    expect(response.headers).toMatchObject({ location: `${PATH}/${response.body.id}`, etag: '"1"' });
    expect((await read(response.body.id)).body).toEqual(response.body);
  });

  test('stores every given field (201)', async () => {
    const given = {
      name: 'Peeters NV',
      vat: 'BE0123456749',
      identifier: '0123456749',
      electronic_address: '0208:0123456749',
      address: { country_code: 'BE', street: 'Nieuwstraat', street_number: '1', city: 'Brussel' },
      email: 'boekhouding@peeters.example',
      phone: '+32 2 123 45 67',
      website: 'https://peeters.example',
      contact_name: 'Boekhouding',
      legal_information: 'Naamloze vennootschap, RPR Brussel',
      currency: 'JPY',
      language: 'nl',
      timezone: 'Asia/Tokyo',
      self_billing_enabled: true,
      embed_pdf: false,
      books_closed_until: '2025-12-31',
    };
    const company = await created(given);
    expect(company).toMatchObject(given);
    expect(company['address']).toEqual({ ...given.address, box: null, postal_code: null, region: null });
  });

  test('treats null as omitted', async () => {
    const company = await created({ currency: null, timezone: null, vat: null, default_journals: null });
    expect(company).toMatchObject({ currency: 'EUR', timezone: 'Europe/Brussels', vat: null });
  });

  test.each([
    ['no name', {}, 'name: is required'],
    ['a blank name', { name: ' ' }, 'name: must not be blank'],
    ['an unknown member', { name: 'X', colour: 'red' }, 'colour: unknown field'],
    ['a member that only answers have', { name: 'X', id: randomUUID() }, 'id: unknown field'],
    ['an unknown currency', { name: 'X', currency: 'EURO' }, 'currency: '],
    ['an unknown language', { name: 'X', language: 'es' }, 'language: '],
    ['a time zone that does not exist', { name: 'X', timezone: 'Europe/Gent' }, 'timezone: '],
    ['an offset for a time zone', { name: 'X', timezone: '+02:00' }, 'timezone: '],
    ['a time zone in another case', { name: 'X', timezone: 'europe/brussels' }, 'timezone: '],
    ['a day that does not exist', { name: 'X', books_closed_until: '2026-02-30' }, 'books_closed_until: '],
    ['a flag that is text', { name: 'X', self_billing_enabled: 'true' }, 'self_billing_enabled: '],
    ['a flag that is a number', { name: 'X', embed_pdf: 1 }, 'embed_pdf: '],
    ['a wrong email', { name: 'X', email: 'nobody' }, 'email: '],
    ['a wrong VAT number', { name: 'X', vat: 'BE0123456748' }, 'vat: '],
    [
      'a wrong electronic address',
      { name: 'X', electronic_address: '0208:0123456748' },
      'electronic_address: ',
    ],
    [
      'an electronic address of no scheme',
      { name: 'X', electronic_address: '0000:1' },
      'electronic_address: ',
    ],
    ['an unknown country', { name: 'X', address: { country_code: 'QQ' } }, 'address.country_code: '],
  ])('refuses %s (422 validation_error)', async (_, body, message) => {
    const response = await create(body);
    expect(response.status).toBe(422);
    expect(response.body.error).toEqual({
      code: 'validation_error',
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ['no country', {}],
    ['a number without a street', { country_code: 'BE', street_number: '1' }],
  ])('refuses an address with %s (422 invalid_address)', async (_, address) => {
    const response = await create({ name: 'X', address });
    expect([response.status, response.body.error.code]).toEqual([422, 'invalid_address']);
  });

  test('gives an electronic address to one of 12 parallel creations, and refuses eleven (422 validation_error)', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => create({ name: 'Race', electronic_address: '0088:5790000435968' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(11).fill(422)]);
    const refused = responses.find(({ status }) => status === 422);
    expect(refused?.body.error).toEqual({
      code: 'validation_error',
      message: 'electronic_address: belongs to another company',
    });
    const { data } = (await management.call('get', `${PATH}?limit=200`)).body;
    expect(data.filter(({ name }: { name: string }) => name === 'Race')).toHaveLength(1);
  });

  test('gives the company a default journal per category', async () => {
    const { id } = await created();
    expect(await journalsOf(id)).toEqual(
      [
        ['CRN', 'sales_credit'],
        ['INV', 'sales'],
        ['PRO', 'proforma'],
        ['QUO', 'quote'],
        ['SBC', 'purchase_credit'],
        ['SBI', 'purchase'],
      ].map(([code, category]) => ({
        code,
        category,
        sequence_scope: 'yearly',
        active: true,
        default_id: expect.any(String),
      })),
    );
  });

  test('gives the company no journal on request', async () => {
    const { id } = await created({ default_journals: false });
    expect(await journalsOf(id)).toEqual([]);
  });
});

describe('PATCH /management/companies/{id}', () => {
  test('changes given fields, clears fields with null, and keeps the others (200)', async () => {
    const company = await created({
      vat: 'BE0123456749',
      email: 'a@b.example',
      books_closed_until: '2025-12-31',
    });
    management.clock.advance(1_000);
    const response = await patch(company.id, { name: 'Nieuw', vat: null, address: { country_code: 'NL' } });
    expect(response.status).toBe(200);
    expect(response.headers['etag']).toBe('"2"');
    expect(response.body).toEqual({
      ...company,
      name: 'Nieuw',
      vat: null,
      address: {
        country_code: 'NL',
        street: null,
        street_number: null,
        box: null,
        postal_code: null,
        city: null,
        region: null,
      },
      updated_at: management.clock.now().toISOString(),
    });
    expect((await read(company.id)).body).toEqual(response.body);
  });

  test('changes nothing when no field is given (200)', async () => {
    const company = await created();
    management.clock.advance(1_000);
    const response = await patch(company.id, {});
    expect(response.body).toEqual(company);
    expect(response.headers['etag']).toBe('"1"');
  });

  test.each(['name', 'currency', 'language', 'timezone', 'self_billing_enabled', 'embed_pdf'])(
    'does not clear %s (422 validation_error)',
    async (member) => {
      const { id } = await created();
      const response = await patch(id, { [member]: null });
      expect(response.status).toBe(422);
      expect(response.body.error.code).toBe('validation_error');
      expect(response.body.error.message).toMatch(new RegExp(`^${member}: `));
    },
  );

  test.each(['id', 'default_journals', 'created_at', 'updated_at'])(
    'refuses to change %s (422 field_not_editable)',
    async (member) => {
      const { id } = await created();
      const response = await patch(id, { name: 'Other', [member]: null });
      expect([response.status, response.body.error.code]).toEqual([422, 'field_not_editable']);
      expect((await read(id)).body.name).toBe('Janssens BV');
    },
  );

  test('checks the schema before 404, 404 before 412, 412 before field_not_editable', async () => {
    const stale = { 'If-Match': '"9"' };
    expect((await patch(randomUUID(), { currency: 'X' }, stale)).status).toBe(422);
    expect((await patch(randomUUID(), { id: 1 }, stale)).status).toBe(404);
    const { id } = await created();
    const response = await patch(id, { id: 1 }, stale);
    expect([response.status, response.body.error.code]).toEqual([412, 'precondition_failed']);
  });

  test('accepts exactly one of several changes of the same version', async () => {
    const { id } = await created();
    const responses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => patch(id, { name }, { 'If-Match': '"1"' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  test('loses neither of two concurrent changes', async () => {
    const { id } = await created();
    await Promise.all([patch(id, { name: 'Both' }), patch(id, { email: 'both@example.com' })]);
    expect((await read(id)).body).toMatchObject({ name: 'Both', email: 'both@example.com' });
  });

  test('moves an electronic address from one company to another', async () => {
    const from = await created({ electronic_address: '9925:BE0417497106' });
    const to = await created();
    const move = () => patch(to.id, { electronic_address: '9925:BE0417497106' });
    expect((await move()).body.error.message).toBe('electronic_address: belongs to another company');
    expect((await patch(from.id, { electronic_address: null })).status).toBe(200);
    expect((await move()).status).toBe(200);
  });
});

describe('GET /management/companies', () => {
  test('pages with a cursor, newest first', async () => {
    const first = await management.call('get', `${PATH}?limit=3`);
    expect(first.status).toBe(200);
    expect(first.body.data).toHaveLength(3);
    const second = await management.call('get', `${PATH}?limit=3&cursor=${first.body.next_cursor}`);
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(6);
    expect(first.body.data[0]).not.toHaveProperty('version');
  });

  test('finds companies by part of name, VAT number and identifier, in any case, sorted by name', async () => {
    const given = [
      { name: 'Bakkerij Ölmühle' },
      { name: 'ölmühle-Zentrale', identifier: 'HRB 4711' },
      { name: 'Anders', vat: 'BE0897290877' },
    ];
    for (const company of given) await created(company);
    const found = async (query: string): Promise<string[]> =>
      (await management.call('get', `${PATH}?${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await found(`q=${encodeURIComponent('ÖLMÜH')}&sort=name`)).toEqual([
      'Bakkerij Ölmühle',
      'ölmühle-Zentrale',
    ]);
    expect(await found(`q=${encodeURIComponent('ölmüh')}&sort=-name&limit=1`)).toEqual(['ölmühle-Zentrale']);
    expect(await found('q=hrb%2047')).toEqual(['ölmühle-Zentrale']);
    expect(await found('q=be08972')).toEqual(['Anders']);
    expect(await found('q=%C3%BC')).toHaveLength(2);
    expect(await found('q=nobody')).toEqual([]);
  });

  test('finds a company that is renamed by its new name only', async () => {
    const { id } = await created({ name: 'Quondam' });
    await patch(id, { name: 'Novissima' });
    const count = async (q: string) => (await management.call('get', `${PATH}?q=${q}`)).body.data.length;
    expect([await count('quondam'), await count('novissima')]).toEqual([0, 1]);
  });

  test.each([
    ['limit=0', 422, 'validation_error'],
    ['limit=201', 422, 'validation_error'],
    ['cursor=abc', 422, 'validation_error'],
    ['sort=vat', 400, 'invalid_filter'],
    ['q=', 400, 'invalid_filter'],
    ['q=%20', 400, 'invalid_filter'],
    [`q=${'x'.repeat(101)}`, 400, 'invalid_filter'],
    ['name=x', 422, 'validation_error'],
    ['updated_since=yesterday', 400, 'invalid_filter'],
    ['colour=red', 422, 'validation_error'],
  ])('refuses %s (%i %s)', async (query, status, code) => {
    const response = await management.call('get', `${PATH}?${query}`);
    expect([response.status, response.body.error.code]).toEqual([status, code]);
  });
});

describe('the management API', () => {
  test.each([
    ['no header', { Authorization: '' }],
    ['another token', { Authorization: 'Bearer another-management-token' }],
    ['another scheme', { Authorization: 'Basic a-management-token-for-tests' }],
    ['a part of the token', { Authorization: 'Bearer a-management-token' }],
  ])('refuses a request with %s (401 invalid_token)', async (_, headers) => {
    const response = await management.call('get', PATH, headers);
    expect([response.status, response.body.error.code]).toEqual([401, 'invalid_token']);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  test('accepts the Bearer scheme in any case', async () => {
    const headers = { Authorization: 'bearer a-management-token-for-tests' };
    expect((await management.call('get', PATH, headers)).status).toBe(200);
  });

  test('refuses an unknown company (404 not_found) and a malformed id (422 validation_error)', async () => {
    expect((await read(randomUUID())).body.error.code).toBe('not_found');
    const response = await read('1');
    expect([response.status, response.body.error.code]).toEqual([422, 'validation_error']);
  });
});
