import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Account, changeCompany, createAccount, createCompany, createRelation, post } from '../account';
import { type Bench, CONNECTIONS, type Scenario } from '../bench';
import { type Figure, percentile, spread } from '../figures';
import { load } from '../load';
import { invoice, newRelation } from '../requests';
import type { Service } from '../service';

/** A participant of the sandbox network that accepts everything. */
const PARTICIPANT = '0088:5412345000013';
/** Sent one after the other, with nothing else to do. */
const CALM = 10;
/** Due at once. */
const MANY = 600;
const LOOK_MS = 5;
/** A pause between polls, which also load the service. */
const CALM_LOOK_MS = 50;

/**
 * From an accepted send to a delivered document, in the sandbox: one by one; when many are due at once, to a
 * participant and to another company of the installation; and from the creation to such a receiver.
 */
export const sends: Scenario = {
  name: 'sends',
  async run(bench): Promise<Figure[]> {
    const { service } = bench;
    const account = await aSender(service, 1);
    const relation_id = await aReceiver(service, account, PARTICIPANT);
    const [first, second] = [await aPair(service, 2), await aPair(service, 4)];
    const calm: number[] = [];
    const drained: number[] = [];
    const handed_over: number[] = [];
    const created: number[] = [];
    const received: number[] = [];
    await sendMany(service, account, relation_id);
    for (const pair of [first, second]) await sendMany(service, pair.sender, pair.relation_id);
    for (let round = 1; round <= bench.rounds; round++) {
      calm.push(await deliveryMs(service, account, relation_id));
      drained.push(await drainedPerSecond(bench, account));
      handed_over.push(await drainedPerSecond(bench, first.sender, first.receiver_id));
      const since = performance.now();
      created.push(await sendMany(service, second.sender, second.relation_id));
      received.push(MANY / ((performance.now() - since) / 1000));
      const last = [calm, drained, handed_over, created, received].map((figures) =>
        figures.at(-1)!.toFixed(0),
      );
      bench.note(`  round ${round}: ${last[0]} ms, ${last.slice(1).join(', ')} /s`);
    }
    return [
      {
        name: 'send accepted to delivered, idle',
        unit: 'ms',
        measured: spread(calm),
        target: { at_most: 1_000 },
      },
      perSecond('sends drained by one node', drained, 800),
      perSecond('sends drained to a company', handed_over, 500),
      perSecond('created with send_peppol', created, 500),
      perSecond('created, sent and received by one node', received, 500),
    ];
  },
};

function perSecond(name: string, figures: readonly number[], at_least: number): Figure {
  return { name, unit: '/s', measured: spread(figures), target: { at_least } };
}

/** The second-slowest duration, in milliseconds. */
async function deliveryMs(service: Service, account: Account, relation_id: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < CALM; n++) {
    const { id } = await post<{ id: string }>(service, account, '/documents', invoice(relation_id));
    await post(service, account, `/documents/${id}/send`, undefined);
    const since = performance.now();
    while (
      (await get<{ peppol_status: string }>(service, account, `/documents/${id}`)).peppol_status !==
      'delivered'
    )
      await sleep(LOOK_MS);
    times.push(performance.now() - since);
  }
  return percentile(times, 90);
}

/** Creates documents that are sent at once. Returns when all of them are delivered. @returns creations per second */
async function sendMany(service: Service, account: Account, relation_id: string): Promise<number> {
  const authorization = { authorization: account.authorization };
  const request = { method: 'POST', path: '/documents?send_peppol=true', headers: authorization } as const;
  const per_second = await load({
    ...{ url: service.api, connections: CONNECTIONS, amount: MANY },
    source: { kind: 'cycle', requests: [{ ...request, body: invoice(relation_id) }] },
  });
  await untilDelivered(service, account);
  return per_second;
}

/**
 * All sends become due in one commit, as if they had just been accepted. The clock starts when the first one is taken,
 * and stops when the last one is done.
 *
 * @param receiver_id - the company that receives them, and has nothing of them yet when they become due
 */
async function drainedPerSecond(
  { service, service_database_url }: Bench,
  account: Account,
  receiver_id?: string,
): Promise<number> {
  const { company_id } = account;
  const client = new Client({ connectionString: service_database_url });
  await client.connect();
  let count: number;
  try {
    const tables = ['network_inbound_message', 'attachment', 'reception', 'document'];
    const receipts = receiver_id === undefined ? [] : tables;
    await client.query(`
      begin;
      ${receipts.map((table) => `delete from ${table} where company_id = '${receiver_id!}';`).join('')}
      delete from sandbox_message;
      update document set peppol_status = 'pending', sent_at = null where company_id = '${company_id}';
      update transmission set state = 'pending', attempts = '[]', generation = 0, finished_at = null
        where company_id = '${company_id}';
      insert into pgboss.job (name, data, expire_in, retry_limit)
        select 'transmissions', json_build_object('company_id', company_id, 'message_id', message_id), interval '25 s', 1000
        from transmission where company_id = '${company_id}';
      commit`);
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from transmission where company_id = '${company_id}'`,
    );
    count = Number(rows[0]!.count);
    await untilTaken(client, count);
  } finally {
    await client.end();
  }
  const since = performance.now();
  await untilDelivered(service, account);
  return count / ((performance.now() - since) / 1000);
}

/** The service is not told of jobs that are inserted past it. It finds them up to a quarter of a second later. */
async function untilTaken(client: Client, count: number): Promise<void> {
  const waiting = `select count(*) from pgboss.job where name = 'transmissions' and state = 'created'`;
  while (Number((await client.query<{ count: string }>(waiting)).rows[0]!.count) === count)
    await sleep(LOOK_MS);
}

async function untilDelivered(service: Service, account: Account): Promise<void> {
  const pending = '/documents?peppol_status=pending&limit=1';
  while ((await get<{ data: unknown[] }>(service, account, pending)).data.length > 0)
    await sleep(CALM_LOOK_MS);
}

async function aSender(service: Service, number: number): Promise<Account> {
  const account = await createAccount(service);
  const { vat, electronic_address } = newRelation(number);
  await changeCompany(service, account.company_id, { vat, electronic_address });
  return account;
}

/** A company, and another one to which it sends. */
interface Pair {
  readonly sender: Account;
  readonly relation_id: string;
  readonly receiver_id: string;
}

/** @param number - of the sender; the receiver has the next one */
async function aPair(service: Service, number: number): Promise<Pair> {
  const sender = await aSender(service, number);
  const receiver_id = await createCompany(service, `Receiver ${number}`);
  const { vat, electronic_address } = newRelation(number + 1);
  await changeCompany(service, receiver_id, { vat, electronic_address });
  return { sender, receiver_id, relation_id: await aReceiver(service, sender, electronic_address) };
}

/** @returns the id of a relation that sends go to */
async function aReceiver(service: Service, account: Account, electronic_address: string): Promise<string> {
  const id = await createRelation(service, account);
  const answer = await fetch(`${service.api}/relations/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: account.authorization },
    body: JSON.stringify({ electronic_address }),
  });
  if (!answer.ok) throw new Error(`The relation was answered with ${answer.status}.`);
  return id;
}

async function get<Result>(service: Service, { authorization }: Account, path: string): Promise<Result> {
  const answer = await fetch(`${service.api}${path}`, { headers: { authorization } });
  if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}.`);
  return (await answer.json()) as Result;
}
