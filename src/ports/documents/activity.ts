import type { PeppolStatus } from '../../domain/documents/lifecycle';

/** Over the documents that were created in a span of time: of one company, or of all when it is undefined. */
export interface ActivityScope {
  readonly company_id: string | undefined;
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
}

/** Jobs of the queue that nobody has in hand, each counted up to `MAX_COUNTED_JOBS`. */
export interface QueueDepth {
  /** To be done now. */
  readonly due: number;
  /** To be done later: a further attempt, or a question about what became of an earlier one. */
  readonly later: number;
}

export const MAX_COUNTED_JOBS = 100_000;

/**
 * What goes on in the installation, counted for people to look at. Each question takes a bounded time of the
 * database's: the answer is undefined when it would take longer.
 */
export interface Activity {
  /** By day, `YYYY-MM-DD` in UTC; a day without documents is left out. */
  documentsPerDay(scope: ActivityScope): Promise<ReadonlyMap<string, number> | undefined>;
  /** What the e-invoicing network last said of them; a status without documents is left out. */
  sendsByStatus(scope: ActivityScope): Promise<ReadonlyMap<PeppolStatus, number> | undefined>;
  queueDepth(): Promise<QueueDepth | undefined>;
}
