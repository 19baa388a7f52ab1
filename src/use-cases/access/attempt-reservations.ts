import {
  type AttemptWindow,
  lockedUntil,
  type LockoutLimits,
  tooManyRequests,
} from '../../domain/access/failed-attempts';
import type { Clock } from '../../ports/clock';
import type { Deadlines } from '../../ports/deadlines';
import type { TokenRepository } from '../../ports/access/token-repository';

/** A client_id that no client has: requests with an empty client_id are refused as incomplete. */
export const NOBODY = '';
const NEVER_LOCKED = 2 ** 31 - 1;
/** Time for the release of an attempt, also after the deadline of its request: it must not count. */
const RELEASE_MS = 2_000;

/** A counted attempt. It counts as failed unless it is released. */
export interface Reservation {
  readonly window: AttemptWindow;
  /** Whether the client is locked out from this attempt on, if it fails. */
  readonly is_last: boolean;
  release(): Promise<void>;
}

/** Counts authentication attempts per client_id in the database. */
export class AttemptReservations {
  constructor(
    private readonly repository: TokenRepository,
    private readonly clock: Clock,
    private readonly limits: LockoutLimits,
    private readonly deadlines: Deadlines,
  ) {}

  /** @throws DomainError too_many_requests; the attempt is not counted then */
  async reserve(client_id: string): Promise<Reservation> {
    const now = this.clock.now();
    const { reserved, window } = await this.repository.reserveAttempt(client_id, now, this.limits);
    if (!reserved) throw tooManyRequests(lockedUntil(window, now, this.limits) ?? now, now);
    return {
      window,
      is_last: window.count === this.limits.attempts,
      release: () =>
        this.deadlines.within(this.deadlines.now_ms() + RELEASE_MS, () =>
          this.repository.releaseAttempt(client_id, window),
        ),
    };
  }

  /** Takes as long as a reservation: counts an attempt in a row that belongs to no client. */
  async reserveNothing(): Promise<void> {
    const limits = { ...this.limits, attempts: NEVER_LOCKED };
    await this.repository.reserveAttempt(NOBODY, this.clock.now(), limits);
  }
}
