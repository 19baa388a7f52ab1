import type { Log } from '../ports/log';

/** A job that runs every so often in this process. Other nodes run it too: it must not mind. */
export interface PeriodicJob {
  readonly name: string;
  readonly every_s: number;
  /** @returns how much there was to do */
  run(): Promise<number>;
}

/**
 * Runs each job at once and then time after time; never twice at the same time. A failing run is logged, and the
 * next one tries again.
 *
 * @returns what stops them; it waits for a run that is under way
 */
export function startPeriodicJobs(jobs: readonly PeriodicJob[], log: Log): () => Promise<void> {
  const stops = jobs.map((job) => {
    let running: Promise<void> = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    const run = async () => {
      try {
        const count = await job.run();
        if (count > 0) log.info('periodic job', { job: job.name, count });
      } catch (error) {
        // One that is cut off by the stop goes on with the next start, here or on another node.
        if (!stopped) log.error('A periodic job failed', error, { job: job.name });
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
