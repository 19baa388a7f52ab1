import type { DeliveryState, WebhookDelivery } from '../../../domain/events/webhooks/delivery';
import type { Webhook } from '../../../domain/events/webhooks/webhook';
import type { Page, PageRequest } from '../../page';

export interface WebhookFilters {
  readonly updated_since?: Date | undefined;
}

/** Webhooks of one client; a webhook of another client is not found. */
export interface WebhookRepository {
  find(company_id: string, client_id: string, id: string): Promise<Webhook | undefined>;
  list(
    company_id: string,
    client_id: string,
    filters: WebhookFilters,
    page: PageRequest,
  ): Promise<Page<Webhook>>;
  count(company_id: string, client_id: string): Promise<number>;
  /** Locks the webhook until the transaction ends. */
  lock(company_id: string, client_id: string, id: string): Promise<Webhook | undefined>;
  /** Stores a webhook. It is sent the events that follow the present head of the log. */
  insert(company_id: string, webhook: Webhook): Promise<void>;
  /**
   * Stores a changed webhook, which is locked; stores nothing when `after` is `before`. A webhook that is turned on is
   * sent the events that follow the present head of the log. Pending deliveries of one that is turned off have failed.
   *
   * @returns the number of deliveries that have failed
   */
  save(company_id: string, before: Webhook, after: Webhook): Promise<number>;
  /** Deletes a webhook with its pending deliveries. The sweep deletes the others. */
  delete(company_id: string, id: string): Promise<void>;
}

/** What is sent: an event of the log, or the test event of a webhook. */
export interface DeliveredEvent {
  readonly event_id: string;
  readonly type: string;
  /** Null for the event of a test, which is not in the log. */
  readonly position: number | null;
  /** The JSON text that is sent, of an event that is not in the log; otherwise null. */
  readonly body: string | null;
}

/** A delivery before its first attempt. */
export interface NewDelivery extends DeliveredEvent {
  readonly id: string;
}

export interface DeliveryFilters {
  /** Deliveries that were made at that time or later. */
  readonly since: Date;
  readonly state?: DeliveryState | undefined;
  readonly updated_since?: Date | undefined;
}

/** The deliveries of one webhook, which the caller has found as the client's own. */
export interface DeliveryRepository {
  list(
    company_id: string,
    webhook_id: string,
    filters: DeliveryFilters,
    page: PageRequest,
  ): Promise<Page<WebhookDelivery>>;
  /** Stores deliveries that are due at once, and lets the nodes find them. */
  insert(
    company_id: string,
    webhook_id: string,
    deliveries: readonly NewDelivery[],
    now: Date,
  ): Promise<void>;
  /** Events after a position that deliveries of the webhook were made for, or would have been, in order. */
  eventsAfter(
    company_id: string,
    webhook_id: string,
    after: number,
    types: readonly string[],
    limit: number,
  ): Promise<DeliveredEvent[]>;
  /** Events of the log by their ids; those that do not exist are left out. */
  eventsByIds(company_id: string, ids: readonly string[]): Promise<DeliveredEvent[]>;
  /**
   * Events of the log of which all deliveries to the webhook have failed, each once, in order.
   *
   * @param since - one of the deliveries was made at that time or later
   */
  failedEvents(company_id: string, webhook_id: string, since: Date, limit: number): Promise<DeliveredEvent[]>;
}
