import { AggregatorRegistry, Registry } from 'prom-client';
import type { Measurements } from '../../ports/metrics';
import { addProcessMetrics } from '../process-metrics';

/** A worker that does not answer within this time is represented by its previous measurements. */
const ANSWER_MS = 2_000;
const COUNTED: ReadonlySet<string> = new Set(['counter', 'histogram', 'summary']);
/**
 * How values of processes become one, where prom-client declares it otherwise: the start time is that of the primary
 * process, and the mean of several event loops hides the one that is late.
 */
const AGGREGATORS: Readonly<Record<string, string>> = {
  process_start_time_seconds: 'min',
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
};

/** The measurements of all processes of a node, as one: counters are summed, gauges as prom-client declares them. */
export class NodeMetrics {
  private readonly registry = new Registry();
  /** The latest measurements of each running worker, by its pid. */
  private readonly latest = new Map<number, Measurements>();
  /** Counters of workers that have ended: a sum over the processes does not fall when one of them is replaced. */
  private ended: Measurements = [];

  constructor() {
    addProcessMetrics(this.registry);
  }

  workerStarted(pid: number): void {
    this.latest.set(pid, []);
  }

  /** Stores the measurements of a worker, such as the last ones before it ends. */
  keep(pid: number, measurements: Measurements): void {
    if (this.latest.has(pid)) this.latest.set(pid, measurements);
  }

  workerEnded(pid: number): void {
    const counted = (this.latest.get(pid) ?? []).filter(({ type }) => COUNTED.has(type));
    this.latest.delete(pid);
    this.ended = aggregated([this.ended, counted]).getMetricsAsArray() as unknown as Measurements;
  }

  /** @param measure - returns the measurements of the worker with this pid */
  async text(measure: (pid: number) => Promise<Measurements>): Promise<string> {
    await Promise.all([...this.latest.keys()].map((pid) => this.refresh(pid, measure)));
    const own = (await this.registry.getMetricsAsJSON()) as unknown as Measurements;
    return aggregated([own, ...this.latest.values(), this.ended]).metrics();
  }

  private async refresh(pid: number, measure: (pid: number) => Promise<Measurements>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ANSWER_MS);
    });
    // A worker that ends meanwhile is represented by its previous measurements too.
    const measured = measure(pid).catch(() => undefined);
    const measurements = await Promise.race([measured, late]).finally(() => clearTimeout(timer));
    if (measurements) this.keep(pid, measurements);
  }
}

function aggregated(all: readonly Measurements[]): Registry {
  const declared = all.map((measurements) =>
    measurements.map((one) => ({ ...one, aggregator: AGGREGATORS[one.name] ?? one.aggregator })),
  );
  return AggregatorRegistry.aggregate(declared);
}
