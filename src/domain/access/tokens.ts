/** RFC 6749 §4.4 and §6. */
export const GRANT_TYPES = ['client_credentials', 'refresh_token'] as const;

/** The body of a token request; fields that its grant does not use are ignored. */
export interface TokenRequest {
  readonly grant_type: (typeof GRANT_TYPES)[number];
  readonly client_id?: string | null;
  readonly client_secret?: string | null;
  readonly refresh_token?: string | null;
}

/** The response of both grants (RFC 6749 §5.1). */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
}

export const ACCESS_TOKEN_LIFETIME_S = 3600;

/** Maximum lengths of the fields of a token request, in code points. */
export const MAX_LENGTHS = { client_id: 64, client_secret: 200, refresh_token: 200 } as const;

/**
 * The position of a refresh token. A family is the series of refresh tokens that begins with one authentication by
 * client credentials. Each use of a token issues the next generation; the first is 0.
 */
export interface RefreshTokenPosition {
  /** UUID */
  readonly family: string;
  readonly generation: number;
}

/** A refresh token. The response contains `token`; only `token_hash` is stored. */
export interface RefreshToken extends RefreshTokenPosition {
  readonly token: string;
  /** SHA-256 of the token. */
  readonly token_hash: Uint8Array;
}

/** The stored state of a refresh token that could not be used. */
export interface UnusableToken {
  /** Whether it is the current token of its client. */
  readonly active: boolean;
  /** Whether it is an earlier token of the client's current family, and so was used. */
  readonly used: boolean;
  /** When it was used; null when it was not, or when that time is no longer stored. */
  readonly used_at: Date | null;
}

/**
 * A client that lost a response may repeat its request within this time. A later use of the same token is treated as
 * the use of a stolen token.
 */
export const REUSE_TOLERANCE_S = 10;

/** The number of latest uses of a family that are stored with their time. */
export const REMEMBERED_USES = 32;

/**
 * The number that is stored while `REMEMBERED_USES` uses are within `REUSE_TOLERANCE_S`. So a token whose time is no
 * longer stored was used longer ago, unless the family has been used more often than this in that time. It is then
 * treated as used longer ago: a wrong revocation costs the client only a request by its secret.
 */
export const MOST_REMEMBERED_USES = 128;

/**
 * Why a refresh token that this service issued is refused (RFC 9700 §4.14).
 *
 * @param found - undefined when the client has another family by now
 * @returns `client_inactive`: the token is current and its client is inactive; the token stays current.
 *   `compromised`: the token was used more than `REUSE_TOLERANCE_S` ago, or before the uses whose time is stored; its
 *   family must be revoked.
 *   `invalid_grant`: any other case; nothing is revoked.
 */
export function refusal(
  found: UnusableToken | undefined,
  now: Date,
): 'client_inactive' | 'compromised' | 'invalid_grant' {
  if (found?.active) return 'client_inactive';
  if (!found?.used) return 'invalid_grant';
  return found.used_at && isTolerated(found.used_at, now) ? 'invalid_grant' : 'compromised';
}

/** Whether the use of a token was so recent that another use of it may repeat a request. */
export function isTolerated(used_at: Date, now: Date): boolean {
  return now.getTime() - used_at.getTime() <= REUSE_TOLERANCE_S * 1000;
}
