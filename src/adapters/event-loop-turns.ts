/** In bytes or characters. A text that is longer takes about a millisecond to read or write. */
const LONG_TEXT = 64 * 1024;

/**
 * Divides long work between iterations of the event loop, which serves whatever else is ready in between. So a hundred
 * requests for large documents, which one statement answers at once, do not keep other companies waiting until all of
 * them are answered. After a long text the others of the iteration wait. In each further iteration they continue until
 * one of them has a long text, those of each share in turn.
 */
export class EventLoopTurns {
  private is_taken = false;
  private is_scheduled = false;
  /** In order of arrival, by share; the shares in the order in which they are served. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /**
   * Called before a text is read or written.
   *
   * @param share - such as the id of a company
   * @returns a promise only when the caller has to wait
   */
  next(share: string): Promise<void> | undefined {
    if (!this.is_taken) return undefined;
    return new Promise((resolve) => {
      const callers = this.waiting.get(share);
      if (callers) callers.push(resolve);
      else this.waiting.set(share, [resolve]);
    });
  }

  /** Takes the iteration for a text of `length` bytes or characters, unless it is short. */
  take(length: number): void {
    if (length <= LONG_TEXT) return;
    this.is_taken = true;
    this.schedule();
  }

  private schedule(): void {
    if (this.is_scheduled) return;
    this.is_scheduled = true;
    setImmediate(this.end);
  }

  private readonly end = () => {
    this.is_taken = false;
    this.is_scheduled = false;
    this.release();
  };

  /** Lets callers continue, one after the other, until one has a long text. The next turn is that of another share. */
  private release(): void {
    for (const [share, callers] of this.waiting) {
      callers.shift()!();
      // The caller continues before this microtask, and says by `take` whether its text is long.
      queueMicrotask(() => {
        if (this.is_taken || callers.length === 0) this.waiting.delete(share);
        if (callers.length > 0) this.waiting.set(share, callers);
        if (!this.is_taken) this.release();
      });
      return;
    }
  }
}

/** The turns of this thread's event loop. */
export const EVENT_LOOP_TURNS = new EventLoopTurns();
