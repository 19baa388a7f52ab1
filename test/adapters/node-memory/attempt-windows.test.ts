import { AttemptWindowsInMemory } from '../../../src/adapters/node-memory/attempt-windows';

const LIMITS = { attempts: 2, window_s: 900 };
const NOW = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('failed attempts in memory', () => {
  test('are counted up to the limit, each key by itself', async () => {
    const attempts = new AttemptWindowsInMemory();
    expect((await attempts.reserve('a', NOW, LIMITS))?.count).toBe(1);
    expect((await attempts.reserve('a', NOW, LIMITS))?.count).toBe(2);
    expect(await attempts.reserve('a', NOW, LIMITS)).toBeUndefined();
    expect((await attempts.reserve('b', NOW, LIMITS))?.count).toBe(1);
  });

  test('do not count when they are released', async () => {
    const attempts = new AttemptWindowsInMemory();
    await attempts.reserve('a', NOW, LIMITS);
    await attempts.release('a');
    expect(await attempts.reserve('a', at(1), LIMITS)).toEqual({ window_started_at: at(1), count: 1 });
  });

  test('stay within bounds: the oldest window goes, one that was opened anew is young', async () => {
    const attempts = new AttemptWindowsInMemory(3);
    for (const id of ['a', 'b', 'c']) await attempts.reserve(id, NOW, LIMITS);
    await attempts.reserve('a', at(900), LIMITS);
    await attempts.reserve('d', at(901), LIMITS);
    expect(attempts.size).toBe(3);
    const found = await Promise.all(['a', 'b', 'c', 'd'].map((id) => attempts.find(id)));
    expect(found.map((window) => window?.count)).toEqual([1, undefined, 1, 1]);
  });

  test('stay within 10,000 keys, whatever comes', async () => {
    const attempts = new AttemptWindowsInMemory();
    for (let id = 0; id < 20_000; id++) await attempts.reserve(String(id), NOW, LIMITS);
    expect(attempts.size).toBe(10_000);
  });
});
