import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import request from 'supertest';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';
import { createDatabase, type TestDatabase } from '../support/database';
import { anEndpoint, type Endpoint } from '../support/endpoints';
import { aTenant, startService, type Tenant } from '../support/service';
import { until } from '../support/until';

const ROOT = path.join(__dirname, '../..');
/** Loading takes long where many tests run at once. */
const PATIENCE_MS = 60_000;
const WEBHOOKS = 3;
/** The endpoint answers this many requests, and holds the next ones until the node is dead. */
const ANSWERED = 40;
const WRITERS = 4;
const PAUSE_MS = 20;

let database: TestDatabase;
let db: Kysely<DB>;
let tenant: Tenant;
let endpoint: Endpoint;
let held: ServerResponse[];
let is_holding: boolean;
/** By the path of its URL. */
let secrets: Map<string, string>;
let nodes: ChildProcess[];

beforeEach(async () => {
  [held, is_holding, secrets, nodes] = [[], true, new Map(), []];
  database = await createDatabase();
  db = connect(database.url, { pool_size: 3 });
  let requests = 0;
  endpoint = await anEndpoint((_req, res) => {
    requests += 1;
    if (is_holding && requests > ANSWERED) held.push(res);
    else res.writeHead(204).end();
  });
  const set_up = await startService(database.url);
  tenant = await aTenant(set_up);
  for (let n = 0; n < WEBHOOKS; n++) {
    const hook = `/hooks/${n}`;
    const { body } = await tenant.post('/webhooks', {
      url: new URL(hook, endpoint.url).href,
      types: ['relation.*'],
    });
    secrets.set(hook, body.secret);
  }
  await set_up.close();
});
afterEach(async () => {
  await Promise.all(nodes.map(kill));
  await endpoint.close();
  await db.destroy();
  await database.drop();
});

/** @returns the address of its API, when the node works */
async function startNode(): Promise<{ readonly node: ChildProcess; readonly url: string }> {
  const node = spawn(process.execPath, [...typescriptLoader(), 'src/main.ts'], {
    cwd: ROOT,
    env: {
      ...{ PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: database.url },
      ...{ LOG_LEVEL: 'error', LOG_FORMAT: 'pretty' },
      ...{ HOST: '127.0.0.1', PORT: '0', MANAGEMENT_PORT: '0' },
      ...{ MANAGEMENT_TOKEN: 'a-token-for-tests-of-kills', NETWORK_TOKEN: 'another-token-for-tests' },
      JWT_KEYS: 'test:a-key-of-at-least-thirty-two-bytes-for-tests',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  nodes.push(node);
  const workers = await workersOfWebhooks();
  const url = await apiOf(node);
  await until(async () => (await workersOfWebhooks()) > workers, PATIENCE_MS);
  return { node, url };
}

async function apiOf(node: ChildProcess): Promise<string> {
  const lines = createInterface({ input: node.stdout! });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const [, url] = /API at (\S+),/.exec(line) ?? [];
      if (url) resolve(url);
    });
    lines.once('close', () => reject(new Error('The node did not start.')));
  });
}

async function workersOfWebhooks(): Promise<number> {
  const { rows } = await sql`select from webhook_worker`.execute(db);
  return rows.length;
}

async function kill(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  node.kill('SIGKILL');
  await once(node, 'exit');
}

/** Creates relations, with several requests at a time, until the node is dead. @returns how many it confirmed */
async function writeUntilDead(url: string, node: ChildProcess): Promise<number> {
  let confirmed = 0;
  const writer = async () => {
    for (; node.signalCode === null; await sleep(PAUSE_MS)) {
      const sent = request(url).post('/relations').set('Authorization', `Bearer ${tenant.access_token}`);
      const { status } = await sent
        .send({ type: 'company', name: 'A customer' })
        .catch(() => ({ status: 0 }));
      if (status === 201) confirmed += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return confirmed;
}

/** The lease of the dead node ends now, and not after its 10 s. */
async function endLeases(worker_ids: readonly string[]): Promise<void> {
  await sql`update webhook_worker set alive_until = clock_timestamp() where id = any(${worker_ids})`.execute(
    db,
  );
}

async function leaseHolders(): Promise<string[]> {
  const { rows } = await sql<{ worker_id: string }>`
    select distinct worker_id from webhook_progress where worker_id is not null`.execute(db);
  return rows.map(({ worker_id }) => worker_id);
}

const answerHeld = () => {
  is_holding = false;
  for (const res of held.splice(0)) res.writeHead(204).end();
};

interface Logged {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

const ofRelations = (log: readonly Logged[]) => log.filter(({ type }) => type === 'relation.created');

/** The log, when all events have positions, and all their deliveries have ended. */
const delivered = () =>
  until(async () => {
    const { rows: pending } = await sql`select from pending_event limit 1`.execute(db);
    const { rows: log } = await sql<Logged>`
      select position::int, id, type, body from event order by position`.execute(db);
    const { rows: deliveries } = await sql<{ state: string }>`select state from webhook_delivery`.execute(db);
    const are_made = deliveries.length === ofRelations(log).length * WEBHOOKS;
    return pending.length === 0 && are_made && deliveries.every(({ state }) => state === 'delivered') && log;
  }, PATIENCE_MS);

/** At least once to each webhook, signed, and each time with the same id and bytes. */
function expectReceived(events: readonly Logged[]): void {
  for (const [hook, secret] of secrets) {
    const received = endpoint.received.filter(({ url }) => url === hook);
    const bodies = new Map(events.map(({ id, body }) => [id, body]));
    for (const { headers, body } of received) {
      expect(body).toBe(bodies.get(headers['webhook-id'] as string));
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    }
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(bodies.keys()));
  }
}

describe('webhooks of a node that is killed in the middle of deliveries', () => {
  test.each(['while a second node lives', 'and is started again'])(
    'receive each event at least once, %s',
    async (second) => {
      const { node, url } = await startNode();
      const writing = writeUntilDead(url, node);
      await until(async () => held.length >= WEBHOOKS, PATIENCE_MS);
      if (second === 'while a second node lives') await startNode();
      const of_dead_node = await leaseHolders();
      expect(of_dead_node).toHaveLength(1);
      const unanswered = held.length;
      await kill(node);
      const confirmed = await writing;
      answerHeld();
      await endLeases(of_dead_node);
      if (second === 'and is started again') await startNode();

      const log = await delivered();
      expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => index + 1));
      const events = ofRelations(log);
      expect(events.length).toBeGreaterThanOrEqual(confirmed);
      expect(endpoint.received.length).toBeGreaterThanOrEqual(events.length * WEBHOOKS + unanswered);
      expectReceived(events);
    },
    2 * PATIENCE_MS,
  );
});
