import cluster from 'node:cluster';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import type { EmbeddedPostgres } from './adapters/embedded-postgres/embedded-postgres';
import { isJson } from './adapters/log/lines';
import { migrateToLatest } from './adapters/postgres/migrations';
import type { Settings } from './composition/binder';
import { assertUsableFolder } from './composition/storage';
import type { Config } from './config';
import { demoText } from './demo';
import type { Log } from './ports/log';
// Each kind of process loads what it needs: these are loaded on first use (`lazy` in .swcrc).
import { runPrimary } from './primary';
import { type Started, startService } from './service';
import {
  type Explain,
  type GeneratedSecrets,
  runProgram,
  runUntilFailure,
  say,
  settingsOf,
  startDatabase,
} from './settings';
import { runWorker } from './worker';
import { stopOnSignals } from './stopping';

async function start(config: Config, explain: Explain): Promise<void> {
  // Before anything is stored, such as a demo company whose credentials are shown once.
  assertTls(config);
  await assertFree(config);
  const { embedded, settings, generated } = await prepare(config);
  const seeds = embedded !== undefined;
  const stopDatabase = () => embedded?.stop();
  const started =
    settings.WORKERS === 1
      ? await runAlone(settings, seeds, stopDatabase)
      : await runPrimary(settings, seeds, stopDatabase, explain);
  announce(started, settings, generated);
}

/** @throws the error of reading the files, or of OpenSSL */
function assertTls({ TLS_CERT_FILE, TLS_KEY_FILE }: Config): void {
  if (TLS_CERT_FILE && TLS_KEY_FILE)
    createSecureContext({ cert: readFileSync(TLS_CERT_FILE), key: readFileSync(TLS_KEY_FILE) });
}

/** @throws the error of `listen`, such as EADDRINUSE, also when both listeners are to have the same port */
async function assertFree({ HOST, PORT, MANAGEMENT_HOST, MANAGEMENT_PORT }: Config): Promise<void> {
  const listening: Server[] = [];
  const listen = async (host: string | undefined, port: number) => {
    if (port === 0) return;
    const server = createServer().listen({ port, ...(host === undefined ? {} : { host }) });
    await once(server, 'listening'); // rejects with an `error`
    listening.push(server);
  };
  try {
    await listen(MANAGEMENT_HOST, MANAGEMENT_PORT);
    await listen(HOST, PORT);
  } finally {
    for (const server of listening) await once(server.close(), 'close');
  }
}

type Announced = Started & { readonly log: Log };

/** Runs the service in this process. */
async function runAlone(settings: Settings, seeds: boolean, last: () => unknown): Promise<Announced> {
  const service = await startService(settings, seeds);
  const { log, stop_steps } = service;
  const reload = () => {
    try {
      service.reloadTls();
      log.info('TLS certificate and key were read again');
    } catch (error) {
      log.error('TLS certificate and key could not be read; the previous ones stay in use', error);
    }
  };
  if (settings.TLS_CERT_FILE) process.on('SIGHUP', reload);
  stopOnSignals({ ...stop_steps, close: [...stop_steps.close, last] }, log);
  return service;
}

/**
 * States the addresses, and what an operator may have to do. With `LOG_FORMAT=json` it is in the log, so that all of
 * standard output is JSON; the credentials of a demo client, which the log must not have, are then written to standard
 * error.
 */
function announce(
  { api, management, demo, is_empty, log }: Announced,
  settings: Settings,
  generated?: GeneratedSecrets,
): void {
  const is_json = settings.LOG_FORMAT === 'json';
  const state = is_json ? (text: string) => log.info(text) : say;
  if (isJson(settings.LOG_FORMAT)) log.info('started', { api, management });
  if (!is_json) say(`Invoicing service: API at ${api}, management and its console at ${management}`);
  if (!settings.TLS_CERT_FILE)
    state(
      'The service uses plain HTTP. For access from other machines, set TLS_CERT_FILE and TLS_KEY_FILE, or use a proxy that terminates TLS.',
    );
  if (generated) state(`Generated secrets (${generated.names.join(', ')}) are stored in ${generated.file}`);
  if (is_empty) {
    const demo_hint =
      settings.NODE_ENV === 'production' ? '' : ', or try the service with a demo company: npm run demo';
    state(
      `There is no company yet. Create the first one, and its client, in the console (${management}/console)${demo_hint}`,
    );
  }
  if (demo) (is_json ? process.stderr : process.stdout).write(`${demoText(api, demo)}\n`);
}

/**
 * Migrates the database. Without DATABASE_URL it starts the embedded database; outside of production it generates and
 * stores secrets that are not set.
 */
async function prepare(config: Config): Promise<{
  settings: Settings;
  embedded?: EmbeddedPostgres;
  generated?: GeneratedSecrets;
}> {
  const embedded = config.DATABASE_URL === undefined ? await startDatabase(config) : undefined;
  // Otherwise the first upload would fail. The embedded database has created DATA_DIR, which a user of its own reads.
  await assertUsableFolder(config);
  const database_url = config.DATABASE_URL ?? embedded!.url;
  await migrateToLatest(database_url);
  return { ...settingsOf(config, database_url), ...(embedded ? { embedded } : {}) };
}

// V8 lets the heap grow to four times of what is in use before it collects all of it; twice takes no more of the
// processor, and a fourth of the memory less.
setFlagsFromString('--heap-growing-percent=100');
// A renewal of the certificate may end with the signal before the service can reload. A worker ignores it: the primary
// process, which a terminal sends it too, replaces the workers.
process.on('SIGHUP', () => undefined);
if (cluster.isWorker) runUntilFailure(runWorker);
else runProgram(start);
