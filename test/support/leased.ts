import type { TakenJob } from '../../src/ports/job-queue';

/** The lease of a job that does not end. */
export const LEASED: Pick<TakenJob, 'isLeased' | 'leaseSignal'> = {
  isLeased: () => true,
  leaseSignal: () => new AbortController().signal,
};
