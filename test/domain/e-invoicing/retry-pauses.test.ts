import { pollPause, retryPause } from '../../../src/domain/e-invoicing/retry-pauses';

const upTo = <T>(count: number, pause: (n: number) => T) => Array.from({ length: count }, (_, n) => pause(n));

describe('The pause after an attempt', () => {
  test('that failed grows to an hour', () => {
    const pauses = upTo(9, (n) => retryPause(n, { outcome_unknown: false }));
    expect(pauses).toEqual([1, 1, 5, 30, 120, 600, 3600, 3600, 3600]);
  });

  test('that failed ends with the 78th, after about three days', () => {
    expect(retryPause(77, { outcome_unknown: false })).toBe(3600);
    expect(retryPause(78, { outcome_unknown: false })).toBeNull();
    expect(retryPause(79, { outcome_unknown: false })).toBeNull();
  });

  test('of unknown outcome is longer at first, and is repeated without limit', () => {
    const pauses = upTo(7, (n) => retryPause(n, { outcome_unknown: true }));
    expect(pauses).toEqual([10, 10, 30, 120, 600, 3600, 3600]);
    expect(retryPause(1000, { outcome_unknown: true })).toBe(3600);
  });
});

describe('The pause until the network is asked again', () => {
  test('grows to an hour', () => {
    expect(upTo(10, (n) => pollPause(n))).toEqual([1, 5, 10, 30, 60, 300, 900, 3600, 3600, 3600]);
  });

  test('ends for a message that is not awaited for ever', () => {
    expect(pollPause(79, { for_ever: false })).toBe(3600);
    expect(pollPause(80, { for_ever: false })).toBeNull();
    expect(pollPause(80)).toBe(3600);
  });
});
