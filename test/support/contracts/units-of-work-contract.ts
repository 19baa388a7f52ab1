import { randomUUID } from 'node:crypto';
import { DomainError } from '../../../src/domain/errors';
import { newRelation } from '../../../src/domain/master-data/relation';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aCompany } from '../companies';

const aRelation = (given: { identifier?: string } = {}) =>
  newRelation({ type: 'company', name: 'A customer', ...given }, randomUUID(), new Date(0));

/** What every adapter behind the port must do; run in memory and against PostgreSQL. */
export function testUnitsOfWork(open: () => UnitsOfWork) {
  const units = { open: () => open().open() };
  const stored = (id: string) => units.open().read(({ companies }) => companies.find(id));

  describe('a transaction', () => {
    test('keeps all of its work, or nothing', async () => {
      const [kept, lost] = [aCompany(), aCompany()];
      await units.open().transaction(({ companies }) => companies.insert(kept));
      const failing = units.open().transaction(async ({ companies }) => {
        await companies.insert(lost);
        expect(await companies.find(lost.id)).toEqual(lost);
        throw new DomainError('invalid_amount', 'Too little.');
      });
      await expect(failing).rejects.toMatchObject({ error_name: 'invalid_amount' });
      expect([await stored(kept.id), await stored(lost.id)]).toEqual([kept, undefined]);
    });

    test('is not seen by others before it is committed', async () => {
      const company = aCompany();
      await units.open().transaction(async ({ companies }) => {
        await companies.insert(company);
        expect(await stored(company.id)).toBeUndefined();
      });
      expect(await stored(company.id)).toEqual(company);
    });

    test.each(['read', 'statement', 'transaction'] as const)('takes no %s inside it', async (method) => {
      const unit = units.open();
      const nested = unit.transaction(() => unit[method](async () => 'nested'));
      await expect(nested).rejects.toThrow('The transaction of this unit of work is still open.');
      expect(await unit.read(async () => 'afterwards')).toBe('afterwards');
    });

    test('waits for another one that has locked what it locks', async () => {
      const company = aCompany();
      await units.open().transaction(({ companies }) => companies.insert(company));
      await Promise.all(
        Array.from({ length: 8 }, () =>
          units.open().transaction(async ({ companies }) => {
            const before = (await companies.lock(company.id))!;
            await companies.save(before, { ...before, version: before.version + 1 });
          }),
        ),
      );
      expect(await stored(company.id)).toMatchObject({ version: 9 });
    });
  });

  describe('a statement', () => {
    test('is a transaction by itself', async () => {
      const company_id = randomUUID();
      const key = `${company_id}/a`;
      await units
        .open()
        .statement(({ orphaned_files }) => orphaned_files.insertAll(company_id, [key], new Date(0)));
      const deleted = units
        .open()
        .statement(({ orphaned_files }) => orphaned_files.markForDeletion(company_id, [key]));
      expect(await deleted).toEqual([key]);
    });
  });

  describe('the creation of a relation', () => {
    const aTenant = async () => {
      const company = aCompany();
      await units.open().transaction(({ companies }) => companies.insert(company));
      return company.id;
    };

    test('stores it, unless another relation has one of its identities', async () => {
      const company_id = await aTenant();
      const [first, duplicate] = [aRelation({ identifier: '1' }), aRelation({ identifier: '1' })];
      expect(await units.open().createRelation(company_id, first)).toEqual(first);
      expect(await units.open().createRelation(company_id, duplicate)).toBeUndefined();
      const find = (id: string) => units.open().read(({ relations }) => relations.find(company_id, id));
      expect(await find(first.id)).toMatchObject(first);
      expect(await find(duplicate.id)).toBeUndefined();
    });

    test('refuses no relation because of others that are created at the same time', async () => {
      const company_id = await aTenant();
      const [first, duplicate, other] = [
        aRelation({ identifier: '1' }),
        aRelation({ identifier: '1' }),
        aRelation(),
      ];
      const created = await Promise.all(
        [first, duplicate, other].map((relation) => units.open().createRelation(company_id, relation)),
      );
      expect(created[2]).toEqual(other);
      expect(created.slice(0, 2).filter(Boolean)).toHaveLength(1);
    });

    test('cannot be part of a transaction of the same unit', async () => {
      const company_id = await aTenant();
      const unit = units.open();
      const nested = unit.transaction(() => unit.createRelation(company_id, aRelation()));
      await expect(nested).rejects.toThrow('The transaction of this unit of work is still open.');
    });
  });
}
