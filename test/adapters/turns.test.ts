import { Turns } from '../../src/adapters/turns';

/** Longer than work may last in one iteration. */
const LONG_MS = 30;

function work(): void {
  for (const since = performance.now(); performance.now() - since < LONG_MS;);
}

/** Starts the work of callers at once. @returns what happened in which order: their names, and `-` for each iteration */
async function orderOf(callers: readonly (readonly [share: string, name: string])[]): Promise<string> {
  const turns = new Turns();
  let order = '';
  let are_done = false;
  const iterate = () => {
    order += '-';
    if (!are_done) setImmediate(iterate);
  };
  setImmediate(iterate);
  await Promise.all(
    callers.map(async ([share, name]) => {
      const turn = turns.next(share);
      if (turn) await turn;
      work();
      order += name;
    }),
  );
  are_done = true;
  return order;
}

describe('turns', () => {
  test('let the event loop go on after each piece of long work, in the order of the callers', async () => {
    const order = await orderOf(['1', '2', '3', '4'].map((name) => ['a', name] as const));
    expect(order).toMatch(/^1-+2-+3-+4$/);
  });

  test('pass from share to share, so that a caller does not wait for all of another share', async () => {
    const order = await orderOf([...['1', '2', '3', '4'].map((name) => ['a', name] as const), ['b', 'B']]);
    expect(order.replaceAll('-', '')).toBe('12B34');
  });

  test('do not make work wait that is short', () => {
    const turns = new Turns();
    expect(['a', 'a', 'b'].map((share) => turns.next(share))).toEqual([undefined, undefined, undefined]);
  });

  test('begin anew in each iteration', async () => {
    const turns = new Turns();
    for (let iteration = 0; iteration < 3; iteration++) {
      expect(turns.next('a')).toBeUndefined();
      work();
      await new Promise(setImmediate);
    }
  });
});
