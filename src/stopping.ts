import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './ports/log';

/** Running requests and jobs have this time to finish. */
const GRACE_MS = 9_000;
/** The process ends after this time, even if a database or file store does not answer. */
const LIMIT_MS = 11_500;

export interface StopSteps {
  /** Called at once, concurrently. Each may take `grace_ms` milliseconds. */
  readonly finish: readonly ((grace_ms: number) => Promise<unknown>)[];
  /** Called one after the other, when all of `finish` have ended. None is left out because another step failed. */
  readonly close: readonly (() => unknown)[];
}

/**
 * Ends the process gracefully on SIGTERM and SIGINT, with exit code 0 if every step ended in time, else 1. A second
 * signal is ignored, since npm forwards a signal that the terminal has already sent to the process.
 *
 * @returns a function that does the same
 */
export function stopOnSignals({ finish, close }: StopSteps, log: Log): () => Promise<void> {
  let is_stopping = false;
  const stop = async () => {
    if (is_stopping) return;
    is_stopping = true;
    const limit = setTimeout(() => {
      log.warn('stopped', { reason: `not all of it ended within ${LIMIT_MS} ms` });
      process.exit(1);
    }, LIMIT_MS);
    const failures: unknown[] = [];
    const attempt = async (step: () => unknown) => {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    };
    await Promise.all(finish.map((part) => attempt(() => Promise.race([part(GRACE_MS), sleep(GRACE_MS)]))));
    for (const part of close) await attempt(part);
    if (failures.length > 0) {
      log.error('stopped', failures[0]);
      process.exit(1);
    }
    clearTimeout(limit);
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  return stop;
}
