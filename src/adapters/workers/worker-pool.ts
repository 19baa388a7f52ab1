import { DomainError } from '../../domain/errors';
import type { Log } from '../../ports/log';
import { FairQueue } from './fair-queue';
import type { Call } from './worker';
import { WorkAborted, WorkerProcess } from './worker-process';

export interface PoolSettings {
  /** Processes, at least 2. One share never has all of them. */
  readonly workers: number;
  /** What one task may take. */
  readonly work_ms: number;
  /** Of JavaScript's heap, for one task. */
  readonly heap_mib: number;
  /** Longer than this no task waits for a worker. */
  readonly wait_ms: number;
  /** Waiting and work together. */
  readonly answer_ms: number;
  readonly waiting_per_share: number;
  readonly waiting: number;
  /** To a caller whose task does not fit: `Too many … wait. Retry later.` */
  readonly overload: string;
}

/** A module whose exported functions workers call. Arguments and results are cloned; a function may be asynchronous. */
export class WorkModule<Module> {
  /** For the compiler alone. */
  declare readonly exports: Module;

  /** @param file - as `require.resolve` names it */
  constructor(readonly file: string) {}
}

// A function of any arguments; `unknown` would take none.
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
 * Work that is done away from the event loop, in processes of its own, fairly: shares are served in turn, and since a
 * worker at work cannot be taken away, no share has more than all but one. A task that passes its limit of time or
 * memory ends its own worker and nothing else; the next task gets another one. Workers start when they are needed.
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
   * Calls a function of a module.
   *
   * @param share - a company's id, or another name of whoever the work is done for
   * @param limits - in place of the pool's
   * @throws WorkAborted; DomainError internal_error, with the time to retry after: too many wait, or this task waited
   *   too long; what the function throws: a DomainError and a EInvoiceFault as themselves, another error as an Error
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

  /** Ends the workers. Tasks that wait or are under way are rejected with WorkAborted. */
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
        clearTimeout(patience);
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
      const patience = setTimeout(() => {
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
      const worker = this.worker();
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

  /** The one that rested last: its code and memory are warm. */
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
