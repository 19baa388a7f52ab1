import { timingSafeEqual } from 'node:crypto';
import os from 'node:os';
import { DomainError } from '../../domain/errors';
import type { HashingSlot, SlowHashing } from '../../ports/access/secrets';
import { HashingThread } from './hashing-thread';

export interface BcryptPoolOptions {
  /** Base-2 logarithm of bcrypt's rounds. A hash with cost 10 takes about 50 ms. */
  readonly cost?: number;
  /**
   * Number of threads; by default one more than cores: a caller holds its thread while its attempt is counted in the
   * database, and meanwhile the other threads use all cores.
   */
  readonly size?: number;
  /** Number of callers that may wait for a thread; a further caller is refused. */
  readonly max_waiting?: number;
  /** Path of the module that the threads load. It exports bcrypt's interface. */
  readonly module?: string;
}

const MAX_WAIT_MS = 7_000;

/**
 * Runs bcrypt on dedicated threads. libuv's thread pool stays free for file and DNS work during a flood of wrong
 * secrets.
 */
export class BcryptPool implements SlowHashing {
  private readonly free: HashingThread[];
  /**
   * Waiting callers in order of arrival. Each function takes the freed thread and returns whether its caller keeps it.
   */
  private readonly waiting = new Set<(thread: HashingThread) => boolean>();
  /** Number of waiting callers that will keep a thread. */
  private keepers = 0;
  private readonly max_waiting: number;
  private readonly cost: number;
  private readonly threads: readonly HashingThread[];

  constructor({
    cost = 10,
    size = os.availableParallelism() + 1,
    max_waiting = 64,
    module,
  }: BcryptPoolOptions = {}) {
    this.cost = cost;
    this.max_waiting = max_waiting;
    this.threads = Array.from({ length: size }, () => new HashingThread(module ?? require.resolve('bcrypt')));
    this.free = [...this.threads];
  }

  async use<T>(work: (slot: HashingSlot) => Promise<T>): Promise<T> {
    const thread = this.free.pop() ?? (await this.wait(true));
    try {
      return await work(new BcryptSlot(thread, this.cost));
    } finally {
      this.release(thread);
    }
  }

  async waitInQueue(): Promise<boolean> {
    if (this.free.length === 0) await this.wait(false);
    return this.has_free_slot;
  }

  get has_free_slot(): boolean {
    return this.free.length > 0;
  }

  /** Ends the threads. Hashes in progress are rejected. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private release(thread: HashingThread): void {
    for (const take of this.waiting) if (take(thread)) return;
    this.free.push(thread);
  }

  /** @param keeps - whether the caller keeps the thread; a caller that only waits does not count towards the limit */
  private wait(keeps: boolean): Promise<HashingThread> {
    if (this.keepers >= this.max_waiting) throw overloaded();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(deadline);
        this.waiting.delete(take);
        if (keeps) this.keepers -= 1;
      };
      const take = (thread: HashingThread): boolean => {
        leave();
        resolve(thread);
        return keeps;
      };
      const deadline = setTimeout(() => {
        leave();
        reject(overloaded());
      }, MAX_WAIT_MS);
      this.waiting.add(take);
      if (keeps) this.keepers += 1;
    });
  }
}

function overloaded(): DomainError {
  return new DomainError('internal_error', 'Too many secrets wait to be checked. Retry later.', {
    retry_after_s: 1,
  });
}

/**
 * Length of the prefix of a bcrypt hash that holds version, cost and salt: `$2b$10$` and 22 characters. 31 more
 * characters are the hash.
 */
const SALT_LENGTH = 29;

class BcryptSlot implements HashingSlot {
  constructor(
    private readonly thread: HashingThread,
    private readonly cost: number,
  ) {}

  hash(text: string, salt_of?: string): Promise<string> {
    return this.thread.hash(text, salt_of === undefined ? this.cost : salt_of.slice(0, SALT_LENGTH));
  }

  async match(text: string, hashes: readonly string[]): Promise<string | undefined> {
    if (hashes.length === 0) {
      await this.hash(text);
      return undefined;
    }
    const computed = new Map<string, string>();
    for (const hash of hashes) {
      const salt = hash.slice(0, SALT_LENGTH);
      const ours = computed.get(salt) ?? (await this.thread.hash(text, salt));
      computed.set(salt, ours);
      if (ours.length === hash.length && timingSafeEqual(Buffer.from(ours), Buffer.from(hash))) return hash;
    }
    return undefined;
  }
}
