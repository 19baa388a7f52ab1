import { timingSafeEqual } from 'node:crypto';
import os from 'node:os';
import { DomainError } from '../../domain/errors';
import type { HashingPlace, SlowHashing } from '../../ports/access/secrets';
import { HashingThread } from './hashing-thread';

export interface BcryptPoolOptions {
  /** log2 of bcrypt's rounds: 10 takes about 50 ms. */
  readonly cost?: number;
  /** Threads; by default one for each core. */
  readonly size?: number;
  /** How many may wait for a place; one more is refused. */
  readonly max_waiting?: number;
  /** What the threads load. */
  readonly module?: string;
}

const MAX_WAIT_MS = 7_000;

/** bcrypt on threads of its own, so that no flood of wrong secrets can keep file and DNS work waiting. */
export class BcryptPool implements SlowHashing {
  private readonly free: HashingThread[];
  /** In their order; each says whether it keeps the thread. */
  private readonly waiting = new Set<(thread: HashingThread) => boolean>();
  /** How many of them are going to take a place. */
  private takers = 0;
  private readonly max_waiting: number;
  private readonly cost: number;
  private readonly threads: readonly HashingThread[];

  constructor({
    cost = 10,
    size = os.availableParallelism(),
    max_waiting = 64,
    module,
  }: BcryptPoolOptions = {}) {
    this.cost = cost;
    this.max_waiting = max_waiting;
    this.threads = Array.from({ length: size }, () => new HashingThread(module ?? require.resolve('bcrypt')));
    this.free = [...this.threads];
  }

  async use<T>(work: (place: HashingPlace) => Promise<T>): Promise<T> {
    const thread = this.free.pop() ?? (await this.wait(true));
    try {
      return await work(new BcryptPlace(thread, this.cost));
    } finally {
      this.handOn(thread);
    }
  }

  async waitInLine(): Promise<void> {
    if (this.free.length === 0) await this.wait(false);
  }

  get has_free_place(): boolean {
    return this.free.length > 0;
  }

  /** Ends the threads; what they were at is rejected. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private handOn(thread: HashingThread): void {
    for (const take of this.waiting) if (take(thread)) return;
    this.free.push(thread);
  }

  /** @param keeps - whether the place stays acquired; a caller that only waits is not counted against the limit */
  private wait(keeps: boolean): Promise<HashingThread> {
    if (this.takers >= this.max_waiting) throw overloaded();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(deadline);
        this.waiting.delete(take);
        if (keeps) this.takers -= 1;
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
      if (keeps) this.takers += 1;
    });
  }
}

function overloaded(): DomainError {
  return new DomainError('internal_error', 'Too many secrets wait to be checked. Retry later.', {
    retry_after_s: 1,
  });
}

/** `$2b$10$` and 22 characters; a hash goes on for 31. */
const SALT_LENGTH = 29;

class BcryptPlace implements HashingPlace {
  constructor(
    private readonly thread: HashingThread,
    private readonly cost: number,
  ) {}

  hash(text: string, beside?: string): Promise<string> {
    return this.thread.hash(text, beside === undefined ? this.cost : beside.slice(0, SALT_LENGTH));
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
