/** A job of the queue: the next attempt or status query of a transmission. */
export interface TransmissionJob {
  readonly company_id: string;
  readonly message_id: string;
}

export interface DelayedJob extends TransmissionJob {
  /** Seconds until the job is due, by the clock of the database. */
  readonly delay_s: number;
}

/** Adds and removes jobs in the transaction of a unit of work. */
export interface JobRepository {
  /** @param delay_s - seconds until the job is due, by the clock of the database */
  add(job: TransmissionJob, delay_s: number): Promise<void>;
  /** Like `add` for several jobs, in one round trip. */
  addAll(jobs: readonly DelayedJob[]): Promise<void>;
  /** Removes finished jobs. */
  removeAll(ids: readonly string[]): Promise<void>;
  /** @returns the transmissions among these that have no job */
  missing(transmissions: readonly TransmissionJob[]): Promise<TransmissionJob[]>;
}

/** A job that a worker has leased. After the lease another worker may take it. */
export interface TakenJob extends TransmissionJob {
  readonly id: string;
  /** @returns whether the lease lasts for this time, in milliseconds, so that no other worker has the job until then */
  isLeased(for_ms?: number): boolean;
  /** @returns a signal that is aborted as soon as the lease no longer lasts for this time, in milliseconds */
  leaseSignal(for_ms: number): AbortSignal;
}

export interface JobQueue {
  /** Lets this process look for due jobs at once instead of at its next poll. */
  wake(): void;
}

/** The queue with this process's worker. */
export interface JobWorker extends JobQueue {
  /** Prepares the storage of the jobs. Nodes that start together do it one after the other. */
  install(): Promise<void>;
  /** Starts fetching jobs. @param handle - called again with the same job, after a pause, when it throws */
  work(handle: (job: TakenJob) => Promise<void>): void;
  /** @throws Error when the worker is not running, or its last access to the queue is too old */
  check(): Promise<void>;
  /**
   * Stops fetching and waits for running jobs for at most `grace_ms` milliseconds. A job that is not finished is taken
   * over by another node when its lease expires.
   */
  stop(grace_ms: number): Promise<void>;
}
