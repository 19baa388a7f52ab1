import { TEST_TYPE } from '../../domain/events/webhooks/delivery';
import { readTypes } from '../../domain/events/webhooks/subscriptions';
import { livingSecrets } from '../../domain/events/webhooks/webhook';
import type { Clock } from '../../ports/clock';
import type { DueDelivery, LeasedWebhook } from '../../ports/events/webhooks/delivery-queue';
import type { WebhookSecrets } from '../../ports/events/webhooks/webhook-secrets';
import type { WebhookResponse, WebhookSender } from '../../ports/events/webhooks/webhook-sender';
import { signedHeaders } from './signature';

/** The response to a delivery; when it was not sent, it says nothing about the endpoint. */
export type DeliveryResponse = WebhookResponse & { readonly is_sent: boolean };

/** Signs deliveries with all living secrets of the webhook, and sends them. */
export class SignedRequests {
  constructor(
    private readonly sender: WebhookSender,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  async send(
    { event_id, type, body }: DueDelivery,
    { webhook, scope }: Pick<LeasedWebhook, 'webhook' | 'scope'>,
  ): Promise<DeliveryResponse> {
    if (type !== TEST_TYPE && !readTypes(['*'], scope).has(type))
      return notSent('The client may not read this event.');
    const sealed = livingSecrets(webhook, this.clock.now());
    const living = sealed.flatMap((secret) => this.secrets.open(secret) ?? []);
    if (living.length === 0)
      return notSent(
        'The key that sealed the secret is not configured, or the stored secret is damaged. A new secret signs again.',
      );
    const headers = signedHeaders(living, event_id, body, new Date());
    return { ...(await this.sender.send({ url: webhook.url, headers, body })), is_sent: true };
  }

  close(): void {
    this.sender.close();
  }
}

export function notSent(error: string): DeliveryResponse {
  return { status: null, duration_ms: 0, error, answer: null, is_sent: false };
}
