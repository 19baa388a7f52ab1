/**
 * What is known of the writes of a request: nothing of them is stored and nothing will be, or that cannot be said (any
 * more).
 */
export type Effect = 'none' | 'unknown';

/** How long the work for the request on the current path of calls may go on, and what it has stored. */
export interface Deadlines {
  /** Of a clock that never jumps, in ms. */
  now(): number;
  /** By `now`; no statement is sent to the database after that. Infinity outside of a request. */
  current(): number;
  /** Runs work under another deadline than that of the current request. */
  within<T>(deadline: number, work: () => T): T;
  /**
   * Called with `unknown` before a commit is sent, and with what was known before when it certainly did not happen.
   *
   * @returns what was known before
   */
  note(effect: Effect): Effect;
}

/** Work that other requests wait for is not started with less time left than that: it would probably fail. */
export const LEAST_TIME_MS = 250;

/** Of work that is not done for a request. */
export const NO_DEADLINES: Deadlines = {
  now: () => 0,
  current: () => Infinity,
  within: (_deadline, work) => work(),
  note: () => 'none',
};
