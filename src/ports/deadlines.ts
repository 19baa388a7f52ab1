/** The effect of a failed request: `none` when nothing is or will be stored, `unknown` when that is not certain. */
export type Effect = 'none' | 'unknown';

/** The deadline of the request in the current asynchronous context, and the effect of its writes so far. */
export interface Deadlines {
  /** Time of a monotonic clock, in ms. */
  now_ms(): number;
  /** Time of `now_ms()` after which no statement is sent to the database; Infinity outside of a request. */
  current(): number;
  /** Runs work under another deadline than that of the current request. */
  within<T>(deadline: number, work: () => T): T;
  /**
   * Sets the effect: to `unknown` before a commit is sent, and back to the former one when the commit certainly failed.
   *
   * @returns the former effect
   */
  setEffect(effect: Effect): Effect;
}

/** Work that other requests wait for is not started with less time than this left, since it would probably fail. */
export const LEAST_TIME_MS = 250;

/** For work outside of a request: no deadline. */
export const NO_DEADLINES: Deadlines = {
  now_ms: () => 0,
  current: () => Infinity,
  within: (_deadline, work) => work(),
  setEffect: () => 'none',
};
