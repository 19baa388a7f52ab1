import type { HashingSlot } from '../../ports/access/secrets';
import type { NodeMemory } from '../../ports/node-memory';
import type { Lease, MemoryFunctions } from './memory-functions';

interface Leased {
  readonly end: () => void;
  readonly slot?: HashingSlot;
  /** The latest hash of the slot. Its thread is not given to another caller before it is done. */
  hashing?: Promise<unknown>;
}

/** The functions that the primary process serves to one worker. */
export interface ServedMemory {
  readonly functions: MemoryFunctions;
  /** Ends whatever the worker has, because it has ended. */
  close(): void;
}

export function servedMemory(memory: NodeMemory): ServedMemory {
  const leases = new Map<Lease, Leased>();
  let last_lease = 0;
  let is_closed = false;

  function end(lease: Lease): void {
    const leased = leases.get(lease);
    if (!leased) return;
    leases.delete(lease);
    void Promise.allSettled([leased.hashing]).then(leased.end);
  }
  function leasedAs(leased: Leased): Lease {
    const lease = ++last_lease;
    leases.set(lease, leased);
    if (is_closed) end(lease);
    return lease;
  }
  function hashingOf<T>(lease: Lease, hash: (slot: HashingSlot) => Promise<T>): Promise<T> {
    const leased = leases.get(lease)!;
    const hashing = hash(leased.slot!);
    leased.hashing = hashing;
    return hashing;
  }

  return {
    functions: {
      findAttempts: (name, key) => memory[name].find(key),
      reserveAttempt: (name, key, now, limits) => memory[name].reserve(key, now, limits),
      releaseAttempt: (name, key) => memory[name].release(key),
      delayFor: (source) => memory.failures.delayFor(source),
      acquireMutex: async (key) => leasedAs({ end: await memory.verification_mutex.acquire(key) }),
      async enterWait(reader, max) {
        const left = await memory.waits.enter(reader, max);
        return left && leasedAs({ end: left });
      },
      takeSlot: () =>
        new Promise((resolve, reject) => {
          const use = memory.hashing.use(
            (slot) => new Promise<void>((done) => resolve(leasedAs({ end: done, slot }))),
          );
          use.catch(reject);
        }),
      waitInQueue: () => memory.hashing.waitInQueue(),
      hash: (lease, text, salt_of) => hashingOf(lease, (slot) => slot.hash(text, salt_of)),
      match: (lease, text, hashes) => hashingOf(lease, (slot) => slot.match(text, hashes)),
      end,
    },
    close() {
      is_closed = true;
      for (const lease of [...leases.keys()]) end(lease);
    },
  };
}
