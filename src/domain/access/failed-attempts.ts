import { DomainError } from '../errors';

/** How many failed secrets a client_id has within a window before it is locked out, and how long that window is. */
export interface LockoutLimits {
  readonly attempts: number;
  readonly window_s: number;
}

/** The failed secrets of one client_id, counted from the first of them on. */
export interface AttemptWindow {
  readonly window_started_at: Date;
  /** Failed attempts, and attempts whose secret is being checked; 0 when none is left of them. */
  readonly count: number;
}

/**
 * Whether the window still counts at `now`. One that starts more than its own length in the future was written
 * before the business clock was set back: it would lock for as long as the clock had been ahead. Clocks of
 * several nodes differ by far less.
 */
export function isOpen(window: AttemptWindow, now: Date, { window_s }: LockoutLimits): boolean {
  const distance_ms = Math.abs(now.getTime() - window.window_started_at.getTime());
  return window.count > 0 && distance_ms < window_s * 1000;
}

/** @returns when the lock-out ends, the end of the window; undefined when another attempt may be made */
export function lockedUntil(
  window: AttemptWindow | undefined,
  now: Date,
  limits: LockoutLimits,
): Date | undefined {
  if (!window || window.count < limits.attempts || !isOpen(window, now, limits)) return undefined;
  return new Date(window.window_started_at.getTime() + limits.window_s * 1000);
}

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
  });
}

/** The same for an id that nobody has and for a wrong secret. */
export function invalidCredentials(): DomainError {
  return new DomainError('invalid_credentials', 'Unknown client_id or wrong client_secret.');
}

/**
 * Counts an attempt before its secret is checked, so that of any number of parallel guesses no more than the
 * limit are checked.
 *
 * @returns the window that counts it; undefined when the client_id is locked out: nothing changes then
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
