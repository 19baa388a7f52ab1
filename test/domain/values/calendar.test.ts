import fc from 'fast-check';
import {
  addDays,
  isDate,
  isTimeZone,
  lastDayOfMonth,
  monthBefore,
  today,
} from '../../../src/domain/values/calendar';

describe('a date', () => {
  test.each([
    '2026-01-01',
    '2024-02-29',
    '2024-01-31',
    '2000-02-29',
    '2026-12-31',
    '0001-01-01',
    '9999-12-31',
  ])('may be %s', (text) => {
    expect(isDate(text)).toBe(true);
  });

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '',
  ])('is not %j', (text) => {
    expect(isDate(text)).toBe(false);
  });

  test.each([
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-07-23', 0, '2026-07-23'],
    ['0099-12-31', 1, '0100-01-01'],
    ['9999-12-31', 30, '9999-12-31'],
    ['9999-01-01', 1, '9999-01-02'],
  ])('%s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test('is the same after any number of days is added and subtracted', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500_000, max: 500_000 }), (days) => {
        const later = addDays('2026-06-15', days);
        expect(isDate(later)).toBe(true);
        expect(addDays(later, -days)).toBe('2026-06-15');
      }),
    );
  });

  test.each([
    ['2026-02', '2026-02-28'],
    ['2024-02', '2024-02-29'],
    ['2024-04', '2024-04-30'],
    ['2026-12', '2026-12-31'],
  ])('ends the month %s on %s', (month, expected) => {
    expect(lastDayOfMonth(month)).toBe(expected);
  });
});

describe('today', () => {
  test.each([
    ['Europe/Brussels', '2026-12-31T22:59:59.999Z', '2026-12-31'],
    ['Europe/Brussels', '2026-12-31T23:00:00.000Z', '2027-01-01'],
    ['Europe/Brussels', '2026-06-30T22:00:00.000Z', '2026-07-01'],
    ['Pacific/Kiritimati', '2026-01-01T10:00:00.000Z', '2026-01-02'],
    ['America/Los_Angeles', '2026-01-01T07:59:00.000Z', '2025-12-31'],
    ['UTC', '2026-01-01T00:00:00.000Z', '2026-01-01'],
  ])('in %s at %s is %s', (time_zone, now, expected) => {
    expect(today(new Date(now), time_zone)).toBe(expected);
  });

  test('is that of each call, whatever the time zones and instants of the calls before', () => {
    const midnight = Date.parse('2026-12-31T23:00:00.000Z');
    const dates = [midnight, midnight - 1, midnight + 1, midnight - 1_000].flatMap((now) =>
      ['Europe/Brussels', 'UTC'].map((time_zone) => today(new Date(now), time_zone)),
    );
    const [old, next] = ['2026-12-31', '2027-01-01'];
    expect(dates).toEqual([next, old, old, old, next, old, old, old]);
  });
});

describe('a time zone', () => {
  test.each([
    ['Europe/Brussels', true],
    ['UTC', true],
    ['Europe/Atlantis', false],
    ['', false],
  ])('%j: %s', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected);
  });
});

test.each([
  ['2026-07-15', '2026-06-01', '2026-06-30'],
  ['2026-01-01', '2025-12-01', '2025-12-31'],
  ['2024-03-31', '2024-02-01', '2024-02-29'],
])('the month before %s is from %s to %s', (date, from, to) => {
  expect(monthBefore(date)).toEqual({ from, to });
});
