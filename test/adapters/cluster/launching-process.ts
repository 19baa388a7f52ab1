import cluster from 'node:cluster';
import { closeSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { callsToPrimary, launchWorker } from '../../../src/adapters/cluster/processes';

/** Whether a killed worker's end or its last message is read first differs from round to round. */
const ROUNDS = 5;

/** A primary process that launches workers under difficulties, and one without. Prints how each of them ended. */
async function runPrimary(): Promise<void> {
  print('without file descriptors', await withoutDescriptors(() => ending('ready')));
  print('without a program', await withoutProgram(() => ending('ready')));
  for (let round = 1; round <= ROUNDS; round++) print('killed while it starts', await ending('dies'));
  print('without difficulties', await ending('ready'));
}

const print = (name: string, end: string) => process.stdout.write(`${name}: ${end}\n`);

/** @returns `ready`, or why the worker did not become ready */
async function ending(task: 'ready' | 'dies'): Promise<string> {
  process.env['TASK'] = task;
  const worker = launchWorker(({ ready }) => ({ ready }));
  if (task === 'dies') waitForDeath(worker.pid!);
  const end = await worker.ready.then(
    () => 'ready',
    (error: Error) => error.message.replaceAll(process.execPath, 'node'),
  );
  worker.kill();
  await worker.ended;
  return Object.keys(cluster.workers!).length > 1 ? `${end}, and is kept` : end;
}

/**
 * Limits of processes are not applied to root, so a program that is missing stands for them: both emit the same events.
 */
async function withoutProgram(launch: () => Promise<string>): Promise<string> {
  const program = process.execPath;
  process.execPath = '/missing/node';
  try {
    return await launch();
  } finally {
    process.execPath = program;
  }
}

async function withoutDescriptors(launch: () => Promise<string>): Promise<string> {
  const descriptors: number[] = [];
  try {
    for (;;) descriptors.push(openSync('/dev/null', 'r'));
  } catch {
    // there are no more
  }
  try {
    return await launch();
  } finally {
    descriptors.forEach((descriptor) => closeSync(descriptor));
  }
}

/** Blocks this process, so that it reads what the worker has sent only when the worker cannot receive the answer. */
function waitForDeath(pid: number): void {
  while (!/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}

async function runWorker(): Promise<void> {
  if (process.env['TASK'] === 'dies') {
    net.createServer().listen(0); // asks the primary process for the handle
    process.kill(process.pid, 'SIGKILL');
  }
  await callsToPrimary<{ ready: () => void }>().call('ready');
}

void (cluster.isPrimary ? runPrimary() : runWorker());
