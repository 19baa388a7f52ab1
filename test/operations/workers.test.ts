import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/until';
import { NodeWithWorkers, START_MS } from './node-with-workers';

const TIMEOUT_MS = START_MS + 60_000;
const folder = mkdtempSync(path.join(os.tmpdir(), 'invoicing-workers-'));
const files = { TLS_CERT_FILE: path.join(folder, 'cert.pem'), TLS_KEY_FILE: path.join(folder, 'key.pem') };

let database: TestDatabase;
let node: NodeWithWorkers;

function install(name: 'first' | 'second'): void {
  const from = path.join(__dirname, '../http/fixtures', name);
  copyFileSync(`${from}.cert.pem`, files.TLS_CERT_FILE);
  copyFileSync(`${from}.key.pem`, files.TLS_KEY_FILE);
}
const env = (further: Record<string, string> = {}) => ({ DATABASE_URL: database.url, ...further });
const times = <T>(count: number, call: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => call(index));
/** The answers of calls that may fail; an error is its code. */
const outcomes = async (calls: readonly Promise<{ status: number }>[]) =>
  (await Promise.allSettled(calls)).map((result) =>
    result.status === 'fulfilled' ? result.value.status : (result.reason as NodeJS.ErrnoException).code,
  );
const tally = (found: readonly unknown[]) =>
  Object.fromEntries([...new Set(found)].map((one) => [one, found.filter((other) => other === one).length]));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

beforeAll(async () => {
  install('first');
  database = await createDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe('A node with two workers', () => {
  beforeAll(async () => {
    node = await NodeWithWorkers.start(folder, env(files));
  }, TIMEOUT_MS);
  afterAll(() => node.kill());

  test('serves both ports with both of them, and sums their metrics', async () => {
    const count = () =>
      node.metric('http_request_duration_seconds_count', 'listener="api"', 'route="/countries"');
    const before = await count();
    const pids = await node.pids();
    expect(pids).toHaveLength(2);
    const answers = await Promise.all(times(20, () => node.ask('/countries')));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 20 });
    await until(async () => (await count()) === before + 20); // a response is counted after its caller has it
    expect(await node.metric('queue_jobs_waiting')).toBe(0);
    const { body } = await node.manage('/metrics');
    for (const name of ['process_start_time_seconds', 'queue_jobs_waiting', 'process_cpu_seconds_total'])
      expect(body.split('\n').filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
  });

  test.each(['known', 'unknown'])('counts guesses at a client_id that is %s over both', async (kind) => {
    const client_id =
      kind === 'known' ? (await node.aClient()).client_id : '0190b3a6-4d0e-7000-8000-000000000000';
    const guesses = await Promise.all(times(24, (n) => node.signIn(client_id, `guess ${n}`)));
    expect(tally(guesses.map(({ status }) => status))).toEqual({ 401: 10, 429: 14 });
  });

  test('serves parallel right secrets of a client on both, after nine wrong ones', async () => {
    const { client_id, client_secret } = await node.aClient();
    for (const n of times(9, (n) => n)) await node.signIn(client_id, `guess ${n}`);
    const answers = await Promise.all(times(20, () => node.signIn(client_id, client_secret)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 });
  });

  test('counts failed sign-ins to the console over both', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' };
    const signIn = () =>
      node.manage('/console/sign-in', { method: 'POST', headers, body: 'token=a-wrong-management-token' });
    const answers = await Promise.all(times(16, signIn));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 10, 429: 6 });
  });

  test('counts the waits of a client over both', async () => {
    const headers = { Authorization: `Bearer ${(await node.aClient()).access_token}` };
    const { body } = await node.ask('/events', { headers });
    const { after } = JSON.parse(body) as { after: number };
    const waits = times(104, () => node.ask(`/events?after=${after}&wait_s=4`, { headers }));
    expect(tally(await outcomes(waits))).toEqual({ 200: 100, 429: 4 });
  });

  test('replaces one that is killed; only its own pending requests fail', async () => {
    const headers = { Authorization: `Bearer ${(await node.aClient()).access_token}` };
    const [first, second] = await node.pids();
    const counted = await node.metric('http_request_duration_seconds_count');
    const waits = outcomes(times(40, () => node.ask('/events?after=1000000&wait_s=8', { headers })));
    const has_begun = () => node.metric('nodejs_active_resources', 'type="TCPSocketWrap"');
    await until(async () => (await has_begun()) >= 40);
    await sleep(500);
    process.kill(first!, 'SIGKILL');
    await until(async () => node.output.includes('A worker ended and is replaced'));
    const answers = await Promise.all(times(40, () => node.ask('/auth/me')));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 40 });
    expect(Object.keys(tally(await waits)).sort()).toEqual(['200', 'ECONNRESET']);
    const pids = await node.pids();
    expect(pids).toContain(second);
    expect(pids).not.toContain(first);
    expect(await node.metric('http_request_duration_seconds_count')).toBeGreaterThan(counted + 40);
  });

  test('frees what a killed one had: turns, and waits that were counted', async () => {
    const { client_id, access_token } = await node.aClient();
    const headers = { Authorization: `Bearer ${access_token}` };
    const waits = outcomes(times(110, () => node.ask('/events?after=1000000&wait_s=20', { headers })));
    const guess = outcomes(times(4, () => node.signIn(client_id, 'a guess')));
    const more = () => node.ask('/events?after=1000000&wait_s=1', { headers });
    // Each look asks once more than the last one, whose requests may have taken places of the waits before these came.
    let asked = 0;
    await until(async () => 429 in tally(await outcomes(times(++asked, more))));
    const [first] = await node.pids();
    process.kill(first!, 'SIGKILL');
    await until(async () => (await outcomes([more()]))[0] === 200);
    await guess;
    expect((await node.signIn(client_id, 'another guess')).status).toBe(401);
    await waits;
  });

  test('replaces one that hangs; its pending requests fail, and the other one serves meanwhile', async () => {
    const headers = { Authorization: `Bearer ${(await node.aClient()).access_token}` };
    const waits = outcomes(times(40, () => node.ask('/events?after=1000000&wait_s=8', { headers })));
    await sleep(1_000);
    const [first, second] = await node.pids();
    process.kill(first!, 'SIGSTOP');
    // A connection that is passed to the one that hangs is closed when that one is killed.
    const answers = outcomes(times(20, () => node.ask('/auth/me')));
    await until(async () => node.output.includes('A worker does not answer and is killed'), 60_000);
    const { '401': answered = 0, ECONNRESET: failed = 0 } = tally(await answers);
    expect(answered).toBeGreaterThanOrEqual(18);
    expect(answered + failed).toBe(20);
    expect(Object.keys(tally(await waits)).sort()).toEqual(['200', 'ECONNRESET']);
    const pids = await node.pids();
    expect(pids).toContain(second);
    expect(pids).not.toContain(first);
  });

  test('replaces both on SIGHUP without a lost request, and then has the new certificate', async () => {
    const before = await node.pids();
    const agent = new https.Agent({ keepAlive: true });
    const answered: unknown[] = [];
    let is_over = false;
    const callers = times(6, async (n) => {
      while (!is_over) {
        const sent = n % 2 === 0 ? { agent } : {};
        answered.push(...(await outcomes([node.ask('/auth/me', sent)])));
      }
    });
    const wait = node
      .aClient()
      .then(({ access_token }) =>
        node.ask('/events?after=1000000&wait_s=30', { headers: { Authorization: `Bearer ${access_token}` } }),
      );
    try {
      await sleep(1_000);
      install('second');
      node.signal('SIGHUP');
      await until(async () => node.output.includes('The workers were replaced'), 60_000);
    } finally {
      is_over = true; // also of a failed test, whose callers would go on
    }
    await Promise.all(callers);
    agent.destroy();
    expect(Object.keys(tally(answered))).toEqual(['401']);
    expect(answered.length).toBeGreaterThan(100);
    expect((await wait).status).toBe(200);
    for (const pid of await node.pids()) expect(before).not.toContain(pid);
    const certificates = await Promise.all(times(6, () => node.ask('/openapi.json')));
    expect(new Set(certificates.map(({ certificate }) => certificate))).toEqual(
      new Set(['second.localhost']),
    );
    install('first');
  }, 90_000);

  test('keeps its workers when a new one does not start', async () => {
    const before = await node.pids();
    rmSync(files.TLS_CERT_FILE);
    node.signal('SIGHUP');
    const failed = () =>
      node.lines.find(({ message }) => String(message).startsWith('A new worker did not start'));
    const line = await until(async () => failed(), 30_000);
    expect(line['error']).toBe(
      `Error: TLS_CERT_FILE (from the environment): ${files.TLS_CERT_FILE} cannot be read (ENOENT). Correct the path, or the rights of the file.`,
    );
    expect(node.errors).toBe('');
    install('first');
    expect((await node.pids()).sort()).toEqual(before.sort());
  }, 60_000);

  test('stops in order on SIGTERM: pending requests are answered, then the primary process ends with 0', async () => {
    const headers = { Authorization: `Bearer ${(await node.aClient()).access_token}` };
    const waits = outcomes(times(6, () => node.ask('/events?after=1000000&wait_s=30', { headers })));
    await sleep(1_000);
    const [since, logged] = [performance.now(), node.lines.length];
    node.signal('SIGTERM');
    expect(await node.ended()).toBe(0);
    expect(performance.now() - since).toBeLessThan(14_000);
    expect(tally(await waits)).toEqual({ 200: 6 });
    const messages = node.lines.slice(logged).map(({ message }) => message);
    expect(messages.at(-1)).toBe('stopped');
    expect(messages.filter((message) => message === 'stopped')).toHaveLength(3);
  }, 60_000);
});

describe('The workers of a node', () => {
  test(
    'share the embedded database, which has one demo company, and which is stopped after them',
    async () => {
      const data = mkdtempSync(path.join(os.tmpdir(), 'invoicing-embedded-'));
      const embedded = await NodeWithWorkers.start(data, {});
      try {
        await until(async () => embedded.output.includes('Then this, to watch events'));
        const [printed, ...others] = embedded.output.match(/client_id\s+\S+\n\s+client_secret\s+\S+/g)!;
        expect(others).toEqual([]);
        const [, id = '', secret = ''] = /client_id\s+(\S+)\n\s+client_secret\s+(\S+)/.exec(printed)!;
        const [first] = await embedded.pids();
        process.kill(first!, 'SIGKILL');
        await until(async () => embedded.output.includes('A worker ended and is replaced'));
        await embedded.pids();
        const answers = await Promise.all(times(6, () => embedded.signIn(id, secret)));
        expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 6 });
        const companies = JSON.parse((await embedded.manage('/management/companies')).body) as {
          data: { name: string }[];
        };
        expect(companies.data.map(({ name }) => name)).toEqual(['Demo Company']);
        embedded.signal('SIGTERM');
        expect(await embedded.ended()).toBe(0);
        expect(embedded.errors).toBe('');
      } finally {
        await embedded.kill();
        rmSync(data, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );

  test(
    'end with the node when one of them hangs, and the node reports it',
    async () => {
      const stopped = await NodeWithWorkers.start(folder, env());
      const pids = await stopped.pids();
      process.kill(pids[0]!, 'SIGSTOP');
      stopped.signal('SIGTERM');
      expect(await stopped.ended()).toBe(1);
      for (const pid of pids) await until(async () => !isAlive(pid));
    },
    TIMEOUT_MS,
  );

  test(
    'end when their primary process is killed',
    async () => {
      const killed = await NodeWithWorkers.start(folder, env());
      const pids = await killed.pids();
      await killed.kill();
      for (const pid of pids) await until(async () => !isAlive(pid));
    },
    TIMEOUT_MS,
  );
});

describe('A node whose workers cannot start', () => {
  test(
    'ends with 1 and the error of the first one',
    async () => {
      const unknown = await createDatabase();
      // Of a queue that has another origin; each worker installs it.
      const client = new Client({ connectionString: unknown.url });
      await client.connect();
      await client.query(
        'drop schema if exists pgboss cascade; create schema pgboss; create table pgboss.version ()',
      );
      await client.end();
      const { code, errors } = await NodeWithWorkers.fail(folder, { DATABASE_URL: unknown.url });
      await unknown.drop();
      expect(code).toBe(1);
      expect(errors).toMatch(
        /^No worker started: DATABASE_URL \(from the environment\): cannot cast type pgboss\.version to integer \(SQLSTATE 42846\)\.\n$/,
      );
    },
    TIMEOUT_MS,
  );
});
