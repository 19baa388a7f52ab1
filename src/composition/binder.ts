import type { LockoutLimits } from '../domain/access/failed-attempts';
import type { Config } from '../config';
import type { NodeMemory } from '../ports/node-memory';
import type { Token } from './keys';

/** The configuration with values for the variables that the environment may leave unset. */
export type Settings = Config & {
  readonly [Name in 'DATABASE_URL' | 'JWT_KEYS' | 'MANAGEMENT_TOKEN']: NonNullable<Config[Name]>;
};

/** This process as a part of its node. */
export interface NodePart {
  /** Shared with the other processes. */
  readonly memory: NodeMemory;
  /** The measurements of all processes, as text. Undefined if this is the only one. */
  readonly measurements?: () => Promise<string>;
}

/** The parameters of each part of the composition root. */
export interface Binder {
  readonly settings: Settings;
  /** The key that the database stores for all nodes. */
  readonly installation_key: Uint8Array;
  readonly node: NodePart;
  /** Binds a key to a factory, which is called on the first `resolve`. */
  readonly bind: <T>(key: Token<T>, make: () => T) => void;
  /** @returns the instance that is bound to the key */
  readonly resolve: <T>(key: Token<T>) => T;
}

export function lockoutOf({ LOCKOUT_ATTEMPTS, LOCKOUT_WINDOW_S }: Settings): LockoutLimits {
  return { attempts: LOCKOUT_ATTEMPTS, window_s: LOCKOUT_WINDOW_S };
}
