import type { AttemptWindow, LockoutLimits } from '../../domain/access/failed-attempts';
import type { Permissions } from '../../domain/access/permission';
import type { RefreshToken, UnusableToken } from '../../domain/access/tokens';

/** The stored data that a secret is verified against. */
export interface StoredSecrets {
  readonly secret_hash: string;
  readonly previous_secret_hash: string | null;
  readonly previous_secret_expires_at: Date | null;
  readonly failed_attempts: AttemptWindow | undefined;
  /** Whether a lockout by these attempts has its event. */
  readonly is_lockout_recorded: boolean;
}

/** The client that tokens are issued to. */
export interface TokenHolder {
  readonly client_id: string;
  readonly company_id: string;
  readonly permissions: Permissions;
}

export interface Issue {
  readonly client_id: string;
  /** The stored hash that the secret matched. */
  readonly secret_hash: string;
  /** Whether the attempt was reserved. A lockout that began after the reservation does not refuse it. */
  readonly reserved: boolean;
  readonly refresh_token: RefreshToken;
}

export type IssueOutcome =
  | { readonly outcome: 'issued'; readonly holder: TokenHolder }
  | { readonly outcome: 'locked'; readonly failed_attempts: AttemptWindow }
  /** The hash is neither the client's current one nor a previous one that is still accepted. */
  | { readonly outcome: 'superseded' }
  | { readonly outcome: 'inactive' };

/** The replacement of a used refresh token by the next one. */
export interface Rotation {
  readonly used: RefreshToken;
  readonly next: RefreshToken;
}

/** Clients' secrets, failed attempts and refresh tokens, shared by all nodes. */
export interface TokenRepository {
  /** @param client_id - any text. @returns undefined when no client has this id */
  findSecrets(client_id: string): Promise<StoredSecrets | undefined>;

  /**
   * Counts an attempt before its secret is checked (`reserveAttempt` in the domain), in one statement.
   *
   * @returns `reserved` is false, and the attempt is not counted, when the client is locked out
   */
  reserveAttempt(
    client_id: string,
    now: Date,
    limits: LockoutLimits,
  ): Promise<{ reserved: boolean; window: AttemptWindow }>;

  /** Uncounts an attempt that did not fail. */
  releaseAttempt(client_id: string, window: AttemptWindow): Promise<void>;

  /**
   * In one statement, checks that the secret is still accepted and the client is active and not locked out. If so, it
   * replaces the client's refresh token and deletes the failed attempts; otherwise nothing changes. Of parallel calls
   * for a client, one refresh token stays valid.
   */
  issue(issue: Issue, now: Date, limits: LockoutLimits): Promise<IssueOutcome>;

  /**
   * Replaces a used refresh token by the next one in one statement, so that only one of several parallel uses succeeds.
   *
   * @returns undefined, with nothing changed, when the token is not current or its client is inactive
   */
  rotate(rotation: Rotation, now: Date): Promise<TokenHolder | undefined>;

  /** @returns undefined when the family is not the client's current one */
  findUnusable(token: RefreshToken): Promise<UnusableToken | undefined>;
}
