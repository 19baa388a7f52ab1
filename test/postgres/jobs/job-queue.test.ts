import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { connect } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { PgBossJobQueue } from '../../../src/adapters/postgres/jobs/job-queue';
import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import type { TakenJob } from '../../../src/ports/job-queue';
import type { Log } from '../../../src/ports/log';
import { createDatabase, runOnServer, type TestDatabase } from '../../support/database';
import { KeptLog } from '../../support/http-kit';
import { SilentLog } from '../../support/silent-log';
import { until } from '../../support/until';
import { eventRecorder } from '../../support/event-recorder';

let database: TestDatabase;
let db: Kysely<DB>;
let units: PostgresUnitsOfWork;
const queues: PgBossJobQueue[] = [];

beforeEach(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 4 });
  units = new PostgresUnitsOfWork(db, eventRecorder());
});
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop(1_000);
  await db.destroy();
  await database.drop();
});

/** A node's queue at work. */
async function aQueue(
  handle: (job: TakenJob) => Promise<void>,
  batch_size = 16,
  log: Log = new SilentLog(),
): Promise<PgBossJobQueue> {
  const queue = new PgBossJobQueue(database.url, { log, batch_size });
  queues.push(queue);
  await queue.install();
  queue.work(handle);
  return queue;
}

const add = (message_id: string = randomUUID(), delay_s = 0, company_id: string = randomUUID()) =>
  units.open().transaction(({ jobs }) => jobs.add({ company_id, message_id }, delay_s));
const remove = ({ id }: TakenJob) => units.open().statement(({ jobs }) => jobs.removeAll([id]));

/** What an installation has that wants to see a lease end sooner. */
const setQueue = (settings: string) => sql`update pgboss.queue set ${sql.raw(settings)}`.execute(db);

async function jobCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pgboss.job`.execute(
    db,
  );
  return rows[0]!.count;
}

describe('PgBossJobQueue', () => {
  test('runs committed jobs, and no others', async () => {
    const taken: string[] = [];
    await aQueue(async (job) => {
      taken.push(job.message_id);
      await remove(job);
    });
    const kept = randomUUID();
    await expect(
      units.open().transaction(async ({ jobs }) => {
        await jobs.add({ company_id: randomUUID(), message_id: randomUUID() }, 0);
        throw new Error('Undone.');
      }),
    ).rejects.toThrow('Undone.');
    await add(kept);
    await until(async () => taken.length > 0);
    await sleep(300);
    expect(taken).toEqual([kept]);
    expect(await jobCount()).toBe(0);
  });

  test('runs a job at once after a notification, and soon without one', async () => {
    const taken: string[] = [];
    const queue = await aQueue(async (job) => void taken.push(job.message_id));
    await sleep(50);
    await add();
    const since = performance.now();
    queue.wake();
    await until(async () => taken.length === 1);
    expect(performance.now() - since).toBeLessThan(200);
    await add();
    await until(async () => taken.length === 2, 1_000);
  });

  test('runs no job before it is due', async () => {
    const taken: number[] = [];
    const since = performance.now();
    await aQueue(async () => void taken.push(performance.now() - since));
    await add(randomUUID(), 0.8);
    await until(async () => taken.length > 0);
    expect(taken[0]).toBeGreaterThan(700);
  });

  test('runs the job first that became due first', async () => {
    const ids = Array.from({ length: 3 }, () => randomUUID());
    for (const id of ids) await add(id);
    const [first, second, third] = ids;
    for (const [seconds, id] of [
      [1, first],
      [3, second],
      [2, third],
    ] as const) {
      await sql`update pgboss.job set start_after = now() - make_interval(secs => ${seconds}::integer)
        where data ->> 'message_id' = ${id}`.execute(db);
    }
    const taken: string[] = [];
    await aQueue(async (job) => {
      taken.push(job.message_id);
      await remove(job);
    }, 1);
    await until(async () => taken.length === 3);
    expect(taken).toEqual([second, third, first]);
  });

  test('reads a few jobs to fetch one, however many wait', async () => {
    await sql`insert into pgboss.job (name, data) select 'transmissions', '{}' from generate_series(1, 5000)`.execute(
      db,
    );
    await sql`analyze pgboss.job`.execute(db);
    const read = async () => {
      const { rows } = await sql<{ count: number }>`
        select sum(seq_tup_read + idx_tup_fetch)::integer as count
        from pg_stat_user_tables where schemaname = 'pgboss'`.execute(db);
      return rows[0]!.count;
    };
    const before = await read();
    let done = 0;
    await aQueue(async (job) => {
      done++;
      await remove(job);
    }, 1);
    await until(async () => done > 20);
    for (const queue of queues.splice(0)) await queue.stop(1_000); // its connections report what they have read
    // pg-boss reads all jobs once a second to find expired leases; 20 fetches that read all would read 100,000.
    expect((await read()) - before).toBeLessThan(50_000);
  });

  test('runs each job on one of several nodes', async () => {
    const ids = Array.from({ length: 200 }, () => randomUUID());
    await Promise.all(ids.map((id) => add(id)));
    const taken: string[][] = [[], []];
    for (const mine of taken) {
      await aQueue(async (job) => {
        mine.push(job.message_id);
        await sleep(5);
        await remove(job);
      });
    }
    await until(async () => taken.flat().length === ids.length && (await jobCount()) === 0);
    expect(taken.flat().sort()).toEqual([...ids].sort());
  });

  test('runs three batches of jobs at the same time, and no more', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    for (let n = 0; n < 40; n++) await add();
    await aQueue(async (job) => {
      most = Math.max(most, ++running);
      await sleep(20);
      await remove(job);
      running--;
      done++;
    }, 4);
    await until(async () => done === 40);
    expect(most).toBe(12);
  });

  test("runs a company's job while hundreds of another one's, which became due before it, wait", async () => {
    const company_id = randomUUID();
    const many = Array.from({ length: 300 }, () => ({ company_id, message_id: randomUUID(), delay_s: 0 }));
    await units.open().transaction(({ jobs }) => jobs.addAll(many));
    const started = new Set<string>();
    let go: () => void;
    const signal = new Promise<void>((resolve) => (go = resolve));
    await aQueue(async (job) => {
      started.add(job.message_id);
      if (job.company_id === company_id) await signal;
      await remove(job);
    });
    await until(async () => started.size > 16);
    const id = randomUUID();
    await add(id);
    await until(async () => started.has(id));
    go!();
    await until(async () => (await jobCount()) === 0);
    expect(started).toEqual(new Set([id, ...many.map(({ message_id }) => message_id)]));
  });

  test('runs the job of a worker that is gone on another one when the lease ends', async () => {
    await setQueue('expire_seconds = 1');
    const [first, second]: TakenJob[][] = [[], []];
    await aQueue(async (job) => {
      first!.push(job);
      await new Promise(() => undefined);
    });
    await add();
    await until(async () => first!.length === 1);
    expect([0, 2_000].map((for_ms) => first![0]!.isLeased(for_ms))).toEqual([true, false]);
    const too_short = first![0]!.leaseSignal(2_000);
    await until(async () => too_short.aborted);
    const end = first![0]!.leaseSignal(0);
    await queues.shift()!.stop(0); // as far as others see, it is dead
    await aQueue(async (job) => void second!.push(job));
    await until(async () => second!.length === 1, 6_000);
    expect(first![0]!.isLeased()).toBe(false);
    expect(end.aborted).toBe(true);
    expect(second![0]!.id).toBe(first![0]!.id);
  });

  test('has leases that are short enough for a takeover within 30 s', async () => {
    const taken: TakenJob[] = [];
    await aQueue(async (job) => void taken.push(job));
    await add();
    await until(async () => taken.length === 1);
    const { rows } = await sql<{ lease_s: number; retry_limit: number }>`
      select extract(epoch from expire_in)::integer as lease_s, retry_limit from pgboss.job`.execute(db);
    expect(rows[0]!.lease_s).toBeGreaterThanOrEqual(20); // longer than any attempt
    expect(rows[0]!.lease_s).toBeLessThanOrEqual(27);
    expect(rows[0]!.retry_limit).toBeGreaterThan(1_000_000);
  });

  test('runs a failed job again', async () => {
    let attempts = 0;
    await aQueue(async (job) => {
      if (++attempts < 3) throw new Error('The database is away.');
      await remove(job);
    });
    await add();
    await until(async () => attempts === 3 && (await jobCount()) === 0);
  });

  test('completes running jobs when it stops, and takes no others', async () => {
    let begun = 0;
    let done = 0;
    const queue = await aQueue(async (job) => {
      begun++;
      await sleep(200);
      await remove(job);
      done++;
    });
    await add();
    await until(async () => begun === 1);
    await queue.stop(2_000);
    queues.splice(0);
    await add();
    await sleep(300);
    expect([begun, done]).toEqual([1, 1]);
  });

  test('logs no error of a job that fails after the grace period of a stop because the database is closed', async () => {
    const log = new KeptLog();
    let fail: (error: Error) => void;
    let begun = false;
    const queue = await aQueue(
      () => {
        begun = true;
        return new Promise((_, reject) => (fail = reject));
      },
      16,
      log,
    );
    await add();
    await until(async () => begun);
    await queue.stop(0);
    queues.splice(0);
    fail!(new Error('driver has already been destroyed'));
    await until(async () => log.lines.length > 0);
    await sleep(50);
    expect(log.lines).toEqual([
      expect.objectContaining({ level: 'info', message: 'A transmission was aborted by the stop' }),
    ]);
  });

  test('can be installed by several nodes concurrently, and again', async () => {
    await sql`drop schema if exists pgboss cascade`.execute(db);
    const logs = Array.from({ length: 3 }, () => new KeptLog());
    const nodes = await Promise.all(logs.map((log) => aQueue(async (job) => remove(job), 16, log)));
    await nodes[0]!.check();
    expect(logs.flatMap(({ lines }) => lines)).toEqual([]);
    await add();
    await until(async () => (await jobCount()) === 0);
  });

  test('reports when the database is unreachable, logs it once, and continues when it is back', async () => {
    const log = new KeptLog();
    const taken: string[] = [];
    const queue = await aQueue(
      async (job) => {
        taken.push(job.message_id);
        await remove(job);
      },
      16,
      log,
    );
    await queue.check();
    const name = new URL(database.url).pathname.slice(1);
    await runOnServer(`alter database "${name}" with allow_connections false`);
    await runOnServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await until(async () => {
      const is_reached = await queue.check().then(
        () => true,
        () => false,
      );
      return !is_reached;
    });
    await runOnServer(`alter database "${name}" with allow_connections true`);
    const id = randomUUID();
    await add(id);
    await until(async () => taken.includes(id));
    await queue.check();
    const lines = (about: RegExp) =>
      log.lines.map(({ message }) => message).filter((line) => about.test(line));
    expect(lines(/^The queue .* reached/)).toEqual([
      'The queue was not reached',
      'The queue is reached again',
    ]);
    const maintenance = await until(async () => {
      const found = lines(/^The queue .* looked after/);
      return found.length > 1 && found;
    });
    expect(maintenance).toEqual(['The queue could not be looked after', 'The queue is looked after again']);
  });
});
