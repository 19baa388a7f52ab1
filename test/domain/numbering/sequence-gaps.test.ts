import { missingNumbers } from '../../../src/domain/numbering/sequence-gaps';

describe('the numbers of a sequence without a document', () => {
  const journal = { first_number: 10, first_period: '2026' };
  const sequence = (
    period: string,
    last_number: number,
    documents: number,
    lowest: number | null,
    highest: number | null,
  ) => ({
    ...{ period, last_number, documents, lowest, highest },
  });

  test.each([
    ['no number was given yet', sequence('2027', 0, 0, null, null), 0],
    ['the last document of the first period was deleted', sequence('2026', 9, 0, null, null), 0],
    ['each number of the first period has a document', sequence('2026', 12, 3, 10, 12), 0],
    ['each number of a later period has a document', sequence('2027', 3, 3, 1, 3), 0],
    ['a document in the middle is missing', sequence('2027', 3, 2, 1, 3), 1],
    ['the first documents are missing', sequence('2026', 12, 1, 12, 12), 2],
    ['the last document is missing', sequence('2027', 3, 2, 1, 2), 1],
    ['a document has a number after the last', sequence('2027', 3, 3, 1, 4), -3],
    ['a document has a number before the first', sequence('2026', 12, 3, 9, 12), -3],
  ])('when %s', (_when, numbered, missing) => {
    expect(missingNumbers(numbered, journal)).toBe(missing);
  });
});
