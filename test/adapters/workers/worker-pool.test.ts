import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { typescriptLoader } from '../../../src/adapters/workers/typescript-sources';
import { type PoolSettings, WorkerPool, WorkModule } from '../../../src/adapters/workers/worker-pool';
import { WorkAborted } from '../../../src/adapters/workers/worker-process';
import { EInvoiceFault } from '../../../src/domain/e-invoicing/parsed-e-invoice';
import { DomainError } from '../../../src/domain/errors';

const WORK = new WorkModule<typeof import('./hostile-work')>(require.resolve('./hostile-work'));
/** Long: a worker that starts on a busy machine takes a while. */
const SETTINGS: PoolSettings = {
  workers: 2,
  work_ms: 20_000,
  heap_mib: 64,
  wait_ms: 20_000,
  answer_ms: 25_000,
  waiting_per_share: 20,
  waiting: 40,
  overload: 'Too many wait.',
};

const pools: WorkerPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

const warnings: string[] = [];
beforeEach(() => warnings.splice(0));

function aPool(settings: Partial<PoolSettings> = {}): WorkerPool {
  const pool = new WorkerPool({ ...SETTINGS, ...settings }, { warn: (message) => warnings.push(message) });
  pools.push(pool);
  return pool;
}

const times = <T>(count: number, call: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => call(index));
/** A process that has ended, and whose end nobody has asked for yet, runs no longer. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => true,
  );

describe('A pool of workers', () => {
  test('returns the result of the function, bytes as bytes', async () => {
    const value = { text: 'é€', bytes: Buffer.from('PDF'), none: null, list: [1, undefined] };
    expect(await aPool().run('a', WORK, 'echo', [value])).toEqual(value);
  });

  test('passes expected failures on with their code', async () => {
    const pool = aPool();
    const refused = await pool.run('a', WORK, 'refuses', []).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({
      error_name: 'invalid_filter',
      code: 'invalid_filter',
      status: 400,
      message: 'format: none of it',
      options: { details: [{ min: '1' }], retry_after_s: 7 },
    });
    const found = await pool.run('a', WORK, 'finds', []).catch((error: unknown) => error);
    expect(found).toBeInstanceOf(EInvoiceFault);
    expect(found).toMatchObject({ place: 'lines.0.quantity', reason: 'is missing (BR-22)' });
    await expect(pool.run('a', WORK, 'breaks', [])).rejects.toThrow('An assumption does not hold.');
  });

  test('runs at a lower priority than the process that answers requests', async () => {
    const pid = await aPool().run('a', WORK, 'pid', []);
    expect(os.getPriority(pid)).toBe(Math.min(os.getPriority() + 5, 19));
  });

  test('uses a worker again after a task that failed', async () => {
    const pool = aPool();
    const pid = await pool.run('a', WORK, 'pid', []);
    await expect(pool.run('a', WORK, 'refuses', [])).rejects.toThrow();
    expect(await pool.run('a', WORK, 'pid', [])).toBe(pid);
  });

  test('gives workers no secrets of the service', async () => {
    process.env.JWT_KEYS = 'kid:secret';
    try {
      expect(await aPool().run('a', WORK, 'environment', [])).not.toContain('JWT_KEYS');
    } finally {
      delete process.env.JWT_KEYS;
    }
  });
});

describe('The limits of a task', () => {
  test.each(['neverEnds', 'neverEndsNatively'] as const)(
    'end a worker whose task takes too long (%s): it alone fails, and the next one is done',
    async (name) => {
      const pool = aPool({ workers: 3 });
      const pid = await pool.run('a', WORK, 'pid', []); // a worker has started
      const quick = aPool({ work_ms: 300 });
      const other = pool.run('b', WORK, 'later', ['done', 1_000]);
      await expect(quick.run('a', WORK, name, [])).rejects.toMatchObject({
        name: 'WorkAborted',
        reason: 'time',
      });
      expect(await quick.run('a', WORK, 'pid', [])).not.toBe(pid);
      expect(await other).toBe('done');
      expect(warnings).toHaveLength(1);
    },
  );

  test.each(['eatsMemory', 'eatsMemoryAtOnce'] as const)(
    'end a worker whose task takes too much memory (%s): this process and other tasks go on',
    async (name) => {
      const pool = aPool({ workers: 3 });
      const other = pool.run('b', WORK, 'later', ['done', 3_000]);
      const aborted = await pool.run('a', WORK, name, []).catch((error: unknown) => error);
      expect(aborted).toBeInstanceOf(WorkAborted);
      expect(aborted).toMatchObject({ reason: 'memory' });
      expect(await pool.run('a', WORK, 'echo', ['next'])).toBe('next');
      expect(await other).toBe('done');
    },
  );

  test('are distinguished from a worker that exits by itself', async () => {
    const pool = aPool();
    await expect(pool.run('a', WORK, 'dies', [])).rejects.toMatchObject({ reason: 'ended' });
    expect(await pool.run('a', WORK, 'echo', ['next'])).toBe('next');
  });

  test('leave the event loop free meanwhile', async () => {
    const pool = aPool({ work_ms: 1_000 });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    await expect(pool.run('a', WORK, 'neverEnds', [])).rejects.toThrow();
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(20);
  });
});

describe('The share of a company', () => {
  test('is never all workers, so that another company is served at once', async () => {
    const pool = aPool({ workers: 3 });
    const flood = times(10, () => pool.run('a', WORK, 'later', ['a', 1_500]));
    const first = Promise.race(flood);
    expect(await Promise.race([first, pool.run('b', WORK, 'echo', ['b'])])).toBe('b');
  });

  test('is served in turn with those of others', async () => {
    const pool = aPool({ workers: 2 });
    const order: string[] = [];
    const note = (share: string, n: number) =>
      pool.run(share, WORK, 'later', [`${share}${n}`, 20]).then((done) => order.push(done));
    await Promise.all(['a', 'b'].map((share) => pool.run(share, WORK, 'later', ['both have started', 500])));
    await Promise.all([...times(12, (n) => note('a', n)), ...times(2, (n) => note('b', n))]);
    expect(order.indexOf('b1')).toBeLessThan(8);
  });

  test('is limited: a task beyond it is refused, those of other companies are not', async () => {
    const pool = aPool({ waiting_per_share: 2, waiting: 3 });
    const calls = times(4, () => pool.run('a', WORK, 'later', ['a', 300]));
    const others = times(3, () => pool.run('b', WORK, 'later', ['b', 300]));
    const results = await Promise.allSettled([...calls, ...others]);
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
    expect(results[3]).toMatchObject({ reason: { code: 'internal_error', options: { retry_after_s: 1 } } });
  });
});

describe('Waiting for a worker', () => {
  test('has a time limit', async () => {
    const pool = aPool({ wait_ms: 400 });
    const busy = pool.run('a', WORK, 'later', ['done', 2_000]);
    await expect(pool.run('a', WORK, 'echo', ['late'])).rejects.toMatchObject({
      code: 'internal_error',
      options: { retry_after_s: 1 },
    });
    expect(await busy).toBe('done');
  });

  test('counts towards the time limit of the response', async () => {
    const pool = aPool({ answer_ms: 1_500 });
    const began = performance.now();
    const results = times(3, () => pool.run('a', WORK, 'neverEnds', []));
    await Promise.all(results.map(settled));
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('The workers', () => {
  test('reject running and waiting tasks when the pool is closed', async () => {
    const pool = aPool();
    const tasks = times(3, () =>
      expect(pool.run('a', WORK, 'neverEnds', [])).rejects.toBeInstanceOf(WorkAborted),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await pool.close();
    await Promise.all(tasks);
    await expect(pool.run('a', WORK, 'pid', [])).rejects.toBeInstanceOf(WorkAborted);
  });

  test('are replaced when they exit while idle', async () => {
    const pool = aPool();
    const pid = await pool.run('a', WORK, 'pid', []);
    process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await pool.run('a', WORK, 'pid', [])).not.toBe(pid);
  });

  test('ignore signals to the process group, and end with the service', async () => {
    const pool = aPool();
    const pid = await pool.run('a', WORK, 'pid', []);
    process.kill(pid, 'SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await pool.run('a', WORK, 'pid', [])).toBe(pid);
  });

  test('do not blame a task for the time in which their process loads', async () => {
    const run = aPool({ answer_ms: 1 }).run('a', WORK, 'later', ['done', 0]);
    await expect(run).rejects.toMatchObject({ name: 'WorkAborted', reason: 'ended' });
  });

  test('do a task although the process was suspended beyond its time limit', async () => {
    const script = `
      const { WorkerPool, WorkModule } = require(${JSON.stringify(require.resolve('../../../src/adapters/workers/worker-pool.ts'))});
      const pool = new WorkerPool(${JSON.stringify({ ...SETTINGS, answer_ms: 2_500 })}, console);
      pool.run('a', new WorkModule(${JSON.stringify(WORK.file)}), 'later', ['done', 10]).then(console.log, (error) => console.log(error.message));
      console.log('begun');`;
    const child = spawn(process.execPath, [...typescriptLoader(), '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    child.kill('SIGCONT');
    await once(child, 'close');
    expect(printed).toBe('begun\ndone\n');
  });

  test('let an idle process exit, but not one that waits for a task', async () => {
    const pool = JSON.stringify(require.resolve('../../../src/adapters/workers/worker-pool.ts'));
    const work = JSON.stringify(WORK.file);
    const script = `
      const { WorkerPool, WorkModule } = require(${pool});
      new WorkerPool(${JSON.stringify(SETTINGS)}, console).run('a', new WorkModule(${work}), 'pid', []).then(console.log);`;
    const { stdout, status } = spawnSync(process.execPath, [...typescriptLoader(), '-e', script], {
      timeout: 20_000,
    });
    expect(status).toBe(0);
    const pid = Number(stdout.toString());
    expect(pid).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(isRunning(pid)).toBe(false);
  });
});

describe('A worker that cannot be started', () => {
  /** Runs two tasks of a share, `hinder` before them, and one more after `help`. Prints what each of them returns. */
  const outcomes = (hinder: string, help: string) => {
    const pool = JSON.stringify(require.resolve('../../../src/adapters/workers/worker-pool.ts'));
    const script = `
      const { WorkerPool, WorkModule } = require(${pool});
      const pool = new WorkerPool(${JSON.stringify(SETTINGS)}, { warn() {} });
      const run = () => pool.run('a', new WorkModule(${JSON.stringify(WORK.file)}), 'echo', ['done']).catch(({ name }) => name);
      (async () => {
        ${hinder}
        const hindered = await Promise.all([run(), run()]);
        ${help}
        console.log([...hindered, await run()].join());
      })();`;
    const { stdout, stderr } = spawnSync(
      '/bin/sh',
      ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, ...typescriptLoader(), '-e', script],
      { encoding: 'utf8', timeout: 20_000 },
    );
    expect(stderr).toBe('');
    return stdout.trim();
  };

  test('for lack of file descriptors fails its own task only, and later ones are done', () => {
    const hinder = `
        const fs = require('node:fs');
        const fds = [];
        try { for (;;) fds.push(fs.openSync('/dev/null')); } catch {}`;
    const help = 'for (const fd of fds) fs.closeSync(fd);';
    expect(outcomes(hinder, help)).toBe('WorkAborted,WorkAborted,done');
  });

  test('for lack of memory fails its own task only, and later ones are done', () => {
    const hinder = `
        const processes = require('node:child_process');
        const { fork } = processes;
        processes.fork = () => { throw new Error('spawn ENOMEM'); };`;
    const help = 'processes.fork = fork;';
    expect(outcomes(hinder, help)).toBe('WorkAborted,WorkAborted,done');
  });
});
