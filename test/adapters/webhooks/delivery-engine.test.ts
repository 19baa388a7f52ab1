import { Webhook } from 'standardwebhooks';
import { SealedSecrets } from '../../../src/adapters/webhooks/sealed-secrets';
import { RETRY_PAUSES_MS } from '../../../src/domain/events/webhooks/delivery';
import { changedWebhook } from '../../../src/domain/events/webhooks/webhook';
import { anEndpoint } from '../../support/endpoints';
import { until } from '../../support/until';
import { PRESENT_KEY, SECRET, startWebhooks, type Webhooks } from '../../support/webhook-nodes';

let webhooks: Webhooks;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  webhooks = await startWebhooks();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await webhooks.end();
});

async function endpoint(...args: Parameters<typeof anEndpoint>) {
  const made = await anEndpoint(...args);
  closing.push(() => made.close());
  return made;
}
const states = async (id: string) => (await webhooks.deliveries(id)).map(({ state }) => state);
const all = (id: string, state: string, count = 1) =>
  until(async () => {
    const found = await states(id);
    return found.length === count && found.every((one) => one === state);
  });
const SECOND = 1_000;
const HOUR = 3_600_000;

describe('an event', () => {
  test('is delivered with exactly its bytes, signed for the public library', async () => {
    const { url, received } = await endpoint((_req, res) => void res.end('Thanks'));
    const { company_id, id } = await webhooks.webhook({ url });
    const { engine } = webhooks.start({ poll_ms: 60_000 });
    await until(
      async () => (await webhooks.db.selectFrom('webhook_worker').selectAll().execute()).length > 0,
    );
    const [event_id] = await webhooks.log(company_id);
    engine.wake(company_id);
    await all(id, 'delivered');
    const [{ body, headers }] = received as [(typeof received)[0]];
    const { body: stored } = await webhooks.db.selectFrom('event').select('body').executeTakeFirstOrThrow();
    expect(body).toBe(stored);
    expect(headers['webhook-id']).toBe(event_id);
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toMatchObject({
      id: event_id,
    });
    expect(await webhooks.deliveries(id)).toEqual([
      {
        ...{ id: expect.any(String), event_id, type: 'relation.created', state: 'delivered' },
        next_attempt_at: null,
        attempts: [
          {
            ...{ at: '2026-07-01T10:00:00.000Z', status: 200, error: null, answer: 'Thanks' },
            duration_ms: expect.any(Number),
          },
        ],
      },
    ]);
  });

  test('is signed with the previous secret too, for 24 h', async () => {
    const { url, received } = await endpoint();
    const next = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const { company_id } = await webhooks.webhook({
      ...{ url, sealed_secret: webhooks.secrets.seal(next) },
      previous_sealed_secret: webhooks.secrets.seal(SECRET),
      previous_secret_expires_at: new Date('2026-07-02T10:00:00Z'),
    });
    webhooks.start();
    await webhooks.log(company_id);
    const first = await until(async () => received[0]);
    for (const secret of [next, SECRET])
      expect(() => new Webhook(secret).verify(first.body, first.headers as never)).not.toThrow();
    webhooks.clock.advance(24 * HOUR);
    await webhooks.log(company_id);
    const second = await until(async () => received[1]);
    expect(() => new Webhook(next).verify(second.body, second.headers as never)).not.toThrow();
    expect(() => new Webhook(SECRET).verify(second.body, second.headers as never)).toThrow();
  });

  test('is delivered to the webhooks of its type whose clients may read it, each time it happens once', async () => {
    const { url, received } = await endpoint();
    const { company_id, id } = await webhooks.webhook({ url, types: ['relation.created', 'relation.*'] });
    const blind = await webhooks.webhook({ company_id, url, types: ['*'] }, { document: ['read'] });
    const other = await webhooks.webhook({ company_id, url, types: ['journal.*'] });
    webhooks.start();
    const relations = await webhooks.log(company_id, 3);
    const [journal] = await webhooks.log(company_id, 1, 'journal.updated');
    await webhooks.log(company_id, 1, 'company.updated');
    await all(id, 'delivered', 3);
    await all(other.id, 'delivered');
    expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      [...relations, journal].sort(),
    );
    expect(await states(blind.id)).toEqual([]);
  });

  test('before the webhook was made is not delivered', async () => {
    const { url, received } = await endpoint();
    const { company_id } = await webhooks.webhook();
    await webhooks.log(company_id, 2);
    const { id } = await webhooks.webhook({ company_id, url });
    webhooks.start();
    const [event_id] = await webhooks.log(company_id);
    await all(id, 'delivered');
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([event_id]);
  });
});

describe('a delivery that fails', () => {
  test('is tried again by the business clock, with the same bytes and id, until it succeeds', async () => {
    let status = 500;
    const { url, received } = await endpoint((_req, res) => void res.writeHead(status).end('No'));
    const { company_id, id } = await webhooks.webhook({ url });
    webhooks.start();
    await webhooks.log(company_id);
    const attempts = (count: number) =>
      until(async () => {
        const [delivery] = await webhooks.deliveries(id);
        return delivery?.attempts.length === count ? delivery : undefined;
      });
    expect(await attempts(1)).toMatchObject({
      state: 'pending',
      next_attempt_at: new Date('2026-07-01T10:00:05Z'),
      attempts: [{ status: 500, error: 'The endpoint answered 500.', answer: 'No' }],
    });
    expect((await webhooks.find(id)).failing_since).toEqual(new Date('2026-07-01T10:00:00Z'));
    webhooks.clock.advance(5 * SECOND - 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(received).toHaveLength(1);
    webhooks.clock.advance(1);
    expect(await attempts(2)).toMatchObject({ next_attempt_at: new Date('2026-07-01T10:05:05Z') });
    status = 204;
    webhooks.clock.advance(300 * SECOND);
    await all(id, 'delivered');
    expect((await webhooks.find(id)).failing_since).toBeNull();
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('has failed after ten attempts, and the webhook stays on', async () => {
    const { url, received } = await endpoint((_req, res) => void res.writeHead(503).end());
    const { company_id, id } = await webhooks.webhook({ url });
    webhooks.start({ poll_ms: 20 });
    await webhooks.log(company_id);
    for (const [index, pause] of [...RETRY_PAUSES_MS, 0].entries()) {
      await until(async () => (await webhooks.deliveries(id))[0]?.attempts.length === index + 1);
      webhooks.clock.advance(pause);
    }
    await all(id, 'failed');
    expect(received).toHaveLength(10);
    expect(await webhooks.find(id)).toMatchObject({ active: true, disabled_at: null });
  });

  test('for five days turns the webhook off, and what is pending fails', async () => {
    const { url, received } = await endpoint((_req, res) => void res.writeHead(503).end());
    const { company_id, id } = await webhooks.webhook({ url });
    webhooks.start({ poll_ms: 20 });
    await webhooks.log(company_id);
    for (let attempt = 1; attempt <= 5; attempt++) {
      await until(async () => (await webhooks.deliveries(id))[0]?.attempts.length === attempt);
      webhooks.clock.advance(24 * HOUR);
    }
    await all(id, 'failed');
    expect(received).toHaveLength(6);
    expect(await webhooks.find(id)).toMatchObject({ active: false, disabled_at: webhooks.clock.now() });
  });

  test('with 410 turns the webhook off, and what is pending fails', async () => {
    const { url, received } = await endpoint((_req, res) => void res.writeHead(410).end());
    const { company_id, id } = await webhooks.webhook({ url });
    await webhooks.log(company_id, 100);
    const { ended } = webhooks.start();
    await all(id, 'failed', 100);
    expect(await webhooks.find(id)).toMatchObject({
      ...{ active: false, disabled_at: webhooks.clock.now(), version: 2 },
    });
    const [later] = await webhooks.log(company_id);
    await until(async () => (await progressOf(id)).position === '101');
    expect(await states(id)).toHaveLength(100);
    expect(received.map(({ headers }) => headers['webhook-id'])).not.toContain(later);
    await until(async () => ended.length > 0); // heard of later than the database shows it
    expect(ended.length).toBeGreaterThan(0);
  });
});

test('A former URL that answers 410 does not turn the webhook off, and its event goes to the present one', async () => {
  let answer: (() => void) | undefined;
  const former = await endpoint((_req, res) => {
    answer = () => void res.writeHead(410).end();
  });
  const present = await endpoint();
  const { company_id, client_id, id } = await webhooks.webhook({ url: former.url });
  const { engine } = webhooks.start({ poll_ms: 20 });
  await webhooks.log(company_id);
  await until(async () => answer !== undefined);
  await webhooks.write(async ({ webhooks: repository }) => {
    const found = (await repository.lock(company_id, client_id, id))!;
    const moved = changedWebhook(found, { url: present.url }, webhooks.clock.now());
    await repository.save(company_id, found, moved);
  });
  engine.wake(company_id);
  await webhooks.log(company_id);
  await until(async () => present.received.length === 1);
  answer!();
  await until(async () => (await webhooks.deliveries(id)).every(({ attempts }) => attempts.length === 1));
  expect(await webhooks.find(id)).toMatchObject({ active: true, disabled_at: null });
  webhooks.clock.advance(RETRY_PAUSES_MS[0]!);
  await all(id, 'delivered', 2);
  expect(present.received).toHaveLength(2);
});

const progressOf = (webhook_id: string) =>
  webhooks.db
    .selectFrom('webhook_progress')
    .selectAll()
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirstOrThrow();

describe('a webhook that is off', () => {
  test('lets events pass by, and what is due fails, also when its client is off', async () => {
    const { url, received } = await endpoint();
    const { company_id, client_id, id } = await webhooks.webhook({ url });
    await webhooks.write(({ deliveries }) => {
      const test = { id: webhooks.ids.next(), event_id: webhooks.ids.next(), type: 'webhook.test' };
      return deliveries.insert(
        company_id,
        id,
        [{ ...test, position: null, body: '{}' }],
        webhooks.clock.now(),
      );
    });
    await webhooks.db
      .updateTable('client')
      .set({ active: false })
      .where('client_id', '=', client_id)
      .execute();
    webhooks.start();
    await webhooks.log(company_id, 3);
    await until(async () => (await progressOf(id)).position === '3');
    expect(await states(id)).toEqual(['failed']);
    await webhooks.db
      .updateTable('client')
      .set({ active: true })
      .where('client_id', '=', client_id)
      .execute();
    const [event_id] = await webhooks.log(company_id);
    await until(async () => received.length > 0);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([event_id]);
  });

  test('gives its lease back when there is nothing to do', async () => {
    const { url } = await endpoint();
    const { company_id, id } = await webhooks.webhook({ url });
    webhooks.start();
    await webhooks.log(company_id);
    await all(id, 'delivered');
    await until(async () => (await progressOf(id)).worker_id === null);
    expect((await progressOf(id)).due_at).toBeNull();
  });
});

describe('an endpoint that does not answer', () => {
  test('delays no other', async () => {
    const dead = await endpoint(() => undefined);
    const fast = await endpoint();
    for (let i = 0; i < 30; i++) {
      const { company_id } = await webhooks.webhook({ url: dead.url });
      await webhooks.log(company_id, 50);
    }
    const { company_id, id } = await webhooks.webhook({ url: fast.url });
    const { engine } = webhooks.start();
    await until(async () => dead.received.length >= 30);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const times: number[] = [];
    for (let i = 1; i <= 5; i++) {
      const started = performance.now();
      await webhooks.log(company_id);
      engine.wake(company_id);
      await until(async () => fast.received.length === i);
      times.push(performance.now() - started);
    }
    expect(Math.max(...times)).toBeLessThan(5_000); // half of what a request to the dead one takes
    expect(await states(id)).toHaveLength(5);
  });
});

describe('nodes', () => {
  test('share webhooks, and each event is delivered once', async () => {
    const { url, received } = await endpoint();
    const made = await Promise.all(Array.from({ length: 10 }, () => webhooks.webhook({ url })));
    const [one, two] = [webhooks.start(), webhooks.start()];
    for (let round = 0; round < 5; round++)
      for (const { company_id } of made) {
        await webhooks.log(company_id, 4);
        one.engine.wake(company_id);
        two.engine.wake(company_id);
      }
    for (const { id } of made) await all(id, 'delivered', 20);
    expect(received).toHaveLength(200);
    // A node hears of its commit later than the database shows it.
    await until(async () => one.ended.length + two.ended.length >= 200);
    expect(one.ended.length + two.ended.length).toBe(200);
  });

  test('lose nothing when one of them is killed in the middle', async () => {
    const { url, received } = await endpoint((_req, res) => {
      setTimeout(() => res.writeHead(204).end(), 20);
    });
    const made = await Promise.all(Array.from({ length: 4 }, () => webhooks.webhook({ url })));
    const options = { lease_ms: 1_000, poll_ms: 50 };
    const [one, two] = [webhooks.start(options), webhooks.start(options)];
    const events: string[] = [];
    for (const { company_id } of made) events.push(...(await webhooks.log(company_id, 300)));
    await until(async () => received.length > 100);
    const before = received.length;
    await one.kill();
    expect(before).toBeLessThan(1_200);
    for (const { company_id } of made) events.push(...(await webhooks.log(company_id, 10)));
    for (const { id } of made)
      await until(async () => {
        const found = await states(id);
        return found.length === 310 && found.every((state) => state === 'delivered');
      }, 60_000);
    const ids = new Set(received.map(({ headers }) => headers['webhook-id']));
    expect(ids).toEqual(new Set(events));
    expect(two.ended.length).toBeGreaterThan(0);
  });

  test('take over at once from one that stops', async () => {
    const { url, received } = await endpoint((_req, res) => {
      setTimeout(() => res.writeHead(204).end(), 20);
    });
    const { company_id, id } = await webhooks.webhook({ url });
    const one = webhooks.start({ lease_ms: 60_000 });
    await webhooks.log(company_id, 400);
    await until(async () => received.length > 20);
    await one.engine.stop(5_000);
    expect((await progressOf(id)).worker_id).toBeNull();
    expect(await states(id)).toContain('pending');
    webhooks.start({ lease_ms: 60_000 });
    await all(id, 'delivered', 400);
    expect(received).toHaveLength(400); // what was in flight has ended before the stop
  });
});

test('Deliveries older than 90 days are swept', async () => {
  const { url } = await endpoint();
  const { company_id, id } = await webhooks.webhook({ url });
  webhooks.start();
  await webhooks.log(company_id, 2);
  await all(id, 'delivered', 2);
  webhooks.clock.advance(90 * 24 * HOUR);
  expect(await webhooks.upkeep.sweep()).toBe(0);
  webhooks.clock.advance(1);
  expect(await webhooks.upkeep.sweep()).toBe(2);
  expect(await states(id)).toEqual([]);
});

test('Secrets under an earlier key are sealed with the present one, and sign on', async () => {
  const earlier = { kid: 'earlier', secret: 'another secret of at least thirty-two bytes' };
  const both = new SealedSecrets([PRESENT_KEY, earlier]);
  const seal = (text: string) => new SealedSecrets([earlier]).seal(text);
  const { url, received } = await endpoint();
  const { company_id, id } = await webhooks.webhook({
    ...{ url, sealed_secret: seal(SECRET), previous_sealed_secret: seal('whsec_AAAA') },
    older_secrets: [{ sealed_secret: seal('whsec_BBBB'), expires_at: '2026-07-02T09:00:00.000Z' }],
  });
  await webhooks.webhook({ sealed_secret: 'unknown.AAAA' });
  for (const bytes of ['', 'AAAA']) await webhooks.webhook({ sealed_secret: `earlier.${bytes}` }); // damaged
  expect(await webhooks.upkeep.sealAgain(both)).toBe(1);
  expect(await webhooks.upkeep.sealAgain(both)).toBe(0);
  const { previous_sealed_secret, older_secrets } = await webhooks.find(id);
  expect(webhooks.secrets.open(previous_sealed_secret!)).toBe('whsec_AAAA');
  expect(webhooks.secrets.open(older_secrets[0]!.sealed_secret)).toBe('whsec_BBBB');
  webhooks.start();
  await webhooks.log(company_id);
  const { body, headers } = await until(async () => received[0]);
  expect(() => new Webhook(SECRET).verify(body, headers as never)).not.toThrow();
});

test.each(['unknown.AAAA', `${PRESENT_KEY.kid}.AAAA`])(
  'A delivery with the sealed secret %s fails, and says so',
  async (sealed_secret) => {
    const { url, received } = await endpoint();
    const { company_id, id } = await webhooks.webhook({ url, sealed_secret });
    webhooks.start();
    await webhooks.log(company_id);
    const [delivery] = await until(async () => {
      const found = await webhooks.deliveries(id);
      return found[0]?.attempts.length === 1 ? found : undefined;
    });
    expect(delivery!.attempts[0]!.error).toMatch(/^The key that sealed the secret is not configured/);
    expect(received).toEqual([]);
    expect((await webhooks.find(id)).failing_since).toBeNull();
  },
);
