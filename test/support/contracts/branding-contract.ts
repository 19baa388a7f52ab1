import { createHash, randomUUID } from 'node:crypto';
import { type Branding, type Logo, newBranding } from '../../../src/domain/master-data/branding';
import type { BrandingFilters } from '../../../src/ports/master-data/branding-repository';
import { ownDataOf } from '../../../src/domain/values/own-data';
import { testOwnData } from './own-data-contract';
import { at, everyPage, inOrder, SORTS, type Store, TIMES_WITH_TIES, using } from './store';

const aBranding = (given: Partial<Branding> = {}): Branding => ({
  ...newBranding({ name: 'Standard' }, randomUUID(), at(0)),
  ...given,
});
const aLogo = (text: string): Logo => ({ content_type: 'image/png', bytes: Buffer.from(text) });
const digestOf = ({ bytes }: Logo) => createHash('sha256').update(bytes).digest('hex');

/** What every adapter behind the port must do; run in memory and against PostgreSQL. */
export function testBrandingRepository(store: () => Store) {
  const { newCompany, read, write } = using(store);
  const find = (company_id: string, id: string) => read(({ brandings }) => brandings.find(company_id, id));
  /** The first of a company becomes the default. */
  const stored = async (company_id: string, given: Partial<Branding> = {}) => {
    const branding = aBranding(given);
    await write(async ({ brandings, default_pointers }) => {
      await default_pointers.lock({ kind: 'branding', company_id }, branding.id);
      await brandings.insert(company_id, branding);
    });
    return branding;
  };
  const saveLogo = (company_id: string, branding: Branding, logo: Logo | null) =>
    write(({ brandings }) => brandings.saveLogo(company_id, branding, logo));

  test('a branding is found as it was stored; whether it is the default, the pointer says', async () => {
    const company_id = await newCompany();
    const first = await stored(company_id, {
      ...{ primary_color: '#112233', address_position: 'right', header: 'h', footer: 'f' },
    });
    const second = await stored(company_id, { default: true });
    expect(await find(company_id, first.id)).toEqual({ ...first, default: true });
    expect(await find(company_id, second.id)).toEqual({ ...second, default: false });
  });

  test('a branding of another company is unknown to every method', async () => {
    const [company_id, other] = [await newCompany(), await newCompany()];
    const branding = await stored(other);
    const logo = aLogo('other');
    await saveLogo(other, branding, logo);
    await write(async ({ brandings }) => {
      expect(await brandings.find(company_id, branding.id)).toBeUndefined();
      expect(await brandings.lock(company_id, branding.id)).toBeUndefined();
      expect(await brandings.findLogo(company_id, branding.id)).toBeUndefined();
      expect(await brandings.findLogoByContent(company_id, digestOf(logo))).toBeUndefined();
      await brandings.save(company_id, branding, { ...branding, name: 'mine now' });
      await brandings.saveLogo(company_id, branding, null);
      await brandings.delete(company_id, branding.id);
      expect((await brandings.list(company_id, {}, { sort: 'created_at', limit: 10 })).data).toEqual([]);
    });
    expect(await find(other, branding.id)).toEqual({ ...branding, default: true, has_logo: true });
  });

  test('a change is stored, but for `default` and the logo', async () => {
    const company_id = await newCompany();
    const [changed, other] = [await stored(company_id), await stored(company_id)];
    const change = {
      ...{ name: 'New', primary_color: '#445566', address_position: 'right' as const },
      ...{ header: 'h', footer: null, version: 2 },
    };
    await write(async ({ brandings }) => {
      const before = (await brandings.lock(company_id, changed.id))!;
      await brandings.save(company_id, before, { ...before, ...change, default: false, has_logo: true });
    });
    expect(await find(company_id, changed.id)).toEqual({ ...changed, ...change, default: true });
    expect(await find(company_id, other.id)).toEqual(other);
  });

  test('a logo is stored with the version of its branding, and replaced, and removed', async () => {
    const company_id = await newCompany();
    const branding = await stored(company_id);
    expect(await read(({ brandings }) => brandings.findLogo(company_id, branding.id))).toBeUndefined();
    for (const [version, logo] of [[2, aLogo('one')] as const, [3, aLogo('two')] as const]) {
      await saveLogo(company_id, { ...branding, version, updated_at: at(version) }, logo);
      const found = await read(({ brandings }) => brandings.findLogo(company_id, branding.id));
      expect(found).toEqual({ ...logo, version });
      const expected = { ...branding, default: true, has_logo: true, version, updated_at: at(version) };
      expect(await find(company_id, branding.id)).toEqual(expected);
    }
    await saveLogo(company_id, { ...branding, version: 4 }, null);
    expect(await read(({ brandings }) => brandings.findLogo(company_id, branding.id))).toBeUndefined();
    expect(await find(company_id, branding.id)).toMatchObject({ has_logo: false, version: 4 });
  });

  test('a logo is found by its content after its branding is gone, or shows another one', async () => {
    const company_id = await newCompany();
    await stored(company_id);
    const [logo, next] = [aLogo('of a document'), aLogo('the next one')];
    const branding = await stored(company_id);
    await saveLogo(company_id, branding, logo);
    await saveLogo(company_id, branding, next);
    await write(({ brandings }) => brandings.delete(company_id, branding.id));
    for (const one of [logo, next]) {
      const found = await read(({ brandings }) => brandings.findLogoByContent(company_id, digestOf(one)));
      expect(found).toEqual(one);
    }
    expect(await find(company_id, branding.id)).toBeUndefined();
  });

  test('two brandings may have the same logo', async () => {
    const company_id = await newCompany();
    const brandings = [await stored(company_id), await stored(company_id)];
    for (const branding of brandings) await saveLogo(company_id, branding, aLogo('shared'));
    await saveLogo(company_id, brandings[0]!, null);
    const found = await read((all) => all.brandings.findLogo(company_id, brandings[1]!.id));
    expect(found).toMatchObject(aLogo('shared'));
  });

  test.each(SORTS)('the list by %s has every branding once, ties by id', async (sort) => {
    const company_id = await newCompany();
    const all = [];
    for (const times of TIMES_WITH_TIES) all.push(await stored(company_id, times));
    const list = await everyPage(
      (page) => read(({ brandings }) => brandings.list(company_id, {}, page)),
      sort,
      3,
    );
    expect(list.map(({ id }) => id)).toEqual(inOrder(all, sort, ({ id }) => id));
  });

  test.each(['name', '-name'])('the list by %s has every branding once, without case', async (sort) => {
    const company_id = await newCompany();
    for (const name of ['beta', 'Öl', 'Alpha', 'Zeta', 'alpha', 'Alpha']) await stored(company_id, { name });
    const list = await everyPage(
      (page) => read(({ brandings }) => brandings.list(company_id, {}, page)),
      sort,
      2,
    );
    const ascending = ['alpha', 'Alpha', 'Alpha', 'beta', 'Öl', 'Zeta'];
    expect(list.map(({ name }) => name)).toEqual(sort === 'name' ? ascending : ascending.reverse());
  });

  test.each<[BrandingFilters, string[]]>([
    [{ default: true }, ['first']],
    [{ default: false }, ['second', 'third']],
    [{ updated_since: at(2), default: false }, ['third']],
    [{ q: 'IR' }, ['first', 'third']],
    [{ q: 'hir', default: true }, []],
    [{ q: '%' }, []],
  ])('the list filters by %j', async (filters, names) => {
    const company_id = await newCompany();
    for (const [index, name] of ['first', 'second', 'third'].entries()) {
      await stored(company_id, { name, created_at: at(index), updated_at: at(index) });
    }
    const page = { sort: 'created_at', limit: 10 };
    const { data } = await read(({ brandings }) => brandings.list(company_id, filters, page));
    expect(data.map(({ name }) => name)).toEqual(names);
  });

  testOwnData(
    () => store().units,
    ({ brandings }) => brandings,
    async () => {
      const company_id = await newCompany();
      return { company_id, insert: (input) => stored(company_id, ownDataOf(input)) };
    },
  );
}
