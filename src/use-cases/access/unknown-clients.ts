import {
  assertNotLocked,
  type AttemptWindow,
  invalidCredentials,
  type LockoutLimits,
} from '../../domain/access/failed-attempts';
import type { AttemptWindows } from '../../ports/access/attempt-windows';
import type { SlowHashing } from '../../ports/access/secrets';
import type { Clock } from '../../ports/clock';
import type { Timing } from '../../ports/timing';
import type { VerificationTimes } from './verification-times';

interface UnknownClientsOptions {
  readonly unknown_attempts: AttemptWindows;
  readonly hashing: SlowHashing;
  readonly times: VerificationTimes;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly limits: LockoutLimits;
  /** Called when a client_id becomes locked out. */
  readonly locked: (client_id: string) => void;
}

/**
 * Refuses attempts on unknown client ids with the same errors, and after the same time, as wrong secrets of known
 * clients, so that responses do not reveal which ids exist. They use no hashing thread and no statement of their own.
 */
export class UnknownClients {
  constructor(private readonly options: UnknownClientsOptions) {}

  /**
   * @param before - the window of earlier attempts
   * @throws DomainError the errors of `SecretVerifications.verify`
   */
  async refuse(client_id: string, before: AttemptWindow | undefined): Promise<never> {
    const { unknown_attempts: attempts, hashing, times, clock, timing, limits, locked } = this.options;
    assertNotLocked(before, clock.now(), limits);
    const has_free_slot = await hashing.waitInQueue();
    const started_ms = timing.now_ms();
    const now = clock.now();
    const window = await attempts.reserve(client_id, now, limits);
    if (!window) assertNotLocked(await attempts.find(client_id), now, limits);
    try {
      await times.spend(has_free_slot, started_ms);
    } catch (error) {
      await attempts.release(client_id);
      throw error;
    }
    if (window?.count === limits.attempts) locked(client_id);
    throw invalidCredentials();
  }
}
