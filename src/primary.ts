import { launchWorker, type LaunchedWorker } from './adapters/cluster/processes';
import { NodeMetrics } from './adapters/cluster/node-metrics';
import { servedMemory } from './adapters/cluster/served-memory';
import { WorkerGroup } from './adapters/cluster/worker-group';
import { lineFormat } from './adapters/log/lines';
import { createLog } from './adapters/log/logger';
import type { Settings } from './composition/binder';
import { nodeMemory } from './composition/node-memory';
import type { Log } from './ports/log';
import type { Started } from './service';
import type { Explain } from './settings';
import { stopOnSignals } from './stopping';
import type { PrimaryFunctions, WorkerFunctions } from './worker';

/**
 * Runs the worker processes of a node, which share its ports, its memory and its metrics. SIGHUP replaces them one
 * after the other, which also reads certificates again.
 *
 * @param seeds - whether the first worker creates a demo company if there is no company
 * @param last - the last step of a stop
 * @param explain - explains why a worker could not be started
 * @throws Error when the first worker does not start
 */
export async function runPrimary(
  settings: Settings,
  seeds: boolean,
  last: () => unknown,
  explain: Explain,
): Promise<Started & { readonly log: Log }> {
  const pid = process.pid;
  const log = createLog(settings.LOG_LEVEL, () => ({ pid }), undefined, lineFormat(settings.LOG_FORMAT));
  const memory = nodeMemory();
  const metrics = new NodeMetrics();
  const workers = new Map<number, LaunchedWorker<WorkerFunctions>>();
  const measured = (pid: number) => workers.get(pid)!.calls.call('measurements');
  let seeding = seeds;
  let begun: Started | undefined;

  const launch = () => {
    const shared = servedMemory(memory);
    const worker = launchWorker<WorkerFunctions>(({ ready, failed }) => {
      const functions: PrimaryFunctions = {
        ...shared.functions,
        begin() {
          const answer = { settings, seeds: seeding };
          seeding = false;
          return answer;
        },
        ready(started) {
          begun ??= started;
          workers.set(worker.pid!, worker);
          metrics.workerStarted(worker.pid!);
          ready();
        },
        failed(failure) {
          failed(Object.assign(new Error(explain(failure) ?? failure.message), { stack: failure.stack }));
        },
        metrics: () => metrics.text(measured),
        keepMeasurements: (measurements) => metrics.keep(worker.pid!, measurements),
      };
      return { ...functions };
    });
    void worker.ended.then(() => {
      shared.close();
      if (worker.pid === undefined) return;
      workers.delete(worker.pid);
      metrics.workerEnded(worker.pid);
    });
    const { calls } = worker;
    return { ...worker, retire: () => calls.tell('retire'), answer: () => calls.call('answer') };
  };

  const group = new WorkerGroup(settings.WORKERS, launch, log);
  await group.start();
  process.on('exit', () => group.kill()); // a worker that hangs would outlive this process
  process.on('SIGHUP', () => void group.replaceAll());
  let ended: Promise<void> | undefined;
  stopOnSignals(
    {
      finish: [() => (ended = group.stop())],
      // A worker may need more than the grace period to close what it has.
      close: [() => ended, () => memory.hashing.close(), last],
    },
    log,
  );
  return { ...begun!, log };
}
