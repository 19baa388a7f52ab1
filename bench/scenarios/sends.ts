import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, createAccount, createRelation, post } from '../account';
import { type Bench, CONNECTIONS, type Scenario } from '../bench';
import { type Figure, percentile, spread } from '../figures';
import { load } from '../load';
import { invoice } from '../requests';
import type { Service } from '../service';

/** A participant of the sandbox network that takes everything. */
const RECEIVER = '0088:5412345000013';
/** Sent one after the other, with nothing else to do. */
const CALM = 10;
/** Sent at once. */
const MANY = 600;
const LOOK_MS = 5;

/** From an accepted send to a delivered document, in the sandbox: one by one, and when many come at once. */
export const sends: Scenario = {
  name: 'sends',
  async run(bench): Promise<Figure[]> {
    const { service } = bench;
    const account = await aSender(service);
    const relation_id = await aReceiver(service, account);
    const calm: number[] = [];
    const drained: number[] = [];
    for (let round = 1; round <= bench.rounds; round++) {
      calm.push(await deliveryMs(service, account, relation_id));
      drained.push(await drainedPerSecond(bench, account, relation_id));
      bench.note(`  round ${round}: ${calm.at(-1)!.toFixed(0)} ms, ${drained.at(-1)!.toFixed(0)} /s`);
    }
    return [
      {
        name: 'send accepted to delivered, idle',
        unit: 'ms',
        measured: spread(calm),
        target: { at_most: 1_000 },
      },
      {
        name: 'sends accepted and delivered',
        unit: '/s',
        measured: spread(drained),
        target: { at_least: 200 },
      },
    ];
  },
};

/** The slowest but one of a few, in milliseconds. */
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

/** What was created before is sent by many callers; the clock stops when the last document is delivered. */
async function drainedPerSecond({ service }: Bench, account: Account, relation_id: string): Promise<number> {
  const ids: string[] = [];
  while (ids.length < MANY) {
    const created = Array.from({ length: CONNECTIONS }, () =>
      post<{ id: string }>(service, account, '/documents', invoice(relation_id)),
    );
    ids.push(...(await Promise.all(created)).map(({ id }) => id));
  }
  const headers = { authorization: account.authorization };
  const requests = ids.map(
    (id) => ({ method: 'POST', path: `/documents/${id}/send`, headers, body: {} }) as const,
  );
  const since = performance.now();
  await load({
    ...{ url: service.api, connections: CONNECTIONS, amount: requests.length },
    source: { kind: 'cycle', requests },
  });
  while (
    (await get<{ data: unknown[] }>(service, account, '/documents?peppol_status=pending&limit=1')).data
      .length > 0
  )
    await sleep(LOOK_MS);
  return ids.length / ((performance.now() - since) / 1000);
}

async function aSender(service: Service): Promise<Account> {
  const account = await createAccount(service);
  const answer = await fetch(`${service.management}/management/companies/${account.company_id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.management_token}` },
    body: JSON.stringify({ vat: 'BE0123456749', electronic_address: '0208:0123456749' }),
  });
  if (!answer.ok) throw new Error(`The company was answered with ${answer.status}.`);
  return account;
}

async function aReceiver(service: Service, account: Account): Promise<string> {
  const id = await createRelation(service, account);
  const answer = await fetch(`${service.api}/relations/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: account.authorization },
    body: JSON.stringify({ electronic_address: RECEIVER }),
  });
  if (!answer.ok) throw new Error(`The relation was answered with ${answer.status}.`);
  return id;
}

async function get<Result>(service: Service, { authorization }: Account, path: string): Promise<Result> {
  const answer = await fetch(`${service.api}${path}`, { headers: { authorization } });
  if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}.`);
  return (await answer.json()) as Result;
}
