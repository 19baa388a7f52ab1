import { DomainError } from '../../domain/errors';
import type { Log } from '../../ports/log';
import { FairQueue } from './fair-queue';
import type { Call } from './worker';
import { WorkAborted, WorkerProcess } from './worker-process';

export interface PoolSettings {
  /** Number of processes, at least 2. One share never uses all of them. */
  readonly workers: number;
  /** Time limit of the work of one task, in milliseconds. */
  readonly work_ms: number;
  /** Limit of V8's heap for one task, in MiB. */
  readonly heap_mib: number;
  /** Time limit for waiting for a worker, in milliseconds. */
  readonly wait_ms: number;
  /** Time limit for waiting and work together, in milliseconds. */
  readonly answer_ms: number;
  readonly waiting_per_share: number;
  readonly waiting: number;
  /** Error message for a task that the pool refuses: `Too many … wait. Retry later.` */
  readonly overload: string;
}

/**
 * A module whose exported functions run in workers. Arguments and results are cloned (structured clone); a function may
 * be asynchronous.
 */
export class WorkModule<Module> {
  /** Used by the type checker only. */
  declare readonly exports: Module;

  /** @param file - an absolute path, as `require.resolve` returns it */
  constructor(readonly file: string) {}
}

// With `unknown` arguments the type would match no function.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyFunction = (...args: any[]) => unknown;
export type FunctionsOf<Module> = {
  [Name in keyof Module as Module[Name] extends AnyFunction ? Name : never]: Extract<
    Module[Name],
    AnyFunction
  >;
};

interface Task {
  readonly begin: (worker: WorkerProcess) => Promise<unknown>;
  readonly refuse: (error: Error) => void;
}

/**
 * Runs tasks in separate processes, so that they do not block the event loop. Shares are served in turn. A running task
 * is not interrupted, so no share may use all workers at once: one always stays free for the others. A task that passes
 * its limit of time or memory ends its own worker only; the next task gets a new one. Workers are started on demand.
 */
export class WorkerPool {
  private readonly queue: FairQueue<Task>;
  private readonly idle: WorkerProcess[] = [];
  private readonly busy = new Set<WorkerProcess>();
  private readonly waiting = new Set<Task>();
  private is_closed = false;

  constructor(
    private readonly settings: PoolSettings,
    private readonly log: Pick<Log, 'warn'>,
  ) {
    const { workers, waiting, waiting_per_share } = settings;
    if (workers < 2) throw new Error('A pool needs two workers, so that no share has all of them.');
    this.queue = new FairQueue({ running_per_share: workers - 1, waiting, waiting_per_share });
  }

  /**
   * Calls a function of a module in a worker.
   *
   * @param share - id of the company that the work is done for, or another name to schedule by
   * @param limits - override the limits of the pool
   * @throws WorkAborted; DomainError internal_error with `retry_after_s` when the queue is full or the task waited too
   *   long; any error of the function: a DomainError and an EInvoiceFault keep their class, another error becomes an
   *   Error
   */
  async run<Module, Name extends keyof FunctionsOf<Module> & string>(
    share: string,
    { file }: WorkModule<Module>,
    name: Name,
    args: Parameters<FunctionsOf<Module>[Name]>,
    limits: Partial<Pick<PoolSettings, 'work_ms' | 'answer_ms'>> = {},
  ): Promise<Awaited<ReturnType<FunctionsOf<Module>[Name]>>> {
    try {
      return (await this.queued(share, { file, name, args }, limits)) as never;
    } catch (error) {
      if (error instanceof WorkAborted && !this.is_closed) this.log.warn(error.message);
      throw error;
    }
  }

  /** Ends the workers. Waiting and running tasks are rejected with WorkAborted. */
  async close(): Promise<void> {
    this.is_closed = true;
    for (const task of this.waiting) task.refuse(new WorkAborted('ended'));
    const workers = [...this.idle, ...this.busy];
    for (const worker of workers) worker.end('ended');
    await Promise.all(workers.map((worker) => worker.exited));
  }

  private queued(share: string, call: Call, limits: Partial<PoolSettings>): Promise<unknown> {
    const { work_ms, wait_ms, answer_ms } = { ...this.settings, ...limits };
    const until = performance.now() + answer_ms;
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(wait_timer);
        this.waiting.delete(task);
      };
      const task: Task = {
        begin: (worker) => {
          leave();
          const work = worker.run(call, work_ms, until);
          resolve(work);
          return work;
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const wait_timer = setTimeout(() => {
        if (this.queue.remove(share, task)) task.refuse(this.overloaded());
      }, wait_ms);
      if (this.is_closed) return task.refuse(new WorkAborted('ended'));
      if (!this.queue.add(share, task)) return task.refuse(this.overloaded());
      this.waiting.add(task);
      this.dispatch();
    });
  }

  private dispatch(): void {
    while (this.busy.size < this.settings.workers && !this.is_closed) {
      const next = this.queue.take();
      if (!next) return;
      let worker: WorkerProcess;
      try {
        worker = this.worker();
      } catch (error) {
        next.task.refuse(error as Error);
        this.queue.finished(next.share);
        continue;
      }
      this.busy.add(worker);
      const finished = () => {
        this.busy.delete(worker);
        if (!worker.has_ended) this.idle.push(worker);
        this.queue.finished(next.share);
        this.dispatch();
      };
      next.task.begin(worker).then(finished, finished);
    }
  }

  /** The most recently used idle worker, whose code and memory are warm; otherwise a new one. */
  private worker(): WorkerProcess {
    for (let worker = this.idle.pop(); worker; worker = this.idle.pop()) {
      if (!worker.has_ended) return worker;
    }
    return new WorkerProcess(this.settings.heap_mib);
  }

  private overloaded(): DomainError {
    return new DomainError('internal_error', this.settings.overload, { retry_after_s: 1 });
  }
}
