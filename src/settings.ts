import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  type EmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './adapters/embedded-postgres/embedded-postgres';
import { FolderInUse } from './adapters/embedded-postgres/folder-lock';
import { fatalMessage } from './adapters/embedded-postgres/server-process';
import { type KeptSecrets, keptSecrets, type SecretName } from './adapters/kept-secrets';
import { lineFormat } from './adapters/log/lines';
import { createLog } from './adapters/log/logger';
import type { Settings } from './composition/binder';
import { type Config, ConfigError, hasAmbiguousKeys, loadConfig } from './config';
import { explained, type Failure, failureOf, type SourceOf } from './start-failures';

/** @returns one sentence for a failure that a setting explains */
export type Explain = (failure: Failure) => string | undefined;
type Program = (config: Config, explain: Explain) => Promise<void>;

/**
 * Runs a program with the configuration of the environment and of `.env`. A failure is described in one sentence if a
 * setting explains it.
 */
export function runProgram(program: Program): void {
  runUntilFailure(() => configured(program));
}

/** Runs a program. A failure is written to standard error, and ends the process. */
export function runUntilFailure(program: () => Promise<void>): void {
  // An error of the output streams, such as a closed pipe, does not end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  program().catch((error: unknown) => {
    // The message is enough to correct a setting or a folder, so no stack is shown.
    const text =
      error instanceof ConfigError ? `The configuration is invalid:\n${error.message}` : describe(error);
    process.stderr.write(`${text}\n`, () => process.exit(1));
  });
}

async function configured(program: Program): Promise<void> {
  assertNodeVersion();
  // An empty variable counts as unset, and must not keep the value in `.env` from being loaded.
  for (const [name, value] of Object.entries(process.env)) if (value?.trim() === '') delete process.env[name];
  const given = new Set(Object.keys(process.env));
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = loadConfig(process.env);
  const sourceOf: SourceOf = (name) =>
    [name, `${name}_FILE`].some((one) => given.has(one))
      ? 'the environment'
      : name in process.env || `${name}_FILE` in process.env
        ? '.env'
        : 'the default';
  const explain: Explain = (failure) => explained(failure, config, sourceOf);
  try {
    await program(config, explain);
  } catch (error) {
    const text = explain(failureOf(error));
    throw text === undefined ? error : new Error(text, { cause: error });
  }
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

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env.LOG_LEVEL !== 'debug') return error.message;
  const stack = error.stack ?? error.message;
  // A sentence about a setting has the error that it explains as its cause.
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${describe(error.cause)}`;
}

/** Secrets that were generated, and the file that they are in. */
export interface GeneratedSecrets {
  readonly names: readonly SecretName[];
  readonly file: string;
}

/**
 * The configuration with the secrets that it lacks, generated and stored in DATA_DIR, outside of production.
 *
 * @throws ConfigError for faults of the stored secrets, alone or together with those of the configuration
 */
export function settingsOf(
  config: Config,
  database_url: string,
): { settings: Settings; generated?: GeneratedSecrets } {
  const needed = ['JWT_KEYS', 'MANAGEMENT_TOKEN', 'NETWORK_TOKEN'] as const;
  const names = config.NODE_ENV === 'production' ? [] : needed.filter((name) => config[name] === undefined);
  const kept = names.length > 0 ? keptSecrets(path.resolve(config.DATA_DIR), names) : undefined;
  // Stored secrets pass the same checks as variables.
  const checked = kept ? checkedSecrets(kept) : config;
  const settings: Settings = {
    ...config,
    DATABASE_URL: database_url,
    JWT_KEYS: config.JWT_KEYS ?? checked.JWT_KEYS!,
    MANAGEMENT_TOKEN: config.MANAGEMENT_TOKEN ?? checked.MANAGEMENT_TOKEN!,
    NETWORK_TOKEN: config.NETWORK_TOKEN ?? checked.NETWORK_TOKEN,
  };
  // `loadConfig` does not know the generated keys.
  if (kept && hasAmbiguousKeys(settings)) {
    throw new ConfigError(
      `WEBHOOK_KEYS: a key has the name of a key of JWT_KEYS in ${kept.file}, but another secret`,
    );
  }
  return { settings, ...(kept ? { generated: { names, file: kept.file } } : {}) };
}

/** @throws ConfigError that names the file: nobody has set the variables */
function checkedSecrets({ file, ...secrets }: KeptSecrets): Config {
  try {
    return loadConfig(secrets);
  } catch (error) {
    throw new ConfigError((error as Error).message.replace(/^/gm, `${file}: `), { cause: error });
  }
}

/** PostgreSQL's default of `max_connections`, and the connections of a process besides its pool: job queue, start. */
const LEAST_CONNECTIONS = 100;
const FURTHER_CONNECTIONS = 5;

export function startDatabase(config: Config): Promise<EmbeddedPostgres> {
  const { DATA_DIR, WORKERS, DATABASE_POOL_SIZE } = config;
  const data_dir = path.resolve(DATA_DIR);
  mkdirSync(data_dir, { recursive: true });
  // While the workers are replaced there is one more of them.
  const connections = (WORKERS + 1) * (DATABASE_POOL_SIZE + FURTHER_CONNECTIONS);
  return startEmbeddedPostgres({
    data_dir,
    settings: { max_connections: String(Math.max(LEAST_CONNECTIONS, connections)) },
    onRestart(exit_code, last_log) {
      const log = createLog(config.LOG_LEVEL, () => undefined, undefined, lineFormat(config.LOG_FORMAT));
      const reason = `exit code ${exit_code ?? 'unknown'}: ${fatalMessage(last_log) ?? 'no message'}`;
      log.warn('The embedded database ended and is started again', { pid: process.pid, reason });
    },
  });
}

/** The configured database; the embedded one is started, or is that of a running service. */
export async function reachableDatabase(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const url = config.DATABASE_URL;
  if (url !== undefined) return { url, stop: async () => undefined };
  try {
    return await startDatabase(config);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const running = await runningEmbeddedPostgres(path.resolve(config.DATA_DIR));
    return { url: running, stop: async () => undefined };
  }
}

/** Writes to the terminal, in addition to the structured log. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
