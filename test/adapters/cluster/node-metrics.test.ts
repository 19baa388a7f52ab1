import { NodeMetrics } from '../../../src/adapters/cluster/node-metrics';
import { PrometheusMetrics } from '../../../src/adapters/metrics';

const ANSWER = { method: 'GET', route: '/documents', status: 200, duration_ms: 3 };

function set(...pids: number[]) {
  const metrics = new NodeMetrics();
  const workers = new Map(pids.map((pid) => [pid, new PrometheusMetrics()]));
  for (const pid of pids) metrics.workerStarted(pid);
  const answer = (pid: number, count: number) => {
    for (let n = 0; n < count; n++) workers.get(pid)!.observe('api', ANSWER);
  };
  const text = () => metrics.text((pid) => workers.get(pid)!.ofProcess());
  const value = async (start: string) =>
    Number(
      (await text())
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.split(' ')
        .at(-1),
    );
  return { metrics, workers, answer, text, value };
}
const COUNT = 'http_request_duration_seconds_count';

describe('The metrics of a node', () => {
  test('sum counters and histograms of its workers', async () => {
    const { answer, value } = set(1, 2);
    answer(1, 3);
    answer(2, 4);
    expect(await value(COUNT)).toBe(7);
    expect(await value('http_request_duration_seconds_bucket{le="0.005"')).toBe(7);
  });

  test('do not fall when a worker ends: its last report counts on, or what was scraped last', async () => {
    const { metrics, workers, answer, value } = set(1, 2, 3);
    answer(1, 3);
    answer(2, 4);
    answer(3, 5);
    expect(await value(COUNT)).toBe(12);
    answer(1, 1);
    metrics.keep(1, await workers.get(1)!.ofProcess());
    metrics.workerEnded(1);
    answer(2, 1); // not reported
    metrics.workerEnded(2);
    expect(await value(COUNT)).toBe(13);
    metrics.workerStarted(2);
    expect(await value(COUNT)).toBe(18);
  });

  test('forget the gauges of a worker that has ended', async () => {
    const { metrics, value } = set(1);
    const before = await value('process_max_fds');
    metrics.workerEnded(1);
    expect(await value('process_max_fds')).toBe(before / 2);
  });

  test('ignore a report of a worker that has ended', async () => {
    const { metrics, workers, answer, value } = set(1, 2);
    answer(1, 3);
    answer(2, 3);
    await value(COUNT);
    metrics.workerEnded(1);
    metrics.keep(1, await workers.get(1)!.ofProcess());
    expect(await value(COUNT)).toBe(6);
  });

  test('have the previous values of a worker that does not answer', async () => {
    const { metrics, workers, answer, value } = set(1, 2);
    answer(1, 3);
    answer(2, 3);
    await value(COUNT);
    const text = await metrics.text((pid) =>
      pid === 1 ? new Promise(() => undefined) : workers.get(pid)!.ofProcess(),
    );
    expect(text).toMatch(/http_request_duration_seconds_count\{[^}]*\} 6\n/);
  });

  test('have the delay of the event loop that is latest', async () => {
    const { metrics, workers } = set(1, 2);
    const name = 'nodejs_eventloop_lag_p99_seconds';
    const text = await metrics.text(async (pid) =>
      (await workers.get(pid)!.ofProcess()).map((one) =>
        one.name === name ? { ...one, values: [{ value: pid * 10, labels: {} }] } : one,
      ),
    );
    expect(text).toContain(`\n${name} 20\n`);
  });

  test('sum the connections to the database', async () => {
    const { workers, value } = set(1, 2);
    for (const pid of [1, 2])
      workers.get(pid)!.observePool(() => ({ size: 10, used: pid, idle: 1, waiting: 4 }));
    expect(await value('database_pool_size')).toBe(20);
    expect(await value('database_pool_used')).toBe(3);
    expect(await value('database_pool_waiting')).toBe(8);
  });

  test('have the start of the primary process, and the version once', async () => {
    const text = await set(1, 2).text();
    expect(text.split('\n').filter((line) => /^process_start_time_seconds \d+$/.test(line))).toHaveLength(1);
    expect(text.split('\n').filter((line) => /^nodejs_version_info\{.*\} 1$/.test(line))).toHaveLength(1);
  });
});
