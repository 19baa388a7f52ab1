import { DomainError } from '../../domain/errors';
import {
  invalidCredentials,
  lockedUntil,
  type LockoutLimits,
  tooManyRequests,
} from '../../domain/access/failed-attempts';
import {
  ACCESS_TOKEN_LIFETIME_S,
  refusal,
  type RefreshToken,
  type TokenRequest,
  type TokenResponse,
} from '../../domain/access/tokens';
import type { AccessTokens } from '../../ports/access/access-tokens';
import { LEAST_TIME_MS, NO_DEADLINES } from '../../ports/deadlines';
import type { KeyedMutex } from '../../ports/access/keyed-mutex';
import type { RefreshTokens } from '../../ports/access/secrets';
import type { IssueOutcome, TokenHolder } from '../../ports/access/token-repository';
import type { CompromisedFamilies } from './compromised-families';
import {
  SecretVerifications,
  type SecretVerificationsOptions,
  type VerifiedSecret,
} from './secret-verifications';
import { VerifiedSecrets } from './verified-secrets';

export interface IssueTokensOptions extends SecretVerificationsOptions {
  readonly refresh_tokens: RefreshTokens;
  readonly access_tokens: AccessTokens;
  readonly compromised: Pick<CompromisedFamilies, 'revoke'>;
  /** Shared by all processes of the node, and held while a secret is verified; the key is the client_id. */
  readonly verification_mutex: KeyedMutex;
}

/** A request reached its deadline before its secret was verified. Other requests of the client may have time left. */
class OutOfTime extends DomainError {}

/** The credentials of a token request. */
interface SecretAttempt {
  readonly client_id: string;
  readonly client_secret: string;
  readonly digest: string;
  readonly request_id: string | null;
}

/** A token request whose secret matched `secret_hash`. */
interface Claim {
  readonly client_id: string;
  readonly secret_hash: string;
  readonly reserved: boolean;
}

/** Issues access and refresh tokens for both grant types. */
export class IssueTokens {
  private readonly verified: VerifiedSecrets;
  private readonly verifications: SecretVerifications;
  /**
   * The running verification of each client, which holds or awaits the client's key of the mutex. One secret of a
   * client is verified at a time; waiting requests with the same secret then need no verification. Resolves with the
   * error for all waiting requests, if there is one.
   */
  private readonly running = new Map<string, Promise<Error | undefined>>();

  constructor(private readonly options: IssueTokensOptions) {
    this.verified = new VerifiedSecrets(options.clock);
    this.verifications = new SecretVerifications(options);
  }

  /**
   * @throws DomainError invalid_request; too_many_requests, invalid_credentials, client_inactive (in this order);
   *   invalid_grant; internal_error when the queue of the hashing pool is full
   */
  async issue(
    { grant_type, client_id, client_secret, refresh_token }: TokenRequest,
    request_id: string | null = null,
  ): Promise<TokenResponse> {
    if (grant_type === 'refresh_token')
      return this.refresh(required(refresh_token, 'refresh_token'), request_id);
    const id = required(client_id, 'client_id');
    const secret = required(client_secret, 'client_secret');
    return this.authenticate({
      client_id: id,
      client_secret: secret,
      digest: this.options.digests.forMemory(id, secret),
      request_id,
    });
  }

  private async refresh(token: string, request_id: string | null): Promise<TokenResponse> {
    const { repository, refresh_tokens, clock, compromised } = this.options;
    const used = refresh_tokens.read(token);
    if (!used) throw invalidGrant();
    const next = refresh_tokens.next(used);
    const now = clock.now();
    const holder = await repository.rotate({ used, next }, now);
    if (holder) return this.response(holder, next, now);

    const reason = refusal(await repository.findUnusable(used), now);
    if (reason === 'client_inactive') throw clientInactive();
    if (reason === 'compromised') await compromised.revoke(used.family, request_id);
    throw invalidGrant();
  }

  private async authenticate(attempt: SecretAttempt): Promise<TokenResponse> {
    const { client_id, digest } = attempt;
    for (;;) {
      const secret_hash = this.verified.find(digest);
      if (secret_hash !== undefined) {
        const response = await this.grantRemembered({ client_id, secret_hash, reserved: false });
        if (response) return response;
        this.verified.forget(digest);
      }
      const running = this.running.get(client_id);
      if (!running) break;
      const refusal = await running;
      if (refusal) throw refusal;
    }
    return this.verify(attempt);
  }

  /**
   * Looks a second time at a lockout: the attempt that completes it may be one that another process of the node is
   * still verifying, which does not count if its secret is right.
   */
  private async grantRemembered(claim: Claim): Promise<TokenResponse | undefined> {
    try {
      return await this.grant(claim);
    } catch (error) {
      if (!(error instanceof DomainError && error.error_name === 'too_many_requests')) throw error;
    }
    const release = await this.options.verification_mutex.acquire(claim.client_id);
    release();
    return this.grant(claim);
  }

  /** Verifies the secret and issues tokens. Other requests of the client wait until both are done. */
  private verify(attempt: SecretAttempt): Promise<TokenResponse> {
    const { client_id } = attempt;
    const acquired = this.options.verification_mutex.acquire(client_id);
    const verification = acquired.then(() => this.compare(attempt));
    const response = verification.then((verified) => this.grantVerified(attempt, verified));
    const refusal = refusalOfAll(verification, response).finally(() => {
      this.running.delete(client_id);
      // If the mutex could not be acquired, `verification` has the error.
      void acquired.then((release) => release()).catch(() => undefined);
    });
    this.running.set(client_id, refusal);
    return response;
  }

  private async compare(attempt: SecretAttempt): Promise<VerifiedSecret> {
    this.assertTimeLeft();
    return this.verifications.verify(attempt);
  }

  private async grantVerified(
    { client_id, digest }: SecretAttempt,
    { secret_hash, reservation }: VerifiedSecret,
  ): Promise<TokenResponse> {
    let response: TokenResponse | undefined;
    try {
      response = await this.grant({ client_id, secret_hash, reserved: true });
    } catch (error) {
      // The secret was right, so the attempt did not fail, and the next one need not be verified and counted.
      await reservation.release().finally(() => this.verified.remember(digest, secret_hash));
      throw error;
    }
    if (!response) throw invalidCredentials(); // the secret was rotated during its verification
    // Until here the attempt counts as a failed one, for which a request with a remembered secret would be refused.
    this.verified.remember(digest, secret_hash);
    return response;
  }

  /** @returns undefined when the hash is no longer one of the client's */
  private async grant(claim: Claim): Promise<TokenResponse | undefined> {
    const { repository, refresh_tokens, clock, limits } = this.options;
    const now = clock.now();
    const refresh_token = refresh_tokens.first();
    const result = await repository.issue({ ...claim, refresh_token }, now, limits);
    if (result.outcome === 'issued') return this.response(result.holder, refresh_token, now);
    if (result.outcome === 'superseded') return undefined;
    throw refusedClaim(result, now, limits);
  }

  /** Refuses to start a verification near the deadline: it would fail, and with it the waiting requests. */
  private assertTimeLeft(): void {
    const { deadlines = NO_DEADLINES } = this.options;
    if (deadlines.current() >= deadlines.now_ms() + LEAST_TIME_MS) return;
    throw new OutOfTime(
      'internal_error',
      'Too many secrets of this client wait to be verified. Retry later.',
      {
        retry_after_s: 2,
      },
    );
  }

  private response(holder: TokenHolder, { token }: RefreshToken, now: Date): TokenResponse {
    return {
      access_token: this.options.access_tokens.sign(holder, now, ACCESS_TOKEN_LIFETIME_S),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_LIFETIME_S,
      refresh_token: token,
    };
  }
}

function required(value: string | null | undefined, member: string): string {
  if (!value) throw new DomainError('invalid_request', `${member} is required for this grant_type.`);
  return value;
}

function refusedClaim(
  result: Extract<IssueOutcome, { outcome: 'locked' | 'inactive' }>,
  now: Date,
  limits: LockoutLimits,
): DomainError {
  if (result.outcome === 'inactive') return clientInactive();
  return tooManyRequests(lockedUntil(result.failed_attempts, now, limits) ?? now, now);
}

/**
 * Waits for verification and response. A wrong secret and a passed deadline reject their own request only. Another
 * error of the verification (a lockout, a full hashing queue) is returned and also rejects the waiting requests.
 */
async function refusalOfAll(
  verification: Promise<VerifiedSecret>,
  response: Promise<TokenResponse>,
): Promise<Error | undefined> {
  try {
    await verification;
  } catch (error) {
    return isOfOneRequest(error) ? undefined : (error as Error);
  }
  await Promise.allSettled([response]);
  return undefined;
}

function isOfOneRequest(error: unknown): boolean {
  return (
    error instanceof OutOfTime || (error instanceof DomainError && error.error_name === 'invalid_credentials')
  );
}

function invalidGrant(): DomainError {
  return new DomainError('invalid_grant', 'Unknown, already used or revoked refresh_token.');
}

function clientInactive(): DomainError {
  return new DomainError('client_inactive', 'The client has been deactivated.');
}
