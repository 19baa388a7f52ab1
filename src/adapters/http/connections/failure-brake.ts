const WINDOW_MS = 60_000;
const FREE_FAILURES = 20;
const PAUSE_MS = 1_000;
const MAX_SOURCES = 10_000;

/**
 * Slows sources of many failed authentications: after 20 within a minute each further one is answered a second later.
 * Of more sources than are kept, the one whose last failure is the oldest is forgotten.
 */
export class FailureBrake {
  /** When the latest failures of each source were, 20 at most; the source that failed last comes last. */
  private readonly failures = new Map<string, readonly number[]>();

  constructor(
    private readonly now_ms: () => number = () => performance.now(),
    private readonly max_sources = MAX_SOURCES,
  ) {}

  get size(): number {
    return this.failures.size;
  }

  /** @returns how long the answer to this failure is to wait, in milliseconds */
  pauseFor(source: string): number {
    const now = this.now_ms();
    const before = (this.failures.get(source) ?? []).filter((at) => now - at < WINDOW_MS);
    this.failures.delete(source);
    this.failures.set(source, [...before, now].slice(-FREE_FAILURES));
    if (this.failures.size > this.max_sources) this.failures.delete(this.failures.keys().next().value!);
    return before.length >= FREE_FAILURES ? PAUSE_MS : 0;
  }
}
