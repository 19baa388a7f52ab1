import {
  BOOKED_MEMBERS,
  assertBooksOpen,
  assertInBracket,
  assertInWindow,
  isInClosedBooks,
  issueDateBracket,
  issueDateWindow,
} from '../../../src/domain/documents/issue-date';

const refused = (min: string | null, max: string | null) =>
  expect.objectContaining({ code: 'invalid_issue_date', options: { details: [{ min, max }] } }) as Error;

describe('the window of issue dates', () => {
  const window = issueDateWindow({ today: '2026-07-23', books_closed_until: '2026-06-30' });

  test('reaches from the day after the closed books to 31 days ahead', () => {
    expect(window).toEqual({ min: '2026-07-01', max: '2026-08-23' });
  });

  test('is open to the past while no books are closed, and as long as configured', () => {
    expect(issueDateWindow({ today: '2026-07-23', books_closed_until: null, days_ahead: 0 })).toEqual({
      min: null,
      max: '2026-07-23',
    });
  });

  test.each(['2026-07-01', '2026-07-23', '2026-08-23'])('includes %s', (date) => {
    expect(() => {
      assertInWindow(date, window);
    }).not.toThrow();
  });

  test.each(['2026-06-30', '2026-08-24', '1999-01-01'])('excludes %s', (date) => {
    expect(() => {
      assertInWindow(date, window);
    }).toThrow(refused('2026-07-01', '2026-08-23'));
  });
});

describe('the bracket of issue dates', () => {
  test.each([
    ['the first number of a year', { previous: null, next: null }, '2026', '2026-01-01', '2026-12-31'],
    ['a new number', { previous: '2026-03-05', next: null }, '2026', '2026-03-05', '2026-12-31'],
    [
      'a stored number',
      { previous: '2026-03-05', next: '2026-03-09' },
      '2026-03',
      '2026-03-05',
      '2026-03-09',
    ],
    ['the first of many', { previous: null, next: '2026-03-09' }, '2026-03', '2026-03-01', '2026-03-09'],
    ['a continuous sequence', { previous: '2025-12-31', next: null }, '', '2025-12-31', null],
  ])('of %s', (_case, neighbours, period, min, max) => {
    expect(issueDateBracket(neighbours, period)).toEqual({ min, max });
  });

  test('includes the dates of both neighbours', () => {
    const bracket = issueDateBracket({ previous: '2026-03-05', next: '2026-03-05' }, '2026');
    expect(() => {
      assertInBracket('2026-03-05', bracket);
    }).not.toThrow();
  });

  test.each([
    ['before the previous number', '2026-03-04'],
    ['after the next number', '2026-03-10'],
    ['in another period', '2027-03-07'],
  ])('excludes a date %s', (_case, date) => {
    const bracket = issueDateBracket({ previous: '2026-03-05', next: '2026-03-09' }, '2026');
    expect(() => {
      assertInBracket(date, bracket);
    }).toThrow(refused('2026-03-05', '2026-03-09'));
  });

  test('without an end excludes only what comes before', () => {
    const bracket = issueDateBracket({ previous: '2026-03-05', next: null }, '');
    expect(() => {
      assertInBracket('2030-01-01', bracket);
    }).not.toThrow();
    expect(() => {
      assertInBracket('2026-03-04', bracket);
    }).toThrow(refused('2026-03-05', null));
  });
});

describe('closed books', () => {
  test.each([
    ['2026-06-30', '2026-06-30', true],
    ['2026-07-01', '2026-06-30', false],
    ['2020-01-01', null, false],
  ])('hold %s when closed until %s: %s', (date, books_closed_until, expected) => {
    expect(isInClosedBooks(date, books_closed_until)).toBe(expected);
  });

  const stored = { issue_date: '2026-06-30', books_closed_until: '2026-06-30' };

  test.each(BOOKED_MEMBERS)('refuse a change of %s', (member) => {
    expect(() => {
      assertBooksOpen(['note', member], stored);
    }).toThrow(
      expect.objectContaining({
        code: 'invalid_issue_date',
        message: expect.stringMatching(`: ${member} cannot change.$`) as string,
      }) as Error,
    );
  });

  test('let other members change, and every member of later documents', () => {
    expect(() => {
      assertBooksOpen(['note', 'due_date'], stored);
    }).not.toThrow();
    expect(() => {
      assertBooksOpen([...BOOKED_MEMBERS], { ...stored, issue_date: '2026-07-01' });
    }).not.toThrow();
  });
});
