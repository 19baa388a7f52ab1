import fc from 'fast-check';
import { addDays } from '../../../src/domain/values/calendar';
import {
  assertIssueDate,
  type DateRange,
  isInClosedBooks,
  issueDateBracket,
  issueDateWindow,
  nearestWithin,
} from '../../../src/domain/numbering/issue-date';
import { DomainError } from '../../../src/domain/errors';
import { refusal } from '../refusal';

describe('the window of issue dates', () => {
  const window = issueDateWindow({ today: '2026-07-23', books_closed_until: '2026-06-30', days_ahead: 31 });

  test('reaches from the day after the closed books to 31 days ahead', () => {
    expect(window).toEqual({ min: '2026-07-01', max: '2026-08-23' });
  });

  test('is open to the past while no books are closed, and as long as configured', () => {
    expect(issueDateWindow({ today: '2026-07-23', books_closed_until: null, days_ahead: 0 })).toEqual({
      min: null,
      max: '2026-07-23',
    });
  });
});

describe('the bounds of an issue date', () => {
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
});

describe('an issue date', () => {
  const window = { min: '2026-07-01', max: '2026-08-23' };
  const ANY = { min: null, max: null };
  const check =
    (
      date: string,
      bracket: DateRange = ANY,
      members: { given?: string | null; due_date?: string; window?: DateRange } = {},
    ) =>
    () => {
      assertIssueDate(date, { given: date, window, due_date: null, ...members }, bracket);
    };
  const refused = (...details: object[]) =>
    expect.objectContaining({
      code: 'invalid_issue_date',
      options: details.length === 0 ? {} : { details },
    }) as Error;

  test.each(['2026-07-01', '2026-07-23', '2026-08-23'])('may be %s, inside the window', (date) => {
    expect(check(date)).not.toThrow();
  });

  test.each(['2026-06-30', '2026-08-24', '1999-01-01'])('may not be %s, outside of the window', (date) => {
    expect(check(date)).toThrow(refused(window));
  });

  test('that was not given is not compared with the window', () => {
    expect(check('1999-01-01', ANY, { given: null })).not.toThrow();
  });

  test.each(['2026-07-05', '2026-07-09'])('may be that of a neighbour: %s', (date) => {
    expect(check(date, { min: '2026-07-05', max: '2026-07-09' })).not.toThrow();
  });

  test.each(['2026-07-04', '2026-07-10'])('may not be beyond its neighbours: %s', (date) => {
    const bracket = { min: '2026-07-05', max: '2026-07-09' };
    expect(check(date, bracket)).toThrow(refused(bracket));
  });

  test.each([
    ['the window', { min: '2026-01-01', max: '2026-12-31' }, undefined, window],
    [
      'the neighbours',
      { min: '2026-07-05', max: '2026-07-09' },
      undefined,
      { min: '2026-07-05', max: '2026-07-09' },
    ],
    [
      'one end of each',
      { min: '2026-07-05', max: null },
      undefined,
      { min: '2026-07-05', max: '2026-08-23' },
    ],
    ['the due date', ANY, '2026-07-20', { min: '2026-07-01', max: '2026-07-20' }],
  ])('gets the narrower bounds: of %s', (_, bracket, due_date, details) => {
    expect(check('2030-01-01', bracket, due_date === undefined ? {} : { due_date })).toThrow(
      refused(details),
    );
  });

  test('gets no bounds when no date is allowed', () => {
    expect(check('2026-07-02', { min: '2026-09-01', max: null })).toThrow(refused());
  });

  test('gets the single date that is allowed', () => {
    const bracket = { min: '2026-07-09', max: '2026-07-09' };
    expect(check('2026-07-10', bracket)).toThrow(refused(bracket));
  });

  const OUTSIDE = 'The issue date lies outside the numbering window';
  const NEIGHBOURS = 'The issue date does not fit between the neighbouring numbers';
  test.each([
    ['window', window, ANY, `${OUTSIDE}: allowed are dates from 2026-07-01 until 2026-08-23.`],
    [
      'window without a first date',
      { min: null, max: '2026-08-23' },
      ANY,
      `${OUTSIDE}: allowed are dates until 2026-08-23.`,
    ],
    [
      'neighbours',
      { min: '2026-07-01', max: null },
      { min: null, max: '2026-07-09' },
      `${NEIGHBOURS}: allowed are dates from 2026-07-01 until 2026-07-09.`,
    ],
    [
      'neighbour without a next one',
      ANY,
      { min: '2032-01-01', max: null },
      `${NEIGHBOURS}: allowed are dates from 2032-01-01.`,
    ],
    [
      'window and neighbours without a common date',
      window,
      { min: '2026-09-01', max: null },
      `${OUTSIDE}: no date is allowed at present.`,
    ],
  ])('is refused with a message that states the allowed dates: %s', (_, dates, bracket, message) => {
    expect(check('2030-01-01', bracket, { window: dates })).toThrow(refusal('invalid_issue_date', message));
  });

  const date = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-01-01', days));
  const bound = fc.option(date);
  const range = fc.tuple(bound, bound).map(([min, max]) => ({ min, max }));

  test('is refused with bounds that are accepted', () => {
    fc.assert(
      fc.property(date, range, range, bound, (asked, some_window, bracket, due_date) => {
        const attempt = (given: string) => {
          assertIssueDate(given, { given, window: some_window, due_date }, bracket);
        };
        try {
          attempt(asked);
        } catch (error) {
          const [details] = ((error as DomainError).options.details ?? []) as unknown as DateRange[];
          for (const end of [details?.min, details?.max]) {
            if (end != null)
              expect(() => {
                attempt(end);
              }).not.toThrow();
            if (end != null && due_date !== null) expect(end <= due_date).toBe(true);
          }
        }
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  test.each([
    ['2026-06-01', '2026-07-01'],
    ['2026-07-15', '2026-07-15'],
    ['2027-01-01', '2026-08-23'],
  ])('%s is nearest to %s of the window', (asked, nearest) => {
    expect(nearestWithin(asked, window)).toBe(nearest);
  });
});

describe('closed books', () => {
  test.each([
    ['2026-06-30', '2026-06-30', true],
    ['2026-07-01', '2026-06-30', false],
    ['2020-01-01', null, false],
  ])('contain %s when closed until %s: %s', (date, books_closed_until, expected) => {
    expect(isInClosedBooks(date, books_closed_until)).toBe(expected);
  });
});
