/** A response as it is measured. */
export interface MeasuredResponse {
  readonly method: string;
  /** The path as declared by the route, never the requested one; undefined when no route matches. */
  readonly route: string | undefined;
  /** Undefined when the connection closed before the response was sent. */
  readonly status: number | undefined;
  readonly duration_ms: number;
}

/** A metric with its values, as processes of a node exchange it. */
export interface Measurement {
  readonly name: string;
  readonly type: string;
  /** How the values of several processes become one. */
  readonly aggregator: string;
}
export type Measurements = readonly Measurement[];

/** The connections of a process to the database. */
export interface PoolUse {
  readonly size: number;
  readonly used: number;
  readonly idle: number;
  /** Units of work that wait for a connection. */
  readonly waiting: number;
}

/** The measurements of this process, and of the other processes of its node. */
export interface Metrics {
  observe(listener: 'api' | 'management', response: MeasuredResponse): void;
  /** Counts deliveries of webhooks that have ended. */
  countDeliveries(state: 'delivered' | 'failed', count: number): void;
  /** Records the size of a batch of writes that share a statement. */
  observeBatch(kind: 'document' | 'relation', size: number): void;
  /** Counts a call of a tool of `/mcp`. */
  countToolCall(tool: string, outcome: 'answered' | 'refused' | 'previewed'): void;
  /** The content type of `text`. */
  readonly content_type: string;
  /** The measurements of this process alone. */
  ofProcess(): Promise<Measurements>;
  /** All measurements, in the text format of Prometheus. */
  text(): Promise<string>;
}
