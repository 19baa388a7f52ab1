/** A response as it is measured. */
export interface MeasuredResponse {
  readonly method: string;
  /** The declared route; undefined when none matches the request. */
  readonly route: string | undefined;
  /** Undefined when the connection closed before the response was sent. */
  readonly status: number | undefined;
  readonly duration_ms: number;
}

/** The measurements of this process. */
export interface Metrics {
  observe(listener: 'api' | 'management', response: MeasuredResponse): void;
  /** Counts a delivery of a webhook that has ended. */
  countDelivery(state: 'delivered' | 'failed'): void;
  /** The content type of `text`. */
  readonly content_type: string;
  /** All measurements, in the text format of Prometheus. */
  text(): Promise<string>;
}
