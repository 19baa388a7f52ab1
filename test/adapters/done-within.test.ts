import { setTimeout as sleep } from 'node:timers/promises';
import { doneWithin } from '../../src/adapters/done-within';

describe('A wait with a limit', () => {
  test('returns the result of work that is done in time', async () => {
    expect(await doneWithin(60_000, Promise.resolve('done'))).toBe('done');
  });

  test('returns undefined when the work is not done by then', async () => {
    expect(await doneWithin(1, new Promise(() => undefined))).toBeUndefined();
    expect(await doneWithin(-1, new Promise(() => undefined))).toBeUndefined();
  });

  test('fails as the work does, but not once it has ended', async () => {
    await expect(doneWithin(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const late = sleep(20).then(() => Promise.reject(new Error('late')));
    expect(await doneWithin(1, late)).toBeUndefined();
    await expect(late).rejects.toThrow('late');
  });
});
