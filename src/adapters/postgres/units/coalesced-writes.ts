import type { Kysely } from 'kysely';
import { DomainError } from '../../../domain/errors';
import type { Deadlines } from '../../../ports/deadlines';
import type { KeptAnswer } from '../../../ports/idempotency';
import { Batches, type QueuedItem } from '../../../use-cases/batches';
import { decided } from '../connections/doubt';
import type { DB } from '../database';
import { acquireKeys, keepAnswers, type KeyedWrite, KeyTaken } from '../idempotency/keyed-write';
import { retried } from './retried';

/** A larger batch would make one refused item cost its neighbours too much. */
const MAX_BATCH = 64;

/** How items of one kind are stored. */
export interface Storing<Item, Stored> {
  /**
   * Stores the items of one company in one statement.
   *
   * @returns in the order of the items; undefined for an item that is refused and not stored
   */
  store(db: Kysely<DB>, company_id: string, items: readonly Item[]): Promise<(Stored | undefined)[]>;
  /** Finds stored items, as `store` returned them, when its answer is lost. */
  find(db: Kysely<DB>, company_id: string, items: readonly Item[]): Promise<(Stored | undefined)[]>;
  /** The order in which a batch is stored. */
  readonly compare?: (a: Item, b: Item) => number;
}

/** An item and what its request does with it. */
interface Pending<Item, Stored> {
  readonly item: Item;
  readonly viewOf: (stored: Stored) => unknown;
  /** Of a request with an Idempotency-Key. */
  readonly write: KeyedWrite | undefined;
}

/**
 * Writes of one kind. While a transaction of a company runs, further writes of that company wait, and the next
 * transaction stores them all: they share the round trips and the commit. Without Idempotency-Keys the transaction is
 * one statement.
 *
 * A batch with a refused item stores nothing of it; each item that is not stored is then stored alone, so that no request
 * fails because of another one. When the database fails, all requests of the batch fail: a retry could commit after a
 * caller has received an error.
 */
export class CoalescedWrites<Item, Stored> {
  private readonly batches: Batches<Pending<Item, Stored>, unknown>;

  constructor(
    private readonly db: Kysely<DB>,
    private readonly storing: Storing<Item, Stored>,
    private readonly deadlines: Deadlines,
  ) {
    this.batches = new Batches(
      (company_id, queued) => this.process(company_id, queued.slice(0, MAX_BATCH)),
      () => deadlines,
    );
  }

  /** @returns what `viewOf` makes of the stored item; undefined when it is refused */
  write<T>(
    company_id: string,
    item: Item,
    viewOf: (stored: Stored) => T,
    write?: KeyedWrite,
  ): Promise<T | undefined> {
    return this.batches.add(company_id, { item, viewOf, write }) as Promise<T | undefined>;
  }

  private async process(
    company_id: string,
    queued: readonly QueuedItem<Pending<Item, Stored>, unknown>[],
  ): Promise<void> {
    const { compare } = this.storing;
    const batch = compare ? [...queued].sort((a, b) => compare(a.item.item, b.item.item)) : queued;
    let views: readonly (View | undefined)[] = [];
    try {
      views = await this.attempt(
        company_id,
        batch.map(({ item }) => item),
      );
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      if (batch.length === 1) return batch[0]!.reject(error);
    }
    for (const [index, one] of batch.entries()) {
      const view = views[index];
      if (view) one.resolve(view.value);
      else if (batch.length === 1) one.resolve(undefined);
      else {
        await this.attempt(company_id, [one.item]).then(
          ([alone]) => one.resolve(alone?.value),
          (error: unknown) => one.reject(error),
        );
      }
    }
  }

  /** @throws KeyTaken: the key of the only item is taken */
  private async attempt(
    company_id: string,
    batch: readonly Pending<Item, Stored>[],
  ): Promise<(View | undefined)[]> {
    const items = batch.map(({ item }) => item);
    if (batch.every(({ write }) => write === undefined)) {
      const stored = await decided(
        () => this.storing.store(this.db, company_id, items),
        async () => {
          const found = await this.storing.find(this.db, company_id, items);
          return found.some((one) => one !== undefined) ? found : undefined;
        },
        this.deadlines,
      );
      return stored.map((one, index) => one && { value: batch[index]!.viewOf(one) });
    }
    const committed = await retried(() =>
      this.db.transaction().execute((trx) => this.storeKeyed(trx, company_id, batch)),
    );
    for (const result of committed) result?.write?.commit(result.view.value, result.answer!);
    return committed.map((result) => result?.view);
  }

  private async storeKeyed(
    trx: Kysely<DB>,
    company_id: string,
    batch: readonly Pending<Item, Stored>[],
  ): Promise<(Result | undefined)[]> {
    const writes = batch.flatMap(({ write }) => write ?? []);
    const acquired = await acquireKeys(trx, writes);
    const free = new Set(writes.filter((_write, index) => acquired[index]));
    const storable = batch.filter(({ write }) => write === undefined || free.has(write));
    if (storable.length === 0 && batch.length === 1) throw new KeyTaken();
    const items = storable.map(({ item }) => item);
    const stored = items.length === 0 ? [] : await this.storing.store(trx, company_id, items);
    const results = new Map<Pending<Item, Stored>, Result>();
    for (const [index, pending] of storable.entries()) {
      const one = stored[index];
      if (one === undefined) continue;
      const view = { value: pending.viewOf(one) };
      const { write } = pending;
      results.set(pending, { view, ...(write && { write, answer: write.answerOf(view.value) }) });
    }
    await keepAnswers(
      trx,
      [...results.values()].flatMap(({ write, answer }) => (write && answer ? [{ write, answer }] : [])),
    );
    return batch.map((pending) => results.get(pending));
  }
}

interface View {
  readonly value: unknown;
}

/** Of a stored item. */
interface Result {
  readonly view: View;
  readonly write?: KeyedWrite;
  readonly answer?: KeptAnswer;
}

/** A failure that no item caused: the database is away, or too slow. */
function isInfrastructure(error: unknown): boolean {
  return error instanceof DomainError && error.status === 500;
}
