import { isLive, isSeenDue } from '../../../src/domain/access/console-session';

const MINUTE_MS = 60_000;
const now = new Date('2026-07-01T10:00:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

describe('a session of the console', () => {
  test.each([
    ['has just begun', 0, 0, true],
    ['was last seen a moment less than half an hour ago', 60 * MINUTE_MS, 30 * MINUTE_MS - 1, true],
    ['was last seen half an hour ago', 60 * MINUTE_MS, 30 * MINUTE_MS, false],
    ['began a moment less than eight hours ago', 480 * MINUTE_MS - 1, 0, true],
    ['began eight hours ago', 480 * MINUTE_MS, 0, false],
    ['began on a node whose clock is a minute ahead', -MINUTE_MS, -MINUTE_MS, true],
    ['began before the clock was put back', -MINUTE_MS - 1, -MINUTE_MS - 1, false],
  ])('that %s: %#', (_which, age_ms, idle_ms, is_live) => {
    expect(isLive({ began_at: ago(age_ms), seen_at: ago(idle_ms) }, now)).toBe(is_live);
  });

  test.each([
    [0, false],
    [MINUTE_MS - 1, false],
    [MINUTE_MS, true],
  ])('that was last seen %i ms ago is updated: %s', (idle_ms, is_due) => {
    expect(isSeenDue({ began_at: ago(idle_ms), seen_at: ago(idle_ms) }, now)).toBe(is_due);
  });
});
