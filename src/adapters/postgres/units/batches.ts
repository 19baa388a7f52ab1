import { DomainError } from '../../../domain/errors';
import { isInDoubt, tooSlow } from '../connections/doubt';
import { forCompany } from '../connections/share-of-work';
import { type Deadlines, LEAST_TIME_MS, NO_DEADLINES } from '../../../ports/deadlines';

/** An item in a queue, and the promise of its result. */
export class QueuedItem<Item, Result> {
  is_settled = false;

  constructor(
    readonly item: Item,
    /** Deadline by the clock of `Deadlines`, after which the caller no longer waits for the result. */
    readonly deadline: number,
    private readonly promise: {
      resolve(result: Result): void;
      reject(error: unknown): void;
    },
  ) {}

  resolve(result: Result): void {
    this.is_settled = true;
    this.promise.resolve(result);
  }

  reject(error: unknown): void {
    this.is_settled = true;
    this.promise.reject(error);
  }
}

/**
 * Rejects the items with too little time left, because they would shorten the time limit of the whole batch. No
 * statement has been sent for them.
 *
 * @returns the other items
 */
function rejectLate<Item, Result>(
  queue: QueuedItem<Item, Result>[],
  now: number,
): readonly QueuedItem<Item, Result>[] {
  const earliest = now + LEAST_TIME_MS;
  for (const queued of queue) {
    if (queued.deadline >= earliest) continue;
    const message = 'Too many requests wait for the database. Retry later.';
    queued.reject(new DomainError('internal_error', message, { retry_after_s: 2 }));
  }
  queue.splice(0, queue.length, ...queue.filter(({ is_settled }) => !is_settled));
  return [...queue];
}

/** So many lines take about as long to store as a document of a few lines. */
const LINES_OF_ONE = 16;

/** How many items of a batch a document counts as, by the number of its lines. */
export const weightOfLines = (lines: number): number => Math.max(1, lines / LINES_OF_ONE);

/**
 * Processes items in batches, with one queue per key. While a batch is processed, further items with the same key are
 * queued; the next batch contains all of them. An empty queue is removed, so that the number of keys is not limited.
 */
export class Batches<Item, Result> {
  private readonly queues = new Map<string, QueuedItem<Item, Result>[]>();

  /**
   * @param process - resolves at least one item of the batch; the others are in the next batch again, with the items
   *   that were queued meanwhile. An error that it throws rejects every item that it left unsettled, and every item
   *   behind the batch. They are not retried: a retry could commit after the caller has received an error
   * @param limit - the most items of a batch
   * @param weigh - as how many items an item counts; it may count as more than the limit, and is then a batch of its
   *   own
   */
  constructor(
    private readonly process: (key: string, batch: readonly QueuedItem<Item, Result>[]) => Promise<void>,
    private readonly deadlines: () => Deadlines = () => NO_DEADLINES,
    private readonly limit = Infinity,
    private readonly weigh: (item: Item) => number = () => 1,
  ) {}

  /** The number of keys with queued items. */
  get size(): number {
    return this.queues.size;
  }

  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queued = new QueuedItem<Item, Result>(item, this.deadlines().current(), { resolve, reject });
      const queue = this.queues.get(key);
      if (queue) {
        queue.push(queued);
      } else {
        const started = [queued];
        this.queues.set(key, started);
        void this.drain(key, started);
      }
    });
  }

  private async drain(key: string, queue: QueuedItem<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      // Items that arrive in the same iteration of the event loop share a batch.
      await new Promise(setImmediate);
      const batch = this.firstOf(rejectLate(queue, this.deadlines().now_ms()));
      if (batch.length === 0) continue;
      // The batch ends by the earliest deadline of its items, so that no caller gets an error while the statement may
      // still be committed.
      const deadline = Math.min(...batch.map((queued) => queued.deadline));
      try {
        await this.deadlines().within(deadline, () => this.process(key, batch));
        if (!batch.some(({ is_settled }) => is_settled)) throw new Error('A batch settled no item.');
      } catch (error) {
        for (const queued of batch) if (!queued.is_settled) queued.reject(error);
        // Nothing was sent for the items behind the batch.
        const others = isInDoubt(error) ? tooSlow() : error;
        for (const queued of queue) if (!queued.is_settled) queued.reject(others);
        queue.length = 0;
      }
      // Items that were queued meanwhile follow the items of the batch.
      queue.splice(0, batch.length, ...batch.filter(({ is_settled }) => !is_settled));
    }
    this.queues.delete(key);
  }

  /** The items at the beginning of a queue that are within the limit together, and at least one. */
  private firstOf(queue: readonly QueuedItem<Item, Result>[]): readonly QueuedItem<Item, Result>[] {
    let weight = 0;
    const end = queue.findIndex(({ item }, index) => (weight += this.weigh(item)) > this.limit && index > 0);
    return end === -1 ? queue : queue.slice(0, end);
  }
}

/**
 * Batches of at most `limit` items, each with a result of its own.
 *
 * @param process - returns the results in the order of the items; when it throws, all items of the batch fail
 */
export function batchesOf<Item, Result>(
  limit: number,
  deadlines: Deadlines,
  process: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): Batches<Item, Result> {
  return new Batches(
    async (key, batch) => {
      const results = await process(
        key,
        batch.map(({ item }) => item),
      );
      for (const [index, one] of batch.entries()) one.resolve(results[index]!);
    },
    () => deadlines,
    limit,
  );
}

/** Batches by company. The statements of a batch are for that company. */
export function batchesOfCompanies<Item, Result>(
  limit: number,
  deadlines: Deadlines,
  process: (company_id: string, items: readonly Item[]) => Promise<readonly Result[]>,
): Batches<Item, Result> {
  return batchesOf(limit, deadlines, (company_id, items) =>
    forCompany(company_id, () => process(company_id, items)),
  );
}
