import { BcryptPool } from '../adapters/bcrypt/bcrypt-pool';
import { AttemptWindowsInMemory } from '../adapters/node-memory/attempt-windows';
import { WaitsInMemory } from '../adapters/node-memory/counted-waits';
import { FailureThrottleInMemory } from '../adapters/node-memory/failure-throttle';
import { KeyedMutexInMemory } from '../adapters/node-memory/keyed-mutex';
import type { NodeMemory } from '../ports/node-memory';

/** The memory of a node in this process. */
export function nodeMemory(): NodeMemory {
  return {
    unknown_attempts: new AttemptWindowsInMemory(),
    sign_in_attempts: new AttemptWindowsInMemory(),
    failures: new FailureThrottleInMemory(),
    verification_mutex: new KeyedMutexInMemory(),
    waits: new WaitsInMemory(),
    hashing: new BcryptPool(),
  };
}
