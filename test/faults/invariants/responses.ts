import { groupBy } from '../group-by';
import { type Ledger, possibleAcceptances, verdictOfAll } from '../ledger';
import type { Observed, ObservedResponse } from '../observed';
import type { Violation } from './violation';

/** Each accepted response is kept once by the company that sent it, and arrives once at the other. */
export function responseViolations(ledger: Ledger, observed: Observed): Violation[] {
  const all = [...observed.documents.values()].flat().flatMap(({ responses }) => responses);
  const ofDirection = (direction: ObservedResponse['direction']) =>
    groupBy(
      all.filter((response) => response.direction === direction),
      ({ note }) => note,
    );
  const [sent, arrived] = [ofDirection('sent'), ofDirection('received')];
  const marks = new Set(ledger.responses.map(({ mark }) => mark));
  const strangers = all.filter(({ note }) => note === null || !marks.has(note));
  return [
    ...strangers.map(({ note }) => ({ rule: 'sent without a request', what: `the response ${note}` })),
    ...ledger.responses.flatMap(({ document_id, mark, attempts }) => {
      const kept = sent.get(mark) ?? [];
      const copies = arrived.get(mark)?.length ?? 0;
      const violations: Violation[] = [];
      const violation = (rule: string, what: string) =>
        violations.push({ rule, what: `the response ${mark} to ${document_id} ${what}` });
      const verdict = verdictOfAll(attempts);
      if (kept.length > possibleAcceptances(attempts) && verdict !== 'refused')
        violation('sent twice', `is kept ${kept.length} times`);
      if (verdict === 'acknowledged' && kept.length === 0) violation('lost', 'was accepted and is not kept');
      if (verdict === 'refused' && kept.length > 0) violation('stored although refused', 'is kept');
      for (const { state } of kept)
        if (state !== 'delivered') violation('not settled', `is ${state}, not delivered`);
      if (copies > kept.length) violation('sent twice', `arrived ${copies} times`);
      if (copies < kept.length)
        violation('lost', `arrived ${copies} times, and was sent ${kept.length} times`);
      return violations;
    }),
  ];
}
