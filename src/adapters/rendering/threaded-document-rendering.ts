import { Worker } from 'node:worker_threads';
import { DomainError } from '../../domain/errors';
import type { DocumentRendering, RenderingInput } from '../../ports/rendering';
import { assertFacturX } from './pdf-document-rendering';

export interface ThreadedRenderingOptions {
  readonly threads?: number;
  /** How many may wait for a thread; one more is refused. */
  readonly max_waiting?: number;
  /** A document takes 10 ms, a thousand lines take 200; only a picture that is made for it takes this long. */
  readonly time_limit_ms?: number;
}

/** As text: a file of its own would have another name and language in `dist`, under jest and under tsx. */
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
if (workerData.loader) require(workerData.loader);
const { PdfDocumentRendering } = require(workerData.module);
const rendering = new PdfDocumentRendering();
parentPort.postMessage({ ready: true });
parentPort.on('message', ({ form, input }) => {
  rendering[form](input).then(
    (bytes) => parentPort.postMessage({ bytes }),
    (error) => parentPort.postMessage({ error }),
  );
});
`;

type Form = keyof DocumentRendering;

/**
 * Pages drawn on threads of their own: the size of a logo or of a document keeps nobody else waiting. A logo that takes
 * too long to draw is left out, as one that cannot be drawn.
 */
export class ThreadedDocumentRendering implements DocumentRendering {
  private readonly free: RenderingThread[];
  private readonly waiting: ((thread: RenderingThread) => void)[] = [];
  private readonly max_waiting: number;
  private readonly threads: readonly RenderingThread[];

  constructor({ threads = 2, max_waiting = 200, time_limit_ms = 5_000 }: ThreadedRenderingOptions = {}) {
    this.max_waiting = max_waiting;
    this.threads = Array.from({ length: threads }, () => new RenderingThread(time_limit_ms));
    this.free = [...this.threads];
  }

  pdf(input: RenderingInput): Promise<Uint8Array> {
    return this.render('pdf', input);
  }

  async facturX(input: RenderingInput): Promise<Uint8Array> {
    assertFacturX(input); // here, because an error that comes from another thread has lost its class
    return this.render('facturX', input);
  }

  /** Ends the threads; what they were at is rejected. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private async render(form: Form, input: RenderingInput): Promise<Uint8Array> {
    const thread = this.free.pop() ?? (await this.wait());
    try {
      return await thread.render(form, input);
    } catch (error) {
      if (error instanceof ThreadEnded && input.logo !== null) {
        return await thread.render(form, { ...input, logo: null });
      }
      throw error;
    } finally {
      const next = this.waiting.shift();
      if (next) next(thread);
      else this.free.push(thread);
    }
  }

  private wait(): Promise<RenderingThread> {
    if (this.waiting.length >= this.max_waiting) {
      throw new DomainError('internal_error', 'Too many documents wait to be drawn. Retry later.', {
        retry_after_s: 1,
      });
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

class ThreadEnded extends Error {}

type Answer = { readonly ready: true } | { readonly bytes: Uint8Array } | { readonly error: Error };

/** A thread that is started when it is first needed, and again when it ended. One document at a time. */
class RenderingThread {
  private started: Promise<Worker> | undefined;
  private settle: { resolve(bytes: Uint8Array): void; reject(error: Error): void } | undefined;

  constructor(private readonly time_limit_ms: number) {}

  async render(form: Form, input: RenderingInput): Promise<Uint8Array> {
    const worker = await (this.started ??= this.start());
    worker.ref(); // a process that waits for a document stays, one whose threads rest may end
    const deadline = setTimeout(() => void worker.terminate(), this.time_limit_ms);
    try {
      return await new Promise((resolve, reject) => {
        this.settle = { resolve, reject };
        worker.postMessage({ form, input });
      });
    } finally {
      clearTimeout(deadline);
      worker.unref();
    }
  }

  async close(): Promise<void> {
    await (await this.started)?.terminate();
  }

  private start(): Promise<Worker> {
    const module = require.resolve('./pdf-document-rendering');
    const loader = module.endsWith('.ts') ? require.resolve('tsx/cjs') : undefined;
    const worker = new Worker(WORKER, { eval: true, workerData: { module, loader } });
    return new Promise((resolve, reject) => {
      const ended = (): void => {
        this.started = undefined;
        const error = new ThreadEnded('A rendering thread ended.');
        reject(error);
        this.settle?.reject(error);
      };
      worker.once('message', () => resolve(worker)); // it is ready
      worker.on('message', (answer: Answer) => {
        if ('bytes' in answer) this.settle?.resolve(answer.bytes);
        else if ('error' in answer) this.settle?.reject(answer.error);
      });
      worker.once('error', reject); // why it ended, where it never was ready
      worker.once('exit', ended);
    });
  }
}
