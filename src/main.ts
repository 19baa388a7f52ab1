import { mkdirSync, existsSync } from 'node:fs';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './adapters/embedded-postgres/embedded-postgres';
import { STOPPED } from './adapters/http/answers/envelope';
import { isLoopback } from './adapters/http/connections/loopback';
import { type HttpServer, startServer } from './adapters/http/connections/server';
import { keptSecrets } from './adapters/kept-secrets';
import { startPeriodicJobs } from './adapters/periodic';
import { migrateToLatest } from './adapters/postgres/migrations';
import { type Config, ConfigError, loadConfig } from './config';
import { composeOn } from './container';
import {
  API,
  CHECKPOINTS,
  COMPANIES,
  CONSOLE_SESSIONS,
  type Container,
  DATABASE_CONNECTIONS,
  DELIVERY_ENGINE,
  DELIVERY_UPKEEP,
  EVENT_SEQUENCER,
  GROWING_LOGS,
  get,
  HASHING,
  JOB_QUEUE,
  IDEMPOTENCY,
  LOCKOUTS,
  LOG,
  MANAGEMENT,
  OFFSET_CLOCK,
  PARSING,
  RENDERING,
  STORED_FILES,
  TRANSMISSIONS,
  UNITS_OF_WORK,
  WEBHOOK_ADDRESSES,
  WEBHOOK_SECRETS,
} from './composition/keys';
import type { Settings } from './composition/binder';
import { demoSession, seedDemo, WATCH_SESSION } from './demo';
import { stopOnSignals, type StopSteps } from './stopping';

async function main(): Promise<void> {
  // An error of the output streams, such as a closed pipe, does not end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = loadConfig(process.env);
  const { embedded, settings, secrets_file } = await prepare(config);
  const container = await composeOn(settings);
  const log = get(container, LOG);
  if (config.NODE_ENV !== 'production') await get(container, OFFSET_CLOCK).start();
  await get(container, JOB_QUEUE).install();
  const demo = embedded && (await isEmpty(container)) ? await seedDemo(container) : undefined;

  const tls =
    config.TLS_CERT_FILE && config.TLS_KEY_FILE
      ? { cert_file: config.TLS_CERT_FILE, key_file: config.TLS_KEY_FILE }
      : undefined;
  const management = await startServer(get(container, MANAGEMENT), {
    host: config.MANAGEMENT_HOST,
    port: config.MANAGEMENT_PORT,
    tls: isLoopback(config.MANAGEMENT_HOST) ? undefined : tls,
    log,
  });
  const api = await startServer(get(container, API), { host: config.HOST, port: config.PORT, tls, log });

  get(container, EVENT_SEQUENCER).start();
  get(container, WEBHOOK_ADDRESSES).refusePort(Number(new URL(management.address).port));
  get(container, DELIVERY_ENGINE).start();
  get(container, JOB_QUEUE).work((job) =>
    get(container, TRANSMISSIONS).work(get(container, UNITS_OF_WORK).open(), job),
  );

  process.on('SIGHUP', () => {
    try {
      for (const listener of [api, management]) listener.reloadTls();
      log.info('TLS certificate and key were read again');
    } catch (error) {
      log.error('TLS certificate and key could not be read; the previous ones stay in use', error);
    }
  });
  const stopJobs = startPeriodicJobs(
    [
      { name: 'expired idempotency keys', every_s: 600, run: () => get(container, IDEMPOTENCY).sweep() },
      {
        name: 'left-over files',
        every_s: 600,
        run: () => get(container, STORED_FILES).sweep(get(container, UNITS_OF_WORK).open()),
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
    ],
    log,
  );
  stopOnSignals(stopSteps(container, [api, management], stopJobs, embedded), log);

  say(`Invoicing service: API at ${api.address}, management and its console at ${management.address}`);
  if (!tls)
    say(
      'The service uses plain HTTP. For access from other machines, set TLS_CERT_FILE and TLS_KEY_FILE, or use a proxy that terminates TLS.',
    );
  if (secrets_file) say(`Generated secrets, such as the management token, are stored in ${secrets_file}`);
  if (demo) {
    say(
      `\nA demo company was created. The credentials of its client are shown only once:\n  client_id      ${demo.client_id}\n  client_secret  ${demo.client_secret}`,
    );
    say(`\nPaste this into a shell:\n${demoSession(api.address, demo)}`);
    say(`Then this, to watch events as they happen, until Ctrl-C:\n${WATCH_SESSION}`);
  }
}

/**
 * Migrates the database. Without DATABASE_URL it starts the embedded database; outside of production it generates and
 * stores secrets that are not set.
 */
async function prepare(
  config: Config,
): Promise<{ settings: Settings; embedded?: EmbeddedPostgres; secrets_file?: string }> {
  const data_dir = path.resolve(config.DATA_DIR);
  const embedded = config.DATABASE_URL === undefined ? await startDatabase(data_dir) : undefined;
  const database_url = config.DATABASE_URL ?? embedded!.url;
  await migrateToLatest(database_url);

  const needed = ['JWT_KEYS', 'MANAGEMENT_TOKEN', 'NETWORK_TOKEN'] as const;
  const isComplete = config.NODE_ENV === 'production' || needed.every((name) => config[name] !== undefined);
  const kept = isComplete ? undefined : keptSecrets(data_dir);
  // Stored secrets pass the same checks as variables.
  const checked = kept
    ? loadConfig({
        JWT_KEYS: kept.JWT_KEYS,
        MANAGEMENT_TOKEN: kept.MANAGEMENT_TOKEN,
        NETWORK_TOKEN: kept.NETWORK_TOKEN,
      })
    : config;
  const settings: Settings = {
    ...config,
    DATABASE_URL: database_url,
    JWT_KEYS: config.JWT_KEYS ?? checked.JWT_KEYS!,
    MANAGEMENT_TOKEN: config.MANAGEMENT_TOKEN ?? checked.MANAGEMENT_TOKEN!,
    NETWORK_TOKEN: config.NETWORK_TOKEN ?? checked.NETWORK_TOKEN,
  };
  return { settings, ...(embedded ? { embedded } : {}), ...(kept ? { secrets_file: kept.file } : {}) };
}

function startDatabase(data_dir: string): Promise<EmbeddedPostgres> {
  mkdirSync(data_dir, { recursive: true });
  return startEmbeddedPostgres({
    data_dir,
    onRestart: (exit_code) =>
      say(`The embedded database ended (exit code ${exit_code}) and is started again.`),
  });
}

async function isEmpty(container: Container): Promise<boolean> {
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
  embedded: EmbeddedPostgres | undefined,
): StopSteps {
  const parts = [...servers, get(container, JOB_QUEUE), get(container, DELIVERY_ENGINE)];
  const pools = [get(container, HASHING), get(container, PARSING), get(container, RENDERING)];
  return {
    finish: [
      async () => get(container, GROWING_LOGS).stop(),
      ...parts.map((part) => (grace_ms: number) => part.stop(grace_ms)),
      stopJobs,
    ],
    close: [
      () => get(container, LOCKOUTS).settled(),
      () => get(container, EVENT_SEQUENCER).stop(),
      () => void [API, MANAGEMENT].forEach((listener) => get(container, listener).enable(STOPPED)),
      () => get(container, OFFSET_CLOCK).stop(),
      () => get(container, DATABASE_CONNECTIONS).close(),
      () => Promise.all(pools.map((pool) => pool.close())),
      () => embedded?.stop(),
    ],
  };
}

/** Writes to the terminal, in addition to the structured log. */
function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  // The message is enough to correct a setting or a folder, so no stack is shown.
  const text =
    error instanceof ConfigError ? `The configuration is invalid:\n${error.message}` : describe(error);
  process.stderr.write(`${text}\n`, () => process.exit(1));
});

function describe(error: unknown): string {
  return error instanceof Error
    ? process.env.LOG_LEVEL === 'debug'
      ? (error.stack ?? error.message)
      : error.message
    : String(error);
}
