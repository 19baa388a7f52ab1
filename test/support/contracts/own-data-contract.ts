import type { OwnDataInput } from '../../../src/domain/values/own-data';
import { ExternalIdTaken, type Owned, type OwnedRepository } from '../../../src/ports/own-data';
import type { Repositories, UnitsOfWork } from '../../../src/ports/unit-of-work';

/** A company, and how a resource with own data is stored in it. */
export interface Owner {
  readonly company_id: string;
  insert(input: OwnDataInput): Promise<{ readonly id: string }>;
}

type Repository = OwnedRepository<Owned> & {
  find(company_id: string, id: string): Promise<Owned | undefined>;
};

/** What every repository of resources with own data does; run in memory and on PostgreSQL. */
export function testOwnData(
  unitsOf: () => UnitsOfWork,
  repositoryOf: (repositories: Repositories) => Repository,
  newOwner: () => Promise<Owner>,
): void {
  const METADATA = JSON.parse('{"shop": "gent", "__proto__": "x", "toString": "y"}') as Record<
    string,
    string
  >;
  const find = ({ company_id }: Owner, id: string) =>
    unitsOf()
      .open()
      .read((repositories) => repositoryOf(repositories).find(company_id, id));
  const save = ({ company_id }: Owner, id: string, change: Partial<Owned>) =>
    unitsOf()
      .open()
      .transaction(async (repositories) => {
        const before = (await repositoryOf(repositories).lock(company_id, id))!;
        await repositoryOf(repositories).save(company_id, before, { ...before, ...change });
      });
  const listed = async ({ company_id }: Owner, external_id: string) => {
    const page = { sort: 'created_at', limit: 10 };
    const list = (repositories: Repositories) =>
      repositoryOf(repositories).list(company_id, { external_id }, page);
    return (await unitsOf().open().read(list)).data.map(({ id }) => id);
  };

  describe('own data', () => {
    test('are found as they were stored, and as they were changed', async () => {
      const owner = await newOwner();
      const { id } = await owner.insert({ external_id: 'A 1', metadata: METADATA });
      const stored = await find(owner, id);
      expect([stored!.external_id, Object.entries(stored!.metadata)]).toEqual([
        'A 1',
        Object.entries(METADATA),
      ]);
      await save(owner, id, { external_id: null, metadata: {} });
      expect(await find(owner, id)).toMatchObject({ external_id: null, metadata: {} });
      await save(owner, id, { external_id: 'B', metadata: { till: '3' } });
      expect(await find(owner, id)).toMatchObject({ external_id: 'B', metadata: { till: '3' } });
    });

    test('name one resource of a company by their external_id', async () => {
      const [owner, other] = [await newOwner(), await newOwner()];
      const { id } = await owner.insert({ external_id: 'A' });
      await expect(owner.insert({ external_id: 'A' })).rejects.toThrow(ExternalIdTaken);
      const second = await owner.insert({});
      await expect(save(owner, second.id, { external_id: 'A' })).rejects.toThrow(ExternalIdTaken);
      await owner.insert({});
      const elsewhere = await other.insert({ external_id: 'A' });
      expect([await listed(owner, 'A'), await listed(other, 'A')]).toEqual([[id], [elsewhere.id]]);
      await save(owner, id, { external_id: null });
      await save(owner, second.id, { external_id: 'A' });
      expect(await listed(owner, 'A')).toEqual([second.id]);
    });

    test('are listed by the exact external_id', async () => {
      const owner = await newOwner();
      const ids = ['A', 'a', 'A ', 'Ä', 'A\u0308'];
      const stored = [];
      for (const external_id of ids) stored.push((await owner.insert({ external_id })).id);
      const found = [];
      for (const external_id of ids) found.push(...(await listed(owner, external_id)));
      expect(found).toEqual(stored);
      expect(await listed(owner, 'B')).toEqual([]);
    });
  });
}
