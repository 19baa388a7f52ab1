import { PrometheusMetrics } from '../../src/adapters/metrics';

describe('a gauge', () => {
  test('is read when it is asked for', async () => {
    const metrics = new PrometheusMetrics();
    let depth = 1;
    metrics.gauge('depth', 'How deep it is.', async () => depth);
    expect(await metrics.text()).toContain('\ndepth 1\n');
    depth = 2;
    expect(await metrics.text()).toContain('\ndepth 2\n');
  });

  test('is no number while it cannot be read, which keeps nothing else back', async () => {
    const metrics = new PrometheusMetrics();
    metrics.gauge('depth', 'How deep it is.', () => Promise.reject(new Error('broke')));
    const text = await metrics.text();
    expect(text).toContain('\ndepth Nan\n');
    expect(text).toContain('process_cpu_seconds_total');
  });
});
