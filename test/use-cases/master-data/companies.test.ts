import { randomUUID } from 'node:crypto';
import type { IfMatch } from '../../../src/domain/version';
import type { CompanyPatch } from '../../../src/domain/master-data/company';
import { startInMemory } from '../../support/memory/use-cases';
import { outcome } from '../../support/outcome';

const ALL = { sort: 'created_at', limit: 50 };

function setUp() {
  const service = startInMemory();
  const { companies, journals, units } = service;
  return {
    ...service,
    create: (given: object = {}, options?: { default_journals?: boolean; id?: string }) =>
      companies.create(units.open(), { name: 'Janssens BV', ...given }, options),
    get: (id: string) => companies.get(units.open(), id),
    update: (id: string, patch: CompanyPatch, if_match?: IfMatch) =>
      companies.update(units.open(), id, patch, if_match),
    journalsOf: async (company_id: string) => (await journals.list(units.open(), company_id, {}, ALL)).data,
  };
}

describe('a new company', () => {
  test('is stored as it is returned, at version 1', async () => {
    const { clock, create, get } = setUp();
    const company = await create({ currency: 'JPY', electronic_address: '0208:0123456749' });
    const now = clock.now();
    expect(company).toMatchObject({ currency: 'JPY', version: 1, created_at: now, updated_at: now });
    expect(await get(company.id)).toEqual(company);
  });

  test('begins with one default journal per category, in the period of its time zone, or with none', async () => {
    const { clock, create, journalsOf } = setUp();
    clock.advance(Date.parse('2026-12-31T23:30:00Z') - clock.now().getTime());
    const tokyo = await create({ timezone: 'Asia/Tokyo' });
    const journals = await journalsOf(tokyo.id);
    expect(new Set(journals.map(({ category }) => category)).size).toBe(6);
    expect(journals.every((journal) => journal.default && journal.active)).toBe(true);
    expect(new Set(journals.map(({ first_period }) => first_period))).toEqual(new Set(['2027']));
    expect(await journalsOf((await create({}, { default_journals: false })).id)).toEqual([]);
  });

  test('takes an id that was given out before, once', async () => {
    const { create, get, journalsOf } = setUp();
    const id = randomUUID();
    expect((await create({ name: 'First' }, { default_journals: false, id })).id).toBe(id);
    expect(await outcome(() => create({ name: 'Second' }, { id }))).toBe('validation_error');
    expect((await get(id)).name).toBe('First');
    expect(await journalsOf(id)).toEqual([]);
  });

  test('is refused, with its journals, when another company has the electronic address', async () => {
    const { create, companies, units, journalsOf } = setUp();
    await create({ electronic_address: '0208:0123456749' });
    const id = randomUUID();
    const refused = () => create({ electronic_address: '0208:0123456749' }, { id });
    expect(await outcome(refused)).toBe('validation_error');
    expect(await journalsOf(id)).toEqual([]);
    expect((await companies.list(units.open(), {}, ALL)).data).toHaveLength(1);
  });

  test('is refused for an address without a country', async () => {
    const { create } = setUp();
    expect(await outcome(() => create({ address: { city: 'Gent' } }))).toBe('invalid_address');
  });
});

describe('a change of a company', () => {
  test('is stored with the next version and the time', async () => {
    const { clock, create, get, update } = setUp();
    const company = await create({ email: 'a@b.example' });
    clock.advance(1_000);
    const next = await update(company.id, { name: 'Peeters NV', email: null }, [1]);
    const changed = { name: 'Peeters NV', email: null, version: 2, updated_at: clock.now() };
    expect(next).toEqual({ ...company, ...changed });
    expect(await get(company.id)).toEqual(next);
  });

  test('that changes nothing leaves version and time', async () => {
    const { clock, create, get, update } = setUp();
    const company = await create();
    clock.advance(1_000);
    expect(await update(company.id, { name: company.name })).toEqual(company);
    expect(await get(company.id)).toEqual(company);
  });

  test('is checked in this order: unknown, version, read-only fields, the address, its owner', async () => {
    const { create, get, update } = setUp();
    await create({ electronic_address: '0208:0123456749' });
    const company = await create();
    const taken = { electronic_address: '0208:0123456749' };
    const bad_address = { ...taken, address: { street: 'Meir' } as never };
    const read_only = { ...bad_address, created_at: 'x' };
    expect(await outcome(() => update(randomUUID(), read_only, [9]))).toBe('not_found');
    expect(await outcome(() => update(company.id, read_only, [9]))).toBe('precondition_failed');
    expect(await outcome(() => update(company.id, read_only, [1]))).toBe('field_not_editable');
    expect(await outcome(() => update(company.id, bad_address))).toBe('invalid_address');
    expect(await outcome(() => update(company.id, taken))).toBe('validation_error');
    expect(await get(company.id)).toEqual(company);
  });

  test('passes for one of two that name the same version', async () => {
    const { create, get, update } = setUp();
    const { id } = await create();
    const results = await Promise.all(['A', 'B'].map((name) => outcome(() => update(id, { name }, [1]))));
    expect(results.sort()).toEqual(['done', 'precondition_failed']);
    expect((await get(id)).version).toBe(2);
  });
});

describe('companies', () => {
  test('that do not exist are not_found', async () => {
    const { get } = setUp();
    expect(await outcome(() => get(randomUUID()))).toBe('not_found');
  });

  test('are listed page by page, and by change', async () => {
    const { clock, companies, create, units, update } = setUp();
    const [first, second] = [await create({ name: 'A' }), await create({ name: 'B' })];
    clock.advance(1_000);
    await update(first.id, { name: 'C' });
    const list = (updated_since: Date | undefined, page: object) =>
      companies.list(units.open(), { updated_since }, { ...ALL, ...page });
    expect((await list(clock.now(), {})).data.map(({ name }) => name)).toEqual(['C']);
    const page = await list(undefined, { sort: 'updated_at', limit: 1 });
    expect(page.data.map(({ id }) => id)).toEqual([second.id]);
    const rest = await list(undefined, { sort: 'updated_at', limit: 1, after: page.next });
    expect([rest.data.map(({ id }) => id), rest.next]).toEqual([[first.id], null]);
  });
});

describe('what a token says of its bearer', () => {
  test('is the client, its company and what it may do', async () => {
    const { clock, companies, create, units } = setUp();
    const { id } = await create();
    const scope = new Set(['document:read']);
    const caller = { client_id: 'shop', company_id: id, scope, expires_at: clock.now() };
    expect(await companies.identify(units.open(), caller)).toMatchObject({
      client_id: 'shop',
      company: { id, name: 'Janssens BV' },
      permissions: { document: ['read'], journal: [] },
      expires_at: clock.now(),
    });
    const stranger = { ...caller, company_id: randomUUID() };
    expect(await outcome(() => companies.identify(units.open(), stranger))).toBe('invalid_token');
  });
});
