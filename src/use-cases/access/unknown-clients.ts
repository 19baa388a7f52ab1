import { assertNotLocked, invalidCredentials, type LockoutLimits } from '../../domain/access/failed-attempts';
import type { Clock } from '../../ports/clock';
import type { SlowHashing } from '../../ports/access/secrets';
import { UnknownAttempts } from './unknown-attempts';
import type { VerificationTimes } from './verification-times';

interface UnknownClientsOptions {
  readonly hashing: SlowHashing;
  readonly times: VerificationTimes;
  readonly clock: Clock;
  readonly limits: LockoutLimits;
  /** Called when a client_id becomes locked out. */
  readonly locked: (client_id: string) => void;
}

/**
 * Refuses attempts on unknown client ids with the same errors, and after the same time, as wrong secrets of known
 * clients, so that responses do not reveal which ids exist. They use no hashing thread and no statement of their own.
 */
export class UnknownClients {
  private readonly attempts = new UnknownAttempts();

  constructor(private readonly options: UnknownClientsOptions) {}

  /** @throws DomainError the errors of `SecretVerifications.verify` */
  async refuse(client_id: string): Promise<never> {
    const { hashing, times, clock, limits, locked } = this.options;
    assertNotLocked(this.attempts.find(client_id), clock.now(), limits);
    await hashing.waitInQueue();
    const now = clock.now();
    const window = this.attempts.reserve(client_id, now, limits);
    assertNotLocked(window ? undefined : this.attempts.find(client_id), now, limits);
    try {
      await times.spend(hashing.has_free_slot);
    } catch (error) {
      this.attempts.release(client_id);
      throw error;
    }
    if (window?.count === limits.attempts) locked(client_id);
    throw invalidCredentials();
  }
}
