import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MeasuredResponse, Measurements, Metrics } from '../ports/metrics';

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
    help: 'Deliveries of webhooks that this process ended, by their final state.',
    labelNames: ['state'],
    registers: [this.registry],
  });

  private readonly tool_calls = new Counter({
    name: 'mcp_tool_calls_total',
    help: 'Calls of tools of /mcp, by tool and outcome.',
    labelNames: ['tool', 'outcome'],
    registers: [this.registry],
  });

  readonly content_type = this.registry.contentType;

  /** @param ofNode - the measurements of all processes of the node as text; by default this is the only process */
  constructor(private readonly ofNode?: () => Promise<string>) {
    collectDefaultMetrics({ register: this.registry });
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

  countDelivery(state: 'delivered' | 'failed'): void {
    this.deliveries.inc({ state });
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
