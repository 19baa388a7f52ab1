import type { Kysely } from 'kysely';
import { type Origin, SERVICE_ORIGIN } from '../../../domain/events/event';
import type { Deadlines } from '../../../ports/deadlines';
import type { Creation, Recorder } from '../../../ports/events/recorder';
import { Batches, type QueuedItem, weightOfLines } from './batches';
import { decided, undecided } from '../connections/doubt';
import { forCompany } from '../connections/share-of-work';
import type { DB } from '../database';
import { isKeyConflict, type KeyedRow, type StoredRows } from '../idempotency/keyed-rows';
import { type KeyedWrite, KeyTaken } from '../idempotency/keyed-write';
import { finished } from '../idempotency/response-batch';
import { isInfrastructure, isRolledBack, retried } from './retried';

/** Limits the cost of a refused item, after which the other items of the batch are stored one by one. */
const MAX_BATCH = 64;

/** How items of one kind are stored. */
export interface Storing<Item, Stored> {
  idOf(item: Item): string;
  /** The number of lines of a document: long ones share their batch with fewer others. */
  linesOf?(item: Item): number;
  /**
   * Stores the items of one company in one transaction, with the responses to those that have an Idempotency-Key, and
   * with the events of those that are stored.
   *
   * @param keyed - the responses; each has the id of its item
   * @param makeEvents - called while the database stores the items
   */
  store(
    db: Kysely<DB>,
    company_id: string,
    items: readonly Item[],
    keyed: readonly KeyedRow[],
    makeEvents: () => readonly Creation[],
  ): Promise<StoredRows<Stored>>;
  eventOf(recorder: Recorder, item: Item, origin: Origin): Creation;
  /** The items as `store` will return them, with placeholders for the values that the statement computes. */
  expect(items: readonly Item[]): readonly Stored[];
  /** The placeholder in the response of an item, and the value that replaces it. */
  readonly computed?: {
    placeholderOf(item: Item): string;
    valueOf(stored: Stored): string;
  };
  /** Finds stored items, as `store` returns them, after the connection was lost. */
  find(db: Kysely<DB>, company_id: string, items: readonly Item[]): Promise<(Stored | undefined)[]>;
  /** The order in which a batch is stored. */
  readonly compare?: (a: Item, b: Item) => number;
}

/** An item, and the continuation of its request. */
interface Pending<Item, Stored> {
  readonly item: Item;
  readonly viewOf: (stored: Stored) => unknown;
  readonly origin: Origin;
  /** Set for a request with an Idempotency-Key. */
  readonly write: KeyedWrite | undefined;
}

type Queued<Item, Stored> = QueuedItem<Pending<Item, Stored>, unknown>;

/**
 * Coalesces writes of one kind. While a statement of a company runs, further writes of that company are queued, and the
 * next statement stores all of them, and their events, with one round trip and one commit.
 *
 * When an item is refused, the items that were not stored because of it are then stored one by one, so that no request
 * fails because of another one. When the database fails, all requests of the batch fail: a retry could commit after a
 * caller has received an error.
 *
 * The statement also stores the responses to requests with an Idempotency-Key. These responses are built before the
 * statement runs, with placeholders for values that the statement computes.
 */
export class CoalescedWrites<Item, Stored> {
  private readonly batches: Batches<Pending<Item, Stored>, unknown>;

  constructor(
    private readonly db: Kysely<DB>,
    private readonly storing: Storing<Item, Stored>,
    private readonly recorder: Recorder,
    private readonly deadlines: Deadlines,
    private readonly onEvents: (company_id: string) => void = () => undefined,
    onBatch: (size: number) => void = () => undefined,
  ) {
    this.batches = new Batches(
      (company_id, batch) => {
        onBatch(batch.length);
        return forCompany(company_id, () => this.process(company_id, batch));
      },
      () => deadlines,
      MAX_BATCH,
      ({ item }) => weightOfLines(storing.linesOf?.(item) ?? 0),
    );
  }

  /**
   * @returns the result of `viewOf` for the stored item; undefined when the item is refused
   * @throws KeyTaken: the key has a row, which may have expired, or another transaction is storing its row
   */
  write<T>(
    company_id: string,
    item: Item,
    viewOf: (stored: Stored) => T,
    write?: KeyedWrite,
    origin: Origin = SERVICE_ORIGIN,
  ): Promise<T | undefined> {
    const add = () => this.batches.add(company_id, { item, viewOf, origin, write });
    return undecided(this.deadlines, add) as Promise<T | undefined>;
  }

  private async process(company_id: string, queued: readonly Queued<Item, Stored>[]): Promise<void> {
    const { compare } = this.storing;
    const batch = compare ? [...queued].sort((a, b) => compare(a.item.item, b.item.item)) : queued;
    for (const one of await this.attempt(company_id, batch)) await this.attempt(company_id, [one]);
  }

  /** Stores a batch and resolves its items. @returns the items that must be stored alone */
  private async attempt(
    company_id: string,
    queued: readonly Queued<Item, Stored>[],
  ): Promise<readonly Queued<Item, Stored>[]> {
    const keyed = this.responsesOf(queued);
    // `responsesOf` has rejected the requests whose response cannot be built.
    const batch = queued.filter(({ is_settled }) => !is_settled);
    if (batch.length === 0) return [];
    let rows: StoredRows<Stored>;
    try {
      rows = await this.store(
        company_id,
        batch.map(({ item }) => item.item),
        [...keyed.values()],
        () => batch.map(({ item }) => this.storing.eventOf(this.recorder, item.item, item.origin)),
      );
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      if (batch.length > 1) return batch;
      batch[0]!.reject(error);
      return [];
    }
    if (rows.stored.some((stored) => stored !== undefined)) this.onEvents(company_id);
    if (rows.taken.size > 0) {
      const free: Queued<Item, Stored>[] = [];
      for (const one of batch) {
        if (rows.taken.has(this.storing.idOf(one.item.item))) one.reject(new KeyTaken());
        else free.push(one);
      }
      return this.attempt(company_id, free);
    }
    const refused: Queued<Item, Stored>[] = [];
    for (const [index, one] of batch.entries()) {
      const stored = rows.stored[index];
      if (stored !== undefined) this.settle(one, stored, keyed.get(one));
      else if (batch.length === 1) one.resolve(undefined);
      else refused.push(one);
    }
    return refused;
  }

  /** Builds the responses to requests with an Idempotency-Key. Rejects a request whose response cannot be built. */
  private responsesOf(queued: readonly Queued<Item, Stored>[]): Map<Queued<Item, Stored>, KeyedRow> {
    const keyed = new Map<Queued<Item, Stored>, KeyedRow>();
    const { storing } = this;
    if (!queued.some(({ item }) => item.write)) return keyed;
    const expected = storing.expect(queued.map(({ item }) => item.item));
    for (const [index, one] of queued.entries()) {
      const { item, viewOf, write } = one.item;
      if (!write) continue;
      try {
        const placeholder = storing.computed && JSON.stringify(storing.computed.placeholderOf(item));
        const response = write.responseOf(viewOf(expected[index]!), placeholder);
        keyed.set(one, { id: storing.idOf(item), write, response, placeholder });
      } catch (error) {
        one.reject(error);
      }
    }
    return keyed;
  }

  private store(
    company_id: string,
    items: readonly Item[],
    keyed: readonly KeyedRow[],
    makeEvents: () => readonly Creation[],
  ): Promise<StoredRows<Stored>> {
    return decided(
      () =>
        retried(() => this.storing.store(this.db, company_id, items, keyed, makeEvents), isWorthRepeating),
      async () => {
        const stored = await this.storing.find(this.db, company_id, items);
        return stored.some((one) => one !== undefined) ? { stored, taken: new Set<string>() } : undefined;
      },
      this.deadlines,
    );
  }

  private settle(one: Queued<Item, Stored>, stored: Stored, keyed: KeyedRow | undefined): void {
    try {
      const view = one.item.viewOf(stored);
      if (keyed) {
        const { write, response, placeholder } = keyed;
        const value = JSON.stringify(this.storing.computed?.valueOf(stored));
        write.commit(view, { ...response, body: finished(response.body, placeholder, value) });
      }
      one.resolve(view);
    } catch (error) {
      one.reject(error);
    }
  }
}

/** A repeated statement finds the key that another transaction has stored meanwhile. */
function isWorthRepeating(error: unknown): boolean {
  return isKeyConflict(error) || isRolledBack(error);
}
