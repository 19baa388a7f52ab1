import type { Timing } from '../../ports/timing';

/** Older durations say little about what a verification takes now. */
const RECENT_MS = 15_000;
const MAX_KEPT = 128;
/** With fewer recent ones than that, one more is measured when there is a reason to; but not more often than that. */
const MIN_RECENT = 4;
const MIN_PAUSE_MS = 2_000;
/** How many of the latest are drawn from when none is recent. */
const LATEST = 4;

interface Measured {
  readonly at_ms: number;
  readonly took_ms: number;
}

/** How long verifications of secrets took lately on this node, so that what is no verification can take as long. */
export class VerificationTimes {
  /** The oldest first. */
  private readonly kept: Measured[] = [];
  private sampled_at_ms = -Infinity;
  private sampling: Promise<void> | undefined;

  /** @param sample - verifies what is no secret, by `measured` */
  constructor(
    private readonly timing: Timing,
    private readonly sample: () => Promise<void>,
  ) {}

  /** Does a verification, and keeps how long it took; that of one that failed says nothing. */
  async measured<T>(verification: () => Promise<T>): Promise<T> {
    const started = this.timing.now_ms();
    const result = await verification();
    const at_ms = this.timing.now_ms();
    this.kept.push({ at_ms, took_ms: at_ms - started });
    if (this.kept.length > MAX_KEPT) this.kept.shift();
    return result;
  }

  /**
   * Takes as long as a verification, without one: a duration is drawn from the measured ones. Only when there are too
   * few of them, the caller's own time is that of a verification: at most one in two seconds, however many ask.
   *
   * @param may_sample - false while others are verified: their durations are measured anyway
   * @throws what a verification fails with
   */
  async spend(may_sample: boolean): Promise<void> {
    const started = this.timing.now_ms();
    const isFirst = this.kept.length === 0;
    const isDue = started - this.sampled_at_ms >= MIN_PAUSE_MS && this.recent(started).length < MIN_RECENT;
    if (!this.sampling && (isFirst || (may_sample && isDue))) return this.takeSample(started);
    if (isFirst) await this.sampling;
    const passed_ms = this.timing.now_ms() - started;
    await this.timing.pause(this.drawn() - passed_ms);
  }

  private async takeSample(now_ms: number): Promise<void> {
    this.sampled_at_ms = now_ms;
    this.sampling = this.sample();
    try {
      await this.sampling;
    } finally {
      this.sampling = undefined;
    }
  }

  private drawn(): number {
    const recent = this.recent(this.timing.now_ms());
    const from = recent.length > 0 ? recent : this.kept.slice(-LATEST);
    return from[Math.floor(this.timing.random() * from.length)]!.took_ms;
  }

  private recent(now_ms: number): Measured[] {
    return this.kept.filter(({ at_ms }) => now_ms - at_ms <= RECENT_MS);
  }
}
