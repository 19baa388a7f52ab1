import type { Log } from '../ports/log';
import { RepeatedFailures } from './repeated-failures';

/**
 * A job that runs at an interval. Every node of the installation runs it, also at the same time, so it must be safe to
 * run concurrently.
 */
export interface PeriodicJob {
  readonly name: string;
  readonly every_s: number;
  /** @returns the number of items that were processed */
  run(): Promise<number>;
}

/**
 * Runs each job at once and then at its interval, never twice at the same time in one process. The next run after a
 * failed one tries again.
 *
 * @returns a function that stops the jobs and waits for runs in progress
 */
export function startPeriodicJobs(jobs: readonly PeriodicJob[], log: Log): () => Promise<void> {
  const failures = new RepeatedFailures({
    failure: (error, job) => log.error('A periodic job failed', error, { job }),
    success: (job) => log.info('A periodic job succeeds again', { job }),
  });
  const stops = jobs.map((job) => {
    let running: Promise<void> = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    const run = async () => {
      try {
        const count = await job.run();
        failures.succeeded(job.name);
        if (count > 0) log.info('periodic job', { job: job.name, count });
      } catch (error) {
        // A run that is aborted by the stop is continued after the next start, or by another node.
        if (!stopped) failures.failed(error, job.name);
      }
      if (!stopped) timer = setTimeout(start, job.every_s * 1000).unref();
    };
    const start = () => void (running = run());
    start();
    return () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    };
  });
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
