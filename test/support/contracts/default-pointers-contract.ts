import { randomUUID } from 'node:crypto';
import { newBankAccount } from '../../../src/domain/master-data/bank-account';
import { newBranding } from '../../../src/domain/master-data/branding';
import { type JournalCategory, newJournal } from '../../../src/domain/numbering/journal';
import type { DefaultScope } from '../../../src/ports/default-pointers';
import type { Repositories } from '../../../src/ports/unit-of-work';
import { at, type Store, using } from './store';

/** A resource that has a default, in words that all three have. */
interface Subject {
  readonly kind: DefaultScope['kind'];
  readonly scopeOf: (company_id: string) => DefaultScope;
  readonly insert: (all: Repositories, company_id: string, id: string) => Promise<void>;
  readonly find: (all: Repositories, company_id: string, id: string) => Promise<Member | undefined>;
}

interface Member {
  readonly default: boolean;
  readonly version: number;
  readonly updated_at: Date;
}

let counter = 0;
const aJournal = (id: string, category: JournalCategory, active = true) =>
  newJournal({ code: `J${++counter}`, name: 'J', category, active }, id, { now: at(0), time_zone: 'UTC' });

const SUBJECTS: readonly Subject[] = [
  {
    kind: 'bank_account',
    scopeOf: (company_id) => ({ kind: 'bank_account', company_id }),
    insert: ({ bank_accounts }, company_id, id) => {
      const origin = { id, manual: true, now: at(0) };
      return bank_accounts.insert(company_id, newBankAccount({ reference: `P${++counter}` }, origin));
    },
    find: ({ bank_accounts }, company_id, id) => bank_accounts.find(company_id, id),
  },
  {
    kind: 'branding',
    scopeOf: (company_id) => ({ kind: 'branding', company_id }),
    insert: ({ brandings }, company_id, id) =>
      brandings.insert(company_id, newBranding({ name: 'B' }, id, at(0))),
    find: ({ brandings }, company_id, id) => brandings.find(company_id, id),
  },
  {
    kind: 'journal',
    scopeOf: (company_id) => ({ kind: 'journal', company_id, category: 'sales' }),
    insert: ({ journals }, company_id, id) => journals.insert(company_id, aJournal(id, 'sales')),
    find: ({ journals }, company_id, id) => journals.find(company_id, id),
  },
];

/** What every adapter behind the port must do; run in memory and against PostgreSQL. */
export function testDefaultPointers(store: () => Store) {
  const { newCompany, read, write } = using(store);

  describe.each(SUBJECTS)('$kind', ({ scopeOf, insert, find }) => {
    /** Stores members; the first one is the default. @returns their ids */
    const members = async (company_id: string, count: number) => {
      const ids = Array.from({ length: count }, () => randomUUID());
      for (const id of ids) {
        await write(async (all) => {
          await all.default_pointers.lock(scopeOf(company_id), id);
          await insert(all, company_id, id);
        });
      }
      return ids as [string, string, ...string[]];
    };
    const defaults = async (company_id: string, ids: readonly string[]) =>
      Promise.all(ids.map((id) => read(async (all) => (await find(all, company_id, id))?.default)));

    test('the first member that asks becomes the default, and the others learn which one is', async () => {
      const company_id = await newCompany();
      const [first, second] = await members(company_id, 2);
      expect(await defaults(company_id, [first, second])).toEqual([true, false]);
      const locked = await write((all) => all.default_pointers.lock(scopeOf(company_id), second));
      expect(locked).toBe(first);
    });

    test('a default that moves changes the version of the former default only', async () => {
      const company_id = await newCompany();
      const [first, second] = await members(company_id, 2);
      await write(async ({ default_pointers }) => {
        await default_pointers.lock(scopeOf(company_id), second);
        await default_pointers.move(scopeOf(company_id), first, second, at(5));
      });
      expect(await read((all) => find(all, company_id, first))).toMatchObject({
        ...{ default: false, version: 2, updated_at: at(5) },
      });
      expect(await read((all) => find(all, company_id, second))).toMatchObject({
        ...{ default: true, version: 1, updated_at: at(0) },
      });
    });

    test('the default of another company stays when one moves', async () => {
      const [company_id, other] = [await newCompany(), await newCompany()];
      const [first, second] = await members(company_id, 2);
      const others = await members(other, 2);
      await write(({ default_pointers }) => default_pointers.move(scopeOf(company_id), first, second, at(5)));
      expect(await defaults(other, others)).toEqual([true, false]);
    });

    test('a pointer is released only when it names the resource', async () => {
      const company_id = await newCompany();
      const [first, second] = await members(company_id, 2);
      await write(({ default_pointers }) => default_pointers.release(scopeOf(company_id), second));
      expect(await defaults(company_id, [first, second])).toEqual([true, false]);
      const candidate = randomUUID();
      await write(async ({ default_pointers }) => {
        const empty = scopeOf(randomUUID());
        expect(await default_pointers.lock(empty, candidate)).toBe(candidate);
        await default_pointers.release(empty, candidate);
      });
    });

    test('knows whether a scope has other members', async () => {
      const company_id = await newCompany();
      const [only] = await members(company_id, 1);
      const hasOthers = (id: string) =>
        read(({ default_pointers }) => default_pointers.hasOthers(scopeOf(company_id), id));
      expect(await hasOthers(only)).toBe(false);
      expect(await hasOthers(randomUUID())).toBe(true);
      await members(company_id, 1);
      expect(await hasOthers(only)).toBe(true);
    });

    test('a transaction that leaves members without a default is refused', async () => {
      const company_id = await newCompany();
      await expect(write((all) => insert(all, company_id, randomUUID()))).rejects.toThrow();
      const [first] = await members(company_id, 1);
      const released = write(({ default_pointers }) => default_pointers.release(scopeOf(company_id), first));
      await expect(released).rejects.toThrow();
      expect(await defaults(company_id, [first])).toEqual([true]);
    });

    test('a transaction that leaves a pointer to what is no member is refused', async () => {
      const company_id = await newCompany();
      const locked = write((all) => all.default_pointers.lock(scopeOf(company_id), randomUUID()));
      await expect(locked).rejects.toThrow();
    });
  });

  describe('the default of a journal category', () => {
    test('is one per category, and only active journals are members', async () => {
      const company_id = await newCompany();
      const [sales, quote, inactive] = [randomUUID(), randomUUID(), randomUUID()];
      await write(async ({ default_pointers, journals }) => {
        for (const [id, category] of [[sales, 'sales'] as const, [quote, 'quote'] as const]) {
          expect(await default_pointers.lock({ kind: 'journal', company_id, category }, id)).toBe(id);
          await journals.insert(company_id, aJournal(id, category));
        }
        await journals.insert(company_id, aJournal(inactive, 'sales', false));
      });
      const scope = { kind: 'journal', company_id, category: 'sales' } as const;
      expect(await read(({ default_pointers }) => default_pointers.hasOthers(scope, sales))).toBe(false);
      const moved = write(({ default_pointers }) => default_pointers.move(scope, sales, inactive, at(5)));
      await expect(moved).rejects.toThrow();
      const crossed = write(({ default_pointers }) => default_pointers.move(scope, sales, quote, at(5)));
      await expect(crossed).rejects.toThrow();
      expect(await read(({ journals }) => journals.find(company_id, sales))).toMatchObject({ default: true });
    });
  });
}
