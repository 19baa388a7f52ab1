import { randomUUID } from 'node:crypto';
import type { BrandingPatch, Logo } from '../../../src/domain/master-data/branding';
import type { IfMatch } from '../../../src/domain/version';
import { startInMemory } from '../../support/memory/use-cases';
import { outcome } from '../../support/outcome';

const LOGO: Logo = { content_type: 'image/jpeg', bytes: Buffer.from('a logo') };

async function setUp() {
  const service = startInMemory();
  const { brandings, units } = service;
  const company_id = await service.newCompany();
  return {
    ...service,
    company_id,
    create: (given: object = {}) => brandings.create(units.open(), company_id, { name: 'B', ...given }),
    get: (id: string) => brandings.get(units.open(), company_id, id),
    update: (id: string, patch: BrandingPatch, if_match?: IfMatch) =>
      brandings.update(units.open(), company_id, id, patch, if_match),
    remove: (id: string, if_match?: IfMatch) => brandings.delete(units.open(), company_id, id, if_match),
    getLogo: (id: string) => brandings.getLogo(units.open(), company_id, id),
    putLogo: (id: string, readLogo: () => Promise<Logo>, if_match?: IfMatch) =>
      brandings.putLogo(units.open(), company_id, id, readLogo, if_match),
    deleteLogo: (id: string, if_match?: IfMatch) =>
      brandings.deleteLogo(units.open(), company_id, id, if_match),
  };
}

const sent = () => Promise.resolve(LOGO);

describe('a branding', () => {
  test('that is new is stored as it is returned, the first one as the default', async () => {
    const { create, get } = await setUp();
    const [first, second] = [await create({ default: false, header: 'h' }), await create()];
    expect([first, second]).toMatchObject([
      { default: true, header: 'h', version: 1 },
      { default: false, has_logo: false },
    ]);
    expect([await get(first.id), await get(second.id)]).toEqual([first, second]);
  });

  test('that is changed gets the next version, and the former default too when the default moves', async () => {
    const { clock, create, get, update } = await setUp();
    const [first, second] = [await create(), await create()];
    clock.advance(1_000);
    const next = await update(second.id, { name: 'C', default: true });
    const now = { version: 2, updated_at: clock.now() };
    expect(next).toEqual({ ...second, name: 'C', default: true, ...now });
    expect([await get(first.id), await get(second.id)]).toEqual([{ ...first, default: false, ...now }, next]);
    clock.advance(1_000);
    expect(await update(second.id, { name: 'C', default: true })).toEqual(next);
  });

  test('is changed after these checks, in this order: unknown, version, read-only fields, the default', async () => {
    const { create, get, update } = await setUp();
    const branding = await create();
    const read_only = { default: false, has_logo: true };
    expect(await outcome(() => update(randomUUID(), read_only, [9]))).toBe('not_found');
    expect(await outcome(() => update(branding.id, read_only, [9]))).toBe('precondition_failed');
    expect(await outcome(() => update(branding.id, read_only, [1]))).toBe('field_not_editable');
    expect(await outcome(() => update(branding.id, { default: false }))).toBe('default_branding_required');
    expect(await get(branding.id)).toEqual(branding);
  });

  test('is deleted after these checks, in this order: unknown, version, the default while there are others', async () => {
    const { create, get, remove } = await setUp();
    const [first, second] = [await create(), await create()];
    expect(await outcome(() => remove(randomUUID(), [9]))).toBe('not_found');
    expect(await outcome(() => remove(first.id, [9]))).toBe('precondition_failed');
    expect(await outcome(() => remove(first.id, [1]))).toBe('default_branding_required');
    for (const { id } of [second, first]) {
      await remove(id);
      expect(await outcome(() => get(id))).toBe('not_found');
    }
    expect(await create({ default: false })).toMatchObject({ default: true });
  });

  test('of another company is unknown', async () => {
    const { brandings, create, newCompany, units } = await setUp();
    const { id } = await create();
    const other = await newCompany();
    for (const call of [
      () => brandings.get(units.open(), other, id),
      () => brandings.update(units.open(), other, id, { name: 'x' }, undefined),
      () => brandings.putLogo(units.open(), other, id, sent, undefined),
      () => brandings.delete(units.open(), other, id, undefined),
    ]) {
      expect(await outcome(call)).toBe('not_found');
    }
  });
});

describe('a logo', () => {
  test('is stored with the next version of its branding, and handed out as a file', async () => {
    const { clock, create, get, getLogo, putLogo } = await setUp();
    const branding = await create();
    clock.advance(1_000);
    const next = await putLogo(branding.id, sent, [1]);
    expect(next).toEqual({ ...branding, has_logo: true, version: 2, updated_at: clock.now() });
    expect(await get(branding.id)).toEqual(next);
    expect(await getLogo(branding.id)).toEqual({ ...LOGO, filename: 'logo.jpg', version: 2 });
  });

  test('is not read when it could not be stored', async () => {
    const { create, putLogo } = await setUp();
    const { id } = await create();
    const read = jest.fn(sent);
    expect(await outcome(() => putLogo(randomUUID(), read, [9]))).toBe('not_found');
    expect(await outcome(() => putLogo(id, read, [9]))).toBe('precondition_failed');
    expect(read).not.toHaveBeenCalled();
  });

  test('is not stored when its branding has changed while it was read', async () => {
    const { create, get, getLogo, putLogo, update } = await setUp();
    const { id } = await create();
    const slow = async () => {
      await update(id, { name: 'changed' });
      return LOGO;
    };
    expect(await outcome(() => putLogo(id, slow, [1]))).toBe('precondition_failed');
    expect(await get(id)).toMatchObject({ name: 'changed', has_logo: false, version: 2 });
    expect(await outcome(() => getLogo(id))).toBe('not_found');
  });

  test('is removed after these checks, in this order: unknown, no logo, version', async () => {
    const { create, deleteLogo, get, putLogo } = await setUp();
    const { id } = await create();
    expect(await outcome(() => deleteLogo(randomUUID(), [9]))).toBe('not_found');
    expect(await outcome(() => deleteLogo(id, [9]))).toBe('not_found');
    await putLogo(id, sent);
    expect(await outcome(() => deleteLogo(id, [9]))).toBe('precondition_failed');
    await deleteLogo(id, [2]);
    expect(await get(id)).toMatchObject({ has_logo: false, version: 3 });
  });
});
