import type { Origin } from '../../../domain/events/event';
import type { Deadlines } from '../../../ports/deadlines';
import type { Repositories, SharedWork } from '../../../ports/unit-of-work';
import { forCompany } from '../connections/shares';
import { Batches, type QueuedItem } from './batches';
import { isInfrastructure } from './retried';

/** Limits how many rows a transaction locks, and how much is repeated when it fails. */
const MAX_BATCH = 64;

interface Pending {
  readonly company_id: string;
  readonly origin: Origin;
  readonly item: unknown;
}

/**
 * Coalesces transactions that do the same work for different items. While a transaction of a company runs, further items
 * are queued, and the next transaction does the work of all of them: one `begin`, one statement for all their events,
 * one `commit`.
 */
export class SharedTransactions {
  private readonly batches = new WeakMap<object, Batches<Pending, unknown>>();

  constructor(
    private readonly transaction: <T>(
      origin: Origin,
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
        (_key, queued) => this.process(queued.slice(0, MAX_BATCH), work as SharedWork<unknown, unknown>),
        () => this.deadlines,
      );
      this.batches.set(work, batches);
    }
    // All events of a transaction have one origin.
    const key = `${company_id} ${JSON.stringify(origin)}`;
    return batches.add(key, { company_id, origin, item }) as Promise<Result>;
  }

  private async process(
    batch: readonly QueuedItem<Pending, unknown>[],
    work: SharedWork<unknown, unknown>,
  ): Promise<void> {
    const { company_id, origin } = batch[0]!.item;
    try {
      const items = batch.map(({ item: { item } }) => item);
      const results = await forCompany(company_id, () =>
        this.transaction(origin, (repositories) => work(repositories, items)),
      );
      for (const [index, one] of batch.entries()) one.resolve(results[index]);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const one of batch) await this.process([one], work);
    }
  }
}
