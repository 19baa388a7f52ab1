import { setImmediate as iteration } from 'node:timers/promises';
import { KeyedMutexInMemory } from '../../../src/adapters/node-memory/keyed-mutex';

describe('A key of a mutex', () => {
  test('is given to one caller at a time, in the order in which they came', async () => {
    const mutex = new KeyedMutexInMemory();
    const given: number[] = [];
    const acquired = [1, 2, 3].map(async (number) => {
      const release = await mutex.acquire('a');
      given.push(number);
      return release;
    });
    for (const [index, release] of acquired.entries()) {
      await iteration();
      expect(given).toEqual([1, 2, 3].slice(0, index + 1));
      (await release)();
    }
  });

  test('does not wait for another key', async () => {
    const mutex = new KeyedMutexInMemory();
    await mutex.acquire('a');
    await expect(mutex.acquire('b')).resolves.toBeInstanceOf(Function);
  });

  test('leaves nothing behind when it is released', async () => {
    const mutex = new KeyedMutexInMemory();
    for (const release of await Promise.all([mutex.acquire('a'), mutex.acquire('b')])) release();
    expect(mutex.size).toBe(0);
  });
});
