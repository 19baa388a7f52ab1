import { collectDefaultMetrics, type Registry } from 'prom-client';

/**
 * Metrics that call a deprecated function, which ends the process when a handle has lost its object (Node 20).
 * `nodejs_active_resources` counts the same handles.
 */
const OF_HANDLES = ['nodejs_active_handles', 'nodejs_active_handles_total'];

/** Adds the metrics of this process, such as its memory and the delay of its event loop. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of OF_HANDLES) registry.removeSingleMetric(name);
}
