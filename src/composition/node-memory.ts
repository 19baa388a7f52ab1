import { BcryptPool } from '../adapters/bcrypt/bcrypt-pool';
import { FailureBrakeInMemory } from '../adapters/http/connections/failure-brake';
import type { NodeMemory } from '../ports/node-memory';
import { KeyedMutexInMemory } from '../use-cases/access/keyed-mutex';
import { UnknownAttempts } from '../use-cases/access/unknown-attempts';
import { WaitsInMemory } from '../use-cases/counted-waits';

/** The memory of a node in this process. */
export function nodeMemory(): NodeMemory {
  return {
    unknown_attempts: new UnknownAttempts(),
    sign_in_attempts: new UnknownAttempts(),
    failures: new FailureBrakeInMemory(),
    verification_mutex: new KeyedMutexInMemory(),
    waits: new WaitsInMemory(),
    hashing: new BcryptPool(),
  };
}
