import type { PeppolStatus } from '../../domain/documents/document-status';

/** The documents that were created between two times. */
export interface ActivityScope {
  /** Undefined: all companies. */
  readonly company_id: string | undefined;
  readonly from: Date;
  /** End of the range, exclusive. */
  readonly to: Date;
}

/** Numbers of jobs that no worker has leased, each counted up to `MAX_COUNTED_JOBS`. */
export interface QueueDepth {
  /** Jobs that are due. */
  readonly due: number;
  /** Jobs that are due later: repeated attempts and status queries. */
  readonly later: number;
}

export const MAX_COUNTED_JOBS = 100_000;

/**
 * Statistics for the console. Each query has a time limit in the database, and returns undefined when it exceeds the
 * limit.
 */
export interface Activity {
  /** Number of documents by day, `YYYY-MM-DD` in UTC; a day without documents is left out. */
  documentsPerDay(scope: ActivityScope): Promise<ReadonlyMap<string, number> | undefined>;
  /** Number of documents by Peppol status; a status without documents is left out. */
  sendsByStatus(scope: ActivityScope): Promise<ReadonlyMap<PeppolStatus, number> | undefined>;
  queueDepth(): Promise<QueueDepth | undefined>;
}
