import fc from 'fast-check';
import {
  assertNotLocked,
  type AttemptWindow,
  invalidCredentials,
  lockedUntil,
  reserveAttempt,
  tooManyRequests,
} from '../../../src/domain/access/failed-attempts';
import { refusal } from '../refusal';

const LIMITS = { attempts: 10, window_s: 900 };
const NOW = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const full: AttemptWindow = { window_started_at: NOW, count: 10 };

describe('a lockout', () => {
  test.each([
    ['no attempt failed', undefined, 0, undefined],
    ['fewer attempts failed than the limit', { ...full, count: 9 }, 1, undefined],
    ['as many failed as the limit', full, 1, at(900)],
    ['its window is about to end', full, 899.999, at(900)],
    ['its window has ended', full, 900, undefined],
    ['another node is ahead by a little', full, -0.5, at(900)],
    ['the clock was set back from its window', full, -900, undefined],
  ])('when %s', (_case, window, seconds, expected) => {
    expect(lockedUntil(window, at(seconds), LIMITS)).toEqual(expected);
  });
});

describe('counting an attempt', () => {
  test.each([
    ['opens a window', undefined, 5, { window_started_at: at(5), count: 1 }],
    ['leaves the window where it started', { ...full, count: 9 }, 5, full],
    ['is refused at the limit', full, 5, undefined],
    ['opens a new window after the old one', full, 900, { window_started_at: at(900), count: 1 }],
    [
      'opens a new window when none is left of the old',
      { ...full, count: 0 },
      5,
      { window_started_at: at(5), count: 1 },
    ],
  ])('%s', (_case, window, seconds, expected) => {
    expect(reserveAttempt(window, at(seconds), LIMITS)).toEqual(expected);
  });

  test('allows at most the limit in any window, whenever the attempts come', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 20, maxLength: 80 });
    fc.assert(
      fc.property(pauses, (seconds) => {
        let window: AttemptWindow | undefined;
        let now = NOW;
        const perWindow = new Map<number, number>();
        for (const pause of seconds) {
          now = new Date(now.getTime() + pause * 1000);
          const next = reserveAttempt(window, now, LIMITS);
          expect(next === undefined).toBe(lockedUntil(window, now, LIMITS) !== undefined);
          if (!next) continue;
          window = next;
          const start = next.window_started_at.getTime();
          perWindow.set(start, (perWindow.get(start) ?? 0) + 1);
          expect(now.getTime() - start).toBeLessThan(LIMITS.window_s * 1000);
        }
        for (const count of perWindow.values()) expect(count).toBeLessThanOrEqual(LIMITS.attempts);
      }),
    );
  });
});

describe('A refused authentication', () => {
  test('during a lockout says when to retry', () => {
    expect(() => {
      assertNotLocked(full, at(1), LIMITS);
    }).toThrow(refusal('too_many_requests', 'Too many failed authentications on this client_id.'));
    expect(tooManyRequests(at(900), at(1)).options).toEqual({ retry_after_s: 899, is_lockout: true });
  });

  test.each([
    ['before the limit', { ...full, count: 9 }, 1],
    ['without a window', undefined, 1],
    ['after the window', full, 900],
  ])('is not locked out %s', (_, window, seconds) => {
    expect(() => {
      assertNotLocked(window, at(seconds), LIMITS);
    }).not.toThrow();
  });

  test('is the same for an unknown id and a wrong secret', () => {
    expect(invalidCredentials()).toEqual(
      refusal('invalid_credentials', 'Unknown client_id or wrong client_secret.'),
    );
  });
});
