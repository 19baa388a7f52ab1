import { previousSecretValidUntil, shownClientId } from '../../domain/access/client';
import {
  invalidCredentials,
  lockedUntil,
  type LockoutLimits,
  tooManyRequests,
} from '../../domain/access/failed-attempts';
import type { Clock } from '../../ports/clock';
import { type Deadlines, NO_DEADLINES } from '../../ports/deadlines';
import type { Log } from '../../ports/log';
import type { AttemptWindows } from '../../ports/access/attempt-windows';
import type { ClientSecretDigests, HashingSlot, SlowHashing } from '../../ports/access/secrets';
import type { Timing } from '../../ports/timing';
import type { StoredSecrets, TokenRepository } from '../../ports/access/token-repository';
import { AttemptReservations, NOBODY, type Reservation } from './attempt-reservations';
import type { Lockouts } from './lockouts';
import { UnknownClients } from './unknown-clients';
import { VerificationTimes } from './verification-times';

export interface SecretVerificationsOptions {
  readonly repository: TokenRepository;
  readonly digests: ClientSecretDigests;
  readonly hashing: SlowHashing;
  readonly clock: Clock;
  readonly limits: LockoutLimits;
  readonly timing: Timing;
  readonly log: Log;
  readonly lockouts: Pick<Lockouts, 'record'>;
  /** The failed attempts on unknown client ids. */
  readonly unknown_attempts: AttemptWindows;
  readonly deadlines?: Deadlines;
}

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
  readonly request_id: string | null;
}

/** A secret that matched `secret_hash`. Its attempt counts as failed until the reservation is released. */
export interface VerifiedSecret {
  readonly secret_hash: string;
  readonly reservation: Reservation;
}

/** Verifies secrets against the stored hashes. Every attempt is counted before its secret is verified. */
export class SecretVerifications {
  private readonly attempts: AttemptReservations;
  private readonly times: VerificationTimes;
  private readonly unknown: UnknownClients;

  constructor(private readonly options: SecretVerificationsOptions) {
    const { repository, clock, limits, timing, deadlines = NO_DEADLINES } = options;
    this.attempts = new AttemptReservations(repository, clock, limits, deadlines);
    this.times = new VerificationTimes(timing, () => this.verifyNothing());
    const locked = (client_id: string) => this.logLockout(client_id);
    this.unknown = new UnknownClients({ ...options, times: this.times, locked });
  }

  /**
   * @throws DomainError too_many_requests, invalid_credentials; internal_error when the hashing queue is full, in which
   *   case the attempt is not counted
   */
  async verify(credentials: Credentials): Promise<VerifiedSecret> {
    const { client_id, request_id } = credentials;
    const { repository, unknown_attempts } = this.options;
    // Both are read for every client_id, so that known and unknown ones take the same time.
    const [stored, unknown] = await Promise.all([
      repository.findSecrets(client_id),
      unknown_attempts.find(client_id),
    ]);
    if (!stored) return this.unknown.refuse(client_id, unknown);
    this.assertNotLocked(credentials, stored);
    const { reservation, secret_hash } = await this.options.hashing.use((slot) =>
      this.times.measured(() => this.match(slot, credentials, stored)),
    );
    if (secret_hash !== undefined) return { reservation, secret_hash };
    if (reservation.is_last) {
      this.logLockout(client_id);
      this.options.lockouts.record({ client_id, window: reservation.window, request_id });
    }
    throw invalidCredentials();
  }

  /** A lockout that has no event gets it here: the node that verified the last attempt has ended. */
  private assertNotLocked(
    { client_id, request_id }: Credentials,
    { failed_attempts: window, is_lockout_recorded }: StoredSecrets,
  ): void {
    const { clock, limits, lockouts } = this.options;
    const now = clock.now();
    const locked_until = lockedUntil(window, now, limits);
    if (!window || !locked_until) return;
    if (!is_lockout_recorded) lockouts.record({ client_id, window, request_id });
    throw tooManyRequests(locked_until, now);
  }

  private async match(
    slot: HashingSlot,
    { client_id, client_secret }: Credentials,
    stored: StoredSecrets,
  ): Promise<{ reservation: Reservation; secret_hash: string | undefined }> {
    const reservation = await this.attempts.reserve(client_id);
    try {
      const text = this.options.digests.forHashing(client_id, client_secret);
      return { reservation, secret_hash: await slot.match(text, this.validHashes(stored)) };
    } catch (error) {
      await reservation.release();
      throw error;
    }
  }

  private validHashes(stored: StoredSecrets): string[] {
    const { secret_hash, previous_secret_hash } = stored;
    const previousHolds = previousSecretValidUntil(stored, this.options.clock.now()) !== null;
    return previous_secret_hash !== null && previousHolds
      ? [secret_hash, previous_secret_hash]
      : [secret_hash];
  }

  /** Runs the same steps as a verification, to measure their time. */
  private async verifyNothing(): Promise<void> {
    const { hashing, digests } = this.options;
    await hashing.use((slot) =>
      this.times.measured(async () => {
        await this.attempts.reserveNothing();
        await slot.match(digests.forHashing(NOBODY, NOBODY), []);
      }),
    );
  }

  private logLockout(client_id: string): void {
    const { log, limits } = this.options;
    log.warn('A client_id is locked out', { client_id: shownClientId(client_id), count: limits.attempts });
  }
}
