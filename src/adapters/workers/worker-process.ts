import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { typescriptLoader } from './typescript-sources';
import { unpackedError } from './packed-error';
import type { Call, WorkerMessage } from './worker';

/** The error of a task without a result, because its worker ended. */
export class WorkAborted extends Error {
  /**
   * @param reason - `time` or `memory`: the task passed its limit; `ended`: for a reason unrelated to the task
   * @param stderr - text that the worker wrote to standard error
   */
  constructor(
    readonly reason: 'time' | 'memory' | 'ended',
    stderr = '',
  ) {
    super(`A worker process ended (${reason}).${stderr === '' ? '' : `\n${stderr}`}`);
    this.name = 'WorkAborted';
  }
}

/** Signals that end a process when V8's heap is full or native code faults. */
const CRASHES: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']);
/** Exit code of an abort on platforms without signals. */
const ABORTED = 134;
/** Maximum number of characters kept of a worker's standard error. */
const MAX_STDERR = 2_000;
/** The environment variables of a worker. It gets no secrets, because it parses files from outside. */
const PASSED_ON = ['TZ', 'SystemRoot'] as const;

interface Settle {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * A process that runs one task at a time. Worker threads do not isolate enough: when one large allocation passes a
 * thread's heap limit, V8 ends the whole process, and a thread in native code cannot be terminated.
 */
export class WorkerProcess {
  private readonly child: ChildProcess;
  private readonly ready: Promise<void>;
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  private task: Settle | undefined;
  private reason: WorkAborted['reason'] | undefined;
  private stderr = '';
  has_ended = false;

  /**
   * @param heap_mib - limit of V8's heap, in MiB
   * @throws WorkAborted when the operating system refuses another process at once, such as for lack of memory; other
   *   refusals are reported by `run`
   */
  constructor(heap_mib: number) {
    this.child = forked(heap_mib);
    // A process that was not started for lack of file descriptors has no pipes; `error` is emitted later.
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(0, MAX_STDERR);
    });
    this.ready = new Promise((resolve, reject) => {
      this.child.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'result') this.task?.resolve(message.value);
        else this.task?.reject(unpackedError(message.error));
      });
      const ended = (error: WorkAborted): void => {
        this.has_ended = true;
        reject(error);
        this.task?.reject(error);
      };
      this.child.on('error', ({ message }) => ended(new WorkAborted('ended', message)));
      this.child.on('exit', (code, signal) => ended(this.aborted(code, signal)));
    });
    // `run` reports the rejection to a waiting task; without a task nothing needs to be reported
    this.ready.catch(() => undefined);
    this.exited = new Promise((resolve) => {
      this.child.on('error', () => resolve()).on('exit', () => resolve());
    });
    this.keepAlive(false);
  }

  /**
   * @param work_ms - time limit of the work, from when the worker has loaded
   * @param until - time limit of the task including loading, by `performance.now()`
   * @throws WorkAborted; any error of the function
   */
  async run(call: Call, work_ms: number, until: number): Promise<unknown> {
    this.keepAlive(true);
    // Until the work has begun, its time passes because the machine is busy, which the task is not to blame for.
    let has_begun = false;
    const expire = () => this.end(has_begun ? 'time' : 'ended');
    const limits = [limit(Math.max(0, until - performance.now()), expire)];
    try {
      await this.ready;
      has_begun = true;
      limits.push(limit(work_ms, expire));
      return await new Promise((resolve, reject) => {
        this.task = { resolve, reject };
        this.child.send(call, (error) => {
          // the worker ended while it was idle
          if (error) reject(new WorkAborted(this.reason ?? 'ended', error.message));
        });
      });
    } finally {
      for (const cancel of limits) cancel();
      this.task = undefined;
      this.keepAlive(false);
    }
  }

  end(reason: WorkAborted['reason']): void {
    this.reason ??= reason;
    this.has_ended = true;
    this.child.kill('SIGKILL');
  }

  /** Whether the worker keeps this process alive: only while it runs a task. */
  private keepAlive(is_busy: boolean): void {
    for (const part of [this.child, this.child.channel, this.child.stderr as Socket | null]) {
      if (is_busy) part?.ref();
      else part?.unref();
    }
  }

  private aborted(code: number | null, signal: NodeJS.Signals | null): WorkAborted {
    const has_crashed = code === ABORTED || (signal !== null && CRASHES.has(signal));
    return new WorkAborted(this.reason ?? (has_crashed ? 'memory' : 'ended'), this.stderr);
  }
}

function forked(heap_mib: number): ChildProcess {
  try {
    return fork(require.resolve('./worker'), {
      execArgv: [`--max-old-space-size=${heap_mib}`, ...typescriptLoader()],
      env: Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  } catch (error) {
    throw new WorkAborted('ended', (error as Error).message);
  }
}

/** A timer that fires later than this, in milliseconds, means that this process was suspended. */
const SUSPENDED_MS = 1_000;

/**
 * Calls `expire` after a time. When this process was suspended meanwhile, the time starts again: the task may be done,
 * and its result waits to be read.
 *
 * @returns a function that cancels it
 */
function limit(ms: number, expire: () => void): () => void {
  let timer: NodeJS.Timeout;
  const start = () => {
    const due = performance.now() + ms;
    timer = setTimeout(() => (performance.now() - due < SUSPENDED_MS ? expire() : start()), ms);
  };
  start();
  return () => clearTimeout(timer);
}
