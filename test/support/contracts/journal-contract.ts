import { randomUUID } from 'node:crypto';
import { newBankAccount } from '../../../src/domain/master-data/bank-account';
import {
  defaultJournals,
  type Journal,
  type JournalInput,
  newJournal,
} from '../../../src/domain/numbering/journal';
import type { JournalFilters } from '../../../src/ports/numbering/journal-repository';
import { testOwnData } from './own-data-contract';
import { at, everyPage, inOrder, SORTS, type Store, TIMES_WITH_TIES, using } from './store';

const ORIGIN = { now: at(0), time_zone: 'Europe/Brussels' };

let counter = 0;
const aJournal = (input: Partial<JournalInput> = {}, given: Partial<Journal> = {}): Journal => ({
  ...newJournal({ code: `J${++counter}`, name: 'J', category: 'sales', ...input }, randomUUID(), ORIGIN),
  ...given,
});

/** What every adapter behind the port must do; run in memory and against PostgreSQL. */
export function testJournalRepository(store: () => Store) {
  const { newCompany, read, write } = using(store);
  const find = (company_id: string, id: string) => read(({ journals }) => journals.find(company_id, id));
  /** The first active one of a category becomes its default. */
  const insert = async (company_id: string, journal: Journal) => {
    const { active, category, id } = journal;
    await write(async ({ default_pointers, journals }) => {
      if (active) await default_pointers.lock({ kind: 'journal', company_id, category }, id);
      await journals.insert(company_id, journal);
    });
    return journal;
  };
  const save = (company_id: string, id: string, change: Partial<Journal>) =>
    write(async ({ journals }) => {
      const before = (await journals.lock(company_id, id))!;
      await journals.save(company_id, before, { ...before, ...change });
    });
  const anAccount = async (company_id: string) => {
    const origin = { id: randomUUID(), manual: true, now: at(0) };
    await write(async ({ bank_accounts, default_pointers }) => {
      await default_pointers.lock({ kind: 'bank_account', company_id }, origin.id);
      await bank_accounts.insert(company_id, newBankAccount({ reference: `J${++counter}` }, origin));
    });
    return origin.id;
  };

  test('a journal is found as it was stored; whether it is the default, the pointer says', async () => {
    const company_id = await newCompany();
    const bank_account_id = await anAccount(company_id);
    const first = await insert(company_id, aJournal({ bank_account_id, first_number: 7 }));
    const second = await insert(company_id, aJournal({}, { default: true, last_number: 'X' }));
    expect(await find(company_id, first.id)).toEqual({ ...first, default: true });
    expect(await find(company_id, second.id)).toEqual({ ...second, default: false, last_number: null });
  });

  test('a journal of another company is unknown to every method', async () => {
    const [company_id, other] = [await newCompany(), await newCompany()];
    const journal = await insert(other, aJournal());
    await store().insertDocument(other, { journal_id: journal.id });
    await write(async ({ journals }) => {
      expect(await journals.find(company_id, journal.id)).toBeUndefined();
      expect(await journals.lock(company_id, journal.id)).toBeUndefined();
      expect(await journals.lockWithCounters(company_id, journal.id)).toBeUndefined();
      expect(await journals.hasDocuments(company_id, journal.id)).toBe(false);
      expect(await journals.listFormats(company_id)).toEqual([]);
      expect((await journals.list(company_id, {}, { sort: 'created_at', limit: 10 })).data).toEqual([]);
      await journals.save(company_id, journal, { ...journal, name: 'mine now' });
      await journals.delete(company_id, journal.id);
    });
    expect(await find(other, journal.id)).toMatchObject({ name: journal.name });
  });

  test('a change is stored, but for `default`', async () => {
    const company_id = await newCompany();
    const [changed, other] = [await insert(company_id, aJournal()), await insert(company_id, aJournal())];
    const bank_account_id = await anAccount(company_id);
    const change = { name: 'New', bank_account_id, version: 2, updated_at: at(5) };
    await save(company_id, changed.id, { ...change, default: false });
    expect(await find(company_id, changed.id)).toEqual({ ...changed, ...change, default: true });
    await save(company_id, other.id, { active: false });
    expect(await find(company_id, other.id)).toEqual({ ...other, active: false });
  });

  test('a code that another journal of the company has is refused, in any category', async () => {
    const company_id = await newCompany();
    await insert(company_id, aJournal({ code: 'INV' }));
    const same = aJournal({ code: 'INV', category: 'quote', sequence_scope: 'continuous' });
    await expect(insert(company_id, same)).rejects.toMatchObject({ code: 'duplicate_journal_code' });
    expect(await find(company_id, same.id)).toBeUndefined();
    await insert(await newCompany(), aJournal({ code: 'INV' }));
  });

  test('a format that gives the numbers of another journal is refused', async () => {
    const company_id = await newCompany();
    const number_format = 'X-{yyyy}-{seq:5}';
    await insert(company_id, aJournal({ number_format }));
    const refused = insert(company_id, aJournal({ number_format }));
    await expect(refused).rejects.toMatchObject({ code: 'validation_error' });
  });

  test('an account that the company does not have is refused, on creation and on change', async () => {
    const company_id = await newCompany();
    const { id } = await insert(company_id, aJournal());
    const foreign = await anAccount(await newCompany());
    for (const bank_account_id of [randomUUID(), foreign]) {
      const refused = { code: 'invalid_bank_account' };
      await expect(insert(company_id, aJournal({ bank_account_id }))).rejects.toMatchObject(refused);
      await expect(save(company_id, id, { bank_account_id })).rejects.toMatchObject(refused);
    }
    expect(await find(company_id, id)).toMatchObject({ bank_account_id: null });
  });

  test('the default journals of a company are stored with their pointers, all at once', async () => {
    const company_id = await newCompany();
    const journals = defaultJournals(randomUUID, ORIGIN);
    await write((all) => all.journals.insertDefaults(company_id, journals));
    const page = { sort: 'created_at', limit: 10 };
    const { data } = await read((all) => all.journals.list(company_id, { default: true }, page));
    expect(data).toHaveLength(6);
    expect(data).toEqual(expect.arrayContaining(journals));
  });

  test('the formats of all journals are listed', async () => {
    const company_id = await newCompany();
    const [first, second] = [
      await insert(company_id, aJournal({ code: 'B' })),
      await insert(company_id, aJournal({ code: 'A', active: false })),
    ];
    const formats = await read(({ journals }) => journals.listFormats(company_id));
    expect(formats).toHaveLength(2);
    expect(formats).toEqual(
      expect.arrayContaining([first, second].map(({ code, number_format }) => ({ code, number_format }))),
    );
  });

  test('a journal has documents once one is numbered in it', async () => {
    const company_id = await newCompany();
    const [used, unused] = [await insert(company_id, aJournal()), await insert(company_id, aJournal())];
    await store().insertDocument(company_id, { journal_id: used.id });
    const hasDocuments = (id: string) => read(({ journals }) => journals.hasDocuments(company_id, id));
    expect([await hasDocuments(used.id), await hasDocuments(unused.id)]).toEqual([true, false]);
  });

  test('a journal without documents is deleted, with its counters', async () => {
    const company_id = await newCompany();
    await insert(company_id, aJournal());
    const journal = await insert(company_id, aJournal());
    await store().setCounter(company_id, journal.id, {
      ...{ period: '2026', last_number: 0, last_issue_date: null },
    });
    await write(async ({ journals }) => {
      const { id } = (await journals.lockWithCounters(company_id, journal.id))!;
      await journals.delete(company_id, id);
    });
    expect(await find(company_id, journal.id)).toBeUndefined();
    await insert(company_id, journal);
    expect(await find(company_id, journal.id)).toEqual(journal);
  });

  test('an account is taken off the journals that name it, which change by that', async () => {
    const company_id = await newCompany();
    const [account, other] = [await anAccount(company_id), await anAccount(company_id)];
    const journals = [account, account, other].map((bank_account_id) => aJournal({ bank_account_id }));
    for (const journal of journals) await insert(company_id, journal);
    await write((all) => all.journals.clearBankAccount(company_id, account, at(5)));
    const found = await Promise.all(journals.map(({ id }) => find(company_id, id)));
    expect(found).toMatchObject([
      { bank_account_id: null, version: 2, updated_at: at(5) },
      { bank_account_id: null, version: 2, updated_at: at(5) },
      { bank_account_id: other, version: 1, updated_at: at(0) },
    ]);
  });

  describe('last_number', () => {
    test.each([
      ['is null while there is no counter', 'yearly', [], null],
      ['is null while no document is left', 'yearly', [['2026', 0, null]], null],
      [
        'is that of the newest period',
        'yearly',
        [
          ['2025', 7, '2025-12-30'],
          ['2026', 12, '2026-02-01'],
        ],
        '-2026-00012',
      ],
      [
        'is that of the newest month',
        'monthly',
        [
          ['2026-10', 1, '2026-10-01'],
          ['2026-09', 3, '2026-09-02'],
        ],
        '-2026-10-00001',
      ],
      ['is that of a continuous sequence', 'continuous', [['', 123456, '2026-02-01']], '-123456'],
      [
        'is that of the newest period that has a document',
        'yearly',
        [
          ['2025', 7, '2025-12-30'],
          ['2026', 0, null],
        ],
        '-2025-00007',
      ],
    ] as const)('%s', async (_case, sequence_scope, counters, number) => {
      const company_id = await newCompany();
      const { code, id } = await insert(company_id, aJournal({ sequence_scope }));
      for (const [period, last_number, last_issue_date] of counters) {
        await store().setCounter(company_id, id, { period, last_number, last_issue_date });
      }
      const expected = number === null ? null : `${code}${number}`;
      expect((await find(company_id, id))?.last_number).toBe(expected);
    });
  });

  test.each(SORTS)('the list by %s has every journal once, ties by id', async (sort) => {
    const company_id = await newCompany();
    const all = [];
    for (const times of TIMES_WITH_TIES) all.push(await insert(company_id, aJournal({}, times)));
    const list = await everyPage((page) => read((one) => one.journals.list(company_id, {}, page)), sort, 3);
    expect(list.map(({ id }) => id)).toEqual(inOrder(all, sort, ({ id }) => id));
  });

  test.each<[JournalFilters, string[]]>([
    [{}, ['A', 'B', 'C']],
    [{ category: 'quote' }, ['B']],
    [{ active: false }, ['C']],
    [{ default: true }, ['A', 'B']],
    [{ default: false }, ['C']],
    [{ code: 'A' }, ['A']],
    [{ code: 'a' }, []],
    [{ updated_since: at(2), active: true }, ['B']],
  ])('the list filters by %j', async (filters, codes) => {
    const company_id = await newCompany();
    const inputs = [{ code: 'A' }, { code: 'B', category: 'quote' }, { code: 'C', active: false }] as const;
    for (const [index, input] of inputs.entries()) {
      const times = { created_at: at(index), updated_at: at(index + 1) };
      await insert(company_id, aJournal(input, times));
    }
    const page = { sort: 'created_at', limit: 10 };
    const { data } = await read(({ journals }) => journals.list(company_id, filters, page));
    expect(data.map(({ code }) => code)).toEqual(codes);
  });

  testOwnData(
    () => store().units,
    ({ journals }) => journals,
    async () => {
      const company_id = await newCompany();
      return { company_id, insert: (input) => insert(company_id, aJournal(input)) };
    },
  );
}
