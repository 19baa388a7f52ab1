import type { DocumentInput } from '../../../src/domain/documents/draft';
import { withNextVersion } from '../../../src/domain/version';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { Journals } from '../../../src/use-cases/numbering/journals';
import { aBusiness, type Business } from '../business';
import { readOn, writeOn } from './stored-documents';

/** What every repository of journals reads of their sequences; run on the fake and on PostgreSQL. */
export function testSequenceInspection(unitsOf: () => UnitsOfWork): void {
  let business: Business;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
  });

  const [read, write] = [readOn(unitsOf), writeOn(unitsOf)];
  const find = async (id: string) =>
    (await read(({ documents }) => documents.find(business.company_id, id)))!;
  const issued = (members?: Partial<DocumentInput>) => business.issued(members);
  const inspect = (journal_id: string) =>
    read(({ journals }) => journals.inspectSequences(business.company_id, journal_id));

  test('are reported period by period', async () => {
    const journal_id = await business.journal('sales');
    expect(await inspect(journal_id)).toEqual([]);
    await issued({ issue_date: '2025-12-30' });
    await issued();
    const last = await issued();
    const [first, sound] = ['INV-2025-00001', { duplicates: [], date_inversions: [] }];
    expect(await inspect(journal_id)).toEqual([
      { period: '2025', last_number: 1, ranges: [[1, 1]], count: 1, first, last: first, ...sound },
      {
        ...{ period: '2026', last_number: 2, ranges: [[1, 2]], count: 2, first: 'INV-2026-00001' },
        ...{ last: last.number, ...sound },
      },
    ]);
  });

  test('show a date that runs backwards', async () => {
    await issued({ issue_date: '2026-06-10' });
    const { id } = await issued({ issue_date: '2026-06-20' });
    await issued({ issue_date: '2026-06-30' });
    const middle = await find(id);
    const after = withNextVersion({ ...middle, issue_date: '2026-06-01' }, business.clock.now());
    await write(async ({ documents }) => {
      await documents.lock(business.company_id, id);
      await documents.save(business.company_id, middle, after);
    });
    const [report] = await inspect(middle.journal_id!);
    expect(report).toMatchObject({ count: 3, ranges: [[1, 3]], date_inversions: [2] });
  });

  test('are empty once their only document is deleted', async () => {
    const only = await find((await issued()).id);
    await write(({ documents }) => documents.deleteLast(business.company_id, only));
    expect(await inspect(only.journal_id!)).toMatchObject([
      { period: '2026', last_number: 0, ranges: [], count: 0, first: null, last: null },
    ]);
  });

  test('begin at the first number of their journal', async () => {
    const { clock, ids, company_id } = business;
    const { id: journal_id } = await new Journals(clock, ids).create(unitsOf().open(), company_id, {
      ...{ code: 'OLD', name: 'Old', category: 'sales', first_number: 7 },
    });
    await issued({ journal_id });
    await issued({ journal_id });
    expect(await inspect(journal_id)).toMatchObject([{ last_number: 8, ranges: [[7, 8]], count: 2 }]);
  });
}
