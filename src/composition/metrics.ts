import { PrometheusMetrics } from '../adapters/metrics';
import { ProcessTiming } from '../adapters/process-timing';
import { PEPPOL_STATUSES } from '../domain/documents/document-status';
import { CachedByCost } from '../use-cases/cached-by-cost';
import type { Binder } from './binder';
import { ACTIVITY, CLOCK, DATABASE_CONNECTIONS, DELIVERY_UPKEEP, EXCHANGE } from './keys';

/** Messages that have left or were refused are counted for this time. */
const RECENT_MS = 24 * 3600 * 1000;

/** The metrics of a process, with those of the installation. A query that exceeds its time limit gives NaN. */
export function installationMetrics(
  resolve: Binder['resolve'],
  measurements?: () => Promise<string>,
): PrometheusMetrics {
  const metrics = new PrometheusMetrics(measurements);
  const timing = new ProcessTiming();
  const cached = <T>(read: () => Promise<T | undefined>) => {
    const entry = new CachedByCost(read, timing);
    return async () => inTime(await entry.value());
  };
  const age = (oldest: Date | null) =>
    oldest ? (resolve(CLOCK).now().getTime() - oldest.getTime()) / 1000 : 0;

  metrics.observePool(() => resolve(DATABASE_CONNECTIONS).poolUse());

  metrics.gauge('queue_jobs_waiting', 'Jobs that no worker has leased, due now or later.', async () => {
    const { due, later } = inTime(await resolve(ACTIVITY).queueDepth());
    return due + later;
  });

  const exchange = cached(() =>
    resolve(EXCHANGE).figures(new Date(resolve(CLOCK).now().getTime() - RECENT_MS)),
  );
  const transmissions = {
    name: 'einvoice_transmissions',
    help: 'Transmissions by state: all that are pending, and the others of the last 24 hours.',
    label: 'state',
    values: PEPPOL_STATUSES,
  };
  metrics.gauges(transmissions, async () => (await exchange()).transmissions);
  metrics.gauge('einvoice_oldest_pending_seconds', 'Age of the oldest pending transmission.', async () =>
    age((await exchange()).oldest_pending),
  );
  metrics.gauge(
    'einvoice_refused_messages',
    'Messages of the e-invoicing network that were refused in the last 24 hours.',
    async () => (await exchange()).refused,
  );

  const webhooks = {
    name: 'webhooks',
    help: 'Webhooks: active, turned off by their client (paused), turned off because of their failures (disabled).',
    label: 'state',
    values: ['active', 'paused', 'disabled'] as const,
  };
  metrics.gauges(
    webhooks,
    cached(() => resolve(DELIVERY_UPKEEP).countByState()),
  );
  const backlog = cached(() => resolve(DELIVERY_UPKEEP).backlog());
  metrics.gauge(
    'webhook_deliveries_pending',
    'Deliveries of webhooks that are due now or later.',
    async () => (await backlog()).pending,
  );
  metrics.gauge(
    'webhook_oldest_pending_seconds',
    'Age of the oldest pending delivery of a webhook.',
    async () => age((await backlog()).oldest),
  );
  return metrics;
}

function inTime<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A query for metrics exceeded its time limit.');
  return value;
}
