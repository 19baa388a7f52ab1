interface Share<Task> {
  /** The first is the next. */
  readonly waiting: Task[];
  running: number;
}

export interface QueueLimits {
  /** Tasks of one share that run at the same time. */
  readonly running_per_share: number;
  /** Tasks of one share that wait. */
  readonly waiting_per_share: number;
  /** Tasks that wait, of all shares together. */
  readonly waiting: number;
}

/**
 * Tasks that wait, each of a share: a company, or whatever else may not keep others waiting. Shares are served in turn,
 * the tasks of one share in the order of their arrival.
 */
export class FairQueue<Task> {
  /** Shares with a task that waits or runs. The one that was served last stands last. */
  private readonly shares = new Map<string, Share<Task>>();
  private waiting = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** @returns false when as many wait as may */
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

  /** Takes the next task, which runs from now on until `finished`; undefined when none may run. */
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

  /** A task of the share runs no longer. */
  finished(name: string): void {
    const share = this.shares.get(name)!;
    share.running--;
    this.forget(name, share);
  }

  /** Takes out a task that waits. @returns false when it waits no longer */
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
