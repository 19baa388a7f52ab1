import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/adapters/embedded-postgres/free-port';
import type { Span, Stalls } from '../invariants/answers';
import type { Violation } from '../invariants/violation';
import { signal, waitedToRun } from './processes';
import { Wire } from './wire';

const PROGRAM = path.join(__dirname, '../../../dist/main.js');
const READY_WAIT_MS = 90_000;
/** Of a log: an error with its stack. */
const LAST_LINES = 45;
/** How often the time is read that the machine has kept a node waiting, in milliseconds. */
const LOOK_MS = 100;
/** Shorter waits of a node for a processor are ordinary, in milliseconds. */
const LEAST_WAIT_MS = 20;
/** The time limit for a stop by SIGTERM. */
const STOP_LIMIT_MS = 12_000;

export const MANAGEMENT_TOKEN = 'a-management-token-for-the-faults';

/** A node as a separate process, on ports that stay, behind wires of its own. It is started again when it ends. */
export class ServiceNode {
  readonly violations: Violation[] = [];
  /** The times in which it could not respond: stopped by a signal, or without a process. */
  readonly stalls: { from_ms: number; to_ms: number }[] = [];
  /** When it was ready to run, and the machine ran other processes. */
  readonly waits: Span[] = [];
  /** From the start of the process to its first good `/health/ready`, each time. */
  readonly ready_after_ms: number[] = [];
  private child: ChildProcess | undefined;
  private is_ready = false;
  /** It was told to end. */
  private expects_end = false;
  /** When SIGKILL was sent to its process. Callers may see their connections break before its exit is noticed. */
  private killed_ms: number | undefined;
  private closing = false;
  private living: Promise<void> = Promise.resolve();

  private constructor(
    readonly name: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly log_file: string,
    private readonly ports: { readonly api: number; readonly management: number },
    /** Between it and the database. */
    readonly wire: Wire,
    /** Between callers and it: all requests pass it. */
    readonly front: Wire,
  ) {}

  static async make(
    name: string,
    folder: string,
    database_port: number,
    urlAt: (port: number) => string,
  ): Promise<ServiceNode> {
    const wire = await Wire.start(database_port);
    const [api, management] = [await freePort(), await freePort()];
    const env = {
      ...{ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: String(api), MANAGEMENT_PORT: String(management) },
      ...{ DATABASE_URL: urlAt(wire.port), DATA_DIR: path.join(folder, 'data') },
      ...{ JWT_KEYS: 'faults:a-key-of-at-least-thirty-two-bytes-for-faults' },
      ...{ MANAGEMENT_TOKEN, NETWORK_TOKEN: 'a-network-token-for-the-faults' },
      ...{ BASE_URL: 'http://invoicing.example', LOG_LEVEL: 'warn', LOG_FORMAT: 'json' },
    };
    return new ServiceNode(
      name,
      env,
      path.join(folder, `${name}.log`),
      { api, management },
      wire,
      await Wire.start(api),
    );
  }

  get management(): string {
    return `http://127.0.0.1:${this.ports.management}`;
  }

  get isReady(): boolean {
    return this.is_ready;
  }

  /** Keeps a process running until `close`. */
  start(): void {
    this.living = this.live();
  }

  async waitReady(limit_ms = READY_WAIT_MS): Promise<void> {
    for (const since = performance.now(); !this.is_ready; await sleep(20))
      if (performance.now() - since > limit_ms)
        throw new Error(`${this.name} was not ready within ${limit_ms} ms:\n${this.lastLog()}`);
  }

  /** It is there again when this resolves. */
  async kill(): Promise<void> {
    const ended = this.endsNow();
    this.killed_ms = performance.now();
    this.child?.kill('SIGKILL');
    await ended;
    await this.waitReady();
  }

  /** Freezes it for the given time. @param early - ends it earlier */
  async freeze(ms: number, early?: AbortSignal): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    const from_ms = performance.now();
    const stall = { from_ms, to_ms: from_ms + ms + 60_000 };
    this.stalls.push(stall);
    signal(child.pid, 'SIGSTOP');
    try {
      await sleep(ms, undefined, early ? { signal: early } : {}).catch(() => undefined); // ended early
    } finally {
      signal(child.pid, 'SIGCONT');
      stall.to_ms = performance.now();
    }
  }

  /** As an operator ends it. @returns milliseconds to its end; it is there again then */
  async terminate(): Promise<number> {
    const started = performance.now();
    const { child } = this;
    const ended = this.endsNow();
    child?.kill('SIGTERM');
    const is_in_time = await Promise.race([ended.then(() => true), sleep(STOP_LIMIT_MS + 1_000, false)]);
    if (!is_in_time) {
      this.violations.push({
        rule: 'stop',
        what: `${this.name} did not end within ${STOP_LIMIT_MS} ms of SIGTERM`,
      });
      child?.kill('SIGKILL');
      await ended;
    } else if (child?.exitCode !== 0) {
      this.violations.push({
        rule: 'stop',
        what: `${this.name} ended with ${child?.exitCode ?? child?.signalCode} after SIGTERM`,
      });
    }
    const took = performance.now() - started;
    await this.waitReady();
    return took;
  }

  /** The service refuses connections while it is closed. */
  async close(): Promise<void> {
    this.closing = true;
    if (this.child?.pid !== undefined) signal(this.child.pid, 'SIGCONT');
    this.child?.kill('SIGKILL');
    await this.living;
    await Promise.all([this.wire.stop(), this.front.stop()]);
  }

  private async endsNow(): Promise<void> {
    const { child } = this;
    this.expects_end = true;
    this.is_ready = false;
    if (child && isRunning(child)) await once(child, 'exit');
  }

  private async live(): Promise<void> {
    while (!this.closing) {
      const gone = { from_ms: this.killed_ms ?? performance.now(), to_ms: Infinity };
      this.killed_ms = undefined;
      this.stalls.push(gone);
      const { size } = statSync(this.log_file, { throwIfNoEntry: false }) ?? { size: 0 };
      const child = this.spawn();
      const exited = once(child, 'exit');
      if (this.closing) child.kill('SIGKILL');
      void this.becomeReady(child, gone);
      void this.watchWaits(child);
      await exited;
      const was_ready = this.is_ready;
      const was_expected = this.expects_end || this.closing;
      this.is_ready = false;
      this.expects_end = false;
      if (was_ready && !was_expected)
        this.violations.push({
          rule: 'a node died',
          what: `${this.name}: ${child.exitCode ?? child.signalCode}\n${this.lastLog(size)}`,
        });
      if (!was_ready && !this.closing) await sleep(300); // as who restarts it would: the database may be away
    }
  }

  private spawn(): ChildProcess {
    const output = openSync(this.log_file, 'a');
    const child = spawn(process.execPath, [PROGRAM], {
      cwd: path.dirname(this.log_file),
      env: { PATH: process.env['PATH'], ...this.env },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.child = child;
    return child;
  }

  private async becomeReady(child: ChildProcess, gone: { from_ms: number; to_ms: number }): Promise<void> {
    const started = performance.now();
    while (isRunning(child)) {
      const answer = await fetch(`${this.management}/health/ready`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (answer?.status === 200 && isRunning(child) && this.child === child) {
        this.is_ready = true;
        this.ready_after_ms.push(performance.now() - started);
        gone.to_ms = performance.now();
        return;
      }
      await sleep(20);
    }
    gone.to_ms = performance.now();
  }

  private async watchWaits(child: ChildProcess): Promise<void> {
    for (let before_ms = 0; isRunning(child); await sleep(LOOK_MS)) {
      const waited_ms = await waitedToRun(child.pid!);
      const to_ms = performance.now();
      const lost_ms = waited_ms - before_ms;
      if (lost_ms >= LEAST_WAIT_MS) this.waits.push({ from_ms: to_ms - lost_ms, to_ms });
      before_ms = waited_ms;
    }
  }

  private lastLog(from = 0): string {
    const lines = readFileSync(this.log_file).subarray(from).toString().split('\n');
    return lines
      .filter((line) => !line.startsWith('{'))
      .slice(-LAST_LINES)
      .join('\n'); // those are of its requests
  }
}

export function stallsOf(nodes: readonly ServiceNode[]): Pick<Stalls, 'nodes' | 'waits'> {
  return {
    nodes: new Map(nodes.map(({ name, stalls }) => [name, stalls])),
    waits: new Map(nodes.map(({ name, waits }) => [name, waits])),
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
