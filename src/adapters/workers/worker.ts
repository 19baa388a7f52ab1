import os from 'node:os';
import { packedError, type PackedError } from './packed-error';

/** A request to a worker: a call of a function that a module exports. */
export interface Call {
  /** Absolute path of the module. */
  readonly file: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: PackedError };

/**
 * Lowers the priority of workers below that of the service's process, which needs the processor when workers occupy
 * every core.
 */
const NICENESS = 5;

type Functions = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

async function answer({ file, name, args }: Call): Promise<WorkerMessage> {
  try {
    // A module is loaded on its first call, so that a worker holds only modules that it uses.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const module = require(file) as Functions;
    return { kind: 'result', value: await module[name]!(...args) };
  } catch (error) {
    return { kind: 'error', error: packedError(error) };
  }
}

function send(message: WorkerMessage): void {
  process.send!(message);
}

os.setPriority(Math.min(os.getPriority() + NICENESS, os.constants.priority.PRIORITY_LOW));
// Ignored: a terminal or service manager signals all processes of the group, and the service's process ends its workers
// itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (call: Call) => void answer(call).then(send));
send({ kind: 'ready' });
