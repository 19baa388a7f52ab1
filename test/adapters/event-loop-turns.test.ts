import { EventLoopTurns } from '../../src/adapters/event-loop-turns';

const LONG = 100_000;
const SHORT = 1_000;

type Caller = readonly [share: string, name: string, length: number];

/**
 * Starts the work of callers at once.
 * @returns what happened in which order: their names, and `-` for each iteration
 */
async function orderOf(callers: readonly Caller[]): Promise<string> {
  const turns = new EventLoopTurns();
  let order = '';
  let are_done = false;
  const iterate = () => {
    order += '-';
    if (!are_done) setImmediate(iterate);
  };
  setImmediate(iterate);
  await Promise.all(
    callers.map(async ([share, name, length]) => {
      const turn = turns.next(share);
      if (turn) await turn;
      order += name;
      turns.take(length);
    }),
  );
  are_done = true;
  return order;
}

const long = (share: string, names: string): Caller[] => [...names].map((name) => [share, name, LONG]);

describe('The turns of the event loop', () => {
  test('let the event loop go on after each long text, in the order of the callers', async () => {
    expect(await orderOf(long('a', '1234'))).toMatch(/^1-+2-+3-+4$/);
  });

  test('pass from share to share, so that a caller does not wait for all of another share', async () => {
    const order = await orderOf([...long('a', '1234'), ...long('b', 'B')]);
    expect(order.replaceAll('-', '')).toBe('12B34');
  });

  test('let all short texts continue in one iteration that wait behind a long one', async () => {
    const short = [...'1234'].map((name): Caller => ['b', name, SHORT]);
    expect(await orderOf([...long('a', 'LMN'), ...short])).toMatch(/^L-+M-+1234N$/);
  });

  test('do not make short texts wait for each other', async () => {
    const short = [...'1234'].map((name): Caller => ['a', name, SHORT]);
    expect(await orderOf([...short, ...long('a', 'L')])).toBe('1234L');
  });

  test('are free again in the next iteration', async () => {
    const turns = new EventLoopTurns();
    for (let iteration = 0; iteration < 3; iteration++) {
      expect(turns.next('a')).toBeUndefined();
      turns.take(LONG);
      await new Promise(setImmediate);
    }
  });
});
