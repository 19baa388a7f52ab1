import { lockedUntil, type LockoutLimits } from '../domain/access/failed-attempts';
import type {
  AttentionQueries,
  DisabledWebhook,
  FaultyLog,
  LockableClient,
  SendOfConcern,
} from '../ports/attention';
import type { Clock } from '../ports/clock';
import type { RefusedMessage } from '../ports/e-invoicing/refused-message-repository';
import type { UnitOfWork } from '../ports/unit-of-work';

export const ATTENTION_DAYS = 30;
/** Refused messages cannot be resolved, so they are shown for a shorter time. */
export const REFUSED_DAYS = 7;
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

export type LockedClient = LockableClient & { readonly locked_until: Date };

/** Each list is undefined when its query exceeded the time limit. */
export interface AttentionLists {
  readonly failed: readonly SendOfConcern[] | undefined;
  readonly rejected: readonly SendOfConcern[] | undefined;
  readonly unknown: readonly SendOfConcern[] | undefined;
  readonly refused: readonly RefusedMessage[] | undefined;
  readonly webhooks: readonly DisabledWebhook[] | undefined;
  readonly clients: readonly LockedClient[] | undefined;
  readonly logs: readonly FaultyLog[] | undefined;
}

/** What an operator must look at, over all companies. */
export class Attention {
  constructor(
    private readonly queries: AttentionQueries,
    private readonly clock: Clock,
    private readonly lockout: LockoutLimits,
  ) {}

  /** Runs the queries one after the other. @param limit - of each list */
  async lists(unit: UnitOfWork, limit: number): Promise<AttentionLists> {
    const { queries, lockout } = this;
    const now = this.clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    const failed = await queries.unsettledSends('failed', before(ATTENTION_DAYS * DAY_MS), limit);
    const rejected = await queries.unsettledSends('rejected', before(ATTENTION_DAYS * DAY_MS), limit);
    const unknown = await queries.unknownOutcomes(before(HOUR_MS), limit);
    const page = { sort: '-created_at', limit };
    const refused = await unit.read(({ refused_messages }) =>
      refused_messages.list({ since: before(REFUSED_DAYS * DAY_MS) }, page),
    );
    const webhooks = await queries.disabledWebhooks(limit);
    const since = before(lockout.window_s * 1000);
    const lockable = await queries.lockableClients(since, lockout.attempts, limit);
    const clients = lockable?.flatMap((client): LockedClient[] => {
      const locked_until = lockedUntil(client, now, lockout);
      return locked_until ? [{ ...client, locked_until }] : [];
    });
    const logs = await queries.faultyLogs(limit);
    return { failed, rejected, unknown, refused: refused.data, webhooks, clients, logs };
  }
}
