import type { Origin, OriginOf } from '../../../domain/events/event';
import { isEqual } from '../../../domain/version';
import type { Deadlines } from '../../../ports/deadlines';
import type { Repositories, SharedWork } from '../../../ports/unit-of-work';
import { isInDoubt, tooSlow, undecided } from '../connections/doubt';
import { forCompany } from '../connections/share-of-work';
import { Batches, type QueuedItem, weightOfLines } from './batches';
import { isInfrastructure } from './retried';

/** Limits how many rows a transaction locks, and how much is repeated when it fails. */
const MAX_BATCH = 64;

interface Pending {
  readonly origin: Origin;
  readonly item: unknown;
}

/**
 * Coalesces transactions that do the same work for different items. While a transaction of a company runs, further
 * items are queued, and the next transaction does the work of all of them: one `begin`, one statement for all their
 * events, one `commit`.
 */
export class SharedTransactions {
  private readonly batches = new WeakMap<object, Batches<Pending, unknown>>();
  /** Items that could not be stored together. */
  private readonly alone = new WeakSet<QueuedItem<Pending, unknown>>();

  constructor(
    private readonly transaction: <T>(
      originOf: OriginOf,
      work: (repositories: Repositories) => Promise<T>,
    ) => Promise<T>,
    private readonly deadlines: Deadlines,
  ) {}

  run<Item, Result>(
    company_id: string,
    origin: Origin,
    item: Item,
    work: SharedWork<Item, Result>,
  ): Promise<Result> {
    let batches = this.batches.get(work);
    if (!batches) {
      batches = new Batches(
        (company, queued) =>
          this.process(company, this.alone.has(queued[0]!) ? queued.slice(0, 1) : queued, work),
        () => this.deadlines,
        MAX_BATCH,
        (pending) => weightOfLines(work.linesOf?.(pending.item as Item) ?? 0),
      );
      this.batches.set(work, batches);
    }
    const queue = batches;
    return undecided(this.deadlines, () => queue.add(company_id, { origin, item })) as Promise<Result>;
  }

  private async process(
    company_id: string,
    batch: readonly QueuedItem<Pending, unknown>[],
    work: SharedWork<unknown, unknown>,
  ): Promise<void> {
    try {
      const items = batch.map(({ item: { item } }) => item);
      const results = await forCompany(company_id, () =>
        this.transaction(originsOf(batch, work), (repositories) => work.run(repositories, items)),
      );
      for (const [index, one] of batch.entries()) one.resolve(results[index]);
    } catch (error) {
      if (isInDoubt(error)) {
        for (const one of batch) one.reject(error);
        throw tooSlow(); // for the others, of which nothing was sent
      }
      if (isInfrastructure(error)) throw error;
      if (batch.length === 1) return batch[0]!.reject(error);
      // The others stay in the queue, which rejects those that have too little time left by then.
      for (const one of batch) this.alone.add(one);
      await this.process(company_id, batch.slice(0, 1), work);
    }
  }
}

/**
 * The origin of each resource is that of the item that names it.
 *
 * @returns a function that throws for a resource that no item names
 * @throws Error when items with different origins name the same resource
 */
function originsOf(
  batch: readonly QueuedItem<Pending, unknown>[],
  work: SharedWork<unknown, unknown>,
): OriginOf {
  if (batch.length === 1) return () => batch[0]!.item.origin;
  const origins = new Map<string, Origin>();
  for (const { item } of batch) {
    for (const id of work.resourcesOf(item.item)) {
      const other = origins.get(id);
      if (other && !isEqual(other, item.origin)) throw new Error(`Two requests change the resource ${id}.`);
      origins.set(id, item.origin);
    }
  }
  return (resource_id) => {
    const origin = origins.get(resource_id);
    if (!origin) throw new Error(`No item of a shared transaction names the resource ${resource_id}.`);
    return origin;
  };
}
