/**
 * A queue that lets a few of its callers continue in each iteration of the event loop, in the order in which they came.
 * Between two iterations the loop serves whatever else is ready, so a burst of queued work does not block other
 * requests.
 */
export class IterationQueue {
  private pending: (() => void)[] = [];

  /** @param per_iteration - callers that continue in one iteration */
  constructor(private readonly per_iteration: number) {}

  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.pending.push(resolve) === 1) setImmediate(this.release);
    });
  }

  private readonly release = () => {
    for (const resolve of this.pending.splice(0, this.per_iteration)) resolve();
    if (this.pending.length > 0) setImmediate(this.release);
  };
}
