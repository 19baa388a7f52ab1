/** Durations and random numbers, for code whose response times must not reveal information. */
export interface Timing {
  /** Time of a monotonic clock, in milliseconds with fractions. It is independent of the business clock. */
  now_ms(): number;
  /** Resolves after `ms` milliseconds on average; at once when `ms` is 0 or less. */
  pause(ms: number): Promise<void>;
  /** @returns a number from 0 (inclusive) to 1 (exclusive) */
  random(): number;
}
