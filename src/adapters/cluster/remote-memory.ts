import type { AttemptWindows } from '../../ports/access/attempt-windows';
import type { HashingSlot, SlowHashing } from '../../ports/access/secrets';
import type { NodeMemory } from '../../ports/node-memory';
import type { Calls } from './calls';
import type { AttemptsName, Lease, MemoryFunctions } from './memory-functions';

/** The memory of the node, which is in its primary process. */
export function remoteMemory(primary: Calls<MemoryFunctions>): NodeMemory {
  const endOf = (lease: Lease) => () => primary.tell('end', lease);
  const attempts = (name: AttemptsName): AttemptWindows => ({
    find: (key) => primary.call('findAttempts', name, key),
    reserve: (key, now, limits) => primary.call('reserveAttempt', name, key, now, limits),
    release: (key) => primary.call('releaseAttempt', name, key),
  });
  return {
    unknown_attempts: attempts('unknown_attempts'),
    sign_in_attempts: attempts('sign_in_attempts'),
    failures: { delayFor: (source) => primary.call('delayFor', source) },
    verification_mutex: { acquire: async (key) => endOf(await primary.call('acquireMutex', key)) },
    waits: {
      async enter(reader, max) {
        const lease = await primary.call('enterWait', reader, max);
        return lease === undefined ? undefined : endOf(lease);
      },
    },
    hashing: new RemoteHashing(primary),
  };
}

/** The hashing threads of the primary process. */
class RemoteHashing implements SlowHashing {
  constructor(private readonly primary: Calls<MemoryFunctions>) {}

  async use<T>(work: (slot: HashingSlot) => Promise<T>): Promise<T> {
    const { primary } = this;
    const lease = await primary.call('takeSlot');
    try {
      return await work({
        hash: (text, salt_of) => primary.call('hash', lease, text, salt_of),
        match: (text, hashes) => primary.call('match', lease, text, hashes),
      });
    } finally {
      primary.tell('end', lease);
    }
  }

  waitInQueue(): Promise<boolean> {
    return this.primary.call('waitInQueue');
  }

  /** The threads end with the primary process. */
  async close(): Promise<void> {}
}
