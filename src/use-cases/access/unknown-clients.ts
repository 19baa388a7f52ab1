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
  /** Told of an id that is locked out from now on. */
  readonly locked: (client_id: string) => void;
}

/**
 * Guesses at ids that no client has. They are refused as those at a known client are, one at a time for each id, and
 * take the same time; but they cost neither a hash nor a statement, and no client waits for them.
 */
export class UnknownClients {
  private readonly attempts = new UnknownAttempts();

  constructor(private readonly options: UnknownClientsOptions) {}

  /** @throws DomainError too_many_requests, invalid_credentials; internal_error, uncounted, as for a known client */
  async refuse(client_id: string): Promise<never> {
    const { hashing, times, clock, limits, locked } = this.options;
    assertNotLocked(this.attempts.find(client_id), clock.now(), limits);
    await hashing.waitInLine();
    const now = clock.now();
    const window = this.attempts.reserve(client_id, now, limits);
    assertNotLocked(window ? undefined : this.attempts.find(client_id), now, limits);
    try {
      await times.spend(hashing.has_free_place);
    } catch (error) {
      this.attempts.release(client_id);
      throw error;
    }
    if (window?.count === limits.attempts) locked(client_id);
    throw invalidCredentials();
  }
}
