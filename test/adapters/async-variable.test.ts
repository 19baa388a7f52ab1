import { setTimeout as sleep } from 'node:timers/promises';
import { AsyncVariable } from '../../src/adapters/async-variable';

describe('a variable', () => {
  const colour = new AsyncVariable<string | undefined>();
  const size = new AsyncVariable<number>();

  test('goes with the work through promises and timers, and with nothing else', async () => {
    const seen = async () => {
      await sleep(1);
      return colour.get();
    };
    expect(await Promise.all([colour.run('red', seen), colour.run('blue', seen), seen()])).toEqual([
      'red',
      'blue',
      undefined,
    ]);
    expect(colour.get()).toBeUndefined();
  });

  test('keeps its value while another one is set', () => {
    const both = () => [colour.get(), size.get()];
    expect(colour.run('red', () => size.run(1, both))).toEqual(['red', 1]);
    expect(colour.run('red', () => size.run(1, () => colour.run(undefined, both)))).toEqual([undefined, 1]);
    expect(size.run(1, () => size.run(2, both))).toEqual([undefined, 2]);
  });

  test('has its former value after work that fails', () => {
    const fail = () => {
      throw new Error('failed');
    };
    colour.run('red', () => {
      expect(() => colour.run('blue', fail)).toThrow('failed');
      expect(colour.get()).toBe('red');
    });
  });
});
