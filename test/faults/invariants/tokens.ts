import { type Ledger, told, verdictOf } from '../ledger';
import type { Violation } from './violation';

/** Of any number of parallel uses of a refresh token exactly one gets a new pair (api.md §2). */
export function tokenViolations({ token_rounds }: Ledger): Violation[] {
  return token_rounds.flatMap(({ client_id, is_disturbed, uses }): Violation[] => {
    const verdicts = uses.map(verdictOf);
    const winners = verdicts.filter((verdict) => verdict === 'acknowledged').length;
    if (winners > 1)
      return [{ rule: 'refresh tokens', what: `${winners} uses of one token of ${client_id} got a pair` }];
    const is_consumed = uses.some(({ answer }) => answer?.status === 401);
    if (winners === 0 && is_consumed && !is_disturbed && !verdicts.includes('unknown'))
      return [
        {
          rule: 'refresh tokens',
          what: `a live token of ${client_id} was refused, and nobody had used it\n${uses.map(told).join('\n')}`,
        },
      ];
    return [];
  });
}
