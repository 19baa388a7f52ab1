import { setTimeout as sleep } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import type { Pool } from 'pg';
import type { JobQueue, TakenJob, TransmissionJob } from '../../ports/job-queue';
import type { Log } from '../../ports/log';
import { openPool } from './connections/pool';
import { TRANSMISSIONS } from './job-repository';

/**
 * How long a worker may be at a job. A lease that is over is noticed within 2 s and taken within another look, so the
 * work of a node that was killed is another's within 30 s.
 */
const LEASE_S = 25;
/** How often a lease that is over is looked for. */
const LEASE_CHECK_S = 1;
/** How often a node looks for jobs that another one, or no one, told it of. */
const LOOK_MS = 250;
/** After a worker failed at a job: the database was away, as a rule. */
const PAUSE_AFTER_FAILURE_MS = 1_000;
/** Many more than any job is tried: what is tried how often, and when no longer, is not the queue's to decide. */
const NO_LIMIT = 1_000_000_000;

/** A job that waited through a long stand-still is still to be done; the library multiplies it by 60, as an integer. */
const A_LIFETIME_MIN = 30_000_000;

const CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 4_000;
const QUERY_TIMEOUT_MS = 8_000;
/** A queue that was last reached longer ago is not healthy. */
const HEALTHY_MS = 5_000;

type Handle = (job: TakenJob) => Promise<void>;

interface JobQueueOptions {
  readonly log: Log;
  /** How many jobs this process is at, at once. */
  readonly concurrency?: number;
}

/** Waits for another node's installation. */
const INSTALL_LOCK = {
  text: 'select pg_advisory_xact_lock(3853314791062309108)',
  query_timeout: 60_000,
};

/** The queue's library, and the loop that takes what is due. */
export class PgBossJobQueue implements JobQueue {
  private readonly pool: Pool;
  private readonly boss: PgBoss;
  private readonly log: Log;
  private readonly concurrency: number;
  private readonly running = new Set<Promise<void>>();
  private loop: Promise<void> | undefined;
  private stopping = false;
  /** The grace of the stop is over: a transmission that is still under way fails because of the stop. */
  private stopped = false;
  private reached_at = -Infinity;
  private woken = false;
  private interrupt: (() => void) | undefined;

  constructor(url: string, { log, concurrency = 16 }: JobQueueOptions) {
    this.log = log;
    this.concurrency = concurrency;
    this.pool = openPool(
      {
        connectionString: url,
        max: CONNECTIONS,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: QUERY_TIMEOUT_MS,
      },
      (error) => log.error('A connection of the queue broke', error),
    );
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => this.execute(text, values) },
      schedule: false,
      maintenanceIntervalSeconds: LEASE_CHECK_S,
    });
    this.boss.on('error', (error) => log.error('The queue could not be looked after', error));
  }

  /** Installs or upgrades the queue's tables. Nodes that start together do it one after the other. */
  async install(): Promise<void> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('begin');
      // Held by a transaction, because a transaction pooler keeps no sessions; the library works on another connection.
      await client.query(INSTALL_LOCK);
      await this.boss.start();
      await this.boss.createQueue(TRANSMISSIONS, {
        name: TRANSMISSIONS,
        expireInSeconds: LEASE_S,
        retryLimit: NO_LIMIT,
        retryDelay: 0, // it would be waited after a lease that is over, too
        retentionMinutes: A_LIFETIME_MIN,
      });
      await client.query('commit');
    } catch (error) {
      throw (failure = error as Error);
    } finally {
      client.release(failure);
    }
  }

  /** Takes jobs from now on. @param handle - one that throws is called again with the same job, after a pause */
  work(handle: Handle): void {
    this.loop = this.takeJobs(handle);
  }

  wake(): void {
    this.woken = true;
    this.interrupt?.();
  }

  /** @throws Error when the queue is not at work, or was not reached of late */
  async check(): Promise<void> {
    if (!this.loop || this.stopping) throw new Error('The queue is not at work.');
    if (performance.now() - this.reached_at > HEALTHY_MS) throw new Error('The queue is not reached.');
  }

  /** Takes no more, and waits for what is under way; what is not done by then is another's when its lease is over. */
  async stop(grace_ms: number): Promise<void> {
    this.stopping = true;
    this.wake();
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, grace_ms);
    });
    const done = Promise.resolve(this.loop).then(() => Promise.all(this.running));
    await Promise.race([done, grace]);
    clearTimeout(timer);
    this.stopped = true;
    await this.boss.stop({ graceful: false });
    await this.pool.end();
  }

  private async takeJobs(handle: Handle): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      const room = this.concurrency - this.running.size;
      // A few at a time, once there is room for a few: one statement for all of them.
      const taken = room >= this.concurrency / 2 ? await this.take(room) : [];
      for (const job of taken) this.begin(job, handle);
      if (taken.length < room || taken.length === 0) await this.pause();
    }
  }

  private async take(count: number): Promise<TakenJob[]> {
    const before = performance.now(); // the lease begins later, if anything
    const jobs = await this.boss.fetch<TransmissionJob>(TRANSMISSIONS, { batchSize: count, priority: false });
    return jobs.map(({ id, data, expireInSeconds }) => {
      const until = before + Number(expireInSeconds) * 1000;
      return { ...data, id, isLeased: () => performance.now() < until };
    });
  }

  private begin(job: TakenJob, handle: Handle): void {
    const run = handle(job)
      .catch(async (error: unknown) => {
        const members = { company_id: job.company_id, job: job.message_id };
        // It is another node's when its lease is over.
        if (this.stopped) return this.log.info('A transmission was cut off by the stop', members);
        this.log.error('A transmission could not be worked on', error, members);
        if (!this.stopping) await sleep(PAUSE_AFTER_FAILURE_MS);
        // Back into the queue, unless its lease is over anyway; if that fails too, it soon is.
        if (job.isLeased()) await this.boss.fail(TRANSMISSIONS, job.id);
      })
      .catch((error: unknown) => {
        if (!this.stopped) this.log.error('A job could not be given back', error);
      })
      .finally(() => {
        this.running.delete(run);
        if (this.concurrency - this.running.size >= this.concurrency / 2) this.interrupt?.();
      });
    this.running.add(run);
  }

  private async pause(): Promise<void> {
    if (this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      this.interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.interrupt = undefined;
  }

  /** Without values several statements may be sent at once: the library locks that way. */
  private async execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    try {
      const result = values ? await this.pool.query(text, values) : await this.pool.query(text);
      this.reached_at = performance.now();
      return result;
    } catch (error) {
      // The library keeps the errors of its fetches to itself.
      if (!this.stopping) this.log.warn('The queue was not reached', { reason: (error as Error).message });
      throw error;
    }
  }
}
