import { groupBy } from '../group-by';
import type { Ledger, Promotion } from '../ledger';
import { verdictOf } from '../ledger';
import type { Observed } from '../observed';
import type { Violation } from './violation';

/** Exactly one default in a scope with members at every read and at the end, and the last promotion holds. */
export function defaultViolations(ledger: Ledger, observed: Observed): Violation[] {
  const at_reads = ledger.default_reads
    .filter(({ defaults }) => defaults.length !== 1)
    .map(({ scope, defaults }) => ({
      rule: 'defaults',
      what: `${scope} had ${defaults.length} defaults in one answer`,
    }));
  const promotions = groupBy(ledger.promotions, ({ scope }) => scope);
  const at_the_end = [...observed.defaults].flatMap(([scope, defaults]): Violation[] => {
    if (defaults.length !== 1)
      return [{ rule: 'defaults', what: `${scope} has ${defaults.length} defaults at the end` }];
    return isPossible(defaults[0]!, promotions.get(scope) ?? [])
      ? []
      : [{ rule: 'defaults', what: `${scope}: a promotion that was acknowledged last is lost` }];
  });
  return [...at_reads, ...at_the_end];
}

/** Whether some promotion of the member may have been the last: none that was acknowledged began after its end. */
function isPossible(member: string, promotions: readonly Promotion[]): boolean {
  const acks = promotions.filter(({ attempt }) => verdictOf(attempt) === 'acknowledged');
  const others = acks.filter((promotion) => promotion.member !== member);
  const own = promotions.filter(
    (promotion) => promotion.member === member && verdictOf(promotion.attempt) !== 'refused',
  );
  if (own.length === 0) return others.length === 0; // the default that the scope began with
  const ends = own.map(({ attempt }) => (verdictOf(attempt) === 'unknown' ? Infinity : attempt.ended_ms));
  return others.every(({ attempt }) => attempt.started_ms <= Math.max(...ends));
}
