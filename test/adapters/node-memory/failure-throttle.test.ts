import { FailureThrottleInMemory } from '../../../src/adapters/node-memory/failure-throttle';

describe('The responses to failed authentications', () => {
  let now_ms = 0;
  const aThrottle = (max_sources?: number) => new FailureThrottleInMemory(() => now_ms, max_sources);
  const failures = (throttle: FailureThrottleInMemory, count: number, source = '192.0.2.1') =>
    Promise.all(Array.from({ length: count }, () => throttle.delayFor(source)));

  test('are delayed by a second each after 20 within a minute from one source', async () => {
    const throttle = aThrottle();
    expect(await failures(throttle, 25)).toEqual([
      ...Array<number>(20).fill(0),
      ...Array<number>(5).fill(1_000),
    ]);
    expect(await failures(throttle, 1, '192.0.2.2')).toEqual([0]);
  });

  test('are not delayed when the previous 20 took longer than a minute', async () => {
    const throttle = aThrottle();
    await failures(throttle, 10);
    now_ms += 50_000;
    expect(await failures(throttle, 10)).not.toContain(1_000);
    now_ms += 9_999;
    expect(await failures(throttle, 1)).toEqual([1_000]);
    now_ms += 1; // the first ten are a minute ago
    expect(await failures(throttle, 10)).toEqual([...Array<number>(9).fill(0), 1_000]);
  });

  test('are counted for 10,000 sources, of which the latest stay', async () => {
    const throttle = aThrottle(100);
    await failures(throttle, 20, 'a');
    for (let other = 0; other < 99; other++) await failures(throttle, 1, `other ${other}`);
    expect(await failures(throttle, 1, 'a')).toEqual([1_000]);
    for (let other = 0; other < 1_000; other++) await failures(throttle, 1, `another ${other}`);
    expect(throttle.size).toBe(100);
    expect(await failures(throttle, 1, 'a')).toEqual([0]);
  });
});
