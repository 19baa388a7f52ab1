import type { Kysely } from 'kysely';
import type { LockoutLimits } from '../../../domain/access/failed-attempts';
import type {
  Issue,
  IssueOutcome,
  Rotation,
  StoredSecrets,
  TokenHolder,
} from '../../../ports/access/token-repository';
import type { Deadlines } from '../../../ports/deadlines';
import type { DB } from '../database';
import { undecided } from '../connections/doubt';
import { Batches } from '../units/batches';
import { PostgresTokenRepository } from './token-repository';

interface PendingIssue {
  readonly issue: Issue;
  readonly now: Date;
  readonly limits: LockoutLimits;
}

interface PendingRotation {
  readonly rotation: Rotation;
  readonly now: Date;
}

/**
 * A token repository that coalesces statements: calls that arrive while a statement runs share the next one, and with
 * it the round trip.
 */
export class CoalescedTokens extends PostgresTokenRepository {
  /**
   * One statement at a time for all clients, so that requests with unknown client ids occupy one connection at most.
   */
  private readonly secrets: Batches<string, StoredSecrets | undefined>;
  /** Keyed by client and stored hash. */
  private readonly issues: Batches<PendingIssue, IssueOutcome>;
  private readonly rotations: Batches<PendingRotation, TokenHolder | undefined>;

  constructor(db: Kysely<DB>, deadlines: Deadlines) {
    super(db, deadlines);
    this.secrets = new Batches(
      async (_key, queued) => {
        const found = await this.findAllSecrets([...new Set(queued.map(({ item }) => item))]);
        for (const one of queued) one.resolve(found.get(one.item));
      },
      () => deadlines,
    );
    this.issues = new Batches(
      async (_key, queued) => {
        const outcome = await this.issueLast(queued.map(({ item }) => item));
        for (const one of queued) one.resolve(outcome);
      },
      () => deadlines,
    );
    this.rotations = new Batches(
      async (_key, queued) => {
        // A batch has one rotation per family; further ones are in the next batch.
        const families = new Map(queued.map((one) => [one.item.rotation.used.family, one]));
        // In a fixed order, so that two statements with the same tokens cannot deadlock.
        const batch = [...families.keys()].sort().map((family) => families.get(family)!);
        const holders = await this.rotateAll(
          batch.map(({ item }) => item.rotation),
          latest(batch.map(({ item }) => item)),
        );
        for (const [index, one] of batch.entries()) one.resolve(holders[index]);
      },
      () => deadlines,
    );
  }

  override findSecrets(client_id: string): Promise<StoredSecrets | undefined> {
    return this.secrets.add('', client_id);
  }

  override issue(issue: Issue, now: Date, limits: LockoutLimits): Promise<IssueOutcome> {
    const key = issue.secret_hash + issue.client_id;
    return undecided(this.deadlines, () => this.issues.add(key, { issue, now, limits }));
  }

  override rotate(rotation: Rotation, now: Date): Promise<TokenHolder | undefined> {
    return undecided(this.deadlines, () => this.rotations.add('', { rotation, now }));
  }

  /**
   * Has the effect of all issues in sequence with one statement: each issue replaces the previous refresh token, so
   * only the last token is stored. When any issue has a reserved attempt, the statement treats the attempt as reserved.
   */
  private issueLast(pending: readonly PendingIssue[]): Promise<IssueOutcome> {
    const { issue, limits } = pending.at(-1)!;
    const reserved = pending.some((one) => one.issue.reserved);
    return super.issue({ ...issue, reserved }, latest(pending), limits);
  }
}

function latest(pending: readonly { readonly now: Date }[]): Date {
  return new Date(Math.max(...pending.map(({ now }) => now.getTime())));
}
