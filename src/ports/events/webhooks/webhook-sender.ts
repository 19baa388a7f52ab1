/** A signed request. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of a request. */
export interface WebhookResponse {
  readonly status: number | null;
  readonly duration_ms: number;
  /** Null for a 2xx. */
  readonly error: string | null;
  /** The first characters of the body; null without a response. */
  readonly answer: string | null;
}

export interface WebhookSender {
  /** Sends a request. Never rejects, and ends within seconds, whatever the endpoint does. */
  send(request: WebhookRequest): Promise<WebhookResponse>;
  /** Closes the connections. */
  close(): void;
}
