import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/adapters/embedded-postgres/free-port';

const READY_WAIT_MS = 120_000;
const POLL_MS = 10;
const STOP_WAIT_MS = 20_000;

/** A service that answers `/health/ready`. */
export interface Service {
  /** `http://127.0.0.1:…` */
  readonly api: string;
  /** Of the process that was started. */
  readonly pid: number;
  readonly management: string;
  readonly management_token: string;
  /** The token with which an access point delivers documents. */
  readonly network_token: string;
  /** The secret that it signs access tokens with. */
  readonly jwt_secret: string;
  /** From its start to its first good response of `/health/ready`. */
  readonly ready_after_ms: number;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** Its log and its DATA_DIR. */
  readonly folder: string;
  /** Without it, the service starts its embedded database. */
  readonly database_url?: string;
  /** Its number of processes (`WORKERS`); 1 if absent. */
  readonly workers?: number;
}

const running = new Set<ChildProcess>();

/**
 * Starts the built service on free ports, with default settings otherwise.
 *
 * @throws Error with the end of its log when it does not become ready
 */
export async function startService({
  command,
  cwd,
  folder,
  database_url,
  workers = 1,
}: ServiceOptions): Promise<Service> {
  mkdirSync(folder, { recursive: true });
  const [port, management_port] = [await freePort(), await freePort()];
  const management = `http://127.0.0.1:${management_port}`;
  const [jwt_secret, management_token, network_token] = [random(), random(), random()];
  const log = path.join(folder, 'service.log');
  const output = openSync(log, 'a');
  const started = performance.now();
  const child = spawn(command[0], command.slice(1), {
    cwd,
    env: {
      ...inherited(),
      ...{ HOST: '127.0.0.1', PORT: String(port), MANAGEMENT_PORT: String(management_port) },
      ...{ JWT_KEYS: `bench:${jwt_secret}`, MANAGEMENT_TOKEN: management_token },
      ...{ NETWORK_TOKEN: network_token, WORKERS: String(workers) },
      ...{ DATA_DIR: path.join(folder, 'data') },
      ...(database_url === undefined ? {} : { DATABASE_URL: database_url }),
    },
    stdio: ['ignore', output, output],
    detached: true, // a group of its own: npm does not hand every signal on
  });
  closeSync(output);
  running.add(child);
  child.once('exit', () => running.delete(child));
  try {
    await untilReady(child, `${management}/health/ready`);
  } catch (error) {
    await stopProcess(child);
    throw new Error(`${(error as Error).message}\n${readFileSync(log, 'utf8').slice(-2_000)}`, {
      cause: error,
    });
  }
  return {
    api: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    management,
    management_token,
    network_token,
    jwt_secret,
    ready_after_ms: performance.now() - started,
    stop: () => stopProcess(child),
  };
}

/** Environment variables for another service are removed. */
function inherited(): Record<string, string> {
  const { PATH, HOME } = process.env;
  return { ...(PATH === undefined ? {} : { PATH }), ...(HOME === undefined ? {} : { HOME }) };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (const since = Date.now(); Date.now() - since < READY_WAIT_MS; await sleep(POLL_MS)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The service ended as it started.');
    const answer = await fetch(url).catch(() => undefined); // nobody listens yet
    if (answer?.status === 200) return;
  }
  throw new Error('The service did not become ready in time.');
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const exited = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit');
  signalGroup(child, 'SIGTERM');
  await exited;
  // npm may be gone before the service is.
  for (const since = Date.now(); groupLives(child) && Date.now() - since < STOP_WAIT_MS;)
    await sleep(POLL_MS);
  signalGroup(child, 'SIGKILL');
}

function groupLives(child: ChildProcess): boolean {
  return signalGroup(child, 0);
}

/** @returns false when no process of the child's group is left */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

export async function stopServices(): Promise<void> {
  await Promise.all([...running].map(stopProcess));
}

function random(): string {
  return randomBytes(32).toString('base64url');
}
