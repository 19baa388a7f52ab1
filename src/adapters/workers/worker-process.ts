import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { typescriptLoader } from './typescript-sources';
import { unpacked } from './packed-error';
import type { Call, WorkerMessage } from './worker';

/** Why a task has no result: its worker was ended, or ended by itself. */
export class WorkAborted extends Error {
  /**
   * @param reason - `time` and `memory`: the task passed its limit; `ended`: nothing that the task did
   * @param said - what the worker wrote before it ended
   */
  constructor(
    readonly reason: 'time' | 'memory' | 'ended',
    said = '',
  ) {
    super(`A worker process ended (${reason}).${said === '' ? '' : `\n${said}`}`);
    this.name = 'WorkAborted';
  }
}

/** How V8 ends a process whose heap is full, and how a fault in native code ends one. */
const CRASHES: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']);
/** Where there are no signals. */
const ABORTED = 134;
/** Characters kept of what a worker writes. */
const MAX_SAID = 2_000;
/** A worker gets no secrets: it reads what strangers send. */
const PASSED_ON = ['TZ', 'SystemRoot'] as const;

interface Settle {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * A process that does one task at a time. A thread would not do: V8 ends the whole process where one large allocation
 * passes a thread's limit of memory, and a thread in native code cannot be ended.
 */
export class WorkerProcess {
  private readonly child: ChildProcess;
  private readonly ready: Promise<void>;
  /** Resolves when there is no such process any more. */
  readonly exited: Promise<void>;
  private task: Settle | undefined;
  private reason: WorkAborted['reason'] | undefined;
  private said = '';
  has_ended = false;

  /** @param heap_mib - of JavaScript's heap */
  constructor(heap_mib: number) {
    this.child = fork(require.resolve('./worker'), {
      execArgv: [`--max-old-space-size=${heap_mib}`, ...typescriptLoader()],
      env: Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.said = (this.said + text).slice(0, MAX_SAID);
    });
    this.ready = new Promise((resolve, reject) => {
      this.child.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'result') this.task?.resolve(message.value);
        else this.task?.reject(unpacked(message.error));
      });
      const ended = (error: WorkAborted): void => {
        this.has_ended = true;
        reject(error);
        this.task?.reject(error);
      };
      this.child.on('error', ({ message }) => ended(new WorkAborted('ended', message)));
      this.child.on('exit', (code, signal) => ended(this.aborted(code, signal)));
    });
    this.ready.catch(() => undefined); // a worker that ended is replaced; the task that waits for it is told
    this.exited = new Promise((resolve) => {
      this.child.on('error', () => resolve()).on('exit', () => resolve());
    });
    this.hold(false);
  }

  /**
   * @param work_ms - from when the worker has loaded
   * @param until - when the task is ended in any case, by `performance.now()`
   * @throws WorkAborted; what the function throws
   */
  async run(call: Call, work_ms: number, until: number): Promise<unknown> {
    this.hold(true);
    const timers = [setTimeout(() => this.end('time'), Math.max(0, until - performance.now()))];
    try {
      await this.ready;
      timers.push(setTimeout(() => this.end('time'), work_ms));
      return await new Promise((resolve, reject) => {
        this.task = { resolve, reject };
        this.child.send(call, (error) => {
          if (error) reject(new WorkAborted(this.reason ?? 'ended', error.message)); // it ended while it rested
        });
      });
    } finally {
      for (const timer of timers) clearTimeout(timer);
      this.task = undefined;
      this.hold(false);
    }
  }

  end(reason: WorkAborted['reason']): void {
    this.reason ??= reason;
    this.has_ended = true;
    this.child.kill('SIGKILL');
  }

  /** Whether this process stays because of the worker: for a task it does, not for one that rests. */
  private hold(is_held: boolean): void {
    for (const part of [this.child, this.child.channel, this.child.stderr as Socket | null]) {
      if (is_held) part?.ref();
      else part?.unref();
    }
  }

  private aborted(code: number | null, signal: NodeJS.Signals | null): WorkAborted {
    const has_crashed = code === ABORTED || (signal !== null && CRASHES.has(signal));
    return new WorkAborted(this.reason ?? (has_crashed ? 'memory' : 'ended'), this.said);
  }
}
