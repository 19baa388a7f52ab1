import type { Company } from '../../../src/domain/master-data/company';
import { aCompany } from '../companies';
import { at, everyPage, inOrder, SORTS, type Store, TIMES_WITH_TIES, using } from './store';

const TAKEN = { code: 'validation_error', message: 'electronic_address: belongs to another company' };

let counter = 0;
/** One that no company has yet. */
const anAddress = () => `9925:be07${String(counter++).padStart(8, '0')}`;

/** What every adapter behind the port must do; run in memory and against PostgreSQL. */
export function testCompanyRepository(store: () => Store) {
  const { read, write } = using(store);
  const find = (id: string) => read(({ companies }) => companies.find(id));
  const stored = async (given: Parameters<typeof aCompany>[0] = {}) => {
    const company = aCompany(given);
    await write(({ companies }) => companies.insert(company));
    return company;
  };
  const save = (id: string, change: object) =>
    write(async ({ companies }) => {
      const before = (await companies.lock(id))!;
      await companies.save(before, { ...before, ...change });
    });

  test('a company is found as it was stored', async () => {
    const company = await stored({
      address: {
        ...{ country_code: 'BE', street: 'Nieuwstraat', street_number: '1', box: null },
        ...{ postal_code: '1000', city: 'Brussel', region: null },
      },
      electronic_address: anAddress(),
      books_closed_until: '2025-12-31',
    });
    expect(await find(company.id)).toEqual(company);
    expect(await find(aCompany().id)).toBeUndefined();
  });

  test('a change concerns only the company that is named', async () => {
    const [changed, other] = [await stored(), await stored()];
    await save(changed.id, { name: 'Peeters NV', address: null, version: 2 });
    expect(await find(changed.id)).toEqual({ ...changed, name: 'Peeters NV', version: 2 });
    expect(await find(other.id)).toEqual(other);
  });

  test('an id that is taken is refused', async () => {
    const { id } = await stored();
    await expect(stored({ id })).rejects.toMatchObject({ code: 'validation_error', message: 'id: is taken' });
  });

  test('an electronic address that another company has is refused, in whatever case, and nothing is stored', async () => {
    const electronic_address = anAddress();
    await stored({ electronic_address });
    const refused = aCompany({ electronic_address: electronic_address.toUpperCase() });
    await expect(write(({ companies }) => companies.insert(refused))).rejects.toMatchObject(TAKEN);
    expect(await find(refused.id)).toBeUndefined();
    const other = await stored();
    await expect(save(other.id, { electronic_address })).rejects.toMatchObject(TAKEN);
    expect(await find(other.id)).toEqual(other);
  });

  test('an electronic address that a company gives up is free', async () => {
    const electronic_address = anAddress();
    const [first, second] = [await stored({ electronic_address }), await stored()];
    await save(first.id, { electronic_address: null });
    await save(second.id, { electronic_address });
    await expect(save(first.id, { electronic_address })).rejects.toMatchObject(TAKEN);
  });

  test('a company may change the case of its own address', async () => {
    const electronic_address = anAddress();
    const { id } = await stored({ electronic_address });
    await save(id, { electronic_address: electronic_address.toUpperCase() });
    expect((await find(id))?.electronic_address).toBe(electronic_address.toUpperCase());
    await expect(stored({ electronic_address })).rejects.toMatchObject(TAKEN);
  });

  test.each(SORTS)('the list by %s has every company once, ties by id', async (sort) => {
    const mine: Company[] = [];
    for (const times of TIMES_WITH_TIES) mine.push(await stored(times));
    const all = await everyPage((page) => read(({ companies }) => companies.list({}, page)), sort, 3);
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const found = ids.filter((id) => mine.some((company) => company.id === id));
    expect(found).toEqual(inOrder(mine, sort, ({ id }) => id));
  });

  test('the list has what changed since an instant, the instant included', async () => {
    const year = 365 * 86_400_000;
    const changed = await stored({ updated_at: at(year) });
    await stored({ updated_at: at(year - 1) });
    const page = { sort: 'updated_at', limit: 10 };
    const { data } = await read(({ companies }) => companies.list({ updated_since: at(year) }, page));
    expect(data.map(({ id }) => id)).toEqual([changed.id]);
  });

  test('the list by name compares without case, ties by id', async () => {
    const tag = anAddress();
    const names = ['éclair', 'Eclair', 'ECLAIR', 'zebra', 'Äpfel', 'apfel', 'Zebra'].map(
      (name) => `${tag} ${name}`,
    );
    const mine: Company[] = [];
    for (const name of names) mine.push(await stored({ name }));
    const list = (sort: string) =>
      everyPage((page) => read(({ companies }) => companies.list({ q: tag }, page)), sort, 2);
    const shown = (await list('name')).map(({ name }) => name.slice(tag.length + 1));
    expect(shown.map((name) => name.toLowerCase())).toEqual([
      'apfel',
      'äpfel',
      'eclair',
      'eclair',
      'éclair',
      'zebra',
      'zebra',
    ]);
    const sameName = (await list('name')).filter(({ name }) => name.toLowerCase().endsWith('zebra'));
    expect(sameName.map(({ id }) => id)).toEqual(sameName.map(({ id }) => id).sort());
    expect((await list('-name')).map(({ id }) => id)).toEqual(
      (await list('name')).map(({ id }) => id).reverse(),
    );
  });

  test.each([
    ['part of the name in another case', { name: 'Bäckerei Straße' }, ['bäck', 'STRASSE', 'ße', 'ck']],
    ['part of the VAT number', { vat: 'BE0999999922' }, ['be09999999', '9922']],
    ['part of the identifier', { identifier: 'Reg-77/AB' }, ['reg-77', '7/a']],
  ])('a search finds %s', async (_what, members, parts) => {
    const company = await stored(members);
    await stored({ name: 'Other' });
    for (const q of parts) {
      const found = await everyPage(
        (page) => read(({ companies }) => companies.list({ q }, page)),
        'name',
        3,
      );
      expect(found.map(({ id }) => id)).toContain(company.id);
      expect(found.map(({ name }) => name)).not.toContain('Other');
    }
  });

  test('a search does not find text across two members', async () => {
    const { id } = await stored({ name: 'Name', vat: 'BE0123456749' });
    for (const q of ['ameBE0', 'e\nB', '%', '_']) {
      const { data } = await read(({ companies }) => companies.list({ q }, { sort: 'name', limit: 200 }));
      expect(data.map((company) => company.id)).not.toContain(id);
    }
  });
}
