import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';
import { ACTIONS, RESOURCES } from '../../src/domain/access/permission';
import { until } from '../support/until';

const ROOT = path.join(__dirname, '../..');
const MANAGEMENT_TOKEN = 'a-management-token-for-tests';
/** Loading takes long where many tests run at once. */
export const START_MS = 90_000;

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly certificate: string | undefined;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | object;
  /** By default each request has a connection of its own, and so meets another worker than the one before. */
  readonly agent?: http.Agent;
}

/** A node as a separate process, and its workers. */
export class NodeWithWorkers {
  output = '';
  errors = '';
  api = '';
  management = '';
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown[]>;

  private constructor(folder: string, env: Record<string, string>) {
    this.child = spawn(process.execPath, [...typescriptLoader(), path.join(ROOT, 'src/main.ts')], {
      cwd: folder, // where no .env is
      env: {
        ...{ PATH: process.env['PATH'], NODE_ENV: 'test', WORKERS: '2', DATA_DIR: folder, MANAGEMENT_TOKEN },
        ...{ HOST: '127.0.0.1', PORT: '0', MANAGEMENT_PORT: '0', DATABASE_POOL_SIZE: '4' },
        ...{ JWT_KEYS: 'test:a-key-of-at-least-thirty-two-bytes-for-tests' },
        ...{ NETWORK_TOKEN: 'another-token-for-tests' },
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.exited = once(this.child, 'exit');
    this.child.stdout!.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr!.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  static async start(folder: string, env: Record<string, string>): Promise<NodeWithWorkers> {
    const node = new NodeWithWorkers(folder, env);
    const ended = node.exited.then(() => Promise.reject(new Error(`It did not start: ${node.errors}`)));
    const started = until(
      async () =>
        node.lines.find(({ message }) => message === 'started') as Record<'api' | 'management', string>,
      START_MS,
    );
    const { api, management } = await Promise.race([started, ended]);
    ended.catch(() => undefined); // from now on it may end
    return Object.assign(node, { api, management });
  }

  /** Starts a node that is expected to end by itself. */
  static async fail(folder: string, env: Record<string, string>): Promise<{ code: number; errors: string }> {
    const node = new NodeWithWorkers(folder, env);
    const [code] = await node.exited;
    return { code: code as number, errors: node.errors };
  }

  /** The lines of the log. */
  get lines(): Record<string, unknown>[] {
    return this.output
      .split('\n')
      .slice(0, -1)
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
  }

  /** The pids of the workers, found by requests that they log. */
  async pids(count = 2): Promise<number[]> {
    return until(async () => {
      const before = this.lines.length;
      await Promise.all(Array.from({ length: 4 * count }, () => this.ask('/auth/me')));
      await until(async () => this.lines.slice(before).filter(isRequest).length >= 4 * count);
      const pids = new Set(
        this.lines
          .slice(before)
          .filter(isRequest)
          .map(({ pid }) => pid as number),
      );
      return pids.size === count && [...pids];
    }, 90_000);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async ended(): Promise<number | null> {
    const [code] = await this.exited;
    return code as number | null;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  manage(path: string, sent: Sent = {}): Promise<Answer> {
    const headers = { Authorization: `Bearer ${MANAGEMENT_TOKEN}`, ...sent.headers };
    return this.send(`${this.management}${path}`, { ...sent, headers });
  }

  ask(path: string, sent: Sent = {}): Promise<Answer> {
    return this.send(`${this.api}${path}`, sent);
  }

  /** A client that may do everything, and an access token of it. */
  async aClient(): Promise<{ client_id: string; client_secret: string; access_token: string }> {
    const made = async (path: string, body: object) =>
      JSON.parse((await this.manage(path, { method: 'POST', body })).body) as Record<string, string>;
    const company = await made('/management/companies', { name: 'A company' });
    const permissions = Object.fromEntries(RESOURCES.map((resource) => [resource, [...ACTIONS]]));
    const { client_id, client_secret } = await made(`/management/companies/${company['id']}/clients`, {
      name: 'A client',
      permissions,
    });
    const { body } = await this.signIn(client_id!, client_secret!);
    const { access_token } = JSON.parse(body) as { access_token: string };
    return { client_id: client_id!, client_secret: client_secret!, access_token };
  }

  signIn(client_id: string, client_secret: string): Promise<Answer> {
    const body = { grant_type: 'client_credentials', client_id, client_secret };
    return this.ask('/auth/token', { method: 'POST', body });
  }

  /** The sum of the values of a metric whose line has all of the labels. */
  async metric(name: string, ...labels: string[]): Promise<number> {
    const { body } = await this.manage('/metrics');
    return body
      .split('\n')
      .filter((line) => line.startsWith(name) && labels.every((label) => line.includes(label)))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  private send(url: string, { method = 'GET', headers = {}, body, agent }: Sent): Promise<Answer> {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const json = typeof body === 'object' ? { 'Content-Type': 'application/json' } : {};
    const client = url.startsWith('https:') ? https : http;
    return new Promise((resolve, reject) => {
      const options = { method, headers: { ...json, ...headers }, agent: agent ?? false };
      const sent = client.request(url, { ...options, rejectUnauthorized: false }, (res) => {
        // A resumed session has no certificate.
        const { subject } = (res.socket as TLSSocket).getPeerCertificate?.() ?? {};
        let received = '';
        res.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
        res.on('error', reject).on('end', () =>
          resolve({
            ...{ status: res.statusCode!, headers: res.headers, body: received },
            certificate: subject?.CN?.toString(),
          }),
        );
      });
      sent.setTimeout(40_000, () => sent.destroy(new Error('There was no answer.')));
      sent.on('error', reject).end(text);
    });
  }
}

function isRequest({ message }: Record<string, unknown>): boolean {
  return message === 'request';
}
