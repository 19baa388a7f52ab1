/** RFC 6749 §4.4 and §6. */
export const GRANT_TYPES = ['client_credentials', 'refresh_token'] as const;

/** What a caller sends; what its grant does not need is ignored. */
export interface TokenRequest {
  readonly grant_type: (typeof GRANT_TYPES)[number];
  readonly client_id?: string | null;
  readonly client_secret?: string | null;
  readonly refresh_token?: string | null;
}

/** What both grants answer with. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
}

export const ACCESS_TOKEN_LIFETIME_S = 3600;

/** The longest members of a token request, in code points. */
export const MAX_LENGTHS = { client_id: 64, client_secret: 200, refresh_token: 200 } as const;

/**
 * Where a refresh token belongs: a family is what follows from one authentication by client credentials, and
 * each use of a token makes the next generation of it, from 0 on.
 */
export interface RefreshTokenPlace {
  /** UUID */
  readonly family: string;
  readonly generation: number;
}

/** A refresh token as the core knows it: its value leaves in the answer, its digest is what is stored. */
export interface RefreshToken extends RefreshTokenPlace {
  readonly token: string;
  /** SHA-256 of the token. */
  readonly token_hash: Uint8Array;
}

/** What the store says of a token of ours that could not be used. */
export interface UnusableToken {
  /** The token is its client's active one. */
  readonly active: boolean;
  /** When this very token was used, if it is an earlier one of a family that still lives; else null. */
  readonly used_at: Date | null;
}

/** A client that lost the answer may try the same token again; from then on it is someone else who holds it. */
export const REUSE_TOLERANCE_S = 10;

/**
 * How many of a family's latest uses are remembered, each with its time. A token that was used before those
 * counts as used when the oldest of them was: never too early, so that no family is revoked without cause.
 */
export const REMEMBERED_USES = 32;

/**
 * Why a refresh token of ours was refused (RFC 9700 §4.14).
 *
 * @param found - undefined when its family is no longer the client's
 * @returns `client_inactive`: it is the active one of a deactivated client, and stays it; `compromised`: it was
 *   used before, long enough ago, so that the family must be revoked; `invalid_grant`: nothing but that
 */
export function refusal(
  found: UnusableToken | undefined,
  now: Date,
): 'client_inactive' | 'compromised' | 'invalid_grant' {
  if (found?.active) return 'client_inactive';
  if (!found?.used_at) return 'invalid_grant';
  return now.getTime() - found.used_at.getTime() > REUSE_TOLERANCE_S * 1000 ? 'compromised' : 'invalid_grant';
}
