import { DomainError } from '../domain/errors';
import { type Deadlines, NO_DEADLINES } from '../ports/deadlines';

/** One that waits for its result. */
export class Waiting<Item, Result> {
  settled = false;

  constructor(
    readonly item: Item,
    /** As `Deadlines` gives it: the result is of no use after that. */
    readonly deadline: number,
    private readonly settle: {
      resolve(result: Result | Promise<Result>): void;
      reject(error: unknown): void;
    },
  ) {}

  resolve(result: Result | Promise<Result>): void {
    this.settled = true;
    this.settle.resolve(result);
  }

  reject(error: unknown): void {
    this.settled = true;
    this.settle.reject(error);
  }
}

/** With less time than that left, a request would only shorten the time of those that share its batch. */
const LEAST_MS = 250;

/** Rejects those whose time is over, of which nothing has happened. @returns the others */
function rejectLate<Item, Result>(line: Waiting<Item, Result>[], now: number): Waiting<Item, Result>[] {
  const earliest = now + LEAST_MS;
  for (const waiting of line) {
    if (waiting.deadline >= earliest) continue;
    const message = 'Too many requests wait for the database. Retry later.';
    waiting.reject(new DomainError('internal_error', message, { retry_after_s: 2 }));
  }
  line.splice(0, line.length, ...line.filter(({ settled }) => !settled));
  return [...line];
}

/**
 * Turns, one line for each key: while a turn is being processed, what comes for the same key waits, and is then
 * handed over together. A key is forgotten as soon as nobody waits, so that any number of keys may come.
 */
export class Batches<Item, Result> {
  private readonly lines = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param process - settles at least one of those that wait; the others are handed over again, with those that
   *   came meanwhile. It throws what nobody in particular is to blame for, as a database that does not answer: that
   *   is the result of all it left unsettled, and of those that came meanwhile. A turn of theirs could outlast their
   *   callers, who would be told of a failure, and then it happens.
   */
  constructor(
    private readonly process: (key: string, waiting: readonly Waiting<Item, Result>[]) => Promise<void>,
    private readonly deadlines: () => Deadlines = () => NO_DEADLINES,
  ) {}

  /** The number of keys that somebody waits for. */
  get size(): number {
    return this.lines.size;
  }

  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = new Waiting<Item, Result>(item, this.deadlines().current(), { resolve, reject });
      const line = this.lines.get(key);
      if (line) {
        line.push(waiting);
      } else {
        const started = [waiting];
        this.lines.set(key, started);
        void this.drain(key, started);
      }
    });
  }

  private async drain(key: string, line: Waiting<Item, Result>[]): Promise<void> {
    while (line.length > 0) {
      // Whatever else arrived with the first one, in the same turn of the event loop, shares its turn.
      await new Promise(setImmediate);
      const batch = rejectLate(line, this.deadlines().now());
      if (batch.length === 0) continue;
      // No caller has an answer while its statement may still be done: all end by the earliest deadline.
      const deadline = Math.min(...batch.map((waiting) => waiting.deadline));
      try {
        await this.deadlines().within(deadline, () => this.process(key, batch));
        if (!batch.some(({ settled }) => settled)) throw new Error('A turn settled nobody.');
      } catch (error) {
        for (const waiting of line) if (!waiting.settled) waiting.reject(error);
        line.length = 0;
      }
      // Those that came meanwhile stand behind the batch.
      line.splice(0, batch.length, ...batch.filter(({ settled }) => !settled));
    }
    this.lines.delete(key);
  }
}
