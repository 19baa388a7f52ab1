/** After so long in one iteration of the event loop, in milliseconds, further work waits for another one. */
const TURN_MS = 20;

/**
 * Divides work between iterations of the event loop, which serves whatever else is ready in between. So a hundred
 * requests for large documents, which one statement answers at once, do not keep other companies waiting until all of
 * them are answered. In each iteration one waiting caller continues, of each share in turn.
 */
export class Turns {
  /** When the work of this iteration began; undefined before it. */
  private began: number | undefined;
  /** In order of arrival, by share; the shares in the order in which they are served. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /**
   * Called before work that takes milliseconds.
   *
   * @param share - such as the id of a company
   * @returns a promise only when the work has to wait
   */
  next(share: string): Promise<void> | undefined {
    if (this.began === undefined) return void this.begin();
    if (performance.now() - this.began < TURN_MS) return undefined;
    return new Promise((resolve) => {
      const callers = this.waiting.get(share);
      if (callers) callers.push(resolve);
      else this.waiting.set(share, [resolve]);
    });
  }

  private begin(): void {
    this.began = performance.now();
    setImmediate(this.end);
  }

  private readonly end = () => {
    this.began = undefined;
    for (const [share, callers] of this.waiting) {
      this.waiting.delete(share);
      this.begin();
      callers.shift()!();
      if (callers.length > 0) this.waiting.set(share, callers);
      return;
    }
  };
}

/** The turns of this thread's event loop. */
export const TURNS = new Turns();
