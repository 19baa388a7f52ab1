import { randomUUID } from 'node:crypto';
import type { RelationInput, RelationPatch } from '../../../src/domain/master-data/relation';
import type { IfMatch } from '../../../src/domain/version';
import { startInMemory } from '../../support/memory/use-cases';
import { outcome } from '../../support/outcome';

const ALL = { sort: 'created_at', limit: 50 };
const VAT = 'BE0403170701';
const CONTACT = { type: 'contact', last_name: 'Janssens' } as const;

async function setUp() {
  const service = startInMemory();
  const { relations, units } = service;
  const company_id = await service.newCompany();
  const add = (input: RelationInput, ignore_duplicate?: boolean) =>
    relations.create(units.open(), company_id, input, ignore_duplicate);
  return {
    ...service,
    company_id,
    add,
    create: (given: object = {}, ignore_duplicate?: boolean) =>
      add({ type: 'company', name: 'Peeters NV', ...given }, ignore_duplicate),
    get: (id: string) => relations.get(units.open(), company_id, id),
    names: async (filters: object = {}) => {
      const { data } = await relations.list(units.open(), company_id, filters, ALL);
      return data.map((relation) => (relation.type === 'company' ? relation.name : relation.last_name));
    },
    update: (id: string, patch: RelationPatch, if_match?: IfMatch) =>
      relations.update(units.open(), company_id, id, patch, if_match),
    remove: (id: string, if_match?: IfMatch) => relations.delete(units.open(), company_id, id, if_match),
  };
}

describe('a new relation', () => {
  test('is stored as it is returned', async () => {
    const { add, create, get } = await setUp();
    for (const relation of [await create({ vat: VAT }), await add(CONTACT)]) {
      expect(relation).toMatchObject({ version: 1 });
      expect(await get(relation.id)).toEqual(relation);
    }
  });

  test('is refused for ignore_duplicate on a contact, before its address', async () => {
    const { add, names } = await setUp();
    const bad = { ...CONTACT, address: { city: 'Gent' } } as never;
    expect(await outcome(() => add(bad, false))).toBe('invalid_parameter');
    expect(await outcome(() => add(bad))).toBe('invalid_address');
    expect(await names()).toEqual([]);
  });

  test('that is a duplicate is refused, with every relation that has one of its identities', async () => {
    const { create, names } = await setUp();
    const [first, second] = [await create({ vat: VAT }), await create({ identifier: 'A 1' })];
    await expect(create({ name: 'Twice', vat: VAT, identifier: 'a-1' })).rejects.toMatchObject({
      code: 'duplicate_relation',
      options: { details: [{ relation_id: first.id }, { relation_id: second.id }] },
    });
    expect(await names({ q: 'Twice' })).toEqual([]);
    const { id } = await create({ vat: 'NL004495445B01' });
    expect(id).toBeDefined();
  });

  test('that is a duplicate is stored with ignore_duplicate, and holds nothing', async () => {
    const { create } = await setUp();
    const first = await create({ vat: VAT });
    const second = await create({ vat: VAT }, true);
    expect(second.id).not.toBe(first.id);
    await expect(create({ vat: VAT }, false)).rejects.toMatchObject({
      options: { details: [{ relation_id: first.id }] },
    });
  });

  test('is stored when its duplicate is deleted before it is looked at', async () => {
    const { company_id, create, get, relations, remove, units } = await setUp();
    const duplicate = await create({ vat: VAT });
    const unit = units.open();
    const createRelation = unit.createRelation.bind(unit);
    unit.createRelation = async (...given) => {
      const stored = await createRelation(...given);
      if (!stored) await remove(duplicate.id);
      return stored;
    };
    const input = { type: 'company', name: 'Peeters NV', vat: VAT } as const;
    const relation = await relations.create(unit, company_id, input);
    expect(await get(relation.id)).toEqual(relation);
  });
});

describe('a change of a relation', () => {
  test('is stored with the next version, unless nothing differs', async () => {
    const { clock, create, get, update } = await setUp();
    const relation = await create({ email: 'a@b.example' });
    clock.advance(1_000);
    const patch = { name: { value: 'New' }, email: null };
    const next = await update(relation.id, patch, [1]);
    expect(next).toEqual({ ...relation, name: 'New', email: null, version: 2, updated_at: clock.now() });
    clock.advance(1_000);
    expect(await update(relation.id, patch, 'any')).toEqual(next);
    expect(await get(relation.id)).toEqual(next);
  });

  test('is checked in this order: fields, unknown, version, read-only fields, address, duplicate', async () => {
    const { create, get, update } = await setUp();
    await create({ vat: VAT });
    const relation = await create();
    const duplicate = { vat: { value: VAT } };
    const bad_address = { ...duplicate, address: { value: { city: 'Gent' } } };
    const read_only = { ...bad_address, type: 'contact' };
    const malformed = { ...read_only, name: { fault: 'name: is too long' } };
    expect(await outcome(() => update(randomUUID(), malformed, [9]))).toBe('validation_error');
    expect(await outcome(() => update(randomUUID(), read_only, [9]))).toBe('not_found');
    expect(await outcome(() => update(relation.id, malformed, [9]))).toBe('validation_error');
    expect(await outcome(() => update(relation.id, read_only, [9]))).toBe('precondition_failed');
    expect(await outcome(() => update(relation.id, read_only, [1]))).toBe('field_not_editable');
    expect(await outcome(() => update(relation.id, bad_address))).toBe('invalid_address');
    expect(await outcome(() => update(relation.id, duplicate))).toBe('duplicate_relation');
    expect(await get(relation.id)).toEqual(relation);
  });

  test('of a field of a company is refused on a contact, whatever its value', async () => {
    const { add, update } = await setUp();
    const { id } = await add(CONTACT);
    expect(await outcome(() => update(id, { vat: { fault: 'vat: is wrong' } }))).toBe('field_not_editable');
  });

  test('frees what the relation had before', async () => {
    const { create, update } = await setUp();
    const relation = await create({ vat: VAT });
    await update(relation.id, { vat: { value: null } });
    const next = await create({ vat: VAT });
    expect(await outcome(() => update(relation.id, { vat: { value: VAT } }))).toBe('duplicate_relation');
    await update(next.id, { vat: { value: 'NL004495445B01' } });
    expect(await outcome(() => update(relation.id, { vat: { value: VAT } }))).toBe('done');
  });
});

describe('the deletion of a relation', () => {
  test('is refused in this order: unknown, version, what refers to it', async () => {
    const { company_id, create, get, remove, store } = await setUp();
    const relation = await create();
    for (let n = 0; n < 2; n++) await store.insertDocument(company_id, { relation_id: relation.id });
    expect(await outcome(() => remove(randomUUID(), [9]))).toBe('not_found');
    expect(await outcome(() => remove(relation.id, [9]))).toBe('precondition_failed');
    await expect(remove(relation.id, [1])).rejects.toMatchObject({
      code: 'relation_in_use',
      options: { details: [{ kind: 'document', count: 2 }] },
    });
    expect(await get(relation.id)).toEqual(relation);
  });

  test('takes its delivery locations along', async () => {
    const { company_id, create, delivery_locations, get, remove, units } = await setUp();
    const { id } = await create();
    const input = { name: 'Depot', address: { country_code: 'BE', city: 'Gent' } };
    const location = await delivery_locations.create(units.open(), company_id, id, input);
    await remove(id);
    expect(await outcome(() => get(id))).toBe('not_found');
    const gone = () => delivery_locations.get(units.open(), company_id, id, location.id);
    expect(await outcome(gone)).toBe('not_found');
  });
});

describe('a relation with the identity of another', () => {
  test.each(['is deleted', 'changes'])('inherits it, the oldest first, when that one %s', async (what) => {
    const { clock, create, remove, update } = await setUp();
    const ids = [];
    for (let n = 0; n < 3; n++) {
      ids.push((await create({ vat: VAT }, true)).id);
      clock.advance(1);
    }
    for (const holder of ids) {
      await expect(create({ vat: VAT })).rejects.toMatchObject({
        code: 'duplicate_relation',
        options: { details: [{ relation_id: holder }] },
      });
      await (what === 'is deleted' ? remove(holder) : update(holder, { vat: { value: null } }));
    }
    expect(await outcome(() => create({ vat: VAT }))).toBe('done');
  });

  test('inherits nothing when it has it no longer', async () => {
    const { create, remove, update } = await setUp();
    const holder = await create({ vat: VAT });
    const other = await create({ vat: VAT }, true);
    await update(other.id, { vat: { value: null } });
    await remove(holder.id);
    expect(await outcome(() => create({ vat: VAT }))).toBe('done');
  });
});

describe('the relations of another company', () => {
  test('are unknown, and no duplicates', async () => {
    const { create, newCompany, relations, units } = await setUp();
    const { id } = await create({ vat: VAT });
    const other = await newCompany();
    for (const call of [
      () => relations.get(units.open(), other, id),
      () => relations.update(units.open(), other, id, {}, undefined),
      () => relations.delete(units.open(), other, id, undefined),
    ]) {
      expect(await outcome(call)).toBe('not_found');
    }
    const input = { type: 'company', name: 'Peeters NV', vat: VAT } as const;
    const created = await relations.create(units.open(), other, input);
    expect((await relations.list(units.open(), other, {}, ALL)).data).toEqual([created]);
  });
});
