import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareSync } from 'bcrypt';
import { BcryptPool, type BcryptPoolOptions } from '../../../src/adapters/bcrypt/bcrypt-pool';
import { typescriptLoader } from '../../../src/adapters/workers/typescript-sources';

const pools: BcryptPool[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'bcrypt-pool-'));
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  rmSync(folder, { recursive: true });
});

function aPool(options: BcryptPoolOptions = {}): BcryptPool {
  const pool = new BcryptPool({ cost: 4, size: 2, ...options });
  pools.push(pool);
  return pool;
}

/** A fake of bcrypt that takes 20 ms, ends its thread on request, and counts calls. */
function aModule(): string {
  const file = path.join(folder, 'stand-in.cjs');
  rmSync(`${file}.count`, { force: true });
  writeFileSync(
    file,
    `exports.hashSync = (text, salt) => {
      require('node:fs').appendFileSync(__filename + '.count', '.');
      if (text === 'die') process.exit(1);
      if (text === 'throw') throw new Error('not hashed');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      return salt + text;
    };`,
  );
  return file;
}

const hashings = () => readFileSync(path.join(folder, 'stand-in.cjs.count')).length;

const times = <T>(count: number, call: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => call(index));
/** Occupies a thread until it is released. */
function occupy(pool: BcryptPool): () => void {
  let leave = () => {};
  void pool.use(() => new Promise<void>((resolve) => (leave = resolve)));
  return () => leave();
}

describe('a slow hash', () => {
  test('is a bcrypt hash of the configured cost', async () => {
    const hash = await aPool({ cost: 5 }).use((place) => place.hash('secret'));
    expect(hash).toMatch(/^\$2b\$05\$.{53}$/);
    expect(compareSync('secret', hash)).toBe(true);
  });

  test('matches its own text only', async () => {
    const pool = aPool();
    const [one, other] = await Promise.all(
      ['one', 'other'].map((text) => pool.use((place) => place.hash(text))),
    );
    const match = (text: string, hashes: string[]) => pool.use((place) => place.match(text, hashes));
    expect(await match('one', [one!])).toBe(one);
    expect(await match('one', [other!])).toBeUndefined();
    expect(await match('one', [other!, one!])).toBe(one);
    expect(await match('one', [])).toBeUndefined();
  });

  test('with the salt of another hash is verified together with it, by one computation', async () => {
    const pool = aPool();
    const old = await pool.use((place) => place.hash('old'));
    const fresh = await pool.use((place) => place.hash('new', old));
    expect(compareSync('new', fresh)).toBe(true);
    for (const [text, hash] of [
      ['old', old],
      ['new', fresh],
    ] as const) {
      expect(await pool.use((place) => place.match(text, [fresh, old]))).toBe(hash);
    }
  });

  test('is computed once for hashes that share a salt, and once when there is no hash', async () => {
    const pool = aPool({ module: aModule() });
    const salt = 'x'.repeat(29);
    await pool.use((place) => place.match('text', [`${salt}a`, `${salt}b`]));
    expect(hashings()).toBe(1);
    await pool.use((place) => place.match('text', []));
    expect(hashings()).toBe(2);
    await pool.use((place) => place.match('text', [`${salt}a`, `${'y'.repeat(29)}b`]));
    expect(hashings()).toBe(4);
  });
});

describe('the threads of the pool', () => {
  test('run one task each, and at most 64 callers wait', async () => {
    const pool = aPool();
    const leave = times(2, () => occupy(pool));
    const waiting = times(64, () => pool.use(async () => 'served'));
    await expect(pool.use(async () => 'served')).rejects.toMatchObject({
      code: 'internal_error',
      status: 500,
      options: { retry_after_s: 1 },
    });
    leave[0]!();
    expect(await Promise.all(waiting)).toEqual(times(64, () => 'served'));
    leave[1]!();
  });

  test('are given to waiting callers in their order, also after a failure', async () => {
    const pool = aPool({ size: 1 });
    const order: number[] = [];
    const calls = times(5, (index) =>
      pool.use(async () => {
        order.push(index);
        if (index === 1) throw new Error('broken');
      }),
    );
    const results = await Promise.allSettled(calls);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });

  test('let a caller wait in the queue without taking a thread or delaying others', async () => {
    const pool = aPool({ size: 1, max_waiting: 2 });
    expect(pool.has_free_slot).toBe(true);
    await pool.waitInQueue();
    const leave = occupy(pool);
    expect(pool.has_free_slot).toBe(false);
    const order: string[] = [];
    const passing = times(200, async (index) => {
      await pool.waitInQueue();
      order.push(`passed ${index}`);
    });
    const use = async () => pool.use(async () => void order.push('used'));
    const uses = [use()];
    const behind = pool.waitInQueue().then(() => order.push('passed behind'));
    uses.push(use());
    await expect(use()).rejects.toMatchObject({ code: 'internal_error' });
    await expect(pool.waitInQueue()).rejects.toMatchObject({ code: 'internal_error' });
    leave();
    await Promise.all([...passing, ...uses, behind]);
    expect(order).toHaveLength(203);
    expect(pool.has_free_slot).toBe(true);
  });

  test('are waited for up to a time limit', async () => {
    jest.useFakeTimers();
    try {
      const pool = aPool({ size: 1 });
      const leave = occupy(pool);
      const waiting = expect(pool.use(async () => 'served')).rejects.toMatchObject({
        code: 'internal_error',
      });
      await jest.advanceTimersByTimeAsync(7000);
      await waiting;
      leave();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the threads', () => {
  test('leave the event loop free', async () => {
    const pool = aPool({ cost: 13 });
    const began = performance.now();
    let last = began;
    let longest_ms = 0;
    const timer = setInterval(() => {
      longest_ms = Math.max(longest_ms, performance.now() - last);
      last = performance.now();
    }, 1);
    await pool.use((place) => place.hash('secret'));
    clearInterval(timer);
    expect(longest_ms).toBeLessThan((performance.now() - began) / 2);
  });

  test.each(['die', 'throw'])(
    'are restarted when they %s: one hash fails, the next ones succeed',
    async (fault) => {
      const pool = aPool({ size: 1, module: aModule() });
      expect(await pool.use((place) => place.hash('a'))).toBe('4a');
      await expect(pool.use((place) => place.hash(fault))).rejects.toThrow('hashing thread');
      expect(await Promise.all(times(3, () => pool.use((place) => place.hash('b'))))).toEqual([
        '4b',
        '4b',
        '4b',
      ]);
    },
  );

  test('reject their tasks when the pool is closed', async () => {
    const pool = aPool({ module: aModule() });
    const pending = expect(pool.use((place) => place.hash('a'))).rejects.toThrow('hashing thread');
    await new Promise((resolve) => setTimeout(resolve, 10));
    await pool.close();
    await pending;
  });

  test('let an idle process exit, but not one that waits for a hash', () => {
    const pool = require.resolve('../../../src/adapters/bcrypt/bcrypt-pool.ts');
    const script = `
      const { BcryptPool } = require(${JSON.stringify(pool)});
      new BcryptPool({ cost: 4 }).use((place) => place.hash('a')).then((hash) => console.log(hash.length));`;
    const { stdout, status } = spawnSync(process.execPath, [...typescriptLoader(), '-e', script], {
      timeout: 20_000,
    });
    expect([status, stdout.toString().trim()]).toEqual([0, '60']);
  });
});
