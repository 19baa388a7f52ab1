import { DomainError, existing } from '../../domain/errors';
import { deliveriesKeptSince, TEST_TYPE, type WebhookDelivery } from '../../domain/events/webhooks/delivery';
import { readTypes } from '../../domain/events/webhooks/subscriptions';
import { assertActive, type Webhook } from '../../domain/events/webhooks/webhook';
import type { Caller } from '../../ports/access/access-tokens';
import type { Clock } from '../../ports/clock';
import type {
  DeliveredEvent,
  DeliveryFilters,
  DeliveryRepository,
} from '../../ports/events/webhooks/webhook-repository';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';

/** The most deliveries that one replay makes. */
export const MAX_REPLAYED = 50_000;

/** The events that a replay sends again; exactly one of the fields is given. */
export interface Replay {
  /** All events of the webhook's types after this position. */
  readonly after?: number | null | undefined;
  readonly event_ids?: readonly string[] | null | undefined;
  /** All events of which all deliveries have failed: none is pending, and none has arrived. */
  readonly failed?: true | null | undefined;
}

/** The deliveries of the calling client's webhooks. */
export class WebhookDeliveries {
  /** @param wake - called when deliveries of a company are due */
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly wake: (company_id: string) => void,
  ) {}

  /** @throws DomainError not_found */
  list(
    unit: UnitOfWork,
    { company_id, client_id }: Caller,
    webhook_id: string,
    filters: Omit<DeliveryFilters, 'since'>,
    page: PageRequest,
  ): Promise<Page<WebhookDelivery>> {
    return unit.read(async ({ webhooks, deliveries }) => {
      existing(await webhooks.find(company_id, client_id, webhook_id), 'webhook');
      const since = deliveriesKeptSince(this.clock.now());
      return deliveries.list(company_id, webhook_id, { ...filters, since }, page);
    });
  }

  /** Sends an event that is not in the log, once. @throws DomainError not_found, validation_error */
  async test(unit: UnitOfWork, caller: Caller, webhook_id: string): Promise<WebhookDelivery> {
    const { company_id } = caller;
    const [id, event_id] = [this.ids.next(), this.ids.next()];
    const delivery = await unit.transaction(async (repositories) => {
      await lockActive(repositories, caller, webhook_id);
      const now = this.clock.now();
      const event = { id: event_id, type: TEST_TYPE, occurred_at: now.toISOString(), data: { webhook_id } };
      const made = { id, event_id, type: TEST_TYPE, position: null, body: JSON.stringify(event) };
      await repositories.deliveries.insert(company_id, webhook_id, [made], now);
      const times = { next_attempt_at: now, created_at: now, updated_at: now };
      return { id, event_id, type: TEST_TYPE, state: 'pending' as const, attempts: [], ...times };
    });
    this.wake(company_id);
    return delivery;
  }

  /**
   * Makes new deliveries of events.
   *
   * @throws DomainError not_found; validation_error when the webhook is off, an event is unknown to the client, or
   *   there are too many
   */
  async replay(
    unit: UnitOfWork,
    caller: Caller,
    webhook_id: string,
    replay: Replay,
  ): Promise<{ readonly deliveries: number }> {
    const { company_id } = caller;
    const made = await unit.transaction(async (repositories) => {
      const { deliveries } = repositories;
      const webhook = await lockActive(repositories, caller, webhook_id);
      const types = readTypes(webhook.types, caller.scope);
      const since = deliveriesKeptSince(this.clock.now());
      const events = await replayed(deliveries, { company_id, webhook_id, caller, types, since }, replay);
      if (events.length > MAX_REPLAYED)
        throw new DomainError(
          'validation_error',
          `body: stands for more than ${MAX_REPLAYED} events; replay them in parts`,
        );
      const added = events.map((event) => ({ id: this.ids.next(), ...event }));
      if (added.length > 0) await deliveries.insert(company_id, webhook_id, added, this.clock.now());
      return { deliveries: added.length };
    });
    if (made.deliveries > 0) this.wake(company_id);
    return made;
  }
}

/** @throws DomainError not_found; validation_error when the webhook or its client is off */
async function lockActive(
  { clients, webhooks }: Pick<Repositories, 'clients' | 'webhooks'>,
  { company_id, client_id }: Caller,
  id: string,
): Promise<Webhook> {
  const webhook = existing(await webhooks.lock(company_id, client_id, id), 'webhook');
  assertActive(webhook, await clients.find(client_id));
  return webhook;
}

interface Scope {
  readonly company_id: string;
  readonly webhook_id: string;
  readonly caller: Caller;
  /** The exact types of the webhook. */
  readonly types: ReadonlySet<string>;
  /** When the oldest deliveries that count were made. */
  readonly since: Date;
}

async function replayed(
  deliveries: DeliveryRepository,
  { company_id, webhook_id, caller, types, since }: Scope,
  { after, event_ids }: Replay,
): Promise<readonly DeliveredEvent[]> {
  if (after != null)
    return deliveries.eventsAfter(company_id, webhook_id, after, [...types], MAX_REPLAYED + 1);
  const readable = readTypes(['*'], caller.scope);
  if (event_ids == null) {
    const failed = await deliveries.failedEvents(company_id, webhook_id, since, MAX_REPLAYED + 1);
    return failed.filter(({ type }) => readable.has(type));
  }
  const events = await deliveries.eventsByIds(company_id, event_ids);
  const found = new Map(
    events.filter(({ type }) => readable.has(type)).map((event) => [event.event_id, event]),
  );
  const unknown = event_ids.findIndex((id) => !found.has(id));
  if (unknown >= 0) throw new DomainError('validation_error', `event_ids.${unknown}: no such event`);
  return [...found.values()];
}
