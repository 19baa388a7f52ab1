import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MeasuredResponse, Measurements, Metrics, PoolUse } from '../ports/metrics';
import { addProcessMetrics } from './process-metrics';

/** The metrics that Prometheus scrapes. */
export class PrometheusMetrics implements Metrics {
  private readonly registry = new Registry();
  /** Values of the installation. They are read once per scrape, not by each process of the node. */
  private readonly installation = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['listener', 'method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  private readonly deliveries = new Counter({
    name: 'webhook_deliveries_total',
    help: 'Deliveries of webhooks that ended, by their final state.',
    labelNames: ['state'],
    registers: [this.registry],
  });

  private readonly tool_calls = new Counter({
    name: 'mcp_tool_calls_total',
    help: 'Calls of tools of /mcp, by tool and outcome.',
    labelNames: ['tool', 'outcome'],
    registers: [this.registry],
  });

  private readonly batches = new Histogram({
    name: 'coalesced_batch_size',
    help: 'Number of writes of a company that share a statement.',
    labelNames: ['kind'],
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers: [this.registry],
  });

  readonly content_type = this.registry.contentType;

  /** @param ofNode - the measurements of all processes of the node as text; by default this is the only process */
  constructor(private readonly ofNode?: () => Promise<string>) {
    addProcessMetrics(this.registry);
    for (const state of ['delivered', 'failed'] as const) this.deliveries.inc({ state }, 0);
  }

  /**
   * Declares a value of the installation.
   *
   * @param read - returns the value at the time of a scrape; when it fails, the value is NaN and other metrics are
   *   unaffected
   */
  gauge(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.installation],
      async collect() {
        this.set(await read().catch(() => Number.NaN));
      },
    });
  }

  /**
   * Declares values of the installation by a label.
   *
   * @param values - the values of the label
   * @param read - like `read` of `gauge`
   */
  gauges<Value extends string>(
    declared: {
      readonly name: string;
      readonly help: string;
      readonly label: string;
      readonly values: readonly Value[];
    },
    read: () => Promise<Readonly<Record<Value, number>>>,
  ): void {
    const { name, help, label, values } = declared;
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.installation],
      async collect() {
        const present = await read().catch(() => undefined);
        for (const value of values) this.set({ [label]: value }, present?.[value] ?? Number.NaN);
      },
    });
  }

  /** Declares the use of the connections of this process to the database. The values of processes are summed. */
  observePool(read: () => PoolUse): void {
    const registers = [this.registry];
    const declare = (name: string, help: string, value: (use: PoolUse) => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value(read()));
        },
      });
    declare('database_pool_size', 'Connections that the pool may open.', ({ size }) => size);
    declare('database_pool_used', 'Connections that are in use.', ({ used }) => used);
    declare('database_pool_idle', 'Connections that are open and not in use.', ({ idle }) => idle);
    declare('database_pool_waiting', 'Units of work that wait for a connection.', ({ waiting }) => waiting);
  }

  /**
   * The labels are the declared route and the status. The requested path is not a label, because callers could create
   * any number of time series with it.
   */
  observe(listener: 'api' | 'management', { method, route, status, duration_ms }: MeasuredResponse): void {
    const labels = {
      listener,
      method: route === undefined ? 'other' : method,
      route: route ?? 'none',
      status: String(status ?? 'aborted'),
    };
    this.requests.observe(labels, duration_ms / 1000);
  }

  countDeliveries(state: 'delivered' | 'failed', count: number): void {
    this.deliveries.inc({ state }, count);
  }

  observeBatch(kind: 'document' | 'relation', size: number): void {
    this.batches.observe({ kind }, size);
  }

  countToolCall(tool: string, outcome: 'answered' | 'refused' | 'previewed'): void {
    this.tool_calls.inc({ tool, outcome });
  }

  async ofProcess(): Promise<Measurements> {
    return (await this.registry.getMetricsAsJSON()) as unknown as Measurements;
  }

  async text(): Promise<string> {
    const parts = [this.ofNode?.() ?? this.registry.metrics(), this.installation.metrics()];
    return (await Promise.all(parts)).join('\n');
  }
}
