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
  /** @param client_id - any text. @returns undefined when no client has this id */
  findSecrets(client_id: string): Promise<StoredSecrets | undefined>;

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
   * refresh token in the place of the one before, and forgets failed attempts. Else nothing changes. Of parallel calls
   * for a client, one refresh token stays valid.
   */
  issue(issue: Issue, now: Date, limits: LockoutLimits): Promise<IssueOutcome>;

  /**
   * Replaces a refresh token by the next one, in one step: of any number of parallel uses of a token, one succeeds.
   *
   * @returns undefined when the token is not the active one of an active client; nothing changes then
   */
  rotate(rotation: Rotation, now: Date): Promise<TokenHolder | undefined>;

  /** @returns undefined when the family is not, or no longer, its client's */
  findUnusable(token: RefreshToken): Promise<UnusableToken | undefined>;

  /** Ends the family: none of its tokens can be used any more. */
  revoke(family: RefreshTokenPlace['family']): Promise<void>;
}
