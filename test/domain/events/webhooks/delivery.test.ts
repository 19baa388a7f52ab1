import { isTypePattern } from '../../../../src/domain/events/event-types';
import {
  changedHealth,
  deliveriesKeptSince,
  type DeliveryAttempt,
  healthAfter,
  isSuccess,
  RETRY_PAUSES_MS,
  settledAttempt,
  TEST_TYPE,
} from '../../../../src/domain/events/webhooks/delivery';

const NOW = '2026-07-01T10:00:00.000Z';
const attempt = (given: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  at: NOW,
  status: 500,
  duration_ms: 12,
  error: 'The endpoint answered 500.',
  answer: '',
  ...given,
});
const delivered = attempt({ status: 204, error: null });
const many = { attempts: 1, is_tried_once: false, ended_at: new Date(NOW) };
const later = (ms: number) => new Date(Date.parse(NOW) + ms);
const HOUR = 3_600_000;

test.each([
  [200, null, true],
  [299, null, true],
  [199, null, false],
  [300, null, false],
  [200, 'The connection broke.', false],
  [null, 'No answer.', false],
])('An attempt with status %s and error %s succeeded: %s', (status, error, success) => {
  expect(isSuccess({ status, error })).toBe(success);
});

describe('a delivery', () => {
  test('is delivered by a 2xx', () => {
    expect(settledAttempt(delivered, many)).toEqual({ state: 'delivered', next_attempt_at: null });
  });

  test('is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
    const pauses = [
      5_000,
      300_000,
      1_800_000,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ];
    expect(RETRY_PAUSES_MS).toEqual(pauses);
    for (const [index, pause] of pauses.entries())
      expect(settledAttempt(attempt(), { ...many, attempts: index + 1 })).toEqual({
        state: 'pending',
        next_attempt_at: later(pause),
      });
  });

  test('is tried again after the pause from the end of an attempt, which may have taken longer than the pause', () => {
    expect(settledAttempt(attempt({ status: null }), { ...many, ended_at: later(10_000) })).toEqual({
      state: 'pending',
      next_attempt_at: later(15_000),
    });
  });

  test('has failed after the tenth attempt', () => {
    expect(settledAttempt(attempt(), { ...many, attempts: 10 })).toEqual({
      state: 'failed',
      next_attempt_at: null,
    });
  });

  test('has failed after the first attempt when it is a test', () => {
    expect(settledAttempt(attempt(), { ...many, is_tried_once: true })).toEqual({
      state: 'failed',
      next_attempt_at: null,
    });
  });

  test('has failed when the endpoint is gone', () => {
    expect(settledAttempt(attempt({ status: 410 }), many)).toEqual({
      state: 'failed',
      next_attempt_at: null,
    });
  });
});

test('Deliveries are kept for 90 days', () => {
  expect(deliveriesKeptSince(new Date(NOW)).getTime()).toBe(Date.parse(NOW) - 90 * 24 * HOUR);
});

test('A test has a type of its own, to which no webhook subscribes', () => {
  expect(TEST_TYPE).toBe('webhook.test');
  expect(isTypePattern(TEST_TYPE)).toBe(false);
});

describe('a webhook', () => {
  const DAYS_5 = 5 * 24 * HOUR;

  test('has failed since its first failure', () => {
    expect(healthAfter(null, attempt(), false)).toEqual({ failing_since: new Date(NOW), is_off: false });
    expect(healthAfter(later(-HOUR), attempt(), false)).toEqual({
      failing_since: later(-HOUR),
      is_off: false,
    });
  });

  test('is turned off after five days of failures', () => {
    expect(healthAfter(later(1 - DAYS_5), attempt(), false).is_off).toBe(false);
    expect(healthAfter(later(-DAYS_5), attempt(), false).is_off).toBe(true);
  });

  test('works again after a success', () => {
    expect(healthAfter(later(-DAYS_5), delivered, false)).toEqual({ failing_since: null, is_off: false });
  });

  test('is turned off by a 410 at once', () => {
    const gone = attempt({ status: 410 });
    expect(healthAfter(null, gone, false)).toEqual({ failing_since: new Date(NOW), is_off: true });
    expect(healthAfter(later(-HOUR), gone, true)).toEqual({ failing_since: later(-HOUR), is_off: true });
  });

  test('does not fail by a test', () => {
    expect(healthAfter(null, attempt(), true)).toEqual({ failing_since: null, is_off: false });
    expect(healthAfter(later(-DAYS_5), attempt(), true)).toEqual({
      failing_since: later(-DAYS_5),
      is_off: false,
    });
  });
});

describe('several attempts', () => {
  const of = (...attempts: DeliveryAttempt[]) => attempts.map((one) => ({ attempt: one, is_test: false }));

  test('change nothing when the endpoint is as before', () => {
    expect(changedHealth(null, of(delivered))).toBeUndefined();
    expect(changedHealth(later(-HOUR), of(attempt(), attempt()))).toBeUndefined();
    expect(changedHealth(null, [])).toBeUndefined();
  });

  test('count in their order, and a 410 stays', () => {
    const failing = { failing_since: new Date(NOW), is_off: false };
    expect(changedHealth(null, of(delivered, attempt()))).toEqual(failing);
    expect(changedHealth(later(-HOUR), of(attempt(), delivered))).toEqual({
      failing_since: null,
      is_off: false,
    });
    const gone = attempt({ status: 410 });
    expect(changedHealth(null, of(gone, delivered))).toEqual({ failing_since: null, is_off: true });
  });
});
