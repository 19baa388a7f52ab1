import fc from 'fast-check';
import { FairQueue } from '../../../src/adapters/workers/fair-queue';

const LIMITS = { running_per_share: 1, waiting_per_share: 100, waiting: 1_000 };

/** Takes all tasks that may run, one after the other. */
function served(queue: FairQueue<string>): string[] {
  const tasks: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    tasks.push(next.task);
    queue.finished(next.share);
  }
  return tasks;
}

describe('A fair queue', () => {
  test('serves shares in turn, and the tasks of a share in their order', () => {
    const queue = new FairQueue<string>(LIMITS);
    for (const task of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(task[0]!, task);
    expect(served(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('serves the single task of another share next, however many tasks of the first wait', () => {
    const queue = new FairQueue<string>(LIMITS);
    for (let n = 0; n < 50; n++) queue.add('a', `a${n}`);
    expect(queue.take()).toEqual({ share: 'a', task: 'a0' });
    queue.add('b', 'b0');
    queue.finished('a');
    expect(queue.take()?.task).toBe('a1'); // its turn came first
    queue.finished('a');
    expect(queue.take()?.task).toBe('b0');
  });

  test('limits the running tasks of a share, while other shares run', () => {
    const queue = new FairQueue<string>({ ...LIMITS, running_per_share: 2 });
    for (const task of ['a1', 'a2', 'a3', 'b1']) queue.add(task[0]!, task);
    expect([queue.take(), queue.take(), queue.take(), queue.take()].map((next) => next?.task)).toEqual([
      'a1',
      'b1',
      'a2',
      undefined,
    ]);
    queue.finished('a');
    expect(queue.take()?.task).toBe('a3');
  });

  test('refuses a task beyond the limit, per share and in total', () => {
    const queue = new FairQueue<string>({ running_per_share: 1, waiting_per_share: 2, waiting: 3 });
    expect(['a1', 'a2', 'a3', 'b1', 'b2'].map((task) => queue.add(task[0]!, task))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    queue.take();
    expect(queue.add('b', 'b2')).toBe(true);
  });

  test('removes a waiting task, but not a running one', () => {
    const queue = new FairQueue<string>(LIMITS);
    for (const task of ['a1', 'a2']) queue.add('a', task);
    queue.take();
    expect(queue.remove('a', 'a1')).toBe(false);
    expect(queue.remove('a', 'a2')).toBe(true);
    queue.finished('a');
    expect(queue.take()).toBeUndefined();
  });

  test('starts no second task of a share while a task of another share could run', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), (shares) => {
        const queue = new FairQueue<string>({ ...LIMITS, running_per_share: 1 });
        shares.forEach((share, n) => queue.add(share, `${share}${n}`));
        const order = served(queue);
        expect(order).toHaveLength(shares.length);
        order.forEach((task, at) => {
          const before = order[at - 1]?.[0];
          if (before !== task[0]) return;
          expect(order.slice(at).filter((later) => later[0] !== before)).toEqual([]);
        });
      }),
    );
  });
});
