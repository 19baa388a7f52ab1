import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PostgresDeliveryQueue } from '../../../../src/adapters/postgres/events/webhooks/delivery-queue';
import type { SettledDelivery, WebhookKey } from '../../../../src/ports/events/webhooks/delivery-queue';
import { startWebhooks, type Webhooks } from '../../../support/webhook-nodes';

let webhooks: Webhooks;
let queue: PostgresDeliveryQueue;
beforeEach(async () => {
  webhooks = await startWebhooks();
  queue = new PostgresDeliveryQueue(webhooks.db);
});
afterEach(() => webhooks.end());

const now = () => webhooks.clock.now();
async function aWorker(lease_ms = 60_000): Promise<string> {
  const id = randomUUID();
  await queue.renew(id, lease_ms);
  return id;
}
/** A webhook whose company has an event that it has not been sent. */
async function aLagging(): Promise<WebhookKey & { readonly event_id: string }> {
  const { company_id, id } = await webhooks.webhook();
  const [event_id] = await webhooks.log(company_id);
  return { company_id, webhook_id: id, event_id: event_id! };
}
const claim = (worker: string) => queue.claim(worker, now(), { limit: 10 });
const delivery = (event_id: string) => {
  return { id: webhooks.ids.next(), event_id, type: 'relation.created', position: 1, body: null };
};
const attempt = (status: number) => {
  return { at: now().toISOString(), status, duration_ms: 1, error: status < 300 ? null : 'No.', answer: '' };
};
const settled = (id: string, state: 'delivered' | 'pending', attempts_before = 0): SettledDelivery => {
  const next_attempt_at = state === 'pending' ? new Date(now().getTime() + 5_000) : null;
  return { id, attempt: attempt(state === 'pending' ? 500 : 200), attempts_before, state, next_attempt_at };
};

/** A delivery that is due, of a webhook that the worker has leased. */
async function aDue() {
  const key = await aLagging();
  const worker = await aWorker();
  await claim(worker);
  const made = delivery(key.event_id);
  await queue.add(key, worker, 1, [made], now());
  return { key, worker, made };
}

describe('a webhook with work', () => {
  test('is leased to one worker, and to another one when the first has died', async () => {
    const { company_id, webhook_id } = await aLagging();
    const [one, two] = [await aWorker(), await aWorker()];
    expect((await claim(one)).claimed).toEqual([{ company_id, webhook_id }]);
    expect(await claim(two)).toEqual({ claimed: [], own: [], held_elsewhere: [company_id] });
    expect(await claim(one)).toMatchObject({ claimed: [], own: [{ webhook_id }], held_elsewhere: [] });
    await queue.renew(one, -1);
    expect((await claim(two)).claimed).toEqual([{ company_id, webhook_id }]);
  });

  test('of a worker that has died is found behind those of living ones', async () => {
    const [living, dead, other] = (await Promise.all([aWorker(), aWorker(), aWorker()])).sort();
    for (let count = 0; count < 3; count++) await aLagging();
    await claim(living);
    const { webhook_id } = await aLagging();
    await claim(dead);
    await queue.renew(dead, -1);
    expect((await queue.claim(other, now(), { limit: 3 })).claimed).toMatchObject([{ webhook_id }]);
  });

  test('is free again when its worker leaves', async () => {
    const { webhook_id } = await aLagging();
    const [one, two] = [await aWorker(), await aWorker()];
    await claim(one);
    await queue.leave(one);
    expect((await claim(two)).claimed).toMatchObject([{ webhook_id }]);
  });

  test('is free when its worker leased it after it had left', async () => {
    const { company_id, webhook_id } = await aLagging();
    const [one, two] = [await aWorker(), await aWorker()];
    await queue.leave(one);
    await claim(one);
    expect(await claim(two)).toEqual({ claimed: [{ company_id, webhook_id }], own: [], held_elsewhere: [] });
  });

  test('is leased to one of many workers that look at the same time', async () => {
    await aLagging();
    const workers = await Promise.all(Array.from({ length: 8 }, () => aWorker()));
    const claims = await Promise.all(workers.map(claim));
    expect(claims.flatMap(({ claimed }) => claimed)).toHaveLength(1);
  });

  test('is found by its company', async () => {
    const [one, other] = [await aLagging(), await aLagging()];
    const worker = await aWorker();
    const { claimed } = await queue.claim(worker, now(), { company_ids: [one.company_id], limit: 10 });
    expect(claimed).toMatchObject([{ webhook_id: one.webhook_id }]);
    expect((await claim(worker)).claimed).toMatchObject([{ webhook_id: other.webhook_id }]);
  });
});

describe('a worker that has lost its lease', () => {
  test('stores nothing', async () => {
    const key = await aLagging();
    const [one, two] = [await aWorker(), await aWorker()];
    await claim(one);
    const made = delivery(key.event_id);
    expect(await queue.add(key, one, 1, [made], now())).toBe(true);
    await queue.renew(one, -1);
    await claim(two);
    expect(await queue.load(key, one)).toBeUndefined();
    expect(await queue.settle(key, one, [settled(made.id, 'delivered')], undefined, now())).toBeUndefined();
    expect(await queue.add(key, one, 2, [delivery(randomUUID())], now())).toBe(false);
    await sql`update webhook set active = false`.execute(webhooks.db);
    expect(await queue.skipEvents(key, one, 1, now())).toBeUndefined();
    expect(await queue.release(key, one, now())).toBe(true);
    expect(await webhooks.deliveries(key.webhook_id)).toMatchObject([{ state: 'pending', attempts: [] }]);
    expect(await queue.due(key, now(), [], 10)).toMatchObject([{ id: made.id, attempts: 0 }]);
    expect((await queue.load(key, two))?.position).toBe(1);
  });
});

describe('the failures of an endpoint', () => {
  const off = (url: string, was_failing_since: Date | null = null) => {
    return { url, was_failing_since, failing_since: now(), is_off: true };
  };
  const isActive = async ({ webhook_id }: WebhookKey) => (await webhooks.find(webhook_id)).active;

  test('do not count when the worker has lost its lease', async () => {
    const { key, worker: one, made } = await aDue();
    const two = await aWorker();
    const { url } = (await queue.load(key, one))!.webhook;
    await queue.renew(one, -1);
    await claim(two);
    const results = [settled(made.id, 'pending')];
    expect(await queue.settle(key, one, results, off(url), now())).toBeUndefined();
    expect(await isActive(key)).toBe(true);
    expect(await webhooks.deliveries(key.webhook_id)).toMatchObject([{ state: 'pending', attempts: [] }]);
    expect(await queue.settle(key, two, results, off(url), now())).toBe(1);
    expect(await isActive(key)).toBe(false);
  });

  test('do not count when the webhook was turned off and on again meanwhile', async () => {
    const { key, worker, made } = await aDue();
    const { url } = (await queue.load(key, worker))!.webhook;
    const results = [settled(made.id, 'pending')];
    expect(await queue.settle(key, worker, results, off(url, new Date(0)), now())).toBe(0);
    expect(await isActive(key)).toBe(true);
  });

  test('do not count when the webhook has another URL by now', async () => {
    const { key, worker, made } = await aDue();
    const results = [settled(made.id, 'pending')];
    expect(await queue.settle(key, worker, results, off('https://former.example/'), now())).toBe(0);
    expect(await isActive(key)).toBe(true);
    expect(await webhooks.deliveries(key.webhook_id)).toMatchObject([
      { state: 'pending', attempts: [{ status: 500 }] },
    ]);
  });
});

describe('events', () => {
  test('are passed by while the webhook is off, and its deliveries fail', async () => {
    const { key, worker, made } = await aDue();
    await webhooks.log(key.company_id);
    await sql`update webhook set active = false`.execute(webhooks.db);
    expect(await queue.skipEvents(key, worker, 2, now())).toBe(1);
    expect((await queue.load(key, worker))?.position).toBe(2);
    expect(await webhooks.deliveries(key.webhook_id)).toMatchObject([{ id: made.id, state: 'failed' }]);
  });

  test('are not passed by when the webhook is on again by then', async () => {
    const { key, worker, made } = await aDue();
    await webhooks.log(key.company_id);
    expect(await queue.skipEvents(key, worker, 2, now())).toBe(0);
    expect((await queue.load(key, worker))?.position).toBe(1);
    expect(await webhooks.deliveries(key.webhook_id)).toMatchObject([{ id: made.id, state: 'pending' }]);
  });

  test('are passed by while the client is off, up to the head that was loaded with the webhook', async () => {
    const { key, worker } = await aDue();
    await webhooks.log(key.company_id);
    await sql`update client set active = false`.execute(webhooks.db);
    const { head } = (await queue.load(key, worker))!;
    await webhooks.log(key.company_id);
    expect(await queue.skipEvents(key, worker, head, now())).toBe(1);
    expect((await queue.load(key, worker))?.position).toBe(2);
  });
});

describe('deliveries', () => {
  test('are made once, with their position in one transaction', async () => {
    const key = await aLagging();
    const worker = await aWorker();
    await claim(worker);
    const made = delivery(key.event_id);
    await expect(queue.add(key, worker, 1, [made, made], now())).rejects.toThrow();
    expect((await queue.load(key, worker))?.position).toBe(0);
    expect(await queue.add(key, worker, 1, [made], now())).toBe(true);
    expect(await queue.add(key, worker, 1, [delivery(key.event_id)], now())).toBe(false);
    expect(await webhooks.deliveries(key.webhook_id)).toHaveLength(1);
  });

  test('keep their attempts, and are due again at their time', async () => {
    const { key, worker, made } = await aDue();
    for (let i = 0; i < 2; i++)
      await queue.settle(key, worker, [settled(made.id, 'pending', i)], undefined, now());
    expect(await queue.due(key, now(), [], 10)).toEqual([]);
    webhooks.clock.advance(5_000);
    expect(await queue.due(key, now(), [], 10)).toMatchObject([{ id: made.id, attempts: 2 }]);
    expect(await queue.due(key, now(), [made.id], 10)).toEqual([]);
  });

  test('keep an attempt once whose result is stored again, because the outcome was unknown', async () => {
    const { key, worker, made } = await aDue();
    const result = settled(made.id, 'pending');
    for (let i = 0; i < 2; i++) expect(await queue.settle(key, worker, [result], undefined, now())).toBe(0);
    const { attempt: stored, next_attempt_at } = result;
    expect(await webhooks.deliveries(key.webhook_id)).toMatchObject([
      { state: 'pending', attempts: [stored], next_attempt_at },
    ]);
  });

  test('of a webhook that was turned off meanwhile have failed, unless one arrived', async () => {
    const key = await aLagging();
    const worker = await aWorker();
    await claim(worker);
    const [one, two] = [delivery(key.event_id), delivery(key.event_id)];
    await queue.add(key, worker, 1, [one, two], now());
    await sql`update webhook_delivery set state = 'failed', next_attempt_at = null`.execute(webhooks.db);
    await queue.settle(
      key,
      worker,
      [settled(one.id, 'pending'), settled(two.id, 'delivered')],
      undefined,
      now(),
    );
    expect(await webhooks.deliveries(key.webhook_id)).toMatchObject([
      { state: 'failed', next_attempt_at: null, attempts: [{ status: 500 }] },
      { state: 'delivered', next_attempt_at: null, attempts: [{ status: 200 }] },
    ]);
  });
});

describe('a lease', () => {
  test('is not given back while there is work, but at a stop', async () => {
    const key = await aLagging();
    const worker = await aWorker();
    await claim(worker);
    expect(await queue.release(key, worker, now())).toBe(false); // an event
    const made = delivery(key.event_id);
    await queue.add(key, worker, 1, [made], now());
    expect(await queue.release(key, worker, now())).toBe(false); // a due delivery
    await queue.settle(key, worker, [settled(made.id, 'pending')], undefined, now());
    expect(await queue.release(key, worker, now())).toBe(true);
    expect((await claim(worker)).claimed).toEqual([]);
    webhooks.clock.advance(5_000);
    expect((await claim(worker)).claimed).toHaveLength(1); // the delivery is due again
    expect(await queue.release(key, worker, undefined)).toBe(true);
    expect((await claim(worker)).claimed).toHaveLength(1);
  });

  test('whose worker has long been dead is given back by the sweep', async () => {
    const key = await aLagging();
    const worker = await aWorker();
    await claim(worker);
    await sql`update webhook_worker set alive_until = now() - interval '25 hours'`.execute(webhooks.db);
    await webhooks.upkeep.sweep();
    expect((await claim(await aWorker())).claimed).toMatchObject([{ webhook_id: key.webhook_id }]);
  });
});

test('The backlog counts pending deliveries and knows the oldest', async () => {
  expect(await webhooks.upkeep.backlog()).toEqual({ pending: 0, oldest: null });
  const key = await aLagging();
  const worker = await aWorker();
  await claim(worker);
  const oldest = now();
  await queue.add(key, worker, 1, [delivery(key.event_id)], oldest);
  webhooks.clock.advance(1_000);
  const other = await aLagging();
  await claim(worker);
  await queue.add(other, worker, 1, [delivery(other.event_id)], now());
  expect(await webhooks.upkeep.backlog()).toEqual({ pending: 2, oldest });
});
