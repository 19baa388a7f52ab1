import type { FailureThrottle } from '../../ports/failure-throttle';

const WINDOW_MS = 60_000;
const FREE_FAILURES = 20;
const DELAY_MS = 1_000;
const MAX_SOURCES = 10_000;

/**
 * Delays responses to sources of repeated authentication failures: after 20 failures within a minute, each further one
 * is answered one second later. When more than `max_sources` sources are tracked, the one with the oldest last failure
 * is dropped.
 */
export class FailureThrottleInMemory implements FailureThrottle {
  /** The times of the last 20 failures at most, by source; sources in order of their last failure. */
  private readonly failures = new Map<string, readonly number[]>();

  constructor(
    private readonly now_ms: () => number = () => performance.now(),
    private readonly max_sources = MAX_SOURCES,
  ) {}

  get size(): number {
    return this.failures.size;
  }

  async delayFor(source: string): Promise<number> {
    const now = this.now_ms();
    const before = (this.failures.get(source) ?? []).filter((at) => now - at < WINDOW_MS);
    this.failures.delete(source);
    this.failures.set(source, [...before, now].slice(-FREE_FAILURES));
    if (this.failures.size > this.max_sources) this.failures.delete(this.failures.keys().next().value!);
    return before.length >= FREE_FAILURES ? DELAY_MS : 0;
  }
}
