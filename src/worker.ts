import type { MemoryFunctions } from './adapters/cluster/memory-functions';
import { callsToPrimary } from './adapters/cluster/processes';
import { remoteMemory } from './adapters/cluster/remote-memory';
import type { Settings } from './composition/binder';
import type { Measurements } from './ports/metrics';
import { type Service, type Started, startService } from './service';
import { type Failure, failureOf } from './start-failures';
import { stopOnSignals } from './stopping';

/** The functions of the primary process that a worker calls. */
export interface PrimaryFunctions extends MemoryFunctions {
  /** The first call of a worker. */
  begin(): { readonly settings: Settings; readonly seeds: boolean };
  /** Called when the worker serves requests. */
  ready(started: Started): void;
  /** Called when the worker cannot start, before it ends. */
  failed(failure: Failure): void;
  /** The measurements of all processes, as text. */
  metrics(): Promise<string>;
  /** Receives the last measurements of a worker that ends. */
  keepMeasurements(measurements: Measurements): void;
}

/** The functions of a worker process that the primary calls. */
export interface WorkerFunctions {
  measurements(): Promise<Measurements>;
  /** Ends the worker when its requests are answered. Another worker accepts the new ones. */
  retire(): Promise<void>;
  /** Returns, if the worker does not hang. */
  answer(): void;
}

/** Runs the service as one of the worker processes of a node. */
export async function runWorker(): Promise<void> {
  const primary = callsToPrimary<PrimaryFunctions>();
  const { settings, seeds } = await primary.call('begin');
  let service: Service;
  try {
    service = await startService(settings, seeds, {
      memory: remoteMemory(primary),
      measurements: () => primary.call('metrics'),
    });
  } catch (error) {
    await primary.call('failed', failureOf(error));
    process.exit(1);
  }
  const { api, management, demo, is_empty, log, stop_steps } = service;
  const report = async () => primary.call('keepMeasurements', await service.measurements());
  const stop = stopOnSignals({ ...stop_steps, close: [...stop_steps.close, report] }, log);
  const functions: WorkerFunctions = {
    measurements: () => service.measurements(),
    async retire() {
      await service.retire();
      await stop();
    },
    answer: () => undefined,
  };
  primary.serve({ ...functions });
  await primary.call('ready', { api, management, demo, is_empty });
}
