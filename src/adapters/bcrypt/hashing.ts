import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

/** The settings that a hashing thread is started with. */
export interface HashingSettings {
  /** Path of a module that exports bcrypt's interface. */
  readonly module: string;
  /** Added to the niceness of the process. */
  readonly niceness: number;
}

/** A request for one hash. */
export interface HashingTask {
  readonly text: string;
  /** The salt of an existing hash, or the cost of a new one. */
  readonly salt: string | number;
}

interface Hasher {
  hashSync(text: string, salt: string | number): string;
}

const settings = workerData as HashingSettings;
// Only on Linux is the priority set by `setPriority` that of the calling thread.
if (process.platform === 'linux') {
  os.setPriority(Math.min(os.getPriority() + settings.niceness, os.constants.priority.PRIORITY_LOW));
}
// eslint-disable-next-line @typescript-eslint/no-require-imports
const hasher = require(settings.module) as Hasher;
parentPort!.on('message', ({ text, salt }: HashingTask) => {
  parentPort!.postMessage(hasher.hashSync(text, salt));
});
