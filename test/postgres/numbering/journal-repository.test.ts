import { randomUUID } from 'node:crypto';
import { PostgresJournalRepository } from '../../../src/adapters/postgres/numbering/journal-repository';
import { defaultJournals, type JournalInput } from '../../../src/domain/numbering/journal';
import { type MasterData, startMasterData } from '../../support/master-data';

let data: MasterData;
beforeAll(async () => {
  data = await startMasterData();
});
afterAll(() => data.end());

const create = (company_id: string, given: Partial<JournalInput> = {}) =>
  data.nodes[0].journals.create(data.nodes[0].units.open(), company_id, {
    code: 'INV',
    name: 'J',
    category: 'sales',
    ...given,
  });

describe('the default journals of a company', () => {
  test('are stored with their pointers, all at once', async () => {
    const company_id = await data.newCompany();
    const journals = defaultJournals(randomUUID, { now: data.clock.now(), time_zone: 'Europe/Brussels' });
    await data.nodes[0].units
      .open()
      .transaction((repositories) => repositories.journals.insertDefaults(company_id, journals));
    const { data: stored } = await data.nodes[0].journals.list(
      data.nodes[0].units.open(),
      company_id,
      { default: true },
      { sort: 'created_at', limit: 10 },
    );
    expect(stored).toHaveLength(6);
    expect(stored).toEqual(expect.arrayContaining(journals));
  });
});

describe('last_number', () => {
  const counters = async (
    company_id: string,
    journal_id: string,
    rows: [string, number, string | null][],
  ) => {
    for (const [period, last_number, last_issue_date] of rows) {
      await data.nodes[0].db
        .insertInto('numbering_sequence')
        .values({ company_id, journal_id, period, last_number, last_issue_date })
        .execute();
    }
    return (await data.nodes[1].journals.get(data.nodes[1].units.open(), company_id, journal_id)).last_number;
  };

  test('is null as long as there is none', async () => {
    const company_id = await data.newCompany();
    const { id } = await create(company_id);
    expect(await counters(company_id, id, [])).toBeNull();
  });

  test.each([
    [
      'the newest period',
      'yearly',
      [
        ['2025', 7, '2025-12-30'],
        ['2026', 12, '2026-02-01'],
      ],
      'INV-2026-00012',
    ],
    [
      'the newest month',
      'monthly',
      [
        ['2026-09', 3, '2026-09-02'],
        ['2026-10', 1, '2026-10-01'],
      ],
      'INV-2026-10-00001',
    ],
    ['the one period of a continuous sequence', 'continuous', [['', 123456, '2026-02-01']], 'INV-123456'],
    [
      'the newest period that has a document',
      'yearly',
      [
        ['2025', 7, '2025-12-30'],
        ['2026', 0, null],
      ],
      'INV-2025-00007',
    ],
  ] as const)('is that of %s', async (_case, sequence_scope, rows, expected) => {
    const company_id = await data.newCompany();
    const { id } = await create(company_id, { sequence_scope });
    expect(await counters(company_id, id, rows as never)).toBe(expected);
  });
});

describe('a journal', () => {
  test('of another company is unknown to every method', async () => {
    const [company_id, other] = [await data.newCompany(), await data.newCompany()];
    const journal = await create(other);
    const repository = new PostgresJournalRepository(data.nodes[0].db);
    expect(await repository.find(company_id, journal.id)).toBeUndefined();
    expect(await repository.lock(company_id, journal.id)).toBeUndefined();
    expect(await repository.lockWithCounters(company_id, journal.id)).toBeUndefined();
    await repository.save(company_id, journal, { ...journal, name: 'mine now' });
    await repository.delete(company_id, journal.id);
    expect(await repository.find(other, journal.id)).toEqual(journal);
  });

  test('takes its counters along when it is deleted', async () => {
    const company_id = await data.newCompany();
    const { id: journal_id } = await create(company_id);
    const { db, journals, units } = data.nodes[0];
    await db
      .insertInto('numbering_sequence')
      .values({ company_id, journal_id, period: '2026', last_number: 0, last_issue_date: null })
      .execute();
    await journals.delete(units.open(), company_id, journal_id, undefined);
    expect(
      await db.selectFrom('numbering_sequence').selectAll().where('company_id', '=', company_id).execute(),
    ).toEqual([]);
    expect(
      await db.selectFrom('default_journal').selectAll().where('company_id', '=', company_id).execute(),
    ).toEqual([]);
  });
});
