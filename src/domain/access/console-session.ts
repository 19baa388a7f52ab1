import type { Person } from './person';

/** A session ends after this time: a working day. */
export const SESSION_LIFETIME_MS = 8 * 3600 * 1000;
/** A session ends after this time without a request. */
export const SESSION_IDLE_MS = 30 * 60 * 1000;
/** `seen_at` is written at most once in this time, so that most requests write nothing. */
const SEEN_STEP_MS = 60 * 1000;
/** The largest difference that is accepted between the clocks of two nodes. */
const CLOCK_SKEW_MS = 60 * 1000;

/** An operator who is signed in to the console. */
export interface ConsoleSession {
  readonly id: string;
  readonly source_address: string;
  readonly user_agent: string | null;
  /** Null for a session that was opened with the management token. */
  readonly person: Person | null;
  readonly began_at: Date;
  readonly seen_at: Date;
}

type Times = Pick<ConsoleSession, 'began_at' | 'seen_at'>;

/**
 * Whether the session is valid at `now`. A session that began in the future was created before the business clock was
 * set back; it is invalid, as it would outlast its lifetime.
 */
export function isLive({ began_at, seen_at }: Times, now: Date): boolean {
  const age_ms = now.getTime() - began_at.getTime();
  const idle_ms = now.getTime() - seen_at.getTime();
  return age_ms < SESSION_LIFETIME_MS && idle_ms < SESSION_IDLE_MS && age_ms >= -CLOCK_SKEW_MS;
}

/** Whether a request at `now` updates `seen_at`. */
export function isSeenDue({ seen_at }: Times, now: Date): boolean {
  return now.getTime() - seen_at.getTime() >= SEEN_STEP_MS;
}
