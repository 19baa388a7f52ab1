import { randomUUID } from 'node:crypto';
import { anIban } from '../../support/master-data';
import { type MasterDataApi, refused, startMasterDataApi } from '../../support/master-data-api';
import { insertRow } from '../../support/rows';

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

type Journal = Record<string, unknown> & { id: string };
let count = 0;
const create = (body: object) => api.call(company, 'post', '/journals').send(body);
const aJournal = async (body: object = {}): Promise<Journal> => {
  const response = await create({ code: `J${++count}`, name: 'J', category: 'sales', ...body });
  expect(response.status).toBe(201);
  return response.body as Journal;
};
const path = (id: string) => `/journals/${id}`;
const patch = (id: string, body: object) => api.call(company, 'patch', path(id)).send(body);
const get = async (id: string) => (await api.call(company, 'get', path(id))).body as Journal;
const anAccount = () =>
  api.nodes[0].bank_accounts.create(api.nodes[0].units.open(), company, { reference: anIban(++count) });

describe('POST /journals', () => {
  test('stores all defaults, and makes the first journal of a category its default (201)', async () => {
    const response = await create({
      code: 'INV',
      name: 'Invoices',
      category: 'sales',
      sequence_scope: 'monthly',
      default: false,
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      code: 'INV',
      name: 'Invoices',
      category: 'sales',
      sequence_scope: 'monthly',
      number_format: '{code}-{yyyy}-{mm}-{seq:5}',
      first_number: 1,
      bank_account_id: null,
      default: true,
      active: true,
      last_number: null,
      external_id: null,
      metadata: {},
      created_at: api.clock.now().toISOString(),
      updated_at: api.clock.now().toISOString(),
    });
    expect(response.headers['location']).toBe(path(response.body.id));
    expect(response.headers['etag']).toBe('"1"');
  });

  test('gives each category its own default (201)', async () => {
    expect((await aJournal({ category: 'sales' })).default).toBe(true);
    expect((await aJournal({ category: 'quote' })).default).toBe(true);
    expect((await aJournal({ category: 'sales' })).default).toBe(false);
  });

  test('does not make an inactive journal the default, nor does it prevent another default (201)', async () => {
    expect((await aJournal({ active: false })).default).toBe(false);
    expect((await aJournal({ default: false })).default).toBe(true);
  });

  test('refuses an inactive default (422 default_journal_required)', async () => {
    expect(
      refused(await create({ code: 'X', name: 'X', category: 'sales', active: false, default: true })),
    ).toEqual([422, 'default_journal_required']);
  });

  test.each([
    ['lower case', { code: 'inv' }],
    ['13 characters', { code: 'A'.repeat(13) }],
    ['an empty code', { code: '' }],
    ['no name', { name: null }],
    ['an unknown category', { category: 'sale' }],
    ['an unknown scope', { sequence_scope: 'daily' }],
    ['a format without a running number', { number_format: '{code}-{yyyy}' }],
    ['a format without the year', { number_format: '{code}-{seq}' }],
    ['a format with a space', { number_format: '{code} {yyyy}-{seq}' }],
    ['a first number of 0', { first_number: 0 }],
    ['a first number as text', { first_number: '1' }],
    ['a fraction', { first_number: 1.5 }],
    ['a first number beyond the counter', { first_number: 2 ** 31 }],
    ['an account that is no UUID', { bank_account_id: 'x' }],
    ['a read-only member', { last_number: null }],
  ])('refuses %s (422 validation_error)', async (_case, given) => {
    expect(refused(await create({ code: 'X', name: 'X', category: 'sales', ...given }))).toEqual([
      422,
      'validation_error',
    ]);
  });

  test('refuses the code of an inactive journal of another category, and accepts that of another company (409 duplicate_journal_code)', async () => {
    await aJournal({ code: 'INV', active: false });
    const again = { code: 'INV', name: 'X', category: 'quote', number_format: 'Q{yyyy}{seq}' };
    expect(refused(await create(again))).toEqual([409, 'duplicate_journal_code']);
    company = await api.newCompany();
    expect((await create(again)).status).toBe(201);
  });

  test('refuses a format that produces the numbers of another journal (422 validation_error)', async () => {
    await aJournal({ code: 'A-1', number_format: '{code}-{yyyy}-{seq}' });
    const response = await create({
      code: 'A',
      name: 'X',
      category: 'quote',
      number_format: '{code}-1-{yyyy}-{seq}',
    });
    expect(refused(response)).toEqual([422, 'validation_error']);
    expect(response.body.error.message).toMatch(/^number_format: /);
  });

  test.each([
    ['{code}{yyyy}{seq}', 'A2026', '{code}{seq}'],
    ['{code}-{seq:3}', 'B', 'A-{seq}'],
    ['{code}{yy}{mm}{seq}', 'A26', '{code}{seq}'],
  ])(
    'refuses numbers that another journal could produce too (422 validation_error): %s, %s with %s',
    async (first, code, second) => {
      const scope = (format: string) =>
        format.includes('{mm}') ? 'monthly' : format.includes('{yy') ? 'yearly' : 'continuous';
      const body = { code: 'A', number_format: first, sequence_scope: scope(first), category: 'quote' };
      await aJournal(body);
      const answer = await create({
        ...{ code, name: code, category: 'sales', number_format: second, sequence_scope: scope(second) },
      });
      expect(refused(answer)).toEqual([422, 'validation_error']);
      expect(answer.body.error.message).toMatch(/^number_format: the journal A could give the same number/);
      const { code: kept } = await aJournal({
        code,
        number_format: `Z${code}-{seq}`,
        sequence_scope: 'continuous',
      });
      expect(kept).toBe(code);
    },
  );

  test('refuses all but one of many concurrent journals that could produce the same numbers (422)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        create({
          ...{ code: `P${index}`, name: 'P', category: 'quote', sequence_scope: 'continuous' },
          number_format: `N${'0'.repeat(index)}{seq:${9 - index}}`,
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(7).fill(422)]);
  });

  test('refuses a bank account that is unknown or of another company (422 invalid_bank_account)', async () => {
    const foreign = await anAccount();
    company = await api.newCompany();
    for (const bank_account_id of [randomUUID(), foreign.id]) {
      expect(refused(await create({ code: 'X', name: 'X', category: 'sales', bank_account_id }))).toEqual([
        422,
        'invalid_bank_account',
      ]);
    }
    const own = await anAccount();
    expect((await aJournal({ bank_account_id: own.id })).bank_account_id).toBe(own.id);
  });
});

describe('PATCH /journals/{id}', () => {
  test('changes name, account and activity, and nothing for {} (200)', async () => {
    await aJournal();
    const journal = await aJournal();
    const account = await anAccount();
    api.clock.advance(1_000);
    const change = { name: 'Other', bank_account_id: account.id, active: false };
    const response = await patch(journal.id, change);
    expect(response.body).toEqual({ ...journal, ...change, updated_at: api.clock.now().toISOString() });
    api.clock.advance(1_000);
    const same = await patch(journal.id, {});
    expect([same.body, same.headers['etag']]).toEqual([response.body, '"2"']);
    expect((await patch(journal.id, { bank_account_id: null })).body.bank_account_id).toBeNull();
  });

  test('moves the default within its category, which changes both journals (200)', async () => {
    const [first, second, quote] = [
      await aJournal(),
      await aJournal(),
      await aJournal({ category: 'quote' }),
    ];
    expect((await patch(second.id, { default: true })).body.default).toBe(true);
    const old = await api.call(company, 'get', path(first.id));
    expect([old.body.default, old.headers['etag']]).toEqual([false, '"2"']);
    expect(await get(quote.id)).toEqual(quote);
  });

  test('makes a journal that is activated in a category without a default the default, even with default: false (200)', async () => {
    const { id } = await aJournal({ active: false });
    expect((await patch(id, { name: 'still inactive' })).body).toMatchObject({
      active: false,
      default: false,
    });
    expect((await patch(id, { active: true, default: false })).body).toMatchObject({
      active: true,
      default: true,
    });
  });

  test('makes a journal that is activated in a category with a default the default only with default: true (200)', async () => {
    const first = await aJournal();
    const [a, b] = [await aJournal({ active: false }), await aJournal({ active: false })];
    expect((await patch(a.id, { active: true })).body.default).toBe(false);
    expect((await patch(b.id, { active: true, default: true })).body.default).toBe(true);
    expect((await get(first.id)).default).toBe(false);
  });

  test.each([
    ['the default steps down', { default: false }, true],
    ['the default is deactivated', { active: false }, true],
    ['the default is deactivated and steps down', { active: false, default: false }, true],
    ['a stored inactive one is promoted', { default: true }, false],
    ['one is promoted and deactivated', { default: true, active: false }, false],
  ])('is refused when %s (422 default_journal_required)', async (_case, body, is_default) => {
    const the_default = await aJournal();
    const inactive = await aJournal({ active: false });
    const { id } = is_default ? the_default : inactive;
    const before = await get(id);
    expect(refused(await patch(id, { name: 'changed', ...body }))).toEqual([422, 'default_journal_required']);
    expect(await get(id)).toEqual(before);
  });

  test('is refused when the only journal is deactivated (422 default_journal_required)', async () => {
    const { id } = await aJournal();
    expect(refused(await patch(id, { active: false }))).toEqual([422, 'default_journal_required']);
  });

  test.each([
    ['id'],
    ['code'],
    ['category'],
    ['sequence_scope'],
    ['number_format'],
    ['first_number'],
    ['last_number'],
    ['created_at'],
    ['updated_at'],
  ])('refuses to change %s, whatever its value (422 field_not_editable)', async (member) => {
    const journal = await aJournal();
    for (const value of [journal[member], null, { any: 'thing' }]) {
      expect(refused(await patch(journal.id, { [member]: value }))).toEqual([422, 'field_not_editable']);
    }
  });

  test.each([
    ['null for the name', { name: null }],
    ['null for active', { active: null }],
    ['null for default', { default: null }],
    ['an unknown member', { number_pattern: 'x' }],
    ['first_period, which is not shown', { first_period: '2026' }],
  ])('refuses %s (422 validation_error)', async (_case, body) => {
    const { id } = await aJournal();
    expect(refused(await patch(id, body))).toEqual([422, 'validation_error']);
  });

  test('is checked in this order: 404, 412, read-only fields, the account, the default', async () => {
    const { id } = await aJournal();
    const all = { code: 'X', bank_account_id: randomUUID(), default: false };
    const { code: _code, ...rules } = all;
    expect(refused(await patch(randomUUID(), all).set('If-Match', '"9"'))).toEqual([404, 'not_found']);
    expect(refused(await patch(id, all).set('If-Match', '"9"'))).toEqual([412, 'precondition_failed']);
    expect(refused(await patch(id, all))).toEqual([422, 'field_not_editable']);
    expect(refused(await patch(id, rules))).toEqual([422, 'invalid_bank_account']);
    expect(refused(await patch(id, { default: false }))).toEqual([422, 'default_journal_required']);
  });
});

describe('DELETE /journals/{id}', () => {
  const remove = (id: string) => api.call(company, 'delete', path(id));

  test('deletes the only journal of its category (204)', async () => {
    const { id } = await aJournal();
    expect((await remove(id)).status).toBe(204);
    expect(refused(await remove(id))).toEqual([404, 'not_found']);
    expect((await aJournal()).default).toBe(true);
  });

  test('deletes the default when all others are inactive; they stay inactive, and there is no default (204)', async () => {
    const { id } = await aJournal();
    const inactive = await aJournal({ active: false });
    expect((await remove(id)).status).toBe(204);
    expect(await get(inactive.id)).toMatchObject({ active: false, default: false });
  });

  test('deletes an inactive journal in a category without a default (204)', async () => {
    const { id } = await aJournal({ active: false });
    expect((await remove(id)).status).toBe(204);
  });

  test('refuses the default while another is active (422 default_journal_required)', async () => {
    const [first, second] = [await aJournal(), await aJournal()];
    expect(refused(await remove(first.id))).toEqual([422, 'default_journal_required']);
    expect((await remove(second.id)).status).toBe(204);
  });

  test('refuses a journal that has documents (409 journal_in_use)', async () => {
    const { id } = await aJournal();
    const { db } = api.nodes[0];
    const relation_id = randomUUID();
    await insertRow(db, 'relation', { company_id: company, id: relation_id, type: 'company' });
    await insertRow(db, 'numbering_sequence', { company_id: company, journal_id: id, period: '2026' });
    await insertRow(db, 'document', {
      company_id: company,
      id: randomUUID(),
      relation_id,
      journal_id: id,
      period: '2026',
      sequence_number: 1,
      status: 'draft',
      accounting_status: 'pending',
      payment_status: 'unpaid',
      payment_reference_made: false,
    });
    expect(refused(await remove(id))).toEqual([409, 'journal_in_use']);
    expect((await get(id)).id).toBe(id);
  });

  test('refuses another version (412 precondition_failed)', async () => {
    const { id } = await aJournal();
    expect(refused(await remove(id).set('If-Match', '"2"'))).toEqual([412, 'precondition_failed']);
  });
});

describe('GET /journals', () => {
  const list = (query = '') => api.call(company, 'get', `/journals${query}`);
  const codes = async (query: string) =>
    (await list(query)).body.data.map(({ code }: { code: string }) => code).sort();

  test('filters by category, active, default and code', async () => {
    await aJournal({ code: 'A' });
    await aJournal({ code: 'B', active: false });
    await aJournal({ code: 'C', category: 'quote' });
    expect(await codes('')).toEqual(['A', 'B', 'C']);
    expect(await codes('?category=sales')).toEqual(['A', 'B']);
    expect(await codes('?active=false')).toEqual(['B']);
    expect(await codes('?default=true')).toEqual(['A', 'C']);
    expect(await codes('?default=false')).toEqual(['B']);
    expect(await codes('?code=C')).toEqual(['C']);
    expect(await codes('?code=D')).toEqual([]);
    expect(await codes('?category=sales&active=true&default=true')).toEqual(['A']);
  });

  test.each([
    [400, 'invalid_filter', '?category=sale'],
    [400, 'invalid_filter', '?active=1'],
    [400, 'invalid_filter', '?code=inv'],
    [400, 'invalid_filter', '?updated_since=yesterday'],
    [422, 'invalid_parameter', '?manual=true'],
  ])('answers %i %s to %s', async (status, code, query) => {
    expect(refused(await list(query))).toEqual([status, code]);
  });
});

describe('a journal', () => {
  test('of another company is unknown', async () => {
    const { id } = await aJournal();
    company = await api.newCompany();
    expect(refused(await api.call(company, 'get', path(id)))).toEqual([404, 'not_found']);
    expect(refused(await patch(id, { name: 'x' }))).toEqual([404, 'not_found']);
    expect(refused(await api.call(company, 'delete', path(id)))).toEqual([404, 'not_found']);
  });

  test('is refused with a malformed id', async () => {
    expect(refused(await api.call(company, 'get', '/journals/1'))).toEqual([422, 'validation_error']);
  });

  test.each([
    ['get', 'read'],
    ['post', 'create'],
    ['patch', 'update'],
    ['delete', 'delete'],
  ] as const)('refuses %s without journal:%s (403 insufficient_permissions)', async (method, action) => {
    const scope = ['create', 'read', 'update', 'delete']
      .filter((other) => other !== action)
      .map((other) => `journal:${other}`);
    const target = method === 'post' ? '/journals' : path(randomUUID());
    expect(refused(await api.call(company, method, target, scope))).toEqual([
      403,
      'insufficient_permissions',
    ]);
  });
});
