import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The unit of times in /proc is a hundredth of a second, on every Linux. */
const TICK_US = 10_000;
/** Time in which work that was begun by the load is finished. */
const MOMENT_MS = 300;

/** The processes whose time is measured, by their ids. */
export interface Processes {
  readonly service: number;
  /** The postmaster of the embedded server; undefined for another server. */
  readonly postmaster: number | undefined;
}

/** Processor time per operation in microseconds, of all cores. Other programs on the machine do not count. */
export interface ProcessorTime {
  readonly service: number;
  /** Undefined for a server that is not embedded. */
  readonly database: number | undefined;
}

/** @param cluster_dir - of the embedded server */
export function postmasterOf(cluster_dir: string): number {
  return Number.parseInt(readFileSync(path.join(cluster_dir, 'postmaster.pid'), 'utf8'), 10);
}

/**
 * Measures the processor time of a load.
 *
 * @param work - returns the number of operations
 * @returns undefined where the system has no /proc
 */
export async function processorTimeOf(
  processes: Processes,
  work: () => Promise<number>,
): Promise<ProcessorTime | undefined> {
  if (!existsSync('/proc/self/stat')) {
    await work();
    return undefined;
  }
  const before = timesOf(processes);
  const operations = await work();
  await sleep(MOMENT_MS);
  const after = timesOf(processes);
  return {
    service: (after.service - before.service) / operations,
    database:
      after.database === undefined || before.database === undefined
        ? undefined
        : (after.database - before.database) / operations,
  };
}

function timesOf({ service, postmaster }: Processes): ProcessorTime {
  return {
    service: timeWithChildren(service),
    database: postmaster === undefined ? undefined : timeWithChildren(postmaster),
  };
}

/**
 * The children of a process are the sessions of a server, or the workers of a node. Those that have ended count too.
 */
function timeWithChildren(pid: number): number {
  const { own_us, ended_us } = statOf(pid)!;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)));
  return children.reduce((sum, child) => sum + (child?.parent === pid ? child.own_us : 0), own_us + ended_us);
}

/** @returns undefined for a process that has ended */
function statOf(pid: number): { parent: number; own_us: number; ended_us: number } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  // The fields after the name of the program, which may contain spaces; see proc_pid_stat(5).
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = (first: number) => (fields[first]! + fields[first + 1]!) * TICK_US;
  return { parent: fields[1]!, own_us: ticks(11), ended_us: ticks(13) };
}
