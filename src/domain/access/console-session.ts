/** A working day; then the token is asked for again. */
export const SESSION_LIFETIME_MS = 8 * 3600 * 1000;
/** A session that is not used for so long ends. */
export const SESSION_IDLE_MS = 30 * 60 * 1000;
/** How far `seen_at` may lie behind: a request within it costs no write. */
const SEEN_STEP_MS = 60 * 1000;
/** By how much the clocks of two nodes may differ. */
const CLOCK_SKEW_MS = 60 * 1000;

/** An operator who is signed in to the console. */
export interface ConsoleSession {
  readonly id: string;
  readonly source_address: string;
  readonly user_agent: string | null;
  readonly began_at: Date;
  readonly seen_at: Date;
}

type Times = Pick<ConsoleSession, 'began_at' | 'seen_at'>;

/** Whether the session counts. One from the future began before the business clock was put back, and would last longer. */
export function isLive({ began_at, seen_at }: Times, now: Date): boolean {
  const age_ms = now.getTime() - began_at.getTime();
  const idle_ms = now.getTime() - seen_at.getTime();
  return age_ms < SESSION_LIFETIME_MS && idle_ms < SESSION_IDLE_MS && age_ms >= -CLOCK_SKEW_MS;
}

/** Whether a request at that time is worth noting. */
export function isSeenDue({ seen_at }: Times, now: Date): boolean {
  return now.getTime() - seen_at.getTime() >= SEEN_STEP_MS;
}
