import { Worker } from 'node:worker_threads';
import { StorageFailure, type StoredFile } from '../../ports/documents/storage';
import { threadFile } from '../workers/typescript-sources';
import type { SmallFile, SmallFileResult } from './small-files';

/** For tests. */
interface WritingThreadOptions {
  /** The file that the thread is started with. */
  readonly file?: string;
  /** After this time without work, in milliseconds, the thread ends and gives back its memory. */
  readonly idle_ms?: number;
}

interface Pending {
  readonly size: number;
  readonly resolve: (stored: StoredFile) => void;
  readonly reject: (failure: StorageFailure) => void;
}

/**
 * A worker thread that writes small files. Files that arrive at the same time are written in one batch. The thread is
 * started on first use, and again after it has ended.
 */
export class WritingThread {
  private worker: Worker | undefined;
  private readonly pending = new Map<number, Pending>();
  private last_id = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: WritingThreadOptions = {}) {}

  get is_running(): boolean {
    return this.worker !== undefined;
  }

  /**
   * Writes a file durably, with its entry in the folder. On failure a part of it may be stored.
   *
   * @throws StorageFailure with the error of the operating system as its cause; ENOENT when its folder does not exist
   */
  async write(place: string, mode: number, bytes: Uint8Array): Promise<StoredFile> {
    const worker = (this.worker ??= this.start());
    clearTimeout(this.idle);
    worker.ref(); // a pending file keeps the process alive; an idle thread does not
    return new Promise((resolve, reject) => {
      const id = ++this.last_id;
      this.pending.set(id, { size: bytes.length, resolve, reject });
      // A message takes the whole memory that a view belongs to, so the thread gets memory of its own.
      const own = new Uint8Array(bytes);
      worker.postMessage({ id, place, mode, bytes: own } satisfies SmallFile, [own.buffer]);
    });
  }

  private start(): Worker {
    const { file = threadFile(require.resolve('./small-files')), idle_ms = 10_000 } = this.options;
    const worker = startWorker(file);
    worker.on('message', (results: readonly SmallFileResult[]) => {
      if (this.worker !== worker) return; // it was lost, and its files are rejected
      for (const result of results) this.settle(result);
      if (this.pending.size > 0) return;
      worker.unref();
      this.idle = setTimeout(() => this.end(worker), idle_ms).unref();
    });
    worker.on('error', (error) => this.lost(worker, error));
    worker.on('exit', () => this.lost(worker));
    return worker;
  }

  private settle(result: SmallFileResult): void {
    const { size, resolve, reject } = this.pending.get(result.id)!;
    this.pending.delete(result.id);
    if ('sha256' in result) return resolve({ size, sha256: result.sha256 });
    const { code, message } = result.failure;
    reject(new StorageFailure(Object.assign(new Error(message), { code })));
  }

  private end(worker: Worker): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    void worker.terminate();
  }

  private lost(worker: Worker, cause?: unknown): void {
    if (this.worker !== worker) return; // it ended as it should, or this is its second event
    this.worker = undefined;
    for (const { reject } of this.pending.values())
      reject(new StorageFailure(new Error('The thread that writes files ended.', { cause })));
    this.pending.clear();
  }
}

/** @throws StorageFailure when the operating system refuses another thread */
function startWorker(file: string): Worker {
  try {
    return new Worker(file);
  } catch (error) {
    throw new StorageFailure(error);
  }
}
