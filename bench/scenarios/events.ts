import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { LOOKED_AT, PAGE as STATEMENT } from '../../src/adapters/postgres/events/event-log';
import { type Account, createAccount, createRelation, post } from '../account';
import { type Bench, CONNECTIONS, type Scenario } from '../bench';
import { type Figure, percentile, spread, type Target, type Unit } from '../figures';
import { load } from '../load';
import { invoice } from '../requests';
import { creation } from './create-invoices';

const PAGE = 100;
const WAIT_S = 10;
const QUIET_MS = 1_000;

interface Feed {
  readonly data: readonly {
    readonly id: string;
    readonly position: number;
    readonly resource: { id: string };
  }[];
  readonly after: number;
}

/** Events from the commit to their readers: the feed, and webhooks. */
export const events: Scenario = {
  name: 'events',
  async run(bench): Promise<Figure[]> {
    const account = await createAccount(bench.service);
    const relation_id = await createRelation(bench.service, account);
    const [visible, visible_p99, read, received, delivered] = [[], [], [], [], []] as number[][];
    for (let round = 1; round <= bench.rounds; round++) {
      const times = await visibleMs(bench, account, relation_id);
      visible!.push(percentile(times, 50));
      visible_p99!.push(percentile(times, 99));
      read!.push(await readPerSecond(bench, account));
      const { times: taken, per_second } = await deliveries(bench, relation_id, account);
      received!.push(percentile(taken, 50));
      delivered!.push(per_second);
      bench.note(
        `  round ${round}: visible ${visible!.at(-1)!.toFixed(0)} · ${visible_p99!.at(-1)!.toFixed(0)} ms, ` +
          `read ${read!.at(-1)!.toFixed(0)}/s, received ${received!.at(-1)!.toFixed(0)} ms, ` +
          `delivered ${delivered!.at(-1)!.toFixed(0)}/s`,
      );
    }
    const figure = (name: string, unit: Unit, values: readonly number[], target: Target): Figure => ({
      ...{ name, unit, target },
      measured: spread(values),
    });
    return [
      figure('commit to feed under 32 writers', 'ms', visible!, { at_most: 100 }),
      figure('  p99', 'ms', visible_p99!, { at_most: 1_000 }),
      figure('events read from the feed', '/s', read!, { at_least: 5_000 }),
      figure('commit to webhook', 'ms', received!, { at_most: 200 }),
      figure('webhooks delivered by one node', '/s', delivered!, { at_least: 500 }),
      await pageTime(bench),
    ];
  },
};

/** From the answer of a creation to the arrival of its event at a reader that waits, while others write too. */
async function visibleMs(bench: Bench, account: Account, relation_id: string): Promise<number[]> {
  const { service, seconds } = bench;
  const arrived = new Map<string, number>();
  let is_over = false;
  const head = await get<{ position: number }>(service.api, account, '/events/head');
  const reading = (async () => {
    for (let after = head.position; !is_over;) {
      const { data, after: next } = await get<Feed>(
        service.api,
        account,
        `/events?after=${after}&limit=1000&wait_s=1`,
      );
      const now = performance.now();
      for (const { resource } of data) arrived.set(resource.id, now);
      after = next;
    }
  })();
  const writing = load({
    ...{ url: service.api, connections: CONNECTIONS - 1, seconds },
    source: { kind: 'cycle', requests: [creation({ ...bench, account }, invoice(relation_id))] },
  });
  const answered = new Map<string, number>();
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const { id } = await post<{ id: string }>(service, account, '/documents', invoice(relation_id));
    answered.set(id, performance.now());
    await sleep(10);
  }
  await writing;
  await sleep(QUIET_MS);
  is_over = true;
  await reading;
  return [...answered].map(([id, at]) => {
    const seen = arrived.get(id);
    if (seen === undefined) throw new Error('An event did not arrive.');
    return Math.max(0, seen - at);
  });
}

/** Pages of 100 events from the start to the end of the log, by several readers. */
async function readPerSecond({ service, seconds }: Bench, account: Account): Promise<number> {
  let count = 0;
  const began = performance.now();
  const until = began + seconds * 1_000;
  const reader = async () => {
    for (let after = 0; performance.now() < until;) {
      const { data, after: next } = await get<Feed>(
        service.api,
        account,
        `/events?after=${after}&limit=${PAGE}`,
      );
      count += data.length;
      after = data.length < PAGE ? 0 : next;
    }
  };
  await Promise.all(Array.from({ length: 8 }, reader));
  return (count / (performance.now() - began)) * 1_000;
}

/** A receiver that checks signatures and answers at once. */
async function deliveries(
  { service, seconds }: Bench,
  relation_id: string,
  account: Account,
): Promise<{ times: number[]; per_second: number }> {
  const arrivals = new Map<string, number>();
  let key = Buffer.alloc(0);
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = req.headers;
      const expected = createHmac('sha256', key)
        .update(`${String(id)}.${String(at)}.${body}`)
        .digest('base64');
      if (signature === `v1,${expected}`) {
        arrivals.set((JSON.parse(body) as Feed['data'][number]).resource.id, performance.now());
      }
      res.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { id, secret } = await post<{ id: string; secret: string }>(service, account, '/webhooks', {
    ...{ url, types: ['document.created'] },
  });
  key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  try {
    const times: number[] = [];
    for (let n = 0; n < 50; n++) {
      const created = await post<{ id: string }>(service, account, '/documents', invoice(relation_id));
      const answered = performance.now();
      while (!arrivals.has(created.id)) await sleep(2);
      times.push(Math.max(0, arrivals.get(created.id)! - answered));
    }
    // All that was written meanwhile is sent, from the first arrival to the last one.
    arrivals.clear();
    await load({
      ...{ url: service.api, connections: CONNECTIONS, seconds },
      source: { kind: 'cycle', requests: [creation({ service, account } as Bench, invoice(relation_id))] },
    });
    // What is left in the queue is sent while nothing else happens: the rate of the sender.
    const [sent, since] = [arrivals.size, performance.now()];
    for (let before = -1; arrivals.size !== before; await sleep(QUIET_MS)) before = arrivals.size;
    const last = Math.max(...arrivals.values());
    const rest = arrivals.size - sent;
    const per_second = rest > 200 ? rest / ((last - since) / 1_000) : arrivals.size / seconds;
    return { times, per_second };
  } finally {
    await fetch(`${service.api}/webhooks/${id}`, {
      method: 'DELETE',
      headers: { authorization: account.authorization },
    });
    server.closeAllConnections();
    server.close();
  }
}

const EVENTS = 10_000_000;
/** One company has a tenth of all events; each of the others has one or a few. */
const SHARE = 10;

/**
 * Time of the database for a page of 100 in the middle of a company's events, in a log of 10,000,000, once it is in
 * memory.
 */
async function pageTime({ database, rounds, note }: Bench): Promise<Figure> {
  const client = new Client({ connectionString: await database.create('events') });
  await client.connect();
  try {
    const company = '00000000-0000-7000-8000-000000000001';
    await client.query(`
      create unlogged table event (
        company_id uuid not null, position bigint not null, id uuid not null, type text collate "C" not null,
        resource_id text collate "C" not null, content bytea not null, hash bytea not null, body text not null
      )`);
    note(`  fills a log of ${EVENTS.toLocaleString('en')} events`);
    await client.query(`
      insert into event
      select case when n % ${SHARE} = 0 then '${company}'::uuid else gen_random_uuid() end, n / ${SHARE}, gen_random_uuid(),
        'document.created', n::text, '\\x00', '\\x00', repeat('x', 400)
      from generate_series(1, ${EVENTS}) n`);
    await client.query('alter table event add primary key (company_id, position)');
    await client.query('vacuum analyze event');
    const times: number[] = [];
    for (let n = 0; n < rounds * 20; n++) {
      const after = Math.floor((Math.random() * EVENTS) / SHARE);
      const values = [company, after, after + LOOKED_AT, ['document.created', 'document.updated'], PAGE];
      // The first run reads the pages from disk, whose speed is not that of the statement.
      for (const is_measured of [false, true]) {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
          `explain (analyze, format json) ${STATEMENT}`,
          values,
        );
        if (is_measured) times.push(rows[0]!['QUERY PLAN'][0]['Execution Time']);
      }
    }
    return {
      name: `database time of a page of ${PAGE}`,
      unit: 'ms',
      measured: spread(times),
      target: { at_most: 2 },
    };
  } finally {
    await client.end();
  }
}

async function get<Result>(api: string, { authorization }: Account, path: string): Promise<Result> {
  const answer = await fetch(`${api}${path}`, {
    headers: { authorization },
    signal: AbortSignal.timeout((WAIT_S + 10) * 1_000),
  });
  if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}.`);
  return (await answer.json()) as Result;
}
