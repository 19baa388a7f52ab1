import fc from 'fast-check';
import { Semaphore } from '../../src/use-cases/semaphore';

const turn = () => new Promise(setImmediate);

/** A semaphore, with works that end when they are told, in the order in which they began. */
function watched(capacity: number) {
  const semaphore = new Semaphore(capacity);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const works: Promise<void>[] = [];
  return {
    semaphore,
    began,
    enter: (name: string, company_id: string, size: number): void => {
      const work = semaphore.use(company_id, size, () => {
        began.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
      works.push(work);
    },
    /** Ends the works, and waits for what begins then. */
    end: async (...names: string[]) => {
      for (const name of names) ends.get(name)!();
      await turn();
    },
    endAll: () => Promise.all(works),
    /** What is kept of companies. */
    companies: () => Reflect.get(semaphore, 'shares') as Map<string, unknown>,
  };
}

describe('Semaphore', () => {
  test('admits what fits, and the rest of a company in its order as units become free', async () => {
    const { began, enter, end, endAll } = watched(20);
    enter('first', 'a', 6);
    enter('second', 'a', 4);
    enter('third', 'a', 5);
    enter('small', 'a', 1);
    await turn();
    expect(began).toEqual(['first', 'second']);
    await end('second');
    expect(began).toEqual(['first', 'second']); // the small one does not pass the third
    await end('first');
    expect(began).toEqual(['first', 'second', 'third', 'small']);
    await end('third', 'small');
    await endAll();
  });

  test('lets companies take turns, however much one of them has waiting', async () => {
    const { began, enter, end, endAll } = watched(2);
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, 'a', 1);
    enter('b1', 'b', 1);
    enter('b2', 'b', 1);
    enter('c1', 'c', 1);
    await turn();
    expect(began).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) await end(name);
    expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    await endAll();
  });

  test('leaves half of the units to other companies', async () => {
    const { began, enter, end, endAll } = watched(8);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) enter(name, 'a', 1);
    enter('b1', 'b', 4);
    await turn();
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
    await end('a1');
    expect(began).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'a5']);
    await end('a2', 'a3', 'a4', 'b1', 'a5');
    await endAll();
  });

  test('admits work that is larger than half when the company has no other', async () => {
    const { began, enter, end, endAll } = watched(10);
    enter('small', 'a', 1);
    enter('large', 'a', 7);
    enter('last', 'a', 1);
    await turn();
    expect(began).toEqual(['small']);
    await end('small');
    expect(began).toEqual(['small', 'large']);
    await end('large');
    expect(began).toEqual(['small', 'large', 'last']);
    await end('last');
    await endAll();
  });

  test('keeps units free for large work whose turn it is, so that small work does not starve it', async () => {
    const { began, enter, end, endAll } = watched(10);
    enter('a1', 'a', 3);
    enter('b1', 'b', 3);
    enter('large', 'c', 8);
    enter('a2', 'a', 1);
    enter('d1', 'd', 1);
    await turn();
    expect(began).toEqual(['a1', 'b1']);
    await end('a1');
    expect(began).toEqual(['a1', 'b1']);
    await end('b1');
    expect(began).toEqual(['a1', 'b1', 'large', 'a2', 'd1']);
    await end('large', 'a2', 'd1');
    await endAll();
  });

  test('admits work that is larger than the capacity by itself', async () => {
    const { began, enter, end, endAll } = watched(10);
    enter('larger', 'a', 1_000);
    enter('other', 'b', 1);
    await turn();
    expect(began).toEqual(['larger']);
    await end('larger');
    expect(began).toEqual(['larger', 'other']);
    await end('other');
    await endAll();
  });

  test('admits work that needs no units at once', async () => {
    const { began, enter, end, endAll } = watched(10);
    enter('all', 'a', 10);
    enter('none', 'a', 0);
    await turn();
    expect(new Set(began)).toEqual(new Set(['all', 'none']));
    await end('none', 'all');
    await endAll();
  });

  test('ends a wait with its signal, and admits what waited behind it', async () => {
    const { semaphore, began, enter, end, endAll, companies } = watched(10);
    enter('first', 'a', 6);
    const wait = new AbortController();
    const never = () => Promise.reject(new Error('The work begins.'));
    const left = semaphore.use('b', 5, never, () => wait.signal);
    enter('larger', 'b', 9);
    enter('small', 'c', 1);
    await turn();
    expect(began).toEqual(['first']);
    wait.abort();
    expect(await left).toBeUndefined();
    await turn();
    expect(began).toEqual(['first']); // it is the turn of the larger one
    await end('first');
    expect(began).toEqual(['first', 'larger', 'small']);
    await end('larger', 'small');
    await endAll();
    expect(companies().size).toBe(0);
  });

  test('does not wait with a signal that is aborted, and does not need one without a wait', async () => {
    const { semaphore, enter, end, endAll } = watched(10);
    const unused = () => {
      throw new Error('The work waits.');
    };
    expect(await semaphore.use('a', 10, async () => 'done', unused)).toBe('done');
    enter('all', 'a', 10);
    const never = () => Promise.reject(new Error('The work begins.'));
    expect(await semaphore.use('a', 1, never, () => AbortSignal.abort())).toBeUndefined();
    await end('all');
    await endAll();
  });

  test('has its units again after a failure', async () => {
    const semaphore = new Semaphore(10);
    await expect(semaphore.use('a', 10, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
    expect(await semaphore.use('b', 10, async () => 'done')).toBe('done');
  });

  test('remembers no company without work', async () => {
    const { enter, end, endAll, companies } = watched(2);
    for (const company of ['a', 'b', 'c']) enter(company, company, 1);
    await turn();
    expect(companies().size).toBe(3);
    await end('a', 'b');
    await end('c');
    await endAll();
    expect(companies().size).toBe(0);
  });
});

const CAPACITY = 12;

const work = fc.record({
  company: fc.constantFrom('a', 'b', 'c', 'd'),
  size: fc.integer({ min: 1, max: 15 }),
});

/** New work, or the end of one of those that run. */
const steps = fc.array(fc.oneof(work, fc.record({ ends: fc.nat() })), { maxLength: 60 });

/** Work that was given to the semaphore. */
interface Entered {
  readonly company: string;
  readonly size: number;
  state: 'waiting' | 'running' | 'ended';
  /** Of other companies, what began while it was waiting. */
  readonly overtaken_by: string[];
  readonly is_only_one: boolean;
  end: () => void;
}

const of = (works: readonly Entered[], state: Entered['state'], company?: string) =>
  works.filter((one) => one.state === state && (!company || one.company === company));

const sizeOf = (works: readonly Entered[]) => works.reduce((sum, { size }) => sum + size, 0);

function begin(works: readonly Entered[], began: Entered): void {
  began.state = 'running';
  for (const one of of(works, 'waiting'))
    if (one.company !== began.company) one.overtaken_by.push(began.company);
  expect(sizeOf(of(works, 'running'))).toBeLessThanOrEqual(CAPACITY);
  const running = of(works, 'running', began.company);
  if (running.length > 1) expect(sizeOf(running)).toBeLessThanOrEqual(CAPACITY / 2);
  expect(works.indexOf(began)).toBeLessThanOrEqual(
    Math.min(...of(works, 'waiting', began.company).map((one) => works.indexOf(one))),
  );
}

describe('Any history of works', () => {
  test('keeps the capacity and the halves, and lets each other company begin at most one before a single work', async () => {
    const property = fc.asyncProperty(steps, async (history) => {
      const semaphore = new Semaphore(CAPACITY);
      const works: Entered[] = [];
      const done: Promise<void>[] = [];
      for (const step of history) {
        if ('ends' in step) {
          const running = of(works, 'running');
          running[step.ends % running.length]?.end();
        } else {
          const { company, size } = step;
          const is_only_one = works.every((one) => one.company !== company || one.state === 'ended');
          const one: Entered = {
            company,
            size: Math.min(size, CAPACITY),
            state: 'waiting',
            overtaken_by: [],
            is_only_one,
            end: () => undefined,
          };
          works.push(one);
          const entered = semaphore.use(company, size, () => {
            begin(works, one);
            return new Promise<void>((resolve) => {
              one.end = () => {
                one.state = 'ended';
                resolve();
              };
            });
          });
          done.push(entered);
        }
        await turn();
      }
      for (let running = of(works, 'running'); running.length > 0; running = of(works, 'running')) {
        running[0]!.end();
        await turn();
      }
      await Promise.all(done);
      expect(of(works, 'ended')).toHaveLength(works.length);
      for (const { is_only_one, overtaken_by } of works)
        if (is_only_one) expect(new Set(overtaken_by).size).toBe(overtaken_by.length);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  test('begins a small work before the tenth of another company that was there before', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 10, maxLength: 30 }),
      fc.integer({ min: 1, max: CAPACITY / 2 }),
      async (sizes, size) => {
        const semaphore = new Semaphore(CAPACITY);
        const began: string[] = [];
        const all = sizes.map((one, index) =>
          semaphore.use('many', one, async () => {
            began.push(`many ${index + 1}`);
            await turn();
          }),
        );
        all.push(semaphore.use('few', size, async () => void began.push('few')));
        await Promise.all(all);
        expect(began.indexOf('few')).toBeLessThan(9);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});
