import PgBoss from 'pg-boss';
import type { Pool } from 'pg';
import { doneWithin } from '../../done-within';
import type { JobWorker } from '../../../ports/job-queue';
import type { Log } from '../../../ports/log';
import { RepeatedFailures } from '../../repeated-failures';
import { openPool } from '../connections/pool';
import { LANES } from './job-lanes';
import { type Handle, LaneWorker } from './lane-worker';

/**
 * Lease of a job in seconds: the maximum time for one run of a worker. An expired lease is detected within 2 s and the
 * job fetched at the next poll, so that the jobs of a killed node continue elsewhere within 30 s.
 */
const LEASE_S = 25;
/** Interval of the check for expired leases, in seconds. */
const LEASE_CHECK_S = 1;
/** A retry limit that is never reached: the domain decides how often a transmission is retried, not the queue. */
const NO_LIMIT = 1_000_000_000;

/**
 * Retention of a waiting job in minutes: jobs must survive a long outage. pg-boss multiplies the value by 60 into a
 * 32-bit integer.
 */
const RETENTION_MIN = 30_000_000;

const CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 4_000;
const QUERY_TIMEOUT_MS = 8_000;
/** The queue is unhealthy when its last successful statement is older than this. */
const HEALTHY_MS = 5_000;

interface JobQueueOptions {
  readonly log: Log;
  /**
   * Number of jobs that are fetched with one statement. Those of a company share round trips, so more jobs cost less
   * each.
   */
  readonly batch_size?: number;
}

/**
 * pg-boss fetches the oldest jobs first, for which PostgreSQL reads and sorts all that are due. In the order in which
 * they became due, it reads those that are fetched along an index of pg-boss, however many wait. The tests of the queue
 * fail when a later pg-boss words its statement differently.
 */
const OLDEST_FIRST = 'ORDER BY created_on, id';
const DUE_FIRST = 'ORDER BY start_after';

/** Waits for the installation by another node. */
const INSTALL_LOCK = {
  text: 'select pg_advisory_xact_lock(3853314791062309108)',
  query_timeout: 60_000,
};

/** pg-boss, and the loops that fetch due jobs. */
export class PgBossJobQueue implements JobWorker {
  private readonly pool: Pool;
  private readonly boss: PgBoss;
  private readonly log: Log;
  private readonly batch_size: number;
  private readonly failures: RepeatedFailures;
  private workers: readonly LaneWorker[] = [];
  private stopping = false;
  private reached_at = -Infinity;

  constructor(url: string, { log, batch_size = 32 }: JobQueueOptions) {
    this.log = log;
    this.batch_size = batch_size;
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
      db: { executeSql: (text, values) => this.execute(text.replace(OLDEST_FIRST, DUE_FIRST), values) },
      schedule: false,
      maintenanceIntervalSeconds: LEASE_CHECK_S,
    });
    const maintenance = new RepeatedFailures({
      failure: (error) => log.error('The queue could not be looked after', error),
      success: () => log.info('The queue is looked after again'),
    });
    this.boss.on('error', (error) => maintenance.failed(error));
    this.boss.on('maintenance', () => maintenance.succeeded());
    this.failures = new RepeatedFailures({
      failure: (error) => log.warn('The queue was not reached', {}, error),
      success: () => log.info('The queue is reached again'),
    });
  }

  /** Installs or upgrades the tables of pg-boss. Nodes that start at the same time do so one after the other. */
  async install(): Promise<void> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('begin');
      // A transaction-level lock, because a transaction pooler does not keep sessions. pg-boss works on another
      // connection.
      await client.query(INSTALL_LOCK);
      await this.boss.start();
      for (const name of LANES) {
        await this.boss.createQueue(name, {
          name,
          expireInSeconds: LEASE_S,
          retryLimit: NO_LIMIT,
          retryDelay: 0, // it would also delay jobs with an expired lease
          retentionMinutes: RETENTION_MIN,
        });
      }
      await client.query('commit');
    } catch (error) {
      throw (failure = error as Error);
    } finally {
      client.release(failure);
    }
  }

  work(handle: Handle): void {
    this.workers = LANES.map((lane) => new LaneWorker(this.boss, lane, this.batch_size, this.log, handle));
  }

  wake(): void {
    for (const worker of this.workers) worker.wake();
  }

  async check(): Promise<void> {
    if (this.workers.length === 0 || this.stopping) throw new Error('The queue is not at work.');
    if (performance.now() - this.reached_at > HEALTHY_MS) throw new Error('The queue is not reached.');
  }

  async stop(grace_ms: number): Promise<void> {
    this.stopping = true;
    await doneWithin(grace_ms, Promise.all(this.workers.map((worker) => worker.finish())));
    for (const worker of this.workers) worker.abandon();
    await this.boss.stop({ graceful: false });
    await this.pool.end();
  }

  /**
   * Executes a statement of pg-boss. Without values the text may have several statements, which pg-boss uses for its
   * locks.
   */
  private async execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    try {
      const result = values ? await this.pool.query(text, values) : await this.pool.query(text);
      this.reached_at = performance.now();
      this.failures.succeeded();
      return result;
    } catch (error) {
      if (!this.stopping) this.failures.failed(error); // pg-boss does not report errors of `fetch`
      throw error;
    }
  }
}
