import { randomUUID } from 'node:crypto';
import {
  type DeliveryLocation,
  newDeliveryLocation,
} from '../../../src/domain/master-data/delivery-location';
import { newRelation } from '../../../src/domain/master-data/relation';
import type { DeliveryLocationFilters } from '../../../src/ports/master-data/delivery-location-repository';
import { at, everyPage, inOrder, SORTS, type Store, TIMES_WITH_TIES, using } from './store';

function aLocation(given: Partial<DeliveryLocation> = {}): DeliveryLocation {
  const input = { name: 'Depot', address: { country_code: 'BE', city: 'Gent' } };
  return { ...newDeliveryLocation(input, randomUUID(), at(0)), ...given };
}

/** What every adapter behind the port must do; run in memory and against PostgreSQL. */
export function testDeliveryLocationRepository(store: () => Store) {
  const { newCompany, read, write } = using(store);
  const aRelation = async (company_id: string) => {
    const relation = newRelation({ type: 'company', name: 'Peeters NV' }, randomUUID(), at(0));
    await write(({ relations }) => relations.insertAll(company_id, [relation]));
    return relation.id;
  };
  const setUp = async () => {
    const company_id = await newCompany();
    return { company_id, relation_id: await aRelation(company_id) };
  };
  const stored = async (company_id: string, relation_id: string, given: Partial<DeliveryLocation> = {}) => {
    const location = aLocation(given);
    await write(({ delivery_locations }) => delivery_locations.insert(company_id, relation_id, location));
    return location;
  };
  const find = (company_id: string, relation_id: string, id: string) =>
    read(({ delivery_locations }) => delivery_locations.find(company_id, relation_id, id));

  test('a location is found as it was stored', async () => {
    const { company_id, relation_id } = await setUp();
    const location = await stored(company_id, relation_id, {
      identifier: '0123456749',
      identifier_scheme: '0208',
    });
    expect(await find(company_id, relation_id, location.id)).toEqual(location);
  });

  test('a location of another relation or company is unknown to every method', async () => {
    const { company_id, relation_id } = await setUp();
    const location = await stored(company_id, relation_id);
    const page = { sort: 'created_at', limit: 10 };
    for (const [of_company, of_relation] of [
      [company_id, await aRelation(company_id)],
      [await newCompany(), relation_id],
    ] as const) {
      await write(async ({ delivery_locations: all }) => {
        expect(await all.find(of_company, of_relation, location.id)).toBeUndefined();
        expect(await all.lock(of_company, of_relation, location.id)).toBeUndefined();
        expect(await all.lockForDeletion(of_company, of_relation, location.id)).toBeUndefined();
        expect((await all.list(of_company, of_relation, {}, page)).data).toEqual([]);
        await all.save(of_company, of_relation, location, { ...location, name: 'mine now' });
        await all.delete(of_company, of_relation, location.id);
      });
    }
    expect(await find(company_id, relation_id, location.id)).toEqual(location);
  });

  test('a location of a relation that does not exist is refused', async () => {
    const { company_id } = await setUp();
    const refused = stored(company_id, randomUUID());
    await expect(refused).rejects.toMatchObject({ code: 'not_found', message: 'No such relation.' });
  });

  test('a change concerns only the location that is named', async () => {
    const { company_id, relation_id } = await setUp();
    const [changed, other] = [await stored(company_id, relation_id), await stored(company_id, relation_id)];
    const next = { ...changed, name: null, identifier: '1', identifier_scheme: '0208', version: 2 };
    await write(async ({ delivery_locations }) => {
      const before = (await delivery_locations.lock(company_id, relation_id, changed.id))!;
      await delivery_locations.save(company_id, relation_id, before, next);
    });
    expect(await find(company_id, relation_id, changed.id)).toEqual(next);
    expect(await find(company_id, relation_id, other.id)).toEqual(other);
  });

  test('the documents that are delivered to a location are counted', async () => {
    const { company_id, relation_id } = await setUp();
    const [used, unused] = [await stored(company_id, relation_id), await stored(company_id, relation_id)];
    await store().insertDocument(company_id, { relation_id });
    for (let n = 0; n < 2; n++) {
      await store().insertDocument(company_id, { relation_id, delivery_location_id: used.id });
    }
    const count = (id: string) =>
      read(({ delivery_locations }) => delivery_locations.countDocuments(company_id, relation_id, id));
    expect([await count(used.id), await count(unused.id)]).toEqual([2, 0]);
  });

  test('a deleted location is gone; those of a deleted relation go with it', async () => {
    const { company_id, relation_id } = await setUp();
    const [first, second] = [await stored(company_id, relation_id), await stored(company_id, relation_id)];
    await write(async ({ delivery_locations }) => {
      const { id } = (await delivery_locations.lockForDeletion(company_id, relation_id, first.id))!;
      await delivery_locations.delete(company_id, relation_id, id);
    });
    expect(await find(company_id, relation_id, first.id)).toBeUndefined();
    expect(await find(company_id, relation_id, second.id)).toEqual(second);
    await write(({ relations }) => relations.delete(company_id, relation_id));
    expect(await find(company_id, relation_id, second.id)).toBeUndefined();
  });

  test.each(SORTS)('the list by %s has every location once, ties by id', async (sort) => {
    const { company_id, relation_id } = await setUp();
    const all = [];
    for (const times of TIMES_WITH_TIES) all.push(await stored(company_id, relation_id, times));
    const list = await everyPage(
      (page) => read((one) => one.delivery_locations.list(company_id, relation_id, {}, page)),
      sort,
      3,
    );
    expect(list.map(({ id }) => id)).toEqual(inOrder(all, sort, ({ id }) => id));
  });

  test.each<[DeliveryLocationFilters, string[]]>([
    [{ identifier: '2' }, ['second']],
    [{ updated_since: at(2) }, ['second', 'third']],
    [{ identifier: '1', updated_since: at(2) }, []],
  ])('the list filters by %j', async (filters, names) => {
    const { company_id, relation_id } = await setUp();
    for (const [index, name] of ['first', 'second', 'third'].entries()) {
      const [created_at, updated_at] = [at(index), at(index + 1)];
      const identifier = { identifier: String(index + 1), identifier_scheme: '0208' };
      await stored(company_id, relation_id, { name, created_at, updated_at, ...identifier });
    }
    const page = { sort: 'created_at', limit: 10 };
    const { data } = await read((all) => all.delivery_locations.list(company_id, relation_id, filters, page));
    expect(data.map(({ name }) => name)).toEqual(names);
  });
}
