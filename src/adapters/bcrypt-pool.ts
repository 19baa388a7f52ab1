import { timingSafeEqual } from 'node:crypto';
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain/errors';
import type { HashingPlace, SlowHashing } from '../ports/secrets';

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
/** Behind the thread that answers requests, which wants the processor when hashes keep every core busy. */
const NICENESS = 5;

/** As text: a file of its own would have another name and language in `dist`, under jest and under tsx. */
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
// On Linux, and only there, the priority is that of this thread.
if (process.platform === 'linux') require('node:os').setPriority(0, workerData.niceness);
const bcrypt = require(workerData.module);
parentPort.on('message', ({ text, salt }) => parentPort.postMessage(bcrypt.hashSync(text, salt)));
`;

/** bcrypt on threads of its own, so that no flood of wrong secrets can keep file and DNS work waiting. */
export class BcryptPool implements SlowHashing {
  private readonly free: HashingThread[];
  private readonly waiting = new Set<(thread: HashingThread) => void>();
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
    const thread = this.free.pop() ?? (await this.wait());
    try {
      return await work(new BcryptPlace(thread, this.cost));
    } finally {
      const [next] = this.waiting;
      if (next) next(thread);
      else this.free.push(thread);
    }
  }

  /** Ends the threads; what they were at is rejected. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private wait(): Promise<HashingThread> {
    if (this.waiting.size >= this.max_waiting) throw overloaded();
    return new Promise((resolve, reject) => {
      const take = (thread: HashingThread): void => {
        clearTimeout(deadline);
        this.waiting.delete(take);
        resolve(thread);
      };
      const deadline = setTimeout(() => {
        this.waiting.delete(take);
        reject(overloaded());
      }, MAX_WAIT_MS);
      this.waiting.add(take);
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

/** A thread that is started when it is first needed, and again when it died. One hash at a time. */
class HashingThread {
  private worker: Worker | undefined;
  private settle: { resolve(hash: string): void; reject(error: Error): void } | undefined;

  constructor(private readonly module: string) {}

  async hash(text: string, salt: string | number): Promise<string> {
    const worker = (this.worker ??= this.start());
    worker.ref(); // a process that waits for a hash stays, one whose threads rest may end
    try {
      return await new Promise((resolve, reject) => {
        this.settle = { resolve, reject };
        worker.postMessage({ text, salt });
      });
    } finally {
      worker.unref();
    }
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(WORKER, {
      eval: true,
      workerData: { module: this.module, niceness: NICENESS },
    });
    const ended = (): void => {
      if (this.worker !== worker) return; // said twice, or of one that is replaced already
      this.worker = undefined;
      this.settle?.reject(new Error('A hashing thread ended.'));
    };
    worker.on('message', (hash: string) => this.settle?.resolve(hash));
    worker.on('error', ended);
    worker.on('exit', ended);
    return worker;
  }
}
