import { type Credentials, signedIn } from '../installation';
import { verdictOf } from '../ledger';
import type { Chance, World } from '../world';
import type { Actor } from './actor';

/** Used later than 10 s after it was consumed, a token ends its family (api.md §2). */
const LATE_MS = 9_000;
/** Longer than a node is frozen: by then it has processed all earlier requests. */
const DONE_BY_MS = 60_000;

/** Uses each refresh token several times at once, at any nodes. */
export function refresher(world: World, chance: Chance, credentials: Credentials): Actor {
  const { caller, anyNode, ledger, clock_changes } = world;
  let refresh_token: string | undefined;
  /** By `performance.now()`. */
  let unsure_until = 0;
  return {
    name: 'refreshes',
    async step() {
      if (refresh_token === undefined) {
        const signed_in = await signedIn(caller, anyNode, credentials);
        refresh_token = signed_in.refresh_token;
        if (!signed_in.is_sure) unsure_until = performance.now() + DONE_BY_MS;
      }
      const body = { grant_type: 'refresh_token', refresh_token };
      const jumps = clock_changes.length;
      const started = performance.now();
      const uses = await Promise.all(
        Array.from({ length: chance.happens(0.5) ? 1 : 4 }, () =>
          caller.call(anyNode(), { method: 'POST', path: '/auth/token', body }),
        ),
      );
      const is_disturbed =
        jumps % 2 > 0 ||
        clock_changes.length > jumps ||
        performance.now() - started > LATE_MS ||
        started < unsure_until;
      ledger.token_rounds.push({ client_id: credentials.client_id, is_disturbed, uses });
      const winner = uses.find((use) => verdictOf(use) === 'acknowledged');
      const is_sure = !is_disturbed && uses.every((use) => verdictOf(use) !== 'unknown');
      if (winner && is_sure) refresh_token = winner.answer!.body.refresh_token;
      else if (winner || !is_sure || uses.some(({ answer }) => answer?.status === 401))
        refresh_token = undefined;
    },
  };
}
