import { ConnectionShares, type UnitEnd } from '../../../src/adapters/postgres/connections/connection-shares';

const SIZE = 10;
const HALF = 5;
const LIMIT_MS = 1_000;

describe('The connections of a pool', () => {
  let shares: ConnectionShares;
  /** The companies that got a connection, in the order in which they got it. */
  let served: (string | undefined)[];

  beforeEach(() => {
    jest.useFakeTimers();
    [shares, served] = [new ConnectionShares(SIZE), []];
  });
  afterEach(() => jest.useRealTimers());

  function ask(name: string | undefined, times = 1): void {
    for (let n = 0; n < times; n++) {
      const wait = shares.take(name, LIMIT_MS);
      if (wait) void wait.then((came) => came && served.push(name));
      else served.push(name);
    }
  }

  async function end(name: string | undefined, how: UnitEnd = 'done'): Promise<void> {
    shares.end(name, how);
    await jest.advanceTimersByTimeAsync(0);
  }

  /** Makes companies overdue: each asks, and does not end in time. */
  async function hang(...names: string[]): Promise<void> {
    for (const name of names) {
      ask(name);
      await end(name, 'overdue');
    }
    served = [];
  }

  /** Takes all connections, as two companies. */
  function fill(): void {
    ask('first', HALF);
    ask('second', HALF);
    expect(served).toHaveLength(SIZE);
    served = [];
  }

  const names = (count: number) => Array.from({ length: count }, (_, n) => `company ${n}`);

  test('are in use up to their number', async () => {
    fill();
    ask('one');
    expect(served).toEqual([]);
    expect(shares.waiting).toBe(1);
    await end('first');
    expect(served).toEqual(['one']);
    expect(shares.waiting).toBe(0);
  });

  test.each(['one', undefined])(
    'are at most half for one company, and for work without one: %s',
    async (name) => {
      ask(name, SIZE);
      ask('two');
      expect(served).toEqual([...Array<string | undefined>(HALF).fill(name), 'two']);
      await end(name);
      expect(served.at(-1)).toBe(name);
    },
  );

  test('go to companies in turn', async () => {
    fill();
    ask('one', 3);
    ask('two', 2);
    ask('three');
    for (let n = 0; n < HALF; n++) await end('first');
    await end('second');
    expect(served).toEqual(['one', 'two', 'three', 'one', 'two', 'one']);
  });

  test('go to work without a company first', async () => {
    fill();
    ask('one');
    ask(undefined, 2);
    for (let n = 0; n < 3; n++) await end('first');
    expect(served).toEqual([undefined, undefined, 'one']);
  });

  test('are waited for no longer than the limit', async () => {
    fill();
    const wait = shares.take('one', LIMIT_MS);
    await jest.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await wait).toBe(false);
    expect(shares.waiting).toBe(0);
    ask('two');
    await end('first');
    expect(served).toEqual(['two']);
  });

  test('are at most one for a company whose last work was overdue', async () => {
    await hang('one');
    ask('one', 2);
    ask('two');
    expect(served).toEqual(['one', 'two']);
    await end('one', 'overdue');
    expect(served).toEqual(['one', 'two', 'one']);
  });

  test('are at most half for all companies together whose last work was overdue', async () => {
    await hang(...names(SIZE));
    for (const name of names(SIZE)) ask(name);
    expect(served).toHaveLength(HALF);
    ask('two', HALF);
    expect(served.slice(HALF)).toEqual(Array(HALF).fill('two'));
    await end('two');
    expect(served).toHaveLength(SIZE); // the free one is not for them
    await end('company 0', 'overdue');
    expect(served.at(-1)).toBe(`company ${HALF}`);
  });

  test('are again as many as before for a company whose work ends in time', async () => {
    await hang('one');
    ask('one', 3);
    await end('one');
    expect(served).toEqual(['one', 'one', 'one']);
  });

  test('stay as few for it when a unit of work tells nothing, as one that had little time left', async () => {
    await hang('one');
    ask('one', 3);
    shares.end('one', undefined);
    await jest.advanceTimersByTimeAsync(0);
    expect(served).toEqual(['one', 'one']);
  });

  test('are one for it beside those that it already has', async () => {
    ask('one', 3);
    await end('one', 'overdue');
    served = [];
    ask('one', 2);
    expect(served).toEqual(['one']);
    await end('one');
    expect(served).toEqual(['one', 'one']);
  });

  test('count also when a company becomes overdue, or ends to be, while it has others', async () => {
    ask('one', 3);
    await end('one', 'overdue');
    await hang(...names(SIZE));
    served = [];
    for (const name of names(SIZE)) ask(name);
    expect(served).toHaveLength(HALF - 2); // two of the half are still those of the first
    await end('one');
    await end('one');
    expect(served).toHaveLength(HALF);
  });

  test('are all free again at the end, whatever came before', async () => {
    const companies = names(20);
    for (let n = 0; n < 2_000; n++) {
      ask(companies[(n * 7) % 20]);
      if (n % 2 === 0) await jest.advanceTimersByTimeAsync(LIMIT_MS / 20);
      expect(served.length).toBeLessThanOrEqual(SIZE);
      if (n % 3 === 0 || served.length === SIZE) await end(served.shift(), n % 5 === 0 ? 'overdue' : 'done');
    }
    await jest.advanceTimersByTimeAsync(LIMIT_MS); // those that wait give up
    for (const name of served.splice(0)) await end(name);
    expect(shares.waiting).toBe(0);
    fill();
  });
});
