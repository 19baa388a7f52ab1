import { setImmediate as iteration } from 'node:timers/promises';
import { TurnsInMemory } from '../../../src/use-cases/access/turns';

describe('The turns of a key', () => {
  test('are given one at a time, in the order in which they were asked for', async () => {
    const turns = new TurnsInMemory();
    const given: number[] = [];
    const ends = [1, 2, 3].map(async (number) => {
      const end = await turns.take('a');
      given.push(number);
      return end;
    });
    for (const [index, turn] of ends.entries()) {
      await iteration();
      expect(given).toEqual([1, 2, 3].slice(0, index + 1));
      (await turn)();
    }
  });

  test('do not wait for those of another key', async () => {
    const turns = new TurnsInMemory();
    await turns.take('a');
    await expect(turns.take('b')).resolves.toBeInstanceOf(Function);
  });

  test('leave nothing behind when they have ended', async () => {
    const turns = new TurnsInMemory();
    for (const end of await Promise.all([turns.take('a'), turns.take('b')])) end();
    expect(turns.size).toBe(0);
  });
});
