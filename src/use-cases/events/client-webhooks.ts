import { deliveriesKeptSince, type WebhookDelivery } from '../../domain/events/webhooks/delivery';
import { MAX_WEBHOOKS_PER_CLIENT, type Webhook } from '../../domain/events/webhooks/webhook';
import type { Clock } from '../../ports/clock';
import type { UnitOfWork } from '../../ports/unit-of-work';

/** Deliveries that are shown of each webhook. */
const DELIVERIES = 5;

/** A webhook with its last deliveries, the newest first. */
export interface WebhookWithDeliveries {
  readonly webhook: Webhook;
  readonly deliveries: readonly WebhookDelivery[];
}

/** The webhooks of any client, for operators. */
export class ClientWebhooks {
  constructor(private readonly clock: Clock) {}

  list(
    unit: UnitOfWork,
    { company_id, client_id }: { readonly company_id: string; readonly client_id: string },
  ): Promise<WebhookWithDeliveries[]> {
    return unit.read(async ({ webhooks, deliveries }) => {
      const page = { sort: 'created_at', limit: MAX_WEBHOOKS_PER_CLIENT };
      const { data } = await webhooks.list(company_id, client_id, {}, page);
      const since = deliveriesKeptSince(this.clock.now());
      return Promise.all(
        data.map(async (webhook) => {
          const last = { sort: '-created_at', limit: DELIVERIES };
          return {
            webhook,
            deliveries: (await deliveries.list(company_id, webhook.id, { since }, last)).data,
          };
        }),
      );
    });
  }
}
