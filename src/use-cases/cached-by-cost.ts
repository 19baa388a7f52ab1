import type { Timing } from '../ports/timing';

/** The shortest time for which a result is kept. */
const MIN_AGE_MS = 10_000;
/** A result is kept for 20 times the time that it took, which limits the load to 5 % of one connection. */
const AGE_PER_MS_SPENT = 20;

/** A value that is expensive to read. It is read on demand, and kept for a time that depends on its cost. */
export class CachedByCost<T> {
  private kept: Promise<T> | undefined;
  /** By `timing`; Infinity while the value is read, so that concurrent callers share it. */
  private stale_at_ms = -Infinity;

  /** @param timing - its clock is monotonic; the business clock may be set back */
  constructor(
    private readonly read: () => Promise<T>,
    private readonly timing: Pick<Timing, 'now_ms'>,
  ) {}

  value(): Promise<T> {
    const started_ms = this.timing.now_ms();
    if (this.kept && started_ms < this.stale_at_ms) return this.kept;
    this.stale_at_ms = Infinity;
    this.kept = this.read();
    this.kept.then(
      () => {
        const now_ms = this.timing.now_ms();
        this.stale_at_ms = now_ms + Math.max(MIN_AGE_MS, AGE_PER_MS_SPENT * (now_ms - started_ms));
      },
      () => (this.stale_at_ms = -Infinity), // the callers get the error; the next call reads again
    );
    return this.kept;
  }
}
