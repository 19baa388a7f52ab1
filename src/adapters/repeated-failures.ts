/** The time after which a failure that lasts is logged again, since its cause may be another one by then. */
const AGAIN_MS = 3_600_000;

/**
 * Logs failures of work that is repeated at an interval, such as while the database is down: the first one, one per
 * hour that follow, and that the work succeeds again.
 */
export class RepeatedFailures {
  /** When the failure was last logged, by the work that fails. */
  private readonly logged_at = new Map<string, number>();

  /** @param log - `key` names the work, where several kinds are repeated */
  constructor(
    private readonly log: {
      failure(error: unknown, key: string): void;
      success(key: string): void;
    },
  ) {}

  failed(error: unknown, key = ''): void {
    const now = performance.now();
    if (now - (this.logged_at.get(key) ?? -Infinity) < AGAIN_MS) return;
    this.logged_at.set(key, now);
    this.log.failure(error, key);
  }

  succeeded(key = ''): void {
    if (this.logged_at.delete(key)) this.log.success(key);
  }
}
