import type { WebhookDelivery } from '../../../src/domain/events/webhooks/delivery';
import type { Webhook } from '../../../src/domain/events/webhooks/webhook';
import type {
  DeliveredEvent,
  DeliveryFilters,
  DeliveryRepository,
  NewDelivery,
  WebhookFilters,
  WebhookRepository,
} from '../../../src/ports/events/webhooks/webhook-repository';
import type { PageRequest } from '../../../src/ports/page';
import type { Repositories } from '../../../src/ports/unit-of-work';
import { hasMembers, isUpdatedSince, pageOf, TIMES } from './page';
import { Table } from './table';
import type { Session } from './tables';

type StoredDelivery = WebhookDelivery & Pick<DeliveredEvent, 'position'>;

/** Events by company and id, progress by company and webhook, deliveries by company, webhook and id. */
export function webhookTables() {
  return {
    webhooks: Table.empty<Webhook>(),
    logged_events: Table.empty<DeliveredEvent & { readonly position: number }>(),
    progress: Table.empty<{ readonly position: number }>(),
    deliveries: Table.empty<StoredDelivery>(),
  };
}

export function webhookRepositories(session: Session): Pick<Repositories, 'webhooks' | 'deliveries'> {
  return { webhooks: new MemoryWebhooks(session), deliveries: new MemoryDeliveries(session) };
}

class MemoryWebhooks implements WebhookRepository {
  constructor(private readonly session: Session) {}

  async find(company_id: string, client_id: string, id: string) {
    const webhook = this.session.tables.webhooks.get(company_id, id);
    return webhook?.client_id === client_id ? webhook : undefined;
  }

  lock(company_id: string, client_id: string, id: string) {
    return this.find(company_id, client_id, id);
  }

  async list(company_id: string, client_id: string, { updated_since }: WebhookFilters, page: PageRequest) {
    const own = this.of(company_id, client_id).filter(isUpdatedSince(updated_since));
    return pageOf(own, page, TIMES, ({ id }) => id);
  }

  async count(company_id: string, client_id: string) {
    return this.of(company_id, client_id).length;
  }

  async insert(company_id: string, webhook: Webhook) {
    this.session.tables.webhooks.set(webhook, company_id, webhook.id);
    this.skipEvents(company_id, webhook.id);
  }

  async save(company_id: string, before: Webhook, after: Webhook) {
    const { id, updated_at } = after;
    if (!this.session.tables.webhooks.update(() => after, company_id, id)) return 0;
    if (after.active && !before.active) this.skipEvents(company_id, id);
    if (after.active || !before.active) return 0;
    const pending = this.pending(company_id, id);
    for (const delivery of pending) {
      const failed = { ...delivery, state: 'failed' as const, next_attempt_at: null, updated_at };
      this.session.tables.deliveries.set(failed, company_id, id, delivery.id);
    }
    return pending.length;
  }

  async delete(company_id: string, id: string) {
    this.session.tables.webhooks.delete(company_id, id);
    for (const delivery of this.pending(company_id, id))
      this.session.tables.deliveries.delete(company_id, id, delivery.id);
  }

  private of(company_id: string, client_id: string) {
    return this.session.tables.webhooks.list(company_id).filter((webhook) => webhook.client_id === client_id);
  }

  private pending(company_id: string, id: string) {
    return this.session.tables.deliveries.list(company_id, id).filter(({ state }) => state === 'pending');
  }

  private skipEvents(company_id: string, id: string) {
    const position = Math.max(
      0,
      ...this.session.tables.logged_events.list(company_id).map((event) => event.position),
    );
    this.session.tables.progress.set({ position }, company_id, id);
  }
}

class MemoryDeliveries implements DeliveryRepository {
  constructor(private readonly session: Session) {}

  async list(
    company_id: string,
    webhook_id: string,
    { since, state, updated_since }: DeliveryFilters,
    page: PageRequest,
  ) {
    const rows = this.session.tables.deliveries
      .list(company_id, webhook_id)
      .filter(({ created_at }) => created_at >= since)
      .filter(hasMembers<WebhookDelivery>({ state }))
      .filter(isUpdatedSince(updated_since))
      .map(({ position: _, ...delivery }) => delivery);
    return pageOf(rows, page, TIMES, ({ id }) => id);
  }

  async insert(company_id: string, webhook_id: string, deliveries: readonly NewDelivery[], now: Date) {
    for (const { id, event_id, type, position } of deliveries) {
      const times = { next_attempt_at: now, created_at: now, updated_at: now };
      const delivery = { id, event_id, type, position, state: 'pending' as const, attempts: [], ...times };
      this.session.tables.deliveries.set(delivery, company_id, webhook_id, id);
    }
  }

  async eventsAfter(
    company_id: string,
    webhook_id: string,
    after: number,
    types: readonly string[],
    limit: number,
  ) {
    const until = this.session.tables.progress.get(company_id, webhook_id)?.position ?? 0;
    return this.events(company_id)
      .filter(({ position, type }) => position > after && position <= until && types.includes(type))
      .slice(0, limit);
  }

  async eventsByIds(company_id: string, ids: readonly string[]) {
    return this.events(company_id).filter(({ event_id }) => ids.includes(event_id));
  }

  async failedEvents(company_id: string, webhook_id: string, since: Date, limit: number) {
    const all = this.session.tables.deliveries.list(company_id, webhook_id);
    const arriving = all.filter(({ state }) => state !== 'failed').map(({ event_id }) => event_id);
    const failed = all.filter(
      ({ event_id, position, created_at }) =>
        position !== null && created_at >= since && !arriving.includes(event_id),
    );
    return [...new Map(failed.map((delivery) => [delivery.event_id, delivery])).values()]
      .sort((a, b) => a.position! - b.position!)
      .slice(0, limit)
      .map(({ event_id, type, position }) => ({ event_id, type, position, body: null }));
  }

  private events(company_id: string) {
    return this.session.tables.logged_events.list(company_id).sort((a, b) => a.position - b.position);
  }
}
