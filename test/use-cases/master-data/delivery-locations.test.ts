import { randomUUID } from 'node:crypto';
import type { DeliveryLocationPatch } from '../../../src/domain/master-data/delivery-location';
import type { IfMatch } from '../../../src/domain/version';
import { startInMemory } from '../../support/memory/use-cases';
import { outcome } from '../../support/outcome';

const ALL = { sort: 'created_at', limit: 50 };
const INPUT = { name: 'Depot', address: { country_code: 'BE', city: 'Gent' } };

async function setUp() {
  const service = startInMemory();
  const { delivery_locations, relations, units } = service;
  const company_id = await service.newCompany();
  const aRelation = async () => {
    const input = { type: 'company', name: 'Peeters NV' } as const;
    return (await relations.create(units.open(), company_id, input)).id;
  };
  const relation_id = await aRelation();
  return {
    ...service,
    aRelation,
    company_id,
    relation_id,
    create: (given: object = {}, of = relation_id) =>
      delivery_locations.create(units.open(), company_id, of, { ...INPUT, ...given }),
    get: (id: string, of = relation_id) => delivery_locations.get(units.open(), company_id, of, id),
    list: (of = relation_id) => delivery_locations.list(units.open(), company_id, of, {}, ALL),
    update: (id: string, patch: DeliveryLocationPatch, if_match?: IfMatch, of = relation_id) =>
      delivery_locations.update(units.open(), company_id, of, id, patch, if_match),
    remove: (id: string, if_match?: IfMatch, of = relation_id) =>
      delivery_locations.delete(units.open(), company_id, of, id, if_match),
  };
}

describe('a delivery location', () => {
  test('that is new is stored as it is returned', async () => {
    const { create, get, list } = await setUp();
    const location = await create({ identifier: '0123456749', identifier_scheme: '0208' });
    expect(location).toMatchObject({ name: 'Depot', version: 1 });
    expect(await get(location.id)).toEqual(location);
    expect((await list()).data).toEqual([location]);
  });

  test('is refused for an unknown relation before its address, and for the address before nothing is stored', async () => {
    const { create, list } = await setUp();
    const bad = { address: { city: 'Gent' } };
    expect(await outcome(() => create(bad, randomUUID()))).toBe('not_found');
    expect(await outcome(() => create(bad))).toBe('invalid_address');
    expect(await outcome(() => create({ identifier: '1' }))).toBe('invalid_identifier');
    expect((await list()).data).toEqual([]);
  });

  test('that is changed gets the next version, unless nothing differs', async () => {
    const { clock, create, get, update } = await setUp();
    const location = await create();
    clock.advance(1_000);
    const next = await update(location.id, { name: 'Quay' }, [1]);
    expect(next).toEqual({ ...location, name: 'Quay', version: 2, updated_at: clock.now() });
    expect(await update(location.id, { name: 'Quay' }, [2])).toEqual(next);
    expect(await get(location.id)).toEqual(next);
  });

  test('is changed after these checks, in this order: unknown, version, read-only fields, address', async () => {
    const { create, get, update } = await setUp();
    const location = await create();
    const bad_address = { address: { city: 'Gent' } as never };
    const read_only = { ...bad_address, id: 'x' };
    expect(await outcome(() => update(randomUUID(), read_only, [9]))).toBe('not_found');
    expect(await outcome(() => update(location.id, read_only, [9]))).toBe('precondition_failed');
    expect(await outcome(() => update(location.id, read_only, [1]))).toBe('field_not_editable');
    expect(await outcome(() => update(location.id, bad_address))).toBe('invalid_address');
    expect(await get(location.id)).toEqual(location);
  });

  test('is deleted after these checks, in this order: unknown, version, documents', async () => {
    const { company_id, create, get, relation_id, remove, store } = await setUp();
    const [used, unused] = [await create(), await create()];
    await store.insertDocument(company_id, { relation_id, delivery_location_id: used.id });
    expect(await outcome(() => remove(randomUUID(), [9]))).toBe('not_found');
    expect(await outcome(() => remove(used.id, [9]))).toBe('precondition_failed');
    expect(await outcome(() => remove(used.id, [1]))).toBe('delivery_location_in_use');
    expect(await get(used.id)).toEqual(used);
    await remove(unused.id);
    expect(await outcome(() => get(unused.id))).toBe('not_found');
  });

  test('of another relation is unknown', async () => {
    const { aRelation, create, get, list, remove, update } = await setUp();
    const { id } = await create();
    const other = await aRelation();
    expect(await outcome(() => get(id, other))).toBe('not_found');
    expect(await outcome(() => update(id, {}, undefined, other))).toBe('not_found');
    expect(await outcome(() => remove(id, undefined, other))).toBe('not_found');
    expect((await list(other)).data).toEqual([]);
    expect(await outcome(() => list(randomUUID()))).toBe('not_found');
  });
});
