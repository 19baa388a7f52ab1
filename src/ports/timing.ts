/** Durations and chance, for what must not tell by its time what it was about. */
export interface Timing {
  /** Milliseconds with fractions that only grow, from no particular point on; no business clock moves them. */
  now_ms(): number;
  /** Resolves after `ms` milliseconds, right on average; at once when they are 0 or less. */
  pause(ms: number): Promise<void>;
  /** @returns a number of 0 up to, but not including, 1 */
  random(): number;
}
