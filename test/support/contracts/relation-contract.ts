import { randomUUID } from 'node:crypto';
import { newRelation, type Relation } from '../../../src/domain/master-data/relation';
import { identitiesOf } from '../../../src/domain/master-data/relation-identity';
import type { RelationFilters } from '../../../src/ports/master-data/relation-repository';
import { aRelation } from '../../domain/master-data/builders';
import { testOwnData } from './own-data-contract';
import { at, everyPage, inOrder, SORTS, type Store, TIMES_WITH_TIES, using } from './store';

const VAT = 'BE0403170701';
const DUPLICATE = { code: 'duplicate_relation' };

/** What every adapter behind the port must do; run in memory and against PostgreSQL. */
export function testRelationRepository(store: () => Store) {
  const { newCompany, read, write } = using(store);
  const insert = (company_id: string, relations: readonly Relation[], ignore_duplicate = false) =>
    write((all) => all.relations.insertAll(company_id, relations, { ignore_duplicate }));
  const find = (company_id: string, id: string) => read(({ relations }) => relations.find(company_id, id));
  const save = (company_id: string, id: string, change: object) =>
    write(async ({ relations }) => {
      const before = (await relations.lock(company_id, id))!;
      await relations.save(company_id, before, { ...before, ...change });
    });
  const remove = (company_id: string, relation: Relation) =>
    write(async ({ relations }) => {
      await relations.lockForDeletion(company_id, relation.id);
      await relations.release(company_id, relation.id, identitiesOf(relation));
      await relations.delete(company_id, relation.id);
    });
  /** Who holds the VAT number. */
  const holder = async (company_id: string, value = VAT) => {
    const found = await read((all) => all.relations.findHolders(company_id, [{ kind: 'vat', value }]));
    return found.map(({ relation_id }) => relation_id)[0];
  };
  const listed = async (company_id: string, filters: RelationFilters, sort = 'created_at') => {
    const page = { sort, limit: 50 };
    return (await read(({ relations }) => relations.list(company_id, filters, page))).data;
  };

  describe('a stored relation', () => {
    test.each([
      aRelation({ vat: VAT, address: { country_code: 'BE', street: 'Meir' }, payment_term_days: 0 }),
      newRelation({ type: 'contact', last_name: 'Janssens', note: 'x' }, randomUUID(), at(0)),
    ])('is found as it was: $type', async (relation) => {
      const company_id = await newCompany();
      await insert(company_id, [relation]);
      expect(await find(company_id, relation.id)).toMatchObject(relation);
    });

    test('of another company is unknown to every method', async () => {
      const [company_id, other] = [await newCompany(), await newCompany()];
      const relation = aRelation({ vat: VAT });
      await insert(other, [relation]);
      await store().insertDocument(other, { relation_id: relation.id });
      await write(async ({ relations }) => {
        expect(await relations.find(company_id, relation.id)).toBeUndefined();
        expect(await relations.lock(company_id, relation.id)).toBeUndefined();
        expect(await relations.lockForDeletion(company_id, relation.id)).toBeUndefined();
        expect(await relations.findHolders(company_id, identitiesOf(relation))).toEqual([]);
        expect(await relations.findBlockers(company_id, relation.id)).toEqual([]);
        await relations.release(company_id, relation.id, identitiesOf(relation));
        await relations.save(company_id, relation, { ...relation, name: 'mine now' });
        await relations.delete(company_id, relation.id);
      });
      expect(await listed(company_id, {})).toEqual([]);
      expect(await find(other, relation.id)).toMatchObject(relation);
      expect(await holder(other)).toBe(relation.id);
    });

    test('takes a change, and others do not', async () => {
      const company_id = await newCompany();
      const [changed, other] = [aRelation(), aRelation()];
      await insert(company_id, [changed, other]);
      const change = { name: 'Peeters NV', email: 'a@b.example', version: 2, updated_at: at(5) };
      await save(company_id, changed.id, change);
      expect(await find(company_id, changed.id)).toMatchObject({ ...changed, ...change });
      expect(await find(company_id, other.id)).toMatchObject(other);
    });
  });

  describe('an identity', () => {
    test('refuses every relation of an insertion that has it too, and all that come with it', async () => {
      const company_id = await newCompany();
      const held = aRelation({ vat: VAT });
      await insert(company_id, [held]);
      const [free, duplicate] = [aRelation({ identifier: 'x' }), aRelation({ vat: 'be 0403.170.701' })];
      await expect(insert(company_id, [free, duplicate])).rejects.toMatchObject(DUPLICATE);
      expect(await listed(company_id, {})).toMatchObject([held]);
      await insert(company_id, [free]);
      await insert(await newCompany(), [duplicate]);
    });

    test('is left to its holder when it is shared', async () => {
      const company_id = await newCompany();
      const [first, second] = [aRelation({ vat: VAT }), aRelation({ vat: VAT, identifier: 'y' })];
      await insert(company_id, [first]);
      await insert(company_id, [second], true);
      expect(await find(company_id, second.id)).toMatchObject(second);
      const holders = await read(({ relations }) => relations.findHolders(company_id, identitiesOf(second)));
      expect(holders).toEqual([
        { kind: 'vat', relation_id: first.id },
        { kind: 'identifier', relation_id: second.id },
      ]);
    });

    test('has holders in the order of the kinds, whatever the order of the question', async () => {
      const company_id = await newCompany();
      const relation = aRelation({ vat: VAT, identifier: 'z', electronic_address: '0208:0403170701' });
      await insert(company_id, [relation]);
      const asked = [...identitiesOf(relation)].reverse();
      const holders = await read(({ relations }) => relations.findHolders(company_id, asked));
      expect(holders.map(({ kind }) => kind)).toEqual(['vat', 'identifier', 'electronic_address']);
    });

    test('goes to the oldest other relation that has it, when its holder goes', async () => {
      const company_id = await newCompany();
      const all = [0, 3, 1, 2].map((ms) => ({ ...aRelation({ vat: VAT }), created_at: at(ms) }));
      for (const relation of all) await insert(company_id, [relation], true);
      const heirs = [];
      for (const index of [0, 2, 3, 1]) {
        heirs.push(await holder(company_id));
        await remove(company_id, all[index]!);
      }
      expect(heirs).toEqual([all[0], all[2], all[3], all[1]].map((relation) => relation!.id));
      expect(await holder(company_id)).toBeUndefined();
    });

    test('goes to another relation that has it, when its holder has it no longer', async () => {
      const company_id = await newCompany();
      const [first, second] = [aRelation({ vat: VAT }), aRelation({ vat: VAT })];
      await insert(company_id, [first]);
      await insert(company_id, [second], true);
      await save(company_id, first.id, { vat: null });
      expect(await holder(company_id)).toBe(second.id);
      await save(company_id, second.id, { vat: null });
      expect(await holder(company_id)).toBeUndefined();
    });

    test('is not inherited by a relation that has it no longer', async () => {
      const company_id = await newCompany();
      const [first, second] = [aRelation({ vat: VAT }), aRelation({ vat: VAT })];
      await insert(company_id, [first]);
      await insert(company_id, [second], true);
      await save(company_id, second.id, { vat: null });
      await remove(company_id, first);
      expect(await holder(company_id)).toBeUndefined();
    });

    test('of another relation refuses a change, which names the holder and stores nothing', async () => {
      const company_id = await newCompany();
      const [first, second] = [aRelation({ vat: VAT }), aRelation({ vat: 'NL004495445B01' })];
      await insert(company_id, [first, second]);
      await expect(save(company_id, second.id, { vat: VAT, name: 'New' })).rejects.toMatchObject({
        ...DUPLICATE,
        options: { details: [{ relation_id: first.id }] },
      });
      expect(await find(company_id, second.id)).toMatchObject(second);
      expect(await holder(company_id, 'NL004495445B01')).toBe(second.id);
    });

    test('that is written otherwise is the same one', async () => {
      const company_id = await newCompany();
      const relation = aRelation({ identifier: '0403.170.701' });
      await insert(company_id, [relation]);
      await save(company_id, relation.id, { identifier: '0403 170 701' });
      const duplicate = aRelation({ identifier: '0403170701' });
      await expect(insert(company_id, [duplicate])).rejects.toMatchObject(DUPLICATE);
    });
  });

  test('the documents and links of a relation are counted by kind', async () => {
    const company_id = await newCompany();
    const [used, unused] = [aRelation(), aRelation()];
    await insert(company_id, [used, unused]);
    for (let n = 0; n < 2; n++) await store().insertDocument(company_id, { relation_id: used.id });
    const blockers = (id: string) => read(({ relations }) => relations.findBlockers(company_id, id));
    expect(await blockers(used.id)).toEqual([{ kind: 'document', count: 2 }]);
    expect(await blockers(unused.id)).toEqual([]);
  });

  describe('the list', () => {
    test.each(SORTS)('by %s has every relation once, ties by id', async (sort) => {
      const company_id = await newCompany();
      const all = TIMES_WITH_TIES.map((times) => ({ ...aRelation(), ...times }));
      await insert(company_id, all);
      const list = await everyPage(
        (page) => read(({ relations }) => relations.list(company_id, {}, page)),
        sort,
        3,
      );
      expect(list.map(({ id }) => id)).toEqual(inOrder(all, sort, ({ id }) => id));
    });

    test('by name sorts without case, a contact by its last name, page after page', async () => {
      const company_id = await newCompany();
      const names = ['beta', 'Alfa', 'Émile', 'eve', 'BETA 2'];
      const contact = newRelation(
        { type: 'contact', first_name: 'Zoë', last_name: 'Claes' },
        randomUUID(),
        at(0),
      );
      await insert(company_id, [...names.map((name) => aRelation({ name })), contact]);
      const sorted = ['Alfa', 'beta', 'BETA 2', 'Claes', 'Émile', 'eve'];
      for (const [sort, expected] of [['name', sorted] as const, ['-name', [...sorted].reverse()] as const]) {
        const list = await everyPage(
          (page) => read(({ relations }) => relations.list(company_id, {}, page)),
          sort,
          2,
        );
        expect(list.map((one) => (one.type === 'company' ? one.name : one.last_name))).toEqual(expected);
      }
    });

    test.each<[RelationFilters, string[]]>([
      [{}, ['Janssens', 'Peeters', 'contact']],
      [{ type: 'contact' }, ['contact']],
      [{ country_code: 'NL' }, ['Peeters']],
      [{ vat: 'be 0403.170.701' }, ['Janssens']],
      [{ identifier: 'ab-1' }, ['Peeters']],
      [{ electronic_address: '0208:0403170701' }, ['Janssens']],
      [{ identifier: '.-' }, []],
      [{ email: 'INFO@peeters.example' }, ['Peeters']],
      [{ q: 'ETER' }, ['Peeters']],
      [{ q: 'piet jan' }, ['contact']],
      [{ q: 'janssens piet' }, ['contact']],
      [{ q: 'jan%' }, []],
      [{ q: 'jan', type: 'company' }, ['Janssens']],
      [{ updated_since: at(2) }, ['contact']],
    ])('filters by %j', async (filters, expected) => {
      const company_id = await newCompany();
      const relations = [
        aRelation({ name: 'Janssens', vat: VAT, electronic_address: '0208:0403170701' }),
        aRelation({
          ...{ name: 'Peeters', identifier: 'AB 1', email: 'info@Peeters.example' },
          address: { country_code: 'NL' },
        }),
        newRelation({ type: 'contact', first_name: 'Piet', last_name: 'Janssens' }, randomUUID(), at(0)),
      ];
      const timed = relations.map((one, ms) => ({ ...one, created_at: at(ms), updated_at: at(ms) }));
      await insert(company_id, timed);
      const names = (await listed(company_id, filters)).map((one) =>
        one.type === 'company' ? one.name : one.type,
      );
      expect(names).toEqual(expected);
    });
  });

  testOwnData(
    () => store().units,
    ({ relations }) => relations,
    async () => {
      const company_id = await newCompany();
      return {
        company_id,
        async insert(input) {
          const relation = aRelation(input);
          await insert(company_id, [relation]);
          return relation;
        },
      };
    },
  );
}
