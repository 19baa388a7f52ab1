import { randomUUID } from 'node:crypto';
import { type BankAccount, newBankAccount } from '../../../src/domain/master-data/bank-account';
import type { BankAccountFilters } from '../../../src/ports/master-data/bank-account-repository';
import { ownDataOf } from '../../../src/domain/values/own-data';
import { testOwnData } from './own-data-contract';
import { at, everyPage, inOrder, SORTS, type Store, TIMES_WITH_TIES, using } from './store';

const DUPLICATE = { code: 'duplicate_bank_account' };

let counter = 0;
function anAccount(given: Partial<BankAccount> = {}): BankAccount {
  const origin = { id: randomUUID(), manual: true, now: at(0) };
  return { ...newBankAccount({ reference: `ACCOUNT ${counter++}` }, origin), ...given };
}

/** What every adapter behind the port must do; run in memory and against PostgreSQL. */
export function testBankAccountRepository(store: () => Store) {
  const { newCompany, read, write } = using(store);
  const find = (company_id: string, id: string) =>
    read(({ bank_accounts }) => bank_accounts.find(company_id, id));
  /** The first of a company becomes the default. */
  const stored = async (company_id: string, given: Partial<BankAccount> = {}) => {
    const account = anAccount(given);
    await write(async ({ bank_accounts, default_pointers }) => {
      await default_pointers.lock({ kind: 'bank_account', company_id }, account.id);
      await bank_accounts.insert(company_id, account);
    });
    return account;
  };
  const save = (company_id: string, id: string, change: Partial<BankAccount>) =>
    write(async ({ bank_accounts }) => {
      const before = (await bank_accounts.lock(company_id, id))!;
      await bank_accounts.save(company_id, before, { ...before, ...change });
    });

  test('an account is found as it was stored; whether it is the default, the pointer says', async () => {
    const company_id = await newCompany();
    const first = await stored(company_id, { bic: 'GEBABEBB', name: 'Main', default: false });
    const second = await stored(company_id, { manual: false, default: true });
    expect(await find(company_id, first.id)).toEqual({ ...first, default: true });
    expect(await find(company_id, second.id)).toEqual({ ...second, default: false });
  });

  test('an account of another company is unknown to every method', async () => {
    const [company_id, other] = [await newCompany(), await newCompany()];
    const account = await stored(other);
    await write(async ({ bank_accounts }) => {
      expect(await bank_accounts.find(company_id, account.id)).toBeUndefined();
      expect(await bank_accounts.lock(company_id, account.id)).toBeUndefined();
      expect(await bank_accounts.preventDeletion(company_id, account.id)).toBe(false);
      await bank_accounts.save(company_id, account, { ...account, name: 'mine now' });
      await bank_accounts.delete(company_id, account.id);
      expect((await bank_accounts.list(company_id, {}, { sort: 'created_at', limit: 10 })).data).toEqual([]);
    });
    expect(await find(other, account.id)).toEqual({ ...account, default: true });
  });

  test('an account can be kept while it is there', async () => {
    const company_id = await newCompany();
    const { id } = await stored(company_id);
    expect(await write(({ bank_accounts }) => bank_accounts.preventDeletion(company_id, id))).toBe(true);
    expect(await write(({ bank_accounts }) => bank_accounts.preventDeletion(company_id, randomUUID()))).toBe(
      false,
    );
  });

  test('a change is stored, but for `default`', async () => {
    const company_id = await newCompany();
    const [changed, other] = [await stored(company_id), await stored(company_id)];
    const change = { reference: 'NEW', bic: 'KREDBEBB', name: 'New', version: 2, updated_at: at(5) };
    await save(company_id, changed.id, { ...change, default: false });
    expect(await find(company_id, changed.id)).toEqual({ ...changed, ...change, default: true });
    expect(await find(company_id, other.id)).toEqual(other);
  });

  test('a reference that another account of the company has is refused, and nothing is stored', async () => {
    const company_id = await newCompany();
    const [first, second] = [await stored(company_id), await stored(company_id)];
    const { reference } = first;
    await expect(stored(company_id, { reference })).rejects.toMatchObject(DUPLICATE);
    await expect(save(company_id, second.id, { reference })).rejects.toMatchObject(DUPLICATE);
    expect(await find(company_id, second.id)).toEqual(second);
    await stored(await newCompany(), { reference });
  });

  test('a deleted account is gone', async () => {
    const company_id = await newCompany();
    await stored(company_id);
    const { id } = await stored(company_id);
    await write(({ bank_accounts }) => bank_accounts.delete(company_id, id));
    expect(await find(company_id, id)).toBeUndefined();
  });

  test.each(SORTS)('the list by %s has every account once, ties by id', async (sort) => {
    const company_id = await newCompany();
    const accounts = [];
    for (const times of TIMES_WITH_TIES) accounts.push(await stored(company_id, times));
    const list = await everyPage(
      (page) => read(({ bank_accounts }) => bank_accounts.list(company_id, {}, page)),
      sort,
      3,
    );
    expect(list.map(({ id }) => id)).toEqual(inOrder(accounts, sort, ({ id }) => id));
  });

  test.each(['reference', '-reference'])('the list by %s has every account once', async (sort) => {
    const company_id = await newCompany();
    const references = ['BE2', 'BE11', 'DE1', 'AT3', 'BE1'];
    for (const reference of references) await stored(company_id, { reference });
    const list = await everyPage(
      (page) => read(({ bank_accounts }) => bank_accounts.list(company_id, {}, page)),
      sort,
      2,
    );
    const ascending = [...references].sort();
    expect(list.map(({ reference }) => reference)).toEqual(
      sort === 'reference' ? ascending : ascending.reverse(),
    );
  });

  test.each<[BankAccountFilters, string[]]>([
    [{}, ['first', 'second', 'third']],
    [{ reference: 'SECOND' }, ['second']],
    [{ reference: 'second' }, []],
    [{ manual: false }, ['third']],
    [{ default: true }, ['first']],
    [{ default: false, manual: true }, ['second']],
    [{ updated_since: at(2) }, ['second', 'third']],
    [{ q: 'IR' }, ['first', 'third']],
    [{ q: 'e-c o' }, ['second']],
    [{ q: 'hir', default: false }, ['third']],
    [{ q: '-' }, []],
  ])('the list filters by %j', async (filters, names) => {
    const company_id = await newCompany();
    for (const [index, name] of ['first', 'second', 'third'].entries()) {
      const [created_at, updated_at] = [at(index), at(index + 1)];
      const manual = name !== 'third';
      await stored(company_id, { name, reference: name.toUpperCase(), manual, created_at, updated_at });
    }
    const page = { sort: 'created_at', limit: 10 };
    const { data } = await read(({ bank_accounts }) => bank_accounts.list(company_id, filters, page));
    expect(data.map(({ name }) => name)).toEqual(names);
  });

  testOwnData(
    () => store().units,
    ({ bank_accounts }) => bank_accounts,
    async () => {
      const company_id = await newCompany();
      return { company_id, insert: (input) => stored(company_id, ownDataOf(input)) };
    },
  );
}
