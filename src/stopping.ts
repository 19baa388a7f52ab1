import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './ports/log';

/** What is in flight has this long to finish. */
const GRACE_MS = 9_000;
/** After that the process ends, whatever still hangs: a database that does not answer, a file store. */
const LIMIT_MS = 11_500;

export interface StopSteps {
  /** Told at once, and together; each takes at most the time that it is given. */
  readonly finish: readonly ((grace_ms: number) => Promise<unknown>)[];
  /** After all of those, one after the other. */
  readonly close: readonly (() => unknown)[];
}

/**
 * Ends the process in order on SIGTERM and SIGINT: exit code 0 when all of it finished in time, else 1. A second signal
 * changes nothing; npm, for one, passes on what the terminal has sent already.
 */
export function stopOnSignals({ finish, close }: StopSteps, log: Log): void {
  let is_stopping = false;
  const stop = async () => {
    if (is_stopping) return;
    is_stopping = true;
    const limit = setTimeout(() => {
      log.warn('stopped', { reason: `not all of it ended within ${LIMIT_MS} ms` });
      process.exit(1);
    }, LIMIT_MS);
    try {
      await Promise.all(finish.map((part) => Promise.race([part(GRACE_MS), sleep(GRACE_MS)])));
      for (const part of close) await part();
    } catch (error) {
      log.error('stopped', error);
      process.exit(1);
    }
    clearTimeout(limit);
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}
