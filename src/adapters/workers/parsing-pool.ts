import type { Log } from '../../ports/log';
import { type FunctionsOf, type PoolSettings, WorkerPool, type WorkModule } from './worker-pool';
import { WorkAborted } from './worker-process';

const SETTINGS: PoolSettings = {
  workers: 3,
  work_ms: 5_000,
  heap_mib: 256,
  wait_ms: 4_000,
  answer_ms: 9_000,
  waiting_per_share: 100,
  waiting: 300,
  overload: 'Too many files wait to be read. Retry later.',
};

/** The workers that parse files from outside: XML, PDF, images. */
export class ParsingPool {
  private readonly pool: WorkerPool;

  constructor(log: Pick<Log, 'warn'>, settings: Partial<PoolSettings> = {}) {
    this.pool = new WorkerPool({ ...SETTINGS, ...settings }, log);
  }

  /**
   * Calls a function of a module, as `WorkerPool.run` does.
   *
   * @param tooCostly - the error to throw when the worker passes its limit of time or memory, instead of WorkAborted
   */
  async parse<Module, Name extends keyof FunctionsOf<Module> & string>(
    share: string,
    module: WorkModule<Module>,
    name: Name,
    args: Parameters<FunctionsOf<Module>[Name]>,
    tooCostly: () => Error,
  ): Promise<Awaited<ReturnType<FunctionsOf<Module>[Name]>>> {
    try {
      return await this.pool.run(share, module, name, args);
    } catch (error) {
      throw error instanceof WorkAborted && error.reason !== 'ended' ? tooCostly() : error;
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
