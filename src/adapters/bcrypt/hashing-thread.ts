import { Worker } from 'node:worker_threads';
import { threadFile } from '../workers/typescript-sources';
import type { HashingSettings, HashingTask } from './hashing';

/** Behind the thread that answers requests, which wants the processor when hashes keep every core busy. */
const NICENESS = 5;

/** A thread that is started when it is first needed, and again when it died. One hash at a time. */
export class HashingThread {
  private worker: Worker | undefined;
  private settle: { resolve(hash: string): void; reject(error: Error): void } | undefined;

  /** @param module - that hashes as bcrypt does */
  constructor(private readonly module: string) {}

  async hash(text: string, salt: string | number): Promise<string> {
    const worker = (this.worker ??= this.start());
    worker.ref(); // a process that waits for a hash stays, one whose threads rest may end
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
      if (this.worker !== worker) return; // said twice, or of one that is replaced already
      this.worker = undefined;
      this.settle?.reject(new Error('A hashing thread ended.', { cause }));
    };
    worker.on('message', (hash: string) => this.settle?.resolve(hash));
    worker.on('error', ended);
    worker.on('exit', () => ended());
    return worker;
  }
}
