import type { Timing } from '../../ports/timing';

/** Older durations no longer represent the present load. */
const RECENT_MS = 15_000;
const MAX_KEPT = 128;
/** With fewer recent durations than this, `spend` measures another one, at most once per `MIN_PAUSE_MS`. */
const MIN_RECENT = 4;
const MIN_PAUSE_MS = 2_000;
/** Without recent durations, `spend` draws from this number of the latest ones. */
const LATEST = 4;

interface Measured {
  readonly at_ms: number;
  readonly took_ms: number;
}

/** The durations of recent verifications on this node, so that a refusal without verification can take as long. */
export class VerificationTimes {
  /** The oldest first. */
  private readonly kept: Measured[] = [];
  private sampled_at_ms = -Infinity;
  private sampling: Promise<void> | undefined;

  /** @param sample - runs a verification without a secret, measured by `measured` */
  constructor(
    private readonly timing: Timing,
    private readonly sample: () => Promise<void>,
  ) {}

  /** Runs a verification and records its duration, unless it throws. */
  async measured<T>(verification: () => Promise<T>): Promise<T> {
    const started = this.timing.now_ms();
    const result = await verification();
    const at_ms = this.timing.now_ms();
    this.kept.push({ at_ms, took_ms: at_ms - started });
    if (this.kept.length > MAX_KEPT) this.kept.shift();
    return result;
  }

  /**
   * Takes as long as a verification: waits for a duration that is drawn from the measured ones. When there are too few,
   * it runs a sample verification instead, at most one per `MIN_PAUSE_MS`.
   *
   * @param may_sample - false while verifications are running, whose durations are measured anyway
   * @param started - when the time began, by the monotonic clock
   * @throws the errors of a verification
   */
  async spend(may_sample: boolean, started = this.timing.now_ms()): Promise<void> {
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
