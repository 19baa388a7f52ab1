import { groupBy } from '../group-by';
import { isDeepStrictEqual } from 'node:util';
import {
  type Attempt,
  createdId,
  type Creation,
  creationVerdictOf,
  type Deletion,
  isReplay,
  type Ledger,
  type Verdict,
  verdictOf,
  verdictOfAll,
} from '../ledger';
import type { Observed, ObservedDocument } from '../observed';
import type { Violation } from './violation';

/** Fields that no later step of the run changes. */
const LASTING = [
  'type',
  'number',
  'journal_id',
  'relation_id',
  'issue_date',
  'currency',
  'order_reference',
  'totals',
  'payment_reference',
  'created_at',
];

/** Acknowledged creations are stored once with their content, refused ones are not, deleted ones stay deleted. */
export function creationViolations(ledger: Ledger, observed: Observed): Violation[] {
  const by_mark = groupBy([...observed.documents.values()].flat(), ({ order_reference }) => order_reference);
  const deletions = groupBy(ledger.deletions, ({ document_id }) => document_id);
  const marks = new Set(ledger.creations.map(({ mark }) => mark));
  const own = [...observed.documents.values()].flat().filter(({ journal_id }) => journal_id !== null);
  return [
    ...ledger.creations.flatMap((creation) =>
      ofOne(
        creation,
        (by_mark.get(creation.mark) ?? []).filter(({ journal_id }) => journal_id !== null),
        deletions,
      ),
    ),
    ...own
      .filter(({ order_reference }) => !marks.has(order_reference ?? ''))
      .map(({ number }) => ({ rule: 'stored without a request', what: `document ${number}` })),
  ];
}

function ofOne(
  creation: Creation,
  found: readonly ObservedDocument[],
  deletions: ReadonlyMap<string, Deletion[]>,
): Violation[] {
  const violations: Violation[] = [];
  const violation = (rule: string, what: string) =>
    violations.push({ rule, what: `${creation.mark}: ${what}` });
  const verdict = verdictOfAll(creation.attempts, creationVerdictOf);
  const acks = creation.attempts.filter((attempt) => createdId(attempt) !== undefined);
  const ids = new Set(acks.map(createdId));
  if (ids.size > 1) violation('doubled', `one key was answered with documents ${[...ids].join(', ')}`);
  if (acks.filter((ack) => !isReplay(ack)).length > 1)
    violation('replay not marked', 'more than one answer of one key lacks Idempotency-Replayed');
  if (found.length > 1) violation('doubled', `is there ${found.length} times: ${numbers(found)}`);
  if (verdict === 'refused' && found.length > 0)
    violation('stored although refused', `is there as ${numbers(found)}`);
  if (verdict !== 'acknowledged') return violations;

  const id = createdId(acks[0]!)!;
  const removal = removalOf((deletions.get(id) ?? []).flatMap(({ attempts }) => attempts));
  if (removal === 'acknowledged') {
    if (found.length > 0) violation('resurrected', `was deleted and is there as ${numbers(found)}`);
    return violations;
  }
  if (found.length === 0) {
    if (removal === 'refused') violation('lost', `document ${id} is not there`);
    return violations;
  }
  const document = found[0]!;
  if (document.id !== id) violation('changed', `was acknowledged as ${id}, is there as ${document.id}`);
  const told = acks.find(({ answer }) => answer!.status === 201)?.answer!.body;
  for (const member of told ? LASTING : []) {
    if (!isDeepStrictEqual(document[member], told[member]))
      violation(
        'changed',
        `${member} was ${JSON.stringify(told[member])}, is ${JSON.stringify(document[member])}`,
      );
  }
  return violations;
}

/** A deletion that finds nothing after one whose outcome is unknown says that the first one was done. */
function removalOf(attempts: readonly Attempt[]): Verdict {
  const unknown = attempts.findIndex((attempt) => verdictOf(attempt) === 'unknown');
  const is_gone = unknown >= 0 && attempts.slice(unknown).some(({ answer }) => answer?.status === 404);
  return is_gone ? 'acknowledged' : verdictOfAll(attempts);
}

const numbers = (documents: readonly ObservedDocument[]) => documents.map(({ number }) => number).join(', ');
