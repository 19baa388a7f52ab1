import type { LockoutLimits } from '../domain/access/failed-attempts';
import type { Config } from '../config';
import type { Token } from './keys';

/** The configuration with everything filled in that the environment may leave open. */
export type Settings = Config & {
  readonly [Name in 'DATABASE_URL' | 'JWT_KEYS' | 'MANAGEMENT_TOKEN']: NonNullable<Config[Name]>;
};

/** What each part of the composition root works with. */
export interface Binder {
  readonly settings: Settings;
  /** As the database keeps it for all nodes. */
  readonly installation_key: Uint8Array;
  /** Puts something behind a key. It is made when it is first asked for. */
  readonly bind: <T>(key: Token<T>, make: () => T) => void;
  /** What stands behind a key. */
  readonly resolve: <T>(key: Token<T>) => T;
}

export function lockoutOf({ LOCKOUT_ATTEMPTS, LOCKOUT_WINDOW_S }: Settings): LockoutLimits {
  return { attempts: LOCKOUT_ATTEMPTS, window_s: LOCKOUT_WINDOW_S };
}
