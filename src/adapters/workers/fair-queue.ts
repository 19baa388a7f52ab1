interface Share<Task> {
  /** In order of arrival. */
  readonly waiting: Task[];
  running: number;
}

export interface QueueLimits {
  /** Maximum number of running tasks of one share. */
  readonly running_per_share: number;
  /** Maximum number of waiting tasks of one share. */
  readonly waiting_per_share: number;
  /** Maximum number of waiting tasks of all shares together. */
  readonly waiting: number;
}

/**
 * A queue with fair scheduling. Each task belongs to a share, such as a company. Shares are served in turn (round
 * robin), the tasks of one share in order of arrival.
 */
export class FairQueue<Task> {
  /** Shares with waiting or running tasks, in the order in which they are served next. */
  private readonly shares = new Map<string, Share<Task>>();
  private waiting = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** @returns false when the queue is full, for the share or as a whole */
  add(name: string, task: Task): boolean {
    const share = this.shares.get(name) ?? { waiting: [], running: 0 };
    if (this.waiting >= this.limits.waiting || share.waiting.length >= this.limits.waiting_per_share) {
      return false;
    }
    share.waiting.push(task);
    this.waiting++;
    this.shares.set(name, share);
    return true;
  }

  /** Starts the next task, which counts as running until `finished`; undefined when no task may run. */
  take(): { readonly share: string; readonly task: Task } | undefined {
    for (const [name, share] of this.shares) {
      if (share.running >= this.limits.running_per_share) continue;
      const task = share.waiting.shift();
      if (task === undefined) continue;
      this.waiting--;
      share.running++;
      this.shares.delete(name);
      this.shares.set(name, share);
      return { share: name, task };
    }
    return undefined;
  }

  /** Ends a running task of the share. */
  finished(name: string): void {
    const share = this.shares.get(name)!;
    share.running--;
    this.forget(name, share);
  }

  /** Removes a waiting task. @returns false when the task is not waiting any more */
  remove(name: string, task: Task): boolean {
    const share = this.shares.get(name);
    const at = share?.waiting.indexOf(task) ?? -1;
    if (!share || at < 0) return false;
    share.waiting.splice(at, 1);
    this.waiting--;
    this.forget(name, share);
    return true;
  }

  private forget(name: string, { waiting, running }: Share<Task>): void {
    if (waiting.length === 0 && running === 0) this.shares.delete(name);
  }
}
