import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parseYaml } from '@redocly/openapi-core';
import { LOG_FIELDS } from '../../src/adapters/log/logger';
import { get, METRICS } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import { type Service, startService } from '../support/service';

const DOCS = path.join(__dirname, '../../docs');
const read = (file: string) => readFileSync(path.join(DOCS, file), 'utf8');

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}
interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

/** `$job` and the like are variables of Grafana, in places of strings and durations. */
const interpolated = (expr: string) => expr.replaceAll('[$__rate_interval]', '[5m]');
const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
const { groups } = parseYaml(read('prometheus-alerts.yaml')) as Alerts;
const EXPRESSIONS: readonly (readonly [string, string])[] = [
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [`panel "${title}"`, interpolated(expr)] as const),
  ),
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const)),
];

interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** @throws Error when the text is not PromQL */
function selectorsOf(expr: string): Selector[] {
  const selectors: { metric: string; labels: string[] }[] = [];
  parser.parse(expr).iterate({
    enter({ type, from, to, node }) {
      const text = expr.slice(from, to);
      if (type.isError) throw new Error(`Not PromQL at "${expr.slice(from)}": ${expr}`);
      if (type.name === 'VectorSelector') {
        const name = node.getChild('Identifier');
        selectors.push({ metric: name ? expr.slice(name.from, name.to) : '', labels: [] });
      }
      if (type.name === 'LabelName' && node.parent?.name === 'UnquotedLabelMatcher')
        selectors.at(-1)!.labels.push(text);
    },
  });
  return selectors;
}

let database: TestDatabase;
let service: Service;
/** The labels of each exported time series. */
const exported = new Map<string, ReadonlySet<string>>();
/** Metrics without a time series yet too, such as pauses of the garbage collector. */
let declared: ReadonlySet<string>;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  const metrics = get(service.container, METRICS);
  // A metric with labels has no time series before its first value.
  metrics.observe('api', { method: 'GET', route: '/documents', status: 200, duration_ms: 1 });
  metrics.observeBatch('document', 3);
  metrics.countToolCall('get_documents', 'answered');
  const { text } = await service.manage('get', '/metrics').expect(200);
  declared = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm))
    exported.set(name!, new Set([...labels.matchAll(/(\w+)="/g)].map(([, label]) => label!)));
}, 60_000);
afterAll(async () => {
  await service.close();
  await database.drop();
});

test('The dashboard and the alerts have expressions', () => {
  expect(EXPRESSIONS.filter(([where]) => where.startsWith('panel')).length).toBeGreaterThan(20);
  expect(EXPRESSIONS.filter(([where]) => where.startsWith('alert')).length).toBeGreaterThan(10);
});

test.each(EXPRESSIONS)('%s reads metrics that the service exports, by their labels', (_where, expr) => {
  const selectors = selectorsOf(expr);
  expect(selectors.length).toBeGreaterThan(0);
  for (const { metric, labels } of selectors) {
    if (metric === 'up') continue; // of Prometheus itself
    expect([...exported.keys()]).toContain(metric);
    const known = [...exported.get(metric)!, 'job', 'instance'];
    for (const label of labels) expect(known).toContain(label);
  }
});

test('Every metric in the table of the documentation is exported', () => {
  const table = read('deployment.md').split('## Monitoring')[1]!.split('Recommended alerts')[0]!;
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const names = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([a-z]\w+)`/g)].map(([, name]) => name!),
  );
  expect(names.length).toBeGreaterThan(15);
  const labels = new Set([...exported.values()].flatMap((all) => [...all]));
  for (const name of names.filter((one) => !labels.has(one))) expect([...declared]).toContain(name);
});

const has_promtool = spawnSync('promtool', ['--version']).status === 0;
(has_promtool ? test : test.skip)(
  `promtool finds that the alerts fire when they should${has_promtool ? '' : ' (not run: promtool is not installed)'}`,
  () => {
    const run = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8' });
    expect(run('check', 'rules', path.join(DOCS, 'prometheus-alerts.yaml'))).toContain('SUCCESS');
    expect(run('test', 'rules', path.join(__dirname, 'prometheus-alerts.yaml'))).toContain('SUCCESS');
  },
);

test('The page lists the fields of the log', () => {
  const [, text] = /\nThe log consists of(.*?)\n## /s.exec(read('deployment.md'))!;
  const listed = [...text!.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...LOG_FIELDS].sort());
});
