import { Semaphore } from '../../src/use-cases/semaphore';

/** Work that ends when it is told. */
function held() {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { end, work: () => ended };
}

const turn = () => new Promise(setImmediate);

describe('Semaphore', () => {
  test('lets in what fits, and the others in their order as it empties', async () => {
    const semaphore = new Semaphore(10);
    const began: string[] = [];
    const enter = (name: string, size: number) => {
      const { end, work } = held();
      const done = semaphore.use(size, () => {
        began.push(name);
        return work();
      });
      return { end, done };
    };
    const first = enter('first', 6);
    const second = enter('second', 4);
    const third = enter('third', 5);
    const small = enter('small', 1);
    await turn();
    expect(began).toEqual(['first', 'second']);
    second.end();
    await turn();
    expect(began).toEqual(['first', 'second']); // the small one does not pass the third
    first.end();
    await turn();
    expect(began).toEqual(['first', 'second', 'third', 'small']);
    third.end();
    small.end();
    await Promise.all([first.done, second.done, third.done, small.done]);
  });

  test('lets in by itself what is larger than all of it', async () => {
    const semaphore = new Semaphore(10);
    expect(await semaphore.use(1_000, async () => 'done')).toBe('done');
  });

  test('is empty again after a failure', async () => {
    const semaphore = new Semaphore(10);
    await expect(semaphore.use(10, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
    expect(await semaphore.use(10, async () => 'done')).toBe('done');
  });
});
