import type { DeliveryAttempt, DeliveryState, Health } from '../../../domain/events/webhooks/delivery';
import type { Webhook } from '../../../domain/events/webhooks/webhook';
import type { NewDelivery } from './webhook-repository';

export interface WebhookKey {
  readonly company_id: string;
  readonly webhook_id: string;
}

/** A webhook that a worker has leased, as it is stored now. */
export interface LeasedWebhook {
  readonly webhook: Webhook;
  /** Whether the client exists and is active. */
  readonly is_client_active: boolean;
  /** The permissions of the client. */
  readonly scope: ReadonlySet<string>;
  /** Position of the last event of which deliveries were made. */
  readonly position: number;
  /** Position of the last event of the log. */
  readonly head: number;
}

/** A pending delivery with what is sent. */
export interface DueDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly body: string;
  /** Attempts so far. */
  readonly attempts: number;
}

/** The result of an attempt. */
export interface SettledDelivery {
  readonly id: string;
  readonly attempt: DeliveryAttempt;
  /** The number of attempts before this one. */
  readonly attempts_before: number;
  readonly state: DeliveryState;
  readonly next_attempt_at: Date | null;
}

/** The health of the endpoint at a URL, and since when it was failing before. */
export interface EndpointHealth extends Health {
  readonly url: string;
  readonly was_failing_since: Date | null;
}

export interface ClaimedWebhooks {
  /** Leased to the worker now. */
  readonly claimed: readonly WebhookKey[];
  /** Leased to the worker before. */
  readonly own: readonly WebhookKey[];
  /** Companies of which another living worker has webhooks with work. */
  readonly held_elsewhere: readonly string[];
}

/**
 * The webhooks with work, shared by the workers of all nodes. A worker leases webhooks; only it makes and sends their
 * deliveries. Leases end with the life of the worker, which it renews by the clock of the database.
 *
 * Methods that take a worker have no effect when the webhook is not leased to it any more, and return that: `false`, or
 * undefined.
 */
export interface DeliveryQueue {
  /** States that the worker is alive for the next `lease_ms` milliseconds. */
  renew(worker_id: string, lease_ms: number): Promise<void>;
  /** Gives all leases of the worker back. */
  leave(worker_id: string): Promise<void>;
  /**
   * Finds webhooks with due deliveries, or with events of which no deliveries were made, and leases those that are
   * free.
   */
  claim(
    worker_id: string,
    now: Date,
    which: { readonly company_ids?: readonly string[]; readonly limit: number },
  ): Promise<ClaimedWebhooks>;
  /** @returns undefined when the webhook is not leased to the worker, or deleted */
  load(key: WebhookKey, worker_id: string): Promise<LeasedWebhook | undefined>;
  /** Stores deliveries that are due at once, and moves the position, in one transaction. */
  add(
    key: WebhookKey,
    worker_id: string,
    position: number,
    deliveries: readonly NewDelivery[],
    now: Date,
  ): Promise<boolean>;
  /** The deliveries that are due, those due longest first. @param except - ids that are left out */
  due(key: WebhookKey, now: Date, except: readonly string[], limit: number): Promise<DueDelivery[]>;
  /**
   * Stores results of attempts. A result that is stored already is stored once, so that a call whose outcome is unknown
   * can be repeated.
   *
   * @param health - of an endpoint, when it has changed; without effect when the webhook has changed meanwhile. A
   *   webhook that is off is turned off
   * @returns the number of pending deliveries that have failed because the webhook is turned off
   */
  settle(
    key: WebhookKey,
    worker_id: string,
    settled: readonly SettledDelivery[],
    health: EndpointHealth | undefined,
    now: Date,
  ): Promise<number | undefined>;
  /**
   * Moves the position of a webhook that is off, or whose client is, without deliveries. Does nothing when both are
   * active again.
   *
   * @param head - of the log when the webhook was loaded: later events may be of the time when it is on again
   * @returns the number of pending deliveries, which have failed
   */
  skipEvents(key: WebhookKey, worker_id: string, head: number, now: Date): Promise<number | undefined>;
  /**
   * Gives the lease back, unless there is work again.
   *
   * @param now - undefined: also when there is work
   * @returns whether the worker has the lease no more
   */
  release(key: WebhookKey, worker_id: string, now: Date | undefined): Promise<boolean>;
}
