import { setTimeout as sleep } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import type { TakenJob, TransmissionJob } from '../../../ports/job-queue';
import type { Log } from '../../../ports/log';

/** Interval at which a node polls for jobs that it was not notified of, in milliseconds. */
const POLL_MS = 250;
/**
 * Pause before a queue that had no due job is asked again, in milliseconds. Each send wakes the workers of all queues.
 */
const PAUSE_AFTER_NONE_MS = 10;
/** Pause after a failed job, in milliseconds. The usual reason is an unavailable database. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

/**
 * Batches of jobs of one lane that this process runs at the same time. The jobs of a batch wait for the same round
 * trips, and meanwhile those of another batch do the next step. All of them must be handed over within the lease that
 * began when they were fetched, so there are not more.
 */
const BATCHES = 3;

export type Handle = (job: TakenJob) => Promise<void>;

/** The loop that fetches the due jobs of one queue of pg-boss, and runs them. */
export class LaneWorker {
  private readonly running = new Set<Promise<void>>();
  private readonly loop: Promise<void>;
  private stopping = false;
  /** Set when the grace period of a stop is over. A transmission that fails afterwards fails because of the stop. */
  private stopped = false;
  private woken = false;
  private interrupt: (() => void) | undefined;

  /** @param batch_size - number of jobs that are fetched with one statement */
  constructor(
    private readonly boss: Pick<PgBoss, 'fetch' | 'fail'>,
    private readonly lane: string,
    private readonly batch_size: number,
    private readonly log: Log,
    handle: Handle,
  ) {
    this.loop = this.takeJobs(handle);
  }

  wake(): void {
    this.woken = true;
    this.interrupt?.();
  }

  /** Stops fetching. @returns when the running jobs are finished */
  async finish(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.loop;
    await Promise.all(this.running);
  }

  /** Leaves the jobs that still run to other nodes. */
  abandon(): void {
    this.stopped = true;
  }

  private async takeJobs(handle: Handle): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      const taken = this.hasRoom() ? await this.take() : [];
      for (const job of taken) this.begin(job, handle);
      if (taken.length === 0) await sleep(PAUSE_AFTER_NONE_MS);
      if (taken.length < this.batch_size) await this.pause();
    }
  }

  private hasRoom(): boolean {
    return this.running.size + this.batch_size <= BATCHES * this.batch_size;
  }

  private async take(): Promise<TakenJob[]> {
    const before = performance.now(); // before the query: the lease must not seem longer than it is
    const options = { batchSize: this.batch_size, priority: false };
    const jobs = await this.boss.fetch<TransmissionJob>(this.lane, options);
    return jobs.map(({ id, data, expireInSeconds }) => {
      const until = before + Number(expireInSeconds) * 1000;
      const left = (for_ms = 0) => until - performance.now() - for_ms;
      return {
        ...data,
        id,
        isLeased: (for_ms) => left(for_ms) > 0,
        leaseSignal: (for_ms) => AbortSignal.timeout(Math.max(0, Math.ceil(left(for_ms)))),
      };
    });
  }

  private begin(job: TakenJob, handle: Handle): void {
    const run = handle(job)
      .catch(async (error: unknown) => {
        const members = { company_id: job.company_id, job: job.message_id };
        // Another node takes the job over when its lease expires.
        if (this.stopped) return this.log.info('A transmission was aborted by the stop', members);
        this.log.error('A transmission could not be worked on', error, members);
        if (!this.stopping) await sleep(PAUSE_AFTER_FAILURE_MS);
        // Returns the job to the queue, unless its lease has expired. If that fails, the lease expires soon.
        if (job.isLeased()) await this.boss.fail(this.lane, job.id);
      })
      .catch((error: unknown) => {
        if (!this.stopped) this.log.error('A job could not be given back', error);
      })
      .finally(() => {
        const had_room = this.hasRoom();
        this.running.delete(run);
        if (!had_room && this.hasRoom()) this.wake();
      });
    this.running.add(run);
  }

  private async pause(): Promise<void> {
    if (this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      const interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
      this.interrupt = interrupt;
    });
    this.interrupt = undefined;
  }
}
