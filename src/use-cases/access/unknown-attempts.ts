import { type AttemptWindow, type LockoutLimits, reserveAttempt } from '../../domain/access/failed-attempts';

const MAX_ENTRIES = 10_000;

/**
 * Failed attempts on client ids that do not exist, so that they are locked out as those that do. Whoever floods
 * it pushes out the oldest windows, never those of a known client: these are in the database.
 */
export class UnknownAttempts {
  /** In the order in which their windows started. */
  private readonly windows = new Map<string, AttemptWindow>();

  constructor(private readonly max_entries = MAX_ENTRIES) {}

  get size(): number {
    return this.windows.size;
  }

  find(client_id: string): AttemptWindow | undefined {
    return this.windows.get(client_id);
  }

  /** @returns undefined when the id is locked out */
  reserve(client_id: string, now: Date, limits: LockoutLimits): AttemptWindow | undefined {
    const before = this.windows.get(client_id);
    const window = reserveAttempt(before, now, limits);
    if (!window) return undefined;
    if (before && window.count === 1) this.windows.delete(client_id);
    this.windows.set(client_id, window);
    if (this.windows.size > this.max_entries) this.windows.delete(this.windows.keys().next().value!);
    return window;
  }

  /** Forgets the latest attempt of a window: it could not be checked. */
  release(client_id: string): void {
    const window = this.windows.get(client_id);
    if (window) this.windows.set(client_id, { ...window, count: window.count - 1 });
  }
}
