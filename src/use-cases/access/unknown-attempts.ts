import { type AttemptWindow, type LockoutLimits, reserveAttempt } from '../../domain/access/failed-attempts';
import type { AttemptWindows } from '../../ports/access/attempt-windows';

const MAX_ENTRIES = 10_000;

/**
 * The failed attempts on unknown client ids, which are locked out like known ones. They are kept in memory; when there
 * are too many, the oldest windows are dropped. Windows of known clients are in the database and unaffected.
 */
export class UnknownAttempts implements AttemptWindows {
  /** By client_id, in the order in which the windows started. */
  private readonly windows = new Map<string, AttemptWindow>();

  constructor(private readonly max_entries = MAX_ENTRIES) {}

  get size(): number {
    return this.windows.size;
  }

  async find(client_id: string): Promise<AttemptWindow | undefined> {
    return this.windows.get(client_id);
  }

  async reserve(client_id: string, now: Date, limits: LockoutLimits): Promise<AttemptWindow | undefined> {
    const before = this.windows.get(client_id);
    const window = reserveAttempt(before, now, limits);
    if (!window) return undefined;
    if (before && window.count === 1) this.windows.delete(client_id);
    this.windows.set(client_id, window);
    if (this.windows.size > this.max_entries) this.windows.delete(this.windows.keys().next().value!);
    return window;
  }

  async release(client_id: string): Promise<void> {
    const window = this.windows.get(client_id);
    if (window) this.windows.set(client_id, { ...window, count: window.count - 1 });
  }
}
