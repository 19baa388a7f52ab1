import { DomainError } from '../domain/errors';
import { type AttemptWindow, lockedUntil, type LockoutLimits } from '../domain/failed-attempts';
import type { Clock } from '../ports/clock';
import type { StoredSecrets, TokenRepository } from '../ports/token-repository';
import { UnknownAttempts } from './unknown-attempts';

/** No client has it: an empty client_id is a missing one. */
export const NOBODY = '';
const NEVER_LOCKED = 2 ** 31 - 1;

/** An attempt that counts as failed unless it is released. */
export interface Reservation {
  release(): Promise<void>;
}

/** Counts attempts: on known clients in the database, on other ids in this process's memory. */
export class AttemptReservations {
  private readonly unknown = new UnknownAttempts();

  constructor(
    private readonly repository: TokenRepository,
    private readonly clock: Clock,
    private readonly limits: LockoutLimits,
  ) {}

  /** @throws DomainError too_many_requests */
  assertNotLocked(client_id: string, stored: StoredSecrets | undefined): void {
    this.refuse(stored ? stored.failed_attempts : this.unknown.find(client_id), this.clock.now());
  }

  /** @throws DomainError too_many_requests; the attempt is not counted then */
  reserve(client_id: string, stored: StoredSecrets | undefined): Promise<Reservation> {
    return stored ? this.reserveKnown(client_id) : this.reserveUnknown(client_id);
  }

  private async reserveKnown(client_id: string): Promise<Reservation> {
    const now = this.clock.now();
    const { reserved, window } = await this.repository.reserveAttempt(client_id, now, this.limits);
    if (!reserved) throw tooManyRequests(lockedUntil(window, now, this.limits) ?? now, now);
    return { release: () => this.repository.releaseAttempt(client_id, window) };
  }

  /** Takes the steps of a known client's, so that it takes their time: the database counts it on a row that means nothing. */
  private async reserveUnknown(client_id: string): Promise<Reservation> {
    const now = this.clock.now();
    await this.repository.reserveAttempt(NOBODY, now, { ...this.limits, attempts: NEVER_LOCKED });
    if (!this.unknown.reserve(client_id, now, this.limits)) this.refuse(this.unknown.find(client_id), now);
    return { release: () => Promise.resolve(this.unknown.release(client_id)) };
  }

  private refuse(window: AttemptWindow | undefined, now: Date): void {
    const locked_until = lockedUntil(window, now, this.limits);
    if (locked_until) throw tooManyRequests(locked_until, now);
  }
}

export function tooManyRequests(locked_until: Date, now: Date): DomainError {
  return new DomainError('too_many_requests', 'Too many failed authentications on this client_id.', {
    retry_after_s: Math.max(1, Math.ceil((locked_until.getTime() - now.getTime()) / 1000)),
  });
}
