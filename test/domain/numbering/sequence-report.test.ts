import {
  type InspectedSequence,
  type NumberRange,
  sequenceReport,
} from '../../../src/domain/numbering/sequence-report';

describe('the report of a sequence', () => {
  const journal = { first_number: 10, first_period: '2026' };
  const sequence = (period: string, last_number: number, ...ranges: NumberRange[]): InspectedSequence => ({
    ...{ period, last_number, ranges, count: 3, first: 'F', last: 'L' },
    ...{ duplicates: [2], date_inversions: [3] },
  });

  test('has what was found', () => {
    expect(sequenceReport(sequence('2027', 3, [1, 3]), journal)).toEqual({
      ...{ period: '2027', count: 3, first: 'F', last: 'L' },
      ...{ gaps: [], duplicates: [2], date_inversions: [3] },
    });
  });

  test('has no period for continuous numbers', () => {
    expect(sequenceReport(sequence('', 3, [1, 3]), journal)).toMatchObject({ period: null });
  });

  test.each<[string, InspectedSequence, number[]]>([
    ['no number was given yet', sequence('2027', 0), []],
    ['the last document of the first period was deleted', sequence('2026', 9), []],
    ['each number of the first period has a document', sequence('2026', 12, [10, 12]), []],
    ['the first documents of the first period are missing', sequence('2026', 12, [12, 12]), [10, 11]],
    ['the first documents of a later period are missing', sequence('2027', 3, [3, 3]), [1, 2]],
    ['documents in the middle are missing', sequence('2027', 9, [1, 3], [5, 5], [8, 9]), [4, 6, 7]],
    ['the last documents are missing', sequence('2027', 3, [1, 1]), [2, 3]],
    ['all documents are missing', sequence('2027', 2), [1, 2]],
    ['a document has a number after the last', sequence('2027', 3, [1, 2], [6, 6]), [3]],
    ['a document has the number after the last', sequence('2027', 3, [1, 4]), []],
    ['a document has a number before the first', sequence('2026', 12, [8, 8], [11, 12]), [10]],
    ['a document has the number before the first', sequence('2026', 12, [9, 10]), [11, 12]],
  ])('has the gaps when %s', (_when, found, gaps) => {
    expect(sequenceReport(found, journal).gaps).toEqual(gaps);
  });

  test('has the lowest hundred thousand gaps when a damaged counter is far ahead', () => {
    const { gaps } = sequenceReport(sequence('2027', 2_147_483_647, [2, 2]), journal);
    expect(gaps).toHaveLength(100_000);
    expect([gaps[0], gaps[1], gaps.at(-1)]).toEqual([1, 3, 100_001]);
  });
});
