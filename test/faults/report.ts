import { groupBy } from './group-by';
import { type Stalls, timeOf } from './invariants/answers';
import type { Violation } from './invariants/violation';
import { type Attempt, creationVerdictOf, type Ledger, verdictOf, verdictOfAll } from './ledger';
import type { Observed, ObservedLog } from './observed';
import type { Counts } from './world';

/** How many violations of a rule are shown. */
const SHOWN = 5;

export interface Figures {
  readonly seed: number;
  readonly nodes: number;
  readonly seconds: number;
  readonly faults: Counts;
  readonly kills: Counts;
  /** Reasons, by fault. */
  readonly not_tried: ReadonlyMap<string, string>;
  /** Milliseconds from the start of a node's process until it was ready. */
  readonly ready_after_ms: readonly number[];
  /** Requests of webhooks. */
  readonly webhooks: number;
}

/** The text at the end of a run. */
export function report(
  figures: Figures,
  ledger: Ledger,
  observed: Observed,
  stalls: Stalls,
  violations: readonly Violation[],
): string {
  const writes = ledger.attempts.filter(({ is_write }) => is_write);
  const verdicts = groupBy(writes, verdictOf);
  const kinds: (keyof Ledger &
    (
      | 'creations'
      | 'deletions'
      | 'sendings'
      | 'responses'
      | 'uploads'
      | 'promotions'
      | 'default_reads'
      | 'token_rounds'
    ))[] = [
    ...([
      'creations',
      'deletions',
      'sendings',
      'responses',
      'uploads',
      'promotions',
      'default_reads',
      'token_rounds',
    ] as const),
  ];
  const counts = (map: ReadonlyMap<string, number>) =>
    [...map]
      .sort()
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none';
  const not_tried = [...figures.not_tried].map(([name, why]) => `not tried: ${name}, because ${why}`);
  return [
    '',
    ...rows([
      ['seed', String(figures.seed)],
      ['run', `${figures.nodes} nodes, ${Math.round(figures.seconds)} s`],
      ['faults', counts(figures.faults)],
      ['killed', counts(figures.kills)],
      ['requests', `${ledger.attempts.length}, of which writes ${writes.length}`],
      [
        'writes',
        (['acknowledged', 'refused', 'unknown'] as const)
          .map((verdict) => `${verdict} ${verdicts.get(verdict)?.length ?? 0}`)
          .join(', '),
      ],
      ['asked for', kinds.map((kind) => `${kind.replace('_', ' ')} ${ledger[kind].length}`).join(', ')],
      ['events', eventsOf(observed, figures)],
      ['failures', failures(ledger.attempts)],
      ['unknown in the end', unknowns(ledger, observed)],
      ['slowest answer', slowest(ledger.attempts, stalls)],
      ['node ready after', spreadOf(figures.ready_after_ms)],
      ['violations', String(violations.length)],
    ]),
    ...not_tried,
    ...violationsByRule(violations),
  ].join('\n');
}

function eventsOf({ logs }: Observed, { webhooks }: Figures): string {
  const all = [...logs.values()];
  const sum = (count: (log: ObservedLog) => number) => all.reduce((total, log) => total + count(log), 0);
  const due = sum((log) => log.due.size);
  return `${sum(({ events }) => events.length)} of ${all.length} companies, ${due} for webhooks, which got ${webhooks} requests`;
}

/** Waiting helps against most of what a run does, but not against all that can fail. */
function failures(attempts: readonly Attempt[]): string {
  const failed = attempts.flatMap(({ answer }) => (answer && answer.status >= 500 ? [answer] : []));
  const without = failed.filter(({ headers }) => headers['retry-after'] === undefined);
  return `${failed.length} answers of 500, ${without.length} of them without Retry-After`;
}

/** Outcomes that callers did not learn, and that the suite looked up. */
function unknowns({ creations, deletions, uploads }: Ledger, observed: Observed): string {
  const documents = [...observed.documents.values()].flat().filter(({ status }) => status !== 'received');
  const marks = new Set(documents.map(({ order_reference }) => order_reference));
  const ids = new Set(documents.map(({ id }) => id));
  const count = <Intent extends { readonly attempts: readonly Attempt[] }>(
    name: string,
    intents: readonly Intent[],
    isDone: (intent: Intent) => boolean,
  ) => {
    const unknown = intents.filter(({ attempts }) => verdictOfAll(attempts, creationVerdictOf) === 'unknown');
    return `${name} ${unknown.length} (${unknown.filter(isDone).length} of them done)`;
  };
  return [
    count('creations', creations, ({ mark }) => marks.has(mark)),
    count('deletions', deletions, ({ document_id }) => !ids.has(document_id)),
    count('uploads', uploads, ({ document_id, filename }) =>
      (observed.attachments.get(document_id) ?? []).some((attachment) => attachment.filename === filename),
    ),
  ].join(', ');
}

function violationsByRule(violations: readonly Violation[]): string[] {
  return [...groupBy(violations, ({ rule }) => rule)].flatMap(([rule, members]) => [
    `violated ${members.length} times: ${rule}`,
    ...members.slice(0, SHOWN).map(({ what }) => `  ${what.replaceAll('\n', '\n    ')}`),
    ...(members.length > SHOWN ? [`  and ${members.length - SHOWN} more`] : []),
  ]);
}

function slowest(attempts: readonly Attempt[], stalls: Stalls): string {
  let most: { ms: number; attempt: Attempt } | undefined;
  for (const attempt of attempts) {
    const ms = timeOf(attempt, stalls);
    if (ms !== undefined && attempt.answer && (!most || ms > most.ms)) most = { ms, attempt };
  }
  if (!most) return 'none';
  return `${Math.round(most.ms)} ms (${most.attempt.action}, ${most.attempt.answer!.status})`;
}

function spreadOf(values: readonly number[]): string {
  if (values.length === 0) return 'never';
  const sorted = [...values].sort((a, b) => a - b);
  const [median, most] = [sorted[sorted.length >> 1]!, sorted.at(-1)!];
  return `${Math.round(median)} ms (median of ${values.length}), at most ${Math.round(most)} ms`;
}

function rows(table: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...table.map(([name]) => name.length));
  return table.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}
