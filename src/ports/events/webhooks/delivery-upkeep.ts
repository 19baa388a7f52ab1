import type { WebhookSecrets } from './webhook-secrets';

export interface Backlog {
  readonly pending: number;
  /** When the oldest pending delivery was made; null without one. */
  readonly oldest: Date | null;
}

/** What is done for all webhooks from time to time. Several nodes may do it at the same time. */
export interface DeliveryUpkeep {
  /**
   * Seals secrets with the present key that were sealed with an earlier one, so that the earlier one can be removed.
   *
   * @returns the number of secrets
   */
  sealAgain(secrets: WebhookSecrets): Promise<number>;
  backlog(): Promise<Backlog>;
  /** Deletes deliveries that are kept no longer. @returns the number of deleted deliveries */
  sweep(): Promise<number>;
}
