import type { AttemptWindow, LockoutLimits } from '../../domain/access/failed-attempts';
import type { Permissions } from '../../domain/access/permission';
import type { RefreshToken, RefreshTokenPlace, UnusableToken } from '../../domain/access/tokens';

/** What a secret is compared with. */
export interface StoredSecrets {
  readonly secret_hash: string;
  readonly previous_secret_hash: string | null;
  readonly previous_secret_expires_at: Date | null;
  readonly failed_attempts: AttemptWindow | undefined;
}

/** Whom tokens are issued to. */
export interface TokenHolder {
  readonly client_id: string;
  readonly company_id: string;
  readonly permissions: Permissions;
}

export interface Issue {
  readonly client_id: string;
  /** The stored hash that the secret was found to match. */
  readonly secret_hash: string;
  /** The attempt was reserved before the client was locked out, if it is. */
  readonly reserved: boolean;
  readonly refresh_token: RefreshToken;
}

export type IssueOutcome =
  | { readonly outcome: 'issued'; readonly holder: TokenHolder }
  | { readonly outcome: 'locked'; readonly failed_attempts: AttemptWindow }
  /** The hash is neither the client's current one nor a previous one that still holds. */
  | { readonly outcome: 'superseded' }
  | { readonly outcome: 'inactive' };

/** One refresh token in the place of another. */
export interface Rotation {
  readonly used: RefreshToken;
  readonly next: RefreshToken;
}

/** Clients' secrets, failed attempts and refresh tokens, shared by all nodes. */
export interface TokenRepository {
  /** @returns the known ones of `client_ids` */
  findSecrets(client_ids: readonly string[]): Promise<Map<string, StoredSecrets>>;

  /**
   * Counts an attempt before its secret is checked (`reserveAttempt` in the domain), in one step.
   *
   * @returns the window, and whether it counts the attempt: it does not when the client is locked out
   */
  reserveAttempt(
    client_id: string,
    now: Date,
    limits: LockoutLimits,
  ): Promise<{ reserved: boolean; window: AttemptWindow }>;

  /** Takes back one attempt that turned out to be no failure. */
  releaseAttempt(client_id: string, window: AttemptWindow): Promise<void>;

  /**
   * In one step: sees that the secret still holds, the client is active and not locked out; then puts the
   * refresh token in the place of the one before, and forgets failed attempts. Else nothing changes.
   */
  issue(issue: Issue, now: Date, limits: LockoutLimits): Promise<IssueOutcome>;

  /**
   * Uses refresh tokens up and stores those that follow, in one step, so that of any number of parallel uses of one
   * a single one succeeds.
   *
   * @param rotations - no two of one family
   * @returns in their order; undefined for a token that is not the active one of an active client: it stays as it is
   */
  rotate(rotations: readonly Rotation[], now: Date): Promise<(TokenHolder | undefined)[]>;

  /** @returns undefined when the family is not, or no longer, its client's */
  findUnusable(token: RefreshToken): Promise<UnusableToken | undefined>;

  /** Ends the family: none of its tokens can be used any more. */
  revoke(family: RefreshTokenPlace['family']): Promise<void>;
}
