import { inDoubt, tooSlow } from '../../../src/adapters/postgres/connections/doubt';
import { Batches } from '../../../src/adapters/postgres/units/batches';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('batches of one key', () => {
  test('have the items that came at once, and the items that came while the last batch was processed', async () => {
    const turns: number[][] = [];
    const later: Promise<number>[] = [];
    const batches = new Batches<number, number>(async (_key, waiting) => {
      turns.push(waiting.map(({ item }) => item));
      if (turns.length === 1) later.push(...[3, 4].map((item) => batches.add('a', item)));
      await tick();
      for (const one of waiting) one.resolve(one.item * 2);
    });
    expect(await Promise.all([1, 2].map((item) => batches.add('a', item)))).toEqual([2, 4]);
    expect(await Promise.all(later)).toEqual([6, 8]);
    expect(turns).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('have the items again that the last batch left, before the items that came meanwhile', async () => {
    const turns: string[] = [];
    const batches = new Batches<string, void>(async (_key, waiting) => {
      turns.push(waiting.map(({ item }) => item).join(''));
      await tick();
      if (turns.length === 2) late.push(batches.add('k', 'd'));
      waiting[0]!.resolve();
    });
    const late: Promise<void>[] = [];
    await Promise.all(['a', 'b', 'c'].map((item) => batches.add('k', item)));
    await Promise.all(late);
    expect(turns).toEqual(['abc', 'bc', 'cd', 'd']);
  });

  test('do not wait for those of another key', async () => {
    const running = new Set<string>();
    let most = 0;
    const batches = new Batches<number, void>(async (key, waiting) => {
      running.add(key);
      most = Math.max(most, running.size);
      await tick();
      running.delete(key);
      for (const one of waiting) one.resolve();
    });
    await Promise.all(['a', 'b', 'c', 'a'].map((key) => batches.add(key, 0)));
    expect(most).toBe(3);
  });

  test('that fail reject only the items they left unsettled, and the next batches go on', async () => {
    let turn = 0;
    const batches = new Batches<string, string>(async (_key, waiting) => {
      await tick();
      turn += 1;
      waiting[0]!.resolve('done');
      if (turn === 2) throw new Error('broken');
    });
    const results = await Promise.allSettled(['a', 'b', 'c'].map((item) => batches.add('k', item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await batches.add('k', 'd')).toBe('done');
  });

  test('that fail, fail for those that came meanwhile too, who have no turn after their callers gave up', async () => {
    const turns: string[] = [];
    let later: Promise<void> | undefined;
    const batches = new Batches<string, void>(async (_key, waiting) => {
      turns.push(waiting.map(({ item }) => item).join(''));
      later ??= batches.add('k', 'b');
      await tick();
      throw new Error('no database');
    });
    const results = await Promise.allSettled([batches.add('k', 'a').finally(() => later)]);
    expect(results).toMatchObject([{ reason: { message: 'no database' } }]);
    await expect(later).rejects.toThrow('no database');
    await tick();
    expect([turns, batches.size]).toEqual([['a'], 0]);
  });

  test('with an unknown outcome reject the items behind them as not sent', async () => {
    const doubt = inDoubt(new Error('lost'));
    const batches = new Batches<string, void>(() => tick().then(() => Promise.reject(doubt)), undefined, 1);
    const added = ['a', 'b'].map((item) => batches.add('k', item));
    await tick();
    const results = await Promise.allSettled([...added, batches.add('k', 'c')]);
    const reasons = results.map((result) => (result as PromiseRejectedResult).reason as Error);
    expect(reasons[0]).toBe(doubt);
    expect(reasons.slice(1).map(({ message }) => message)).toEqual(Array(2).fill(tooSlow().message));
  });

  test('have fewer items of those that count as several, and at least one', async () => {
    const turns: number[][] = [];
    const batches = new Batches<number, void>(
      async (_key, waiting) => {
        turns.push(waiting.map(({ item }) => item));
        await tick();
        for (const one of waiting) one.resolve();
      },
      undefined,
      4,
      (item) => item,
    );
    await Promise.all([1, 1, 1, 2, 9, 9, 1, 3, 0.5].map((item) => batches.add('k', item)));
    expect(turns).toEqual([[1, 1, 1], [2], [9], [9], [1, 3], [0.5]]);
  });

  test('that settle no item fail, and do not loop', async () => {
    const batches = new Batches<number, void>(async () => {});
    await expect(batches.add('k', 1)).rejects.toThrow('settled no item');
  });

  test('leave nothing behind, however many keys come', async () => {
    const batches = new Batches<number, void>(async (_key, waiting) => {
      await tick();
      for (const one of waiting) one.resolve();
    });
    const all = Array.from({ length: 1000 }, (_, key) => batches.add(String(key), 0));
    expect(batches.size).toBe(1000);
    await Promise.all(all);
    await tick();
    expect(batches.size).toBe(0);
  });
});
