/** Work on a transmission that is due: to hand it to the network, or to ask what became of it. */
export interface TransmissionJob {
  readonly company_id: string;
  readonly message_id: string;
}

/** Jobs as part of a unit of work: they are there, or gone, when it is committed, and only then. */
export interface JobRepository {
  /** @param delay_s - seconds until it is due, by the database's clock */
  add(job: TransmissionJob, delay_s: number): Promise<void>;
  /** Takes a job away that was done. */
  remove(id: string): Promise<void>;
}

/** A job in a worker's hands. It is another's as soon as its lease is over. */
export interface TakenJob extends TransmissionJob {
  readonly id: string;
  /** Whether nobody else can have taken it yet. */
  isLeased(): boolean;
}

export interface JobQueue {
  /** Says that a job may be due, so that this process looks at once and not with its next look. */
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
