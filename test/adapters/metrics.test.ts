import { PrometheusMetrics } from '../../src/adapters/metrics';

describe('a gauge', () => {
  test('is read when the metrics are requested', async () => {
    const metrics = new PrometheusMetrics();
    let depth = 1;
    metrics.gauge('depth', 'How deep it is.', async () => depth);
    expect(await metrics.text()).toContain('\ndepth 1\n');
    depth = 2;
    expect(await metrics.text()).toContain('\ndepth 2\n');
  });

  test('is NaN while it cannot be read, and other metrics are still returned', async () => {
    const metrics = new PrometheusMetrics();
    metrics.gauge('depth', 'How deep it is.', () => Promise.reject(new Error('broke')));
    const text = await metrics.text();
    expect(text).toContain('\ndepth Nan\n');
    expect(text).toContain('process_cpu_seconds_total');
  });
});

describe('Values of the installation by a label', () => {
  const declared = { name: 'things', help: 'Things.', label: 'state', values: ['old', 'new'] as const };

  test('have a time series for each value of the label', async () => {
    const metrics = new PrometheusMetrics();
    metrics.gauges(declared, async () => ({ old: 3, new: 0 }));
    expect(await metrics.text()).toContain('\nthings{state="old"} 3\nthings{state="new"} 0\n');
  });

  test('are NaN while they cannot be read', async () => {
    const metrics = new PrometheusMetrics();
    metrics.gauges(declared, () => Promise.reject(new Error('broke')));
    expect(await metrics.text()).toContain('\nthings{state="old"} Nan\nthings{state="new"} Nan\n');
  });
});
