import { DomainError } from '../errors';

/** A client_id is locked out after `attempts` failed secrets within a window of `window_s` seconds. */
export interface LockoutLimits {
  readonly attempts: number;
  readonly window_s: number;
}

/** The attempts of one client_id since the first of them. */
export interface AttemptWindow {
  readonly window_started_at: Date;
  /** Failed attempts plus attempts whose secret is still being checked. */
  readonly count: number;
}

/**
 * Whether the window applies at `now`. A window that starts more than its own length in the future was written before
 * the business clock was set back. It is ignored: it would lock the client_id for as long as the clock was ahead. The
 * clocks of nodes differ by far less than that.
 */
function isOpen(window: AttemptWindow, now: Date, { window_s }: LockoutLimits): boolean {
  const distance_ms = Math.abs(now.getTime() - window.window_started_at.getTime());
  return window.count > 0 && distance_ms < window_s * 1000;
}

/** @returns when the lockout ends, which is the end of the window; undefined when another attempt is allowed */
export function lockedUntil(
  window: AttemptWindow | undefined,
  now: Date,
  limits: LockoutLimits,
): Date | undefined {
  if (!window || window.count < limits.attempts || !isOpen(window, now, limits)) return undefined;
  return new Date(window.window_started_at.getTime() + limits.window_s * 1000);
}

/** @returns the seconds with fractions, not rounded; below 0 when `then` is before `now` */
export function secondsUntil(then: Date, now: Date): number {
  return (then.getTime() - now.getTime()) / 1000;
}

/** @throws DomainError too_many_requests */
export function assertNotLocked(window: AttemptWindow | undefined, now: Date, limits: LockoutLimits): void {
  const locked_until = lockedUntil(window, now, limits);
  if (locked_until) throw tooManyRequests(locked_until, now);
}

export function tooManyRequests(locked_until: Date, now: Date): DomainError {
  return new DomainError('too_many_requests', 'Too many failed authentications on this client_id.', {
    retry_after_s: secondsUntil(locked_until, now),
    is_lockout: true,
  });
}

/** The same error for an unknown client_id and for a wrong secret, so that it does not reveal which ids exist. */
export function invalidCredentials(): DomainError {
  return new DomainError('invalid_credentials', 'Unknown client_id or wrong client_secret.');
}

/**
 * Counts an attempt before its secret is checked, so that parallel attempts cannot exceed the limit.
 *
 * @returns the window including the attempt; undefined when the client_id is locked out, and nothing is stored
 */
export function reserveAttempt(
  window: AttemptWindow | undefined,
  now: Date,
  limits: LockoutLimits,
): AttemptWindow | undefined {
  if (!window || !isOpen(window, now, limits)) return { window_started_at: now, count: 1 };
  if (window.count >= limits.attempts) return undefined;
  return { ...window, count: window.count + 1 };
}
