import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { type Permissions, scopeOf } from '../domain/access/permission';
import type { AccessTokens, Caller } from '../ports/access/access-tokens';

export interface JwtOptions {
  /** The first key signs; all of them verify. */
  readonly keys: readonly { readonly kid: string; readonly secret: string }[];
  readonly issuer: string;
  readonly audience: string;
}

/** The `typ` header of a JWT access token (RFC 9068 §2.1). */
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';
const MAX_VERIFIED = 1_000;

/** Access tokens as signed JWTs. The `scope` claim lists the permissions (`document:create document:read`). */
export class JwtAccessTokens implements AccessTokens {
  /**
   * As KeyObjects, because jsonwebtoken first tries to parse a string as a public key on every call, which takes 40
   * times as long.
   */
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly signing: { readonly kid: string; readonly key: KeyObject };
  /**
   * Callers by token. A client uses the same token for an hour; verifying a signature again would cost a tenth of a
   * small request.
   */
  private readonly verified = new Map<string, Caller>();

  constructor(private readonly options: JwtOptions) {
    this.keys = new Map(options.keys.map(({ kid, secret }) => [kid, createSecretKey(Buffer.from(secret))]));
    const first = options.keys[0];
    if (!first) throw new Error('There is no key to sign access tokens with.');
    this.signing = { kid: first.kid, key: this.keys.get(first.kid)! };
  }

  sign(
    holder: { client_id: string; company_id: string; permissions: Permissions },
    now: Date,
    lifetime_s: number,
  ): string {
    const iat = Math.floor(now.getTime() / 1000);
    const { client_id, company_id, permissions } = holder;
    const claims = {
      iss: this.options.issuer,
      aud: this.options.audience,
      sub: client_id,
      client_id,
      company_id,
      scope: scopeOf(permissions),
      iat,
      exp: iat + lifetime_s,
      jti: randomUUID(),
    };
    const { kid, key } = this.signing;
    // As text, since jsonwebtoken copies an object, and checks claims that are made here.
    return jwt.sign(JSON.stringify(claims), key, {
      algorithm: ALGORITHM,
      header: { alg: ALGORITHM, typ: TYPE, kid },
    });
  }

  verify(token: string, now: Date): Caller | undefined {
    const known = this.verified.get(token);
    if (known) return known.expires_at > now ? known : undefined;
    const caller = this.verifySignature(token, now);
    if (!caller) return undefined;
    if (this.verified.size >= MAX_VERIFIED) this.verified.clear();
    this.verified.set(token, caller);
    return caller;
  }

  private verifySignature(token: string, now: Date): Caller | undefined {
    const key = this.keyOf(token);
    if (!key) return undefined;
    try {
      const claims = jwt.verify(token, key, {
        algorithms: [ALGORITHM],
        issuer: this.options.issuer,
        audience: this.options.audience,
        clockTimestamp: now.getTime() / 1000,
      });
      return typeof claims === 'string' ? undefined : callerOf(claims);
    } catch (error) {
      if (error instanceof jwt.JsonWebTokenError) return undefined; // expired tokens too
      throw error;
    }
  }

  /** @returns undefined unless the header is that of an access token issued by this service */
  private keyOf(token: string): KeyObject | undefined {
    try {
      const segment = token.slice(0, token.indexOf('.'));
      const header = JSON.parse(
        Buffer.from(segment, 'base64url').toString(),
      ) as Partial<jwt.JwtHeader> | null;
      if (header?.typ !== TYPE || typeof header.kid !== 'string') return undefined;
      // It lists extensions that must be understood (RFC 7515 §4.1.11); none is.
      return header.crit === undefined ? this.keys.get(header.kid) : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}

function callerOf({ client_id, company_id, scope, exp }: jwt.JwtPayload): Caller | undefined {
  if (typeof client_id !== 'string' || typeof company_id !== 'string' || typeof scope !== 'string')
    return undefined;
  if (exp === undefined) return undefined;
  return { client_id, company_id, scope: new Set(scope.split(' ')), expires_at: new Date(exp * 1000) };
}
