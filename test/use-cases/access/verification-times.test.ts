import { VerificationTimes } from '../../../src/use-cases/access/verification-times';
import { FakeTiming } from '../../support/token-fakes';

/** Verifications that take what they are told. */
function set() {
  const timing = new FakeTiming();
  let samples = 0;
  const takes = (ms: number) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    timing.advance(ms);
  };
  const times: VerificationTimes = new VerificationTimes(timing, async () => {
    samples += 1;
    await times.measured(takes(50));
  });
  const verify = (ms: number) => times.measured(takes(ms));
  return { timing, times, verify, samples: () => samples };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** The largest distance between two distributions (Kolmogorov and Smirnov). */
function distance(some: readonly number[], others: readonly number[]): number {
  const below = (values: readonly number[], bound: number) =>
    values.filter((value) => value <= bound).length / values.length;
  return Math.max(
    ...[...some, ...others].map((bound) => Math.abs(below(some, bound) - below(others, bound))),
  );
}

describe('What takes as long as a verification, without one,', () => {
  test.each<[string, (index: number) => number]>([
    ['alike', () => 46],
    ['spread', (index) => 44 + ((index * 7919) % 100) / 10],
    ['of two kinds', (index) => (index % 3 === 0 ? 92 : 46)],
    ['with a long tail', (index) => (index % 20 === 0 ? 400 : 46 + (index % 7))],
  ])('pauses as the measured durations are distributed: %s', async (_case, duration) => {
    const { timing, times, verify, samples } = set();
    const durations = Array.from({ length: 100 }, (_, index) => duration(index));
    for (const ms of durations) await verify(ms);
    for (let index = 0; index < 1_000; index++) await times.spend(true);
    expect(samples()).toBe(0);
    // Of the hundred, those of the last 15 s.
    const recent = durations.filter(
      (_, index) => durations.slice(index + 1).reduce((sum, ms) => sum + ms, 0) <= 15_000,
    );
    expect(distance(timing.pauses, recent)).toBeLessThan(0.02);
    expect(Math.abs(mean(timing.pauses) / mean(recent) - 1)).toBeLessThan(0.02);
  });

  test('is a verification the first time, which others that ask meanwhile wait for', async () => {
    const { timing, times, samples } = set();
    await Promise.all(Array.from({ length: 20 }, () => times.spend(true)));
    expect(samples()).toBe(1);
    expect(timing.pauses).toEqual(Array.from({ length: 19 }, () => 0)); // its 50 ms are over
  });

  test('follows what verifications take by now', async () => {
    const { timing, times, verify } = set();
    for (let index = 0; index < 20; index++) await verify(500);
    timing.advance(16_000);
    for (let index = 0; index < 5; index++) await verify(46);
    for (let index = 0; index < 50; index++) await times.spend(true);
    expect(new Set(timing.pauses)).toEqual(new Set([46]));
  });

  test('is a verification again when none was measured lately, once in two seconds, and not while others are', async () => {
    const { timing, times, verify, samples } = set();
    await verify(500);
    timing.advance(60_000);
    await times.spend(false);
    expect(samples()).toBe(0);
    expect(timing.pauses).toEqual([500]); // the latest that is known
    for (let index = 0; index < 1_000; index++) await times.spend(true);
    expect(samples()).toBe(1);
    timing.advance(2_000);
    for (let index = 0; index < 1_000; index++) await times.spend(true);
    expect(samples()).toBe(2);
    for (let second = 0; second < 15; second++) {
      timing.advance(1_000);
      for (let index = 0; index < 100; index++) await times.spend(true);
    }
    expect(samples()).toBeLessThan(8);
  });

  test('fails as a verification does, as long as none was measured', async () => {
    const timing = new FakeTiming();
    const times = new VerificationTimes(timing, () => Promise.reject(new Error('no database')));
    const results = await Promise.allSettled(Array.from({ length: 3 }, () => times.spend(true)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
