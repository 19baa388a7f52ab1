/** The secrets that sign webhooks. They are stored sealed, because a node needs them in plain text to sign. */
export interface WebhookSecrets {
  /** @returns a new secret: `whsec_` and base64 of 32 random bytes */
  newSecret(): string;
  seal(text: string): string;
  /** Begins every text that the present key has sealed. */
  readonly present_key: string;
  /** @returns undefined when the key that sealed it is no longer configured, or the text is damaged. Never throws. */
  open(sealed: string): string | undefined;
}
