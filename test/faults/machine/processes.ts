import { readFile } from 'node:fs/promises';

/** The pids of its child processes, as Linux shows them; none when it is gone. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/**
 * How long the main thread of a process has waited for a processor since its start, in milliseconds
 * (`/proc/<pid>/schedstat`). 0 when the process is gone.
 */
export async function waitedToRun(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '0 0');
  return Number(text.split(' ')[1]) / 1e6;
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it is gone
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
