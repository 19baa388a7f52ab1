import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdirSync, existsSync } from 'node:fs';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './adapters/embedded-postgres/embedded-postgres';
import { keptSecrets } from './adapters/kept-secrets';
import { migrateToLatest } from './adapters/postgres/migrations';
import type { Settings } from './composition/binder';
import { type Config, ConfigError, loadConfig } from './config';
import { demoSession, WATCH_SESSION } from './demo';
// Each kind of process loads what it needs: these are loaded on first use (`lazy` in .swcrc).
import { runPrimary } from './primary';
import { type Started, startService } from './service';
import { explained, type SourceOf } from './start-failures';
import { runWorker } from './worker';
import { stopOnSignals } from './stopping';

async function main(): Promise<void> {
  // An error of the output streams, such as a closed pipe, does not end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (cluster.isWorker) return runWorker();
  assertNodeVersion();
  const given = new Set(Object.keys(process.env));
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = loadConfig(process.env);
  const sourceOf: SourceOf = (name) =>
    given.has(name) ? 'the environment' : name in process.env ? '.env' : 'the default';
  try {
    await start(config);
  } catch (error) {
    const text = explained(error, config, sourceOf);
    throw text === undefined ? error : new Error(text, { cause: error });
  }
}

async function start(config: Config): Promise<void> {
  // Before anything is stored, such as a demo company whose credentials are shown once.
  await assertFree(config.MANAGEMENT_HOST, config.MANAGEMENT_PORT);
  await assertFree(config.HOST, config.PORT);
  const { embedded, settings, secrets_file } = await prepare(config);
  const seeds = embedded !== undefined;
  const stopDatabase = () => embedded?.stop();
  const started =
    settings.WORKERS === 1
      ? await runAlone(settings, seeds, stopDatabase)
      : await runPrimary(settings, seeds, stopDatabase);
  announce(started, settings, secrets_file);
}

/** The first version that has all that is used. */
const NODE = [20, 19] as const;

/** @throws Error */
function assertNodeVersion(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NODE[0] || (major === NODE[0] && minor >= NODE[1])) return;
  throw new Error(
    `Node ${process.versions.node} is too old: the service needs Node ${NODE.join('.')} or newer.`,
  );
}

/** @throws the error of `listen`, such as EADDRINUSE */
async function assertFree(host: string | undefined, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer().listen({ port, ...(host === undefined ? {} : { host }) });
  await once(server, 'listening'); // rejects with an `error`
  server.close();
  await once(server, 'close');
}

/** Runs the service in this process. */
async function runAlone(settings: Settings, seeds: boolean, last: () => unknown): Promise<Started> {
  const service = await startService(settings, seeds);
  const { log, stop_steps } = service;
  process.on('SIGHUP', () => {
    try {
      service.reloadTls();
      log.info('TLS certificate and key were read again');
    } catch (error) {
      log.error('TLS certificate and key could not be read; the previous ones stay in use', error);
    }
  });
  stopOnSignals({ ...stop_steps, close: [...stop_steps.close, last] }, log);
  return service;
}

function announce(
  { api, management, demo, is_empty }: Started,
  settings: Settings,
  secrets_file?: string,
): void {
  say(`Invoicing service: API at ${api}, management and its console at ${management}`);
  if (!settings.TLS_CERT_FILE)
    say(
      'The service uses plain HTTP. For access from other machines, set TLS_CERT_FILE and TLS_KEY_FILE, or use a proxy that terminates TLS.',
    );
  if (secrets_file) say(`Generated secrets, such as the management token, are stored in ${secrets_file}`);
  if (is_empty)
    say(
      `There is no company yet. Create the first one, and its client, in the console: ${management}/console`,
    );
  if (demo) {
    say(
      `\nA demo company was created. The credentials of its client are shown only once:\n  client_id      ${demo.client_id}\n  client_secret  ${demo.client_secret}`,
    );
    say(`\nPaste this into a shell:\n${demoSession(api, demo)}`);
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
  const embedded = config.DATABASE_URL === undefined ? await startDatabase(config) : undefined;
  const database_url = config.DATABASE_URL ?? embedded!.url;
  await migrateToLatest(database_url);

  const needed = ['JWT_KEYS', 'MANAGEMENT_TOKEN', 'NETWORK_TOKEN'] as const;
  const isComplete = config.NODE_ENV === 'production' || needed.every((name) => config[name] !== undefined);
  const kept = isComplete ? undefined : keptSecrets(path.resolve(config.DATA_DIR));
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

/** PostgreSQL's default of `max_connections`, and the connections of a process besides its pool: job queue, start. */
const LEAST_CONNECTIONS = 100;
const FURTHER_CONNECTIONS = 5;

function startDatabase({ DATA_DIR, WORKERS, DATABASE_POOL_SIZE }: Config): Promise<EmbeddedPostgres> {
  const data_dir = path.resolve(DATA_DIR);
  mkdirSync(data_dir, { recursive: true });
  // While the workers are replaced there is one more of them.
  const connections = (WORKERS + 1) * (DATABASE_POOL_SIZE + FURTHER_CONNECTIONS);
  return startEmbeddedPostgres({
    data_dir,
    settings: { max_connections: String(Math.max(LEAST_CONNECTIONS, connections)) },
    onRestart: (exit_code) =>
      say(`The embedded database ended (exit code ${exit_code}) and is started again.`),
  });
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
