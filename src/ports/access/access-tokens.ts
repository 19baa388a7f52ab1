import type { Permissions } from '../../domain/access/permission';

/** The client that an access token was issued to, and what the token permits. */
export interface Caller {
  readonly client_id: string;
  readonly company_id: string;
  /** The permissions at the time the token was issued. */
  readonly scope: ReadonlySet<string>;
  readonly expires_at: Date;
}

/** Signs and verifies access tokens: JWTs of the type `at+jwt` (RFC 9068). */
export interface AccessTokens {
  /** @returns a token that is valid for `lifetime_s` seconds from `now` */
  sign(
    holder: { client_id: string; company_id: string; permissions: Permissions },
    now: Date,
    lifetime_s: number,
  ): string;
  /** @returns undefined unless the token was signed by this service and is valid at `now` */
  verify(token: string, now: Date): Caller | undefined;
}
