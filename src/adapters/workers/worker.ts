import os from 'node:os';
import { packed, type PackedError } from './packed-error';

/** What a worker is asked to do: to call a function that a module exports. */
export interface Call {
  /** File of the module. */
  readonly file: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: PackedError };

/** Above the service's own: behind the process that answers requests, which wants the processor when workers keep every core busy. */
const NICENESS = 5;

type Functions = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

async function answer({ file, name, args }: Call): Promise<WorkerMessage> {
  try {
    // Loaded when it is first called, so that a worker holds only what it is used for.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const module = require(file) as Functions;
    return { kind: 'result', value: await module[name]!(...args) };
  } catch (error) {
    return { kind: 'error', error: packed(error) };
  }
}

function send(message: WorkerMessage): void {
  process.send!(message);
}

os.setPriority(Math.min(os.getPriority() + NICENESS, os.constants.priority.PRIORITY_LOW));
// Signals are sent to all processes of a terminal or a service. The process that answers requests says when to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (call: Call) => void answer(call).then(send));
send({ kind: 'ready' });
