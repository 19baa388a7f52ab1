import { isLoopback } from './adapters/http/connections/loopback';
import { type HttpServer, startServer, type TlsFiles } from './adapters/http/connections/server';
import { type PeriodicJob, startPeriodicJobs } from './adapters/periodic';
import type { NodePart, Settings } from './composition/binder';
import {
  API,
  CHECKPOINTS,
  COMPANIES,
  CONSOLE_SESSIONS,
  type Container,
  DELIVERY_ENGINE,
  DELIVERY_UPKEEP,
  EVENT_SEQUENCER,
  FOR_COMPANY,
  GROWING_LOGS,
  get,
  JOB_QUEUE,
  IDEMPOTENCY,
  LOG,
  MANAGEMENT,
  METRICS,
  OFFSET_CLOCK,
  REFUSED_MESSAGES,
  STORED_FILES,
  TRANSMISSION_WORKER,
  UNITS_OF_WORK,
  WEBHOOK_ADDRESSES,
  WEBHOOK_SECRETS,
} from './composition/keys';
import { closingSteps, composeOn } from './container';
import { seedDemo } from './demo';
import type { Log } from './ports/log';
import type { Measurements } from './ports/metrics';
import type { StopSteps } from './stopping';

/** What the service says about itself when it has started. */
export interface Started {
  readonly api: string;
  readonly management: string;
  /** The credentials of the client of a new demo company. */
  readonly demo: { readonly client_id: string; readonly client_secret: string } | undefined;
  /** Whether there is no company. */
  readonly is_empty: boolean;
}

/** The service in this process. */
export interface Service extends Started {
  readonly log: Log;
  /** Reads certificate and key again; open connections keep the old ones. */
  reloadTls(): void;
  /** The measurements of this process. */
  measurements(): Promise<Measurements>;
  /** Answers the requests of open connections while another process accepts the new ones. */
  retire(): Promise<void>;
  readonly stop_steps: StopSteps;
}

/**
 * Starts the listeners and the work in the background, on a migrated database.
 *
 * @param node - the node that this process is a part of; by default it is the only one
 * @param seeds - whether a demo company is created if there is no company
 */
export async function startService(settings: Settings, seeds: boolean, node?: NodePart): Promise<Service> {
  const container = await composeOn(settings, node);
  const log = get(container, LOG);
  if (settings.NODE_ENV !== 'production') await get(container, OFFSET_CLOCK).start();
  await get(container, JOB_QUEUE).install();
  const servers = await startListeners(settings, container, log);
  const [management, api] = servers;
  // When it listens: a start that fails would not show the credentials.
  const is_empty = await isEmpty(container);
  const demo = seeds && is_empty ? await seedDemo(container) : undefined;

  get(container, EVENT_SEQUENCER).start();
  get(container, WEBHOOK_ADDRESSES).refusePort(Number(new URL(management.address).port));
  get(container, DELIVERY_ENGINE).start();
  get(container, JOB_QUEUE).work((job) =>
    get(container, FOR_COMPANY)(job.company_id, () =>
      get(container, TRANSMISSION_WORKER).work(get(container, UNITS_OF_WORK).open(), job),
    ),
  );
  const stopJobs = startPeriodicJobs(periodicJobs(container), log);

  return {
    api: api.address,
    management: management.address,
    demo,
    is_empty: is_empty && !demo,
    log,
    reloadTls: () => servers.forEach((server) => server.reloadTls()),
    measurements: () => get(container, METRICS).ofProcess(),
    async retire() {
      get(container, GROWING_LOGS).stop();
      await Promise.all(servers.map((server) => server.retire()));
    },
    stop_steps: stopSteps(container, servers, stopJobs),
  };
}

function tlsOf({ TLS_CERT_FILE, TLS_KEY_FILE }: Settings): TlsFiles | undefined {
  return TLS_CERT_FILE && TLS_KEY_FILE ? { cert_file: TLS_CERT_FILE, key_file: TLS_KEY_FILE } : undefined;
}

/** @returns management and the public API */
async function startListeners(
  settings: Settings,
  container: Container,
  log: Log,
): Promise<[HttpServer, HttpServer]> {
  const tls = tlsOf(settings);
  const management = await startServer(get(container, MANAGEMENT), {
    host: settings.MANAGEMENT_HOST,
    port: settings.MANAGEMENT_PORT,
    tls: isLoopback(settings.MANAGEMENT_HOST) ? undefined : tls,
    log,
  });
  const { HOST: host, PORT: port } = settings;
  return [management, await startServer(get(container, API), { host, port, tls, log })];
}

function periodicJobs(container: Container): PeriodicJob[] {
  return [
    { name: 'expired idempotency keys', every_s: 600, run: () => get(container, IDEMPOTENCY).sweep() },
    {
      name: 'left-over files',
      every_s: 600,
      run: () => get(container, STORED_FILES).sweep(get(container, UNITS_OF_WORK).open()),
    },
    {
      name: 'pending transmissions without a job',
      every_s: 600,
      run: () => get(container, TRANSMISSION_WORKER).resume(get(container, UNITS_OF_WORK).open()),
    },
    {
      name: 'old refused messages',
      every_s: 600,
      run: () => get(container, REFUSED_MESSAGES).sweep(get(container, UNITS_OF_WORK).open()),
    },
    { name: 'due checkpoints', every_s: 10, run: () => get(container, CHECKPOINTS).sign() },
    {
      name: 'old deliveries of webhooks',
      every_s: 600,
      run: () => get(container, DELIVERY_UPKEEP).sweep(),
    },
    {
      name: 'secrets of webhooks under an earlier key',
      every_s: 600,
      run: () => get(container, DELIVERY_UPKEEP).sealAgain(get(container, WEBHOOK_SECRETS)),
    },
    { name: 'ended console sessions', every_s: 600, run: () => get(container, CONSOLE_SESSIONS).sweep() },
  ];
}

export async function isEmpty(container: Container): Promise<boolean> {
  const { data } = await get(container, COMPANIES).list(
    get(container, UNITS_OF_WORK).open(),
    {},
    { sort: 'created_at', limit: 1 },
  );
  return data.length === 0;
}

function stopSteps(
  container: Container,
  servers: readonly HttpServer[],
  stopJobs: () => Promise<void>,
): StopSteps {
  const parts = [...servers, get(container, JOB_QUEUE), get(container, DELIVERY_ENGINE)];
  return {
    finish: [
      async () => get(container, GROWING_LOGS).stop(),
      ...parts.map((part) => (grace_ms: number) => part.stop(grace_ms)),
      stopJobs,
    ],
    close: [
      () => void [API, MANAGEMENT].forEach((listener) => (get(container, listener).state.is_stopped = true)),
      ...closingSteps(container),
    ],
  };
}
