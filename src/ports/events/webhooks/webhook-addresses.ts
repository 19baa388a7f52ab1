/** Validates the URLs of webhooks before they are stored. */
export interface WebhookAddresses {
  /** @returns why the URL is refused; undefined when it is accepted */
  urlFault(url: string): string | undefined;
}
