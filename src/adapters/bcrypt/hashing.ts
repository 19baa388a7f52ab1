import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

/** What a thread is started with. */
export interface HashingSettings {
  /** That hashes as bcrypt does. */
  readonly module: string;
  /** Above the service's own. */
  readonly niceness: number;
}

/** One hash that a thread is asked for. */
export interface HashingTask {
  readonly text: string;
  /** Another hash's, or the cost of a new one. */
  readonly salt: string | number;
}

interface Hasher {
  hashSync(text: string, salt: string | number): string;
}

const settings = workerData as HashingSettings;
// On Linux, and only there, the priority is that of this thread.
if (process.platform === 'linux') {
  os.setPriority(Math.min(os.getPriority() + settings.niceness, os.constants.priority.PRIORITY_LOW));
}
// eslint-disable-next-line @typescript-eslint/no-require-imports
const hasher = require(settings.module) as Hasher;
parentPort!.on('message', ({ text, salt }: HashingTask) => {
  parentPort!.postMessage(hasher.hashSync(text, salt));
});
