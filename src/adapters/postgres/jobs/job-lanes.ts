/**
 * Queues of pg-boss. A worker fetches from both, and runs as many jobs of one as of the other: those that a company
 * adds beyond its first ones do not keep those of other companies waiting.
 */
const FIRST_LANE = 'transmissions';
const MASS_LANE = 'mass-transmissions';
export const LANES = [FIRST_LANE, MASS_LANE] as const;

type Lane = (typeof LANES)[number];

const PERIOD_MS = 10_000;
/** Jobs of a company within a period that get into the first lane. */
const FIRST_JOBS = 8;

/** Chooses the queue of a job by how many of its company this process has added lately. */
export class JobLanes {
  private counts = new Map<string, number>();
  private began_at = -Infinity;

  /** @param now - a monotonic time in milliseconds */
  constructor(private readonly now: () => number) {}

  laneOf(company_id: string): Lane {
    const now = this.now();
    if (now - this.began_at >= PERIOD_MS) {
      this.began_at = now;
      this.counts = new Map();
    }
    const count = (this.counts.get(company_id) ?? 0) + 1;
    this.counts.set(company_id, count);
    return count > FIRST_JOBS ? MASS_LANE : FIRST_LANE;
  }
}
