import type { Permissions } from '../../domain/access/permission';

/** Whom an access token stands for. */
export interface Caller {
  readonly client_id: string;
  readonly company_id: string;
  /** What the token may do, as granted when it was issued. */
  readonly scope: ReadonlySet<string>;
  readonly expires_at: Date;
}

/** Signed access tokens: JWTs of the type `at+jwt`. */
export interface AccessTokens {
  /** @returns a token that is valid for `lifetime_s` seconds from `now` */
  sign(
    holder: { client_id: string; company_id: string; permissions: Permissions },
    now: Date,
    lifetime_s: number,
  ): string;
  /** @returns undefined for anything but a token of ours that is valid at `now` */
  verify(token: string, now: Date): Caller | undefined;
}
