import type { Checkpoint, CheckpointProgress, DatedLink } from '../../domain/events/checkpoints';

/** A checkpoint with the day that the next search starts from. */
export interface StoredCheckpoint extends Checkpoint {
  /** The day of the log at the position, as YYYY-MM-DD in UTC. */
  readonly day: string;
}

/** The checkpoints of each company. They are never changed or deleted. */
export interface CheckpointRepository {
  /**
   * The ids of companies that may have positions without a due checkpoint, in their order.
   *
   * @param today - YYYY-MM-DD in UTC
   * @param after - the last id of the page before
   */
  companiesDue(today: string, limit: number, after: string | undefined): Promise<string[]>;
  progress(company_id: string): Promise<CheckpointProgress>;
  /** The events from one position to another, in order. */
  datedLinks(company_id: string, from: number, to: number): Promise<DatedLink[]>;
  /** Stores checkpoints, except at positions that have one already. */
  insertAll(company_id: string, checkpoints: readonly StoredCheckpoint[]): Promise<void>;
  /** Checkpoints after a position, in order. */
  list(company_id: string, after: number, limit: number): Promise<Checkpoint[]>;
}
