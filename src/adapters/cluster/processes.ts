import cluster, { type Worker } from 'node:cluster';
import { Calls, type ChannelEnd, type Served } from './calls';
import { closeLostConnections } from './passed-connections';
import { type Ending, endingText, type Member } from './worker-group';

/** What the primary process has of a worker process. */
export interface LaunchedWorker<Functions> extends Omit<Member, 'retire' | 'answer'> {
  readonly calls: Calls<Functions>;
}

/** What a worker reports of its start. */
interface Start {
  readonly ready: () => void;
  /** Called before it ends. */
  readonly failed: (error: Error) => void;
}

/**
 * Starts a worker process, which runs the same program.
 *
 * @param serve - returns the functions that the worker may call, and is passed those that state how its start ended
 * @throws Error when the operating system refuses another process at once, such as for lack of memory. After another
 *   refusal the worker ends.
 */
export function launchWorker<Functions>(serve: (start: Start) => Served): LaunchedWorker<Functions> {
  // The memory of the node has times and undefined values, which JSON cannot express.
  cluster.setupPrimary({ serialization: 'advanced' });
  const worker = cluster.fork();
  const { pid } = worker.process;
  let failure: Error | undefined;
  if (pid === undefined) {
    // A process that could not be started emits only `error`; `node:cluster` too forgets a worker on `exit`.
    worker.process.once('error', (error) => {
      failure = error;
      worker.process.emit('exit', 1, null);
    });
  } else closeLostConnections(worker);
  const ended = new Promise<Ending>((resolve) => {
    worker.once('exit', (code, signal) => resolve({ code, signal }));
  });
  let is_ready = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    is_ready = resolve;
    void ended.then((ending) => reject(failure ?? new Error(endingText(ending))));
  });
  ready.catch(() => undefined); // it may end when nobody waits for it any more
  const calls = new Calls<Functions>(channelTo(worker));
  calls.serve(serve({ ready: () => is_ready(), failed: (error) => void (failure = error) }));
  return {
    pid,
    ready,
    ended,
    calls,
    stop: () => void worker.process.kill('SIGTERM'),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

/** The calls between this worker process and its primary process. */
export function callsToPrimary<Functions>(): Calls<Functions> {
  return new Calls<Functions>(channelTo(cluster.worker!));
}

function channelTo(worker: Worker): ChannelEnd {
  // A message that cannot be sent also emits `error`; the callback of `send` reports it.
  worker.on('error', () => undefined);
  return {
    send: (message, failed) => void worker.send(message, undefined, undefined, failed),
    onMessage: (listener) => void worker.on('message', listener),
    // A worker that is killed may end without `disconnect`.
    onClosed: (listener) => void worker.on('disconnect', listener).on('exit', listener),
  };
}
