import { type AttemptWindow, type LockoutLimits, reserveAttempt } from '../../domain/access/failed-attempts';
import type { AttemptWindows } from '../../ports/access/attempt-windows';

const MAX_ENTRIES = 10_000;

/**
 * Failed attempts in the memory of this process. When there are more than `max_entries` windows, the one that started
 * first is dropped.
 */
export class AttemptWindowsInMemory implements AttemptWindows {
  /** By key, in the order in which the windows started. */
  private readonly windows = new Map<string, AttemptWindow>();

  constructor(private readonly max_entries = MAX_ENTRIES) {}

  get size(): number {
    return this.windows.size;
  }

  async find(key: string): Promise<AttemptWindow | undefined> {
    return this.windows.get(key);
  }

  async reserve(key: string, now: Date, limits: LockoutLimits): Promise<AttemptWindow | undefined> {
    const before = this.windows.get(key);
    const window = reserveAttempt(before, now, limits);
    if (!window) return undefined;
    if (before && window.count === 1) this.windows.delete(key);
    this.windows.set(key, window);
    if (this.windows.size > this.max_entries) this.windows.delete(this.windows.keys().next().value!);
    return window;
  }

  async release(key: string): Promise<void> {
    const window = this.windows.get(key);
    if (window) this.windows.set(key, { ...window, count: window.count - 1 });
  }
}
