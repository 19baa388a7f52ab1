import { Worker } from 'node:worker_threads';
import { threadFile } from '../workers/typescript-sources';
import type { HashingSettings, HashingTask } from './hashing';

/**
 * Lowers the priority of hashing threads below that of the event loop's thread, which needs the processor when hashes
 * occupy every core.
 */
const NICENESS = 5;

/** A worker thread that computes one hash at a time. It is started on first use, and again after it has died. */
export class HashingThread {
  private worker: Worker | undefined;
  private settle: { resolve(hash: string): void; reject(error: Error): void } | undefined;

  /** @param module - path of a module that exports bcrypt's interface */
  constructor(private readonly module: string) {}

  async hash(text: string, salt: string | number): Promise<string> {
    const worker = (this.worker ??= this.start());
    worker.ref(); // a pending hash keeps the process alive; an idle thread does not
    try {
      return await new Promise((resolve, reject) => {
        this.settle = { resolve, reject };
        const task: HashingTask = { text, salt };
        worker.postMessage(task);
      });
    } finally {
      worker.unref();
    }
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const settings: HashingSettings = { module: this.module, niceness: NICENESS };
    const worker = new Worker(threadFile(require.resolve('./hashing')), { workerData: settings });
    const ended = (cause?: unknown): void => {
      if (this.worker !== worker) return; // a second event of the same thread, or a thread that was already replaced
      this.worker = undefined;
      this.settle?.reject(new Error('A hashing thread ended.', { cause }));
    };
    worker.on('message', (hash: string) => this.settle?.resolve(hash));
    worker.on('error', ended);
    worker.on('exit', () => ended());
    return worker;
  }
}
