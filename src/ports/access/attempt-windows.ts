import type { AttemptWindow, LockoutLimits } from '../../domain/access/failed-attempts';

/** Failed attempts that the memory of a node counts, by client_id or by another key. */
export interface AttemptWindows {
  find(key: string): Promise<AttemptWindow | undefined>;
  /** @returns the window with this attempt; undefined when the key is locked out */
  reserve(key: string, now: Date, limits: LockoutLimits): Promise<AttemptWindow | undefined>;
  /** Uncounts the latest attempt of a window. */
  release(key: string): Promise<void>;
}
