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
import { type Deadlines, NO_DEADLINES } from '../../ports/deadlines';
import type { RefreshTokens } from '../../ports/access/secrets';
import type { IssueOutcome, Rotation, StoredSecrets, TokenHolder } from '../../ports/access/token-repository';
import { NOBODY } from './attempt-reservations';
import { Batches, type QueuedItem } from '../batches';
import {
  SecretVerifications,
  type SecretVerificationsOptions,
  type VerifiedSecret,
} from './secret-verifications';
import { VerifiedSecrets } from './verified-secrets';

export interface IssueTokensOptions extends SecretVerificationsOptions {
  readonly refresh_tokens: RefreshTokens;
  readonly access_tokens: AccessTokens;
  readonly deadlines?: Deadlines;
}

interface Attempt {
  readonly client_id: string;
  readonly client_secret: string;
  readonly digest: string;
}

/** A request for tokens with a secret that is known to be right. */
interface Claim {
  readonly client_id: string;
  readonly secret_hash: string;
  readonly reserved: boolean;
}

/** PostgreSQL stores no NUL, and in UTF-8 all lone surrogates become the same character. */
const NOT_STORABLE = /[\0\p{Cs}]/u;

/** The token endpoint's operation: both grants and their refusals. */
export class IssueTokens {
  private readonly verified: VerifiedSecrets;
  private readonly verifications: SecretVerifications;
  /** One statement at a time for all clients: any number of unknown clients occupies one connection. */
  private readonly lookups = new Batches<string, StoredSecrets | undefined>(
    (_, waiting) => this.findSecrets(waiting),
    () => this.options.deadlines ?? NO_DEADLINES,
  );
  /** By client: one secret is verified at a time; most of the queued requests then need no verification. */
  private readonly checks = new Batches<Attempt, TokenResponse>(
    (client_id, waiting) => this.check(client_id, waiting),
    () => this.options.deadlines ?? NO_DEADLINES,
  );
  /** By stored hash, so by client: requests that arrive while a statement runs share the next one. */
  private readonly claims = new Batches<Claim, TokenResponse | undefined>(
    (_, waiting) => this.grant(waiting),
    () => this.options.deadlines ?? NO_DEADLINES,
  );

  /** Rotations that arrive while a statement runs share the next one, one for each family. */
  private readonly rotations = new Batches<Rotation, TokenHolder | undefined>(
    (_, waiting) => this.rotate(waiting),
    () => this.options.deadlines ?? NO_DEADLINES,
  );

  constructor(private readonly options: IssueTokensOptions) {
    this.verified = new VerifiedSecrets(options.clock);
    this.verifications = new SecretVerifications(options);
  }

  /**
   * @throws DomainError invalid_request; too_many_requests, invalid_credentials, client_inactive (in this order);
   *   invalid_grant; internal_error when too many secrets wait to be checked
   */
  async issue({ grant_type, client_id, client_secret, refresh_token }: TokenRequest): Promise<TokenResponse> {
    if (grant_type === 'refresh_token') return this.refresh(required(refresh_token, 'refresh_token'));
    const id = required(client_id, 'client_id');
    const secret = required(client_secret, 'client_secret');
    return this.authenticate({
      client_id: id,
      client_secret: secret,
      digest: this.options.digests.forMemory(id, secret),
    });
  }

  private async refresh(token: string): Promise<TokenResponse> {
    const { repository, refresh_tokens, clock } = this.options;
    const used = refresh_tokens.read(token);
    if (!used) throw invalidGrant();
    const next = refresh_tokens.next(used);
    const now = clock.now();
    const holder = await this.rotations.add('', { used, next });
    if (holder) return this.response(holder, next, now);

    const reason = refusal(await repository.findUnusable(used), now);
    if (reason === 'client_inactive') throw clientInactive();
    if (reason === 'compromised') await repository.revoke(used.family);
    throw invalidGrant();
  }

  private async authenticate(attempt: Attempt): Promise<TokenResponse> {
    const { client_id, digest } = attempt;
    const secret_hash = this.verified.find(digest);
    if (secret_hash !== undefined) {
      const response = await this.claim({ client_id, secret_hash, reserved: false });
      if (response) return response;
      this.verified.forget(digest);
    }
    return this.checks.add(client_id, attempt);
  }

  /** A batch of one client: its first secret that is not known to be right is verified. */
  private async check(
    client_id: string,
    waiting: readonly QueuedItem<Attempt, TokenResponse>[],
  ): Promise<void> {
    const unchecked = waiting.filter((one) => {
      const isVerified = this.verified.find(one.item.digest) !== undefined;
      if (isVerified) one.resolve(this.authenticate(one.item));
      return !isVerified;
    });
    const first = unchecked[0];
    if (!first) return;

    const stored = await this.lookups.add('', NOT_STORABLE.test(client_id) ? NOBODY : client_id);
    let verified: VerifiedSecret;
    try {
      verified = await this.verifications.verify(first.item, stored);
    } catch (error) {
      // A wrong secret rejects this request alone. Any other refusal rejects the whole batch: the client is locked out,
      // or too many secrets wait to be verified.
      if (!isWrongSecret(error)) throw error;
      return first.reject(error);
    }
    const granted = this.grantVerified(first.item, verified);
    first.resolve(granted);
    await Promise.allSettled([granted]); // the next batch sees its effect
  }

  private async grantVerified(
    attempt: Attempt,
    { secret_hash, reservation }: VerifiedSecret,
  ): Promise<TokenResponse> {
    const { client_id, digest } = attempt;
    this.verified.remember(digest, secret_hash);
    let response: TokenResponse | undefined;
    try {
      response = await this.claim({ client_id, secret_hash, reserved: true });
    } catch (error) {
      await reservation.release(); // the secret was right
      throw error;
    }
    if (response) return response;
    this.verified.forget(digest);
    throw invalidCredentials(); // rotated while it was being checked
  }

  /** @returns undefined when the hash is no longer one of the client's */
  private claim(claim: Claim): Promise<TokenResponse | undefined> {
    return this.claims.add(claim.secret_hash + claim.client_id, claim);
  }

  /**
   * One statement for all claims of the batch. They are answered as if they had come one after the other: each gets
   * tokens, and the last refresh token is the one that stays valid. Claims with a reserved attempt count as the first.
   */
  private async grant(waiting: readonly QueuedItem<Claim, TokenResponse | undefined>[]): Promise<void> {
    const { repository, refresh_tokens, clock, limits } = this.options;
    const { client_id, secret_hash } = waiting[0]!.item;
    const now = clock.now();
    const tokens = waiting.map(() => refresh_tokens.first());
    const reserved = waiting.some(({ item }) => item.reserved);
    const result = await repository.issue(
      { client_id, secret_hash, reserved, refresh_token: tokens.at(-1)! },
      now,
      limits,
    );
    waiting.forEach((one, index) => {
      if (result.outcome === 'issued') one.resolve(this.response(result.holder, tokens[index]!, now));
      else if (result.outcome === 'superseded') one.resolve(undefined);
      else one.reject(refusedClaim(result, now, limits));
    });
  }

  private response(holder: TokenHolder, { token }: RefreshToken, now: Date): TokenResponse {
    return {
      access_token: this.options.access_tokens.sign(holder, now, ACCESS_TOKEN_LIFETIME_S),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_LIFETIME_S,
      refresh_token: token,
    };
  }

  private async rotate(waiting: readonly QueuedItem<Rotation, TokenHolder | undefined>[]): Promise<void> {
    const { repository, clock } = this.options;
    const families = new Map(waiting.map((one) => [one.item.used.family, one]));
    // The same order on every node: two statements with the same tokens cannot deadlock.
    const batch = [...families.keys()].sort().map((family) => families.get(family)!);
    const holders = await repository.rotate(
      batch.map(({ item }) => item),
      clock.now(),
    );
    for (const [index, one] of batch.entries()) one.resolve(holders[index]);
  }

  private async findSecrets(
    waiting: readonly QueuedItem<string, StoredSecrets | undefined>[],
  ): Promise<void> {
    const found = await this.options.repository.findSecrets([...new Set(waiting.map(({ item }) => item))]);
    for (const one of waiting) one.resolve(found.get(one.item));
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

function isWrongSecret(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'invalid_credentials';
}

function invalidGrant(): DomainError {
  return new DomainError('invalid_grant', 'Unknown, already used or revoked refresh_token.');
}

function clientInactive(): DomainError {
  return new DomainError('client_inactive', 'The client has been deactivated.');
}
