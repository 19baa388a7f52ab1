import { readTypes } from '../../domain/events/webhooks/subscriptions';
import type { EventLog } from '../../ports/events/event-log';
import type {
  DeliveryQueue,
  DueDelivery,
  LeasedWebhook,
  WebhookKey,
} from '../../ports/events/webhooks/delivery-queue';
import type { Ids } from '../../ports/ids';
import type { Log } from '../../ports/log';
import { DeliveryResults, type ResultParts } from './delivery-results';
import type { Lanes, QueuedWebhook } from './lanes';
import { Signal } from './signal';
import { type DeliveryResponse, notSent, type SignedRequests } from './signed-requests';

export interface RunParts extends ResultParts {
  readonly queue: DeliveryQueue;
  readonly events: Pick<EventLog, 'page'>;
  readonly requests: SignedRequests;
  readonly ids: Ids;
  readonly log: Log;
  readonly lanes: Lanes;
  /** Whether the leases of the worker hold, so that it may send. */
  readonly isAlive: () => boolean;
}

/** Events of which deliveries are made with one statement. */
const PAGE = 500;
/** The most deliveries in memory that wait for their request; there may be many slow webhooks. */
const BUFFER = { fast: 500, slow: 4 };
/** Fewer deliveries in memory are filled up from the database. */
const LOW = 100;
/** At most this long the webhook is not read again while its deliveries are being sent. */
const READ_AGAIN_MS = { fast: 500, slow: 5_000 };
/** A request that takes longer is slow. */
const SLOW_MS = 1_000;
const MAX_WINDOW = 32;
const FIRST_WINDOW = 4;

/**
 * Makes and sends the deliveries of one leased webhook until there is nothing to do. All its statements run one after
 * the other; requests run concurrently with them.
 */
export class WebhookRun implements QueuedWebhook {
  private leased: LeasedWebhook | undefined;
  private readonly waiting: DueDelivery[] = [];
  /** Ids of deliveries whose results are not stored yet, with those that wait. */
  private readonly taken = new Set<string>();
  private has_more = true;
  private is_stopping = false;
  private is_ended = false;
  private readonly signal = new Signal();
  private readonly results: DeliveryResults;
  in_flight = 0;
  window = FIRST_WINDOW;
  host = '';

  constructor(
    readonly key: WebhookKey,
    private readonly parts: RunParts,
  ) {
    this.results = new DeliveryResults(key, parts, this.signal);
    parts.lanes.enter(this, key.webhook_id);
  }

  get has_waiting(): boolean {
    return this.waiting.length > 0 && !this.is_stopping && this.parts.isAlive();
  }

  /** There may be new work, or the webhook has changed. */
  wake(): void {
    this.has_more = true;
    this.signal.give();
  }

  /**
   * A claim has found work of this webhook. In the fast lane the work is read at once. A slow endpoint nearly always
   * has work, which is read at the interval of its lane.
   */
  remind(): void {
    this.has_more = true;
    if (this.lane === 'fast') this.signal.give();
  }

  /** No further request is started. `work` returns when the requests in flight have ended. */
  stop(): void {
    this.is_stopping = true;
    this.signal.give();
  }

  /** Frees the places of the run, when its requests have ended. */
  end(): void {
    this.drop();
    this.is_ended = true;
    if (this.in_flight === 0) this.parts.lanes.leave(this);
  }

  /**
   * Works until the lease is given back, or lost.
   *
   * @param onPass - called after each pass without an error, after which it waits for more work
   * @throws Error of the database; to be called again later
   */
  async work(onPass: () => void = () => undefined): Promise<void> {
    const { queue, worker_id, clock } = this.parts;
    for (;;) {
      await this.store();
      this.leased = await queue.load(this.key, worker_id);
      if (!this.leased) return this.drop();
      if (this.is_stopping) {
        if (this.in_flight === 0 && this.results.is_empty) {
          await queue.release(this.key, worker_id, undefined);
          return;
        }
      } else if (!this.leased.webhook.active || !this.leased.is_client_active) {
        this.drop();
        const failed = await queue.skipEvents(this.key, worker_id, this.leased.head, clock.now());
        if (failed === undefined) return;
        this.parts.onEnd('failed', failed);
      } else {
        await this.makeDeliveries(this.leased);
        await this.fill();
        this.parts.lanes.offer(this);
      }
      onPass();
      if (this.taken.size > 0 || !this.results.is_empty) await this.signal.wait(READ_AGAIN_MS[this.lane]);
      else if (await queue.release(this.key, worker_id, clock.now())) return;
      else this.has_more = true; // a delivery has become due
    }
  }

  sendNext(): void {
    const [delivery, at] = [this.waiting.shift()!, this.parts.clock.now()];
    const leased = this.leased!;
    this.in_flight++;
    this.parts.lanes.started(this);
    const slow = setTimeout(() => {
      this.window = FIRST_WINDOW;
      this.parts.lanes.move(this, 'slow');
    }, SLOW_MS);
    void this.answered(delivery, leased).then((answer) => {
      clearTimeout(slow);
      this.in_flight--;
      this.parts.lanes.ended(this);
      if (answer.error === null && answer.duration_ms < SLOW_MS) {
        this.window = Math.min(MAX_WINDOW, this.window + 1);
        this.parts.lanes.move(this, 'fast');
      }
      if (this.is_ended) this.end();
      else {
        const attempt = { at: at.toISOString(), ...answer };
        this.results.add(delivery, leased.webhook.url, attempt, this.leased?.webhook);
      }
    });
  }

  /** Never rejects: an error of the service ends this attempt, but neither the run nor the node. */
  private async answered(delivery: DueDelivery, leased: LeasedWebhook): Promise<DeliveryResponse> {
    try {
      return await this.parts.requests.send(delivery, leased);
    } catch (error) {
      this.parts.log.error('A webhook could not be sent', error, { ...this.key });
      return notSent('The service could not send the request.');
    }
  }

  private async store(): Promise<void> {
    for (const { id, state } of await this.results.store(this.leased?.webhook)) {
      this.taken.delete(id);
      this.has_more ||= state === 'pending';
    }
  }

  private async makeDeliveries({ webhook, scope, position, head }: LeasedWebhook): Promise<void> {
    const { queue, events, ids, clock, worker_id } = this.parts;
    this.host ||= new URL(webhook.url).host; // as counted by the lanes, also when the URL changes
    const types = [...readTypes(webhook.types, scope)];
    for (let after = position; after < head && !this.is_stopping;) {
      // Later events are left to the next run: the webhook may have other types, and its client other permissions, by
      // then.
      const page = await events.page(this.key.company_id, after, PAGE, { types, until: head });
      // Positions have no gaps, so a page with nothing to look at is the end.
      const rows = page.events.map(({ id: event_id, type, position }) => {
        return { id: ids.next(), event_id, type, position, body: null };
      });
      if (page.after <= after) return;
      after = page.after;
      if (!(await queue.add(this.key, worker_id, after, rows, clock.now()))) return;
      for (const [index, { id, event_id, type }] of rows.entries()) {
        const { body } = page.events[index]!;
        if (this.waiting.length < this.buffer) this.take({ id, event_id, type, body, attempts: 0 });
        else this.has_more = true;
      }
    }
  }

  private async fill(): Promise<void> {
    if (!this.has_more || this.waiting.length >= Math.min(LOW, this.buffer)) return;
    const limit = this.buffer - this.waiting.length;
    const due = await this.parts.queue.due(this.key, this.parts.clock.now(), [...this.taken], limit);
    this.has_more = due.length === limit;
    for (const delivery of due) this.take(delivery);
  }

  private get buffer(): number {
    return BUFFER[this.lane];
  }

  private get lane(): 'slow' | 'fast' {
    return this.parts.lanes.isSlow(this) ? 'slow' : 'fast';
  }

  private take(delivery: DueDelivery): void {
    this.waiting.push(delivery);
    this.taken.add(delivery.id);
  }

  /** Forgets the deliveries that wait. Other workers, or a later run, find them in the database. */
  private drop(): void {
    for (const { id } of this.waiting.splice(0)) this.taken.delete(id);
  }
}
