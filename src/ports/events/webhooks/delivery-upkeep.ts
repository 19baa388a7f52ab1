import type { WebhookSecrets } from './webhook-secrets';

export interface Backlog {
  readonly pending: number;
  /** When the oldest pending delivery was made; null without one. */
  readonly oldest: Date | null;
}

export type WebhookCounts = Readonly<Record<'active' | 'paused' | 'disabled', number>>;

/** What is done for all webhooks from time to time. Several nodes may do it at the same time. */
export interface DeliveryUpkeep {
  /**
   * Seals secrets with the present key that were sealed with an earlier one, so that the earlier one can be removed.
   *
   * @returns the number of secrets
   */
  sealAgain(secrets: WebhookSecrets): Promise<number>;
  /** @returns undefined when the query exceeds its time limit */
  backlog(): Promise<Backlog | undefined>;
  /** The number of webhooks: active, turned off by their client (`paused`), turned off by the service (`disabled`). */
  countByState(): Promise<WebhookCounts | undefined>;
  /** Deletes deliveries that are kept no longer. @returns the number of deleted deliveries */
  sweep(): Promise<number>;
}
