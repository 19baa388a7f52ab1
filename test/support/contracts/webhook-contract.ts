import { randomUUID } from 'node:crypto';
import { newWebhook, type Webhook } from '../../../src/domain/events/webhooks/webhook';
import type { NewDelivery } from '../../../src/ports/events/webhooks/webhook-repository';
import { OrderedIds } from '../ordered-ids';
import { at, everyPage, inOrder, SORTS, type Store, TIMES_WITH_TIES, using } from './store';

const INPUT = { url: 'https://books.example/', types: ['document.*', 'relation.created'] };
const CLIENT = 'a-client';
const OLDER = { sealed_secret: 'older', expires_at: at(4).toISOString() };
const PAGE = { sort: 'created_at', limit: 100 };

/** What every adapter behind the ports must do; run in memory and against PostgreSQL. */
export function testWebhookRepositories(store: () => Store) {
  const { newCompany, read, write } = using(store);
  const ids = new OrderedIds({ now: () => at(0) });
  const aWebhook = (given: Partial<Webhook> = {}): Webhook => ({
    ...newWebhook(INPUT, { id: randomUUID(), client_id: CLIENT, sealed_secret: 'sealed' }, at(0)),
    ...given,
  });
  const stored = async (company_id: string, given: Partial<Webhook> = {}) => {
    const webhook = aWebhook(given);
    await write(({ webhooks }) => webhooks.insert(company_id, webhook));
    return webhook;
  };
  const find = (company_id: string, id: string, client_id = CLIENT) =>
    read(({ webhooks }) => webhooks.find(company_id, client_id, id));
  const save = (company_id: string, before: Webhook, change: Partial<Webhook>) =>
    write(({ webhooks }) => webhooks.save(company_id, before, { ...before, ...change }));
  const logged = async (company_id: string, ...types: string[]) => {
    const events = types.map((type) => ({ event_id: randomUUID(), type }));
    for (const event of events) await store().logEvent(company_id, event);
    return events.map(({ event_id }) => event_id);
  };
  const deliver = async (company_id: string, id: string, given: Partial<NewDelivery> = {}, now = at(0)) => {
    const delivery = {
      ...{ id: ids.next(), event_id: randomUUID(), type: 'relation.created', position: 1, body: null },
      ...given,
    };
    await write(({ deliveries }) => deliveries.insert(company_id, id, [delivery], now));
    return delivery;
  };
  const deliveriesOf = async (company_id: string, id: string, since = at(0)) =>
    (await read(({ deliveries }) => deliveries.list(company_id, id, { since }, PAGE))).data;

  describe('a webhook', () => {
    test('is found as it was stored, by its client only', async () => {
      const [company_id, other] = [await newCompany(), await newCompany()];
      const webhook = await stored(company_id, {
        ...{ description: 'Books', active: false, disabled_at: at(1), failing_since: at(2) },
        ...{ previous_sealed_secret: 'before', previous_secret_expires_at: at(3), older_secrets: [OLDER] },
      });
      expect(await find(company_id, webhook.id)).toEqual(webhook);
      expect(await find(company_id, webhook.id, 'another-client')).toBeUndefined();
      expect(await find(other, webhook.id)).toBeUndefined();
      await write(async ({ webhooks }) => {
        expect(await webhooks.lock(company_id, CLIENT, webhook.id)).toEqual(webhook);
        expect(await webhooks.lock(company_id, 'another-client', webhook.id)).toBeUndefined();
      });
    });

    test('is counted among those of its client', async () => {
      const company_id = await newCompany();
      await stored(company_id);
      await stored(company_id);
      await stored(company_id, { client_id: 'another-client' });
      expect(await read(({ webhooks }) => webhooks.count(company_id, CLIENT))).toBe(2);
    });

    test('is changed as a whole', async () => {
      const company_id = await newCompany();
      const webhook = await stored(company_id);
      const change = {
        ...{ url: 'https://other.example/', types: ['*'], description: 'Other', sealed_secret: 'new' },
        ...{ previous_sealed_secret: 'sealed', previous_secret_expires_at: at(9), failing_since: at(4) },
        older_secrets: [OLDER, OLDER],
        ...{ version: 2, updated_at: at(5) },
      };
      await save(company_id, webhook, change);
      expect(await find(company_id, webhook.id)).toEqual({ ...webhook, ...change });
    });

    test.each(SORTS)('is in the list by %s once, ties by id', async (sort) => {
      const company_id = await newCompany();
      const webhooks = [];
      for (const times of TIMES_WITH_TIES) webhooks.push(await stored(company_id, times));
      await stored(company_id, { client_id: 'another-client' });
      const list = await everyPage(
        (page) => read((all) => all.webhooks.list(company_id, CLIENT, {}, page)),
        sort,
        3,
      );
      expect(list.map(({ id }) => id)).toEqual(inOrder(webhooks, sort, ({ id }) => id));
    });

    test('is in the list when it has changed since', async () => {
      const company_id = await newCompany();
      await stored(company_id, { updated_at: at(1) });
      const { id } = await stored(company_id, { updated_at: at(2) });
      const filters = { updated_since: at(2) };
      const { data } = await read(({ webhooks }) => webhooks.list(company_id, CLIENT, filters, PAGE));
      expect(data.map((webhook) => webhook.id)).toEqual([id]);
    });

    test('that is deleted is gone, with its pending deliveries', async () => {
      const company_id = await newCompany();
      const { id } = await stored(company_id);
      await deliver(company_id, id);
      await write(({ webhooks }) => webhooks.delete(company_id, id));
      expect(await find(company_id, id)).toBeUndefined();
      expect(await deliveriesOf(company_id, id)).toEqual([]);
    });
  });

  describe('deliveries', () => {
    test('are pending and due at first', async () => {
      const company_id = await newCompany();
      const { id: webhook_id } = await stored(company_id);
      const { id, event_id, type } = await deliver(company_id, webhook_id, {}, at(7));
      expect(await deliveriesOf(company_id, webhook_id)).toEqual([
        {
          ...{ id, event_id, type, state: 'pending', attempts: [], next_attempt_at: at(7) },
          ...{ created_at: at(7), updated_at: at(7) },
        },
      ]);
      const filtered = (state: 'pending' | 'failed') =>
        read(({ deliveries }) => deliveries.list(company_id, webhook_id, { since: at(0), state }, PAGE));
      expect((await filtered('pending')).data).toHaveLength(1);
      expect((await filtered('failed')).data).toEqual([]);
    });

    test('are those of one webhook', async () => {
      const company_id = await newCompany();
      const [one, other] = [await stored(company_id), await stored(company_id)];
      await deliver(company_id, one.id);
      expect(await deliveriesOf(company_id, other.id)).toEqual([]);
    });

    test('are listed from the time that is asked for', async () => {
      const company_id = await newCompany();
      const { id: webhook_id } = await stored(company_id);
      await deliver(company_id, webhook_id, {}, at(1));
      const { id } = await deliver(company_id, webhook_id, {}, at(2));
      expect(await deliveriesOf(company_id, webhook_id, at(2))).toMatchObject([{ id }]);
    });

    test('that are pending fail when the webhook is turned off', async () => {
      const company_id = await newCompany();
      const webhook = await stored(company_id);
      await deliver(company_id, webhook.id);
      await save(company_id, webhook, { active: false, updated_at: at(5) });
      expect(await deliveriesOf(company_id, webhook.id)).toMatchObject([
        { state: 'failed', next_attempt_at: null, updated_at: at(5) },
      ]);
    });
  });

  describe('events to send again', () => {
    const after = (company_id: string, id: string, position: number, limit = 10) =>
      read(({ deliveries }) => deliveries.eventsAfter(company_id, id, position, ['relation.created'], limit));

    test('by position are those of the types, up to the last that deliveries were made of', async () => {
      const company_id = await newCompany();
      const events = await logged(company_id, 'relation.created', 'journal.created', 'relation.created');
      const { id } = await stored(company_id);
      await logged(company_id, 'relation.created');
      const ids = async (position: number, limit?: number) =>
        (await after(company_id, id, position, limit)).map(({ event_id }) => event_id);
      expect(await after(company_id, id, 2)).toEqual([
        { event_id: events[2], type: 'relation.created', position: 3, body: null },
      ]);
      expect(await ids(0)).toEqual([events[0], events[2]]);
      expect(await ids(0, 1)).toEqual([events[0]]);
      expect(await ids(3)).toEqual([]);
    });

    test('by position begin anew when the webhook was off', async () => {
      const company_id = await newCompany();
      const webhook = await stored(company_id, { active: false });
      const events = await logged(company_id, 'relation.created');
      expect(await after(company_id, webhook.id, 0)).toEqual([]);
      await save(company_id, webhook, { active: true });
      expect(await after(company_id, webhook.id, 0)).toMatchObject([{ event_id: events[0] }]);
    });

    test('by id are those that exist', async () => {
      const company_id = await newCompany();
      const [one, two] = await logged(company_id, 'relation.created', 'journal.created');
      await logged(await newCompany(), 'relation.created');
      const found = await read(({ deliveries }) =>
        deliveries.eventsByIds(company_id, [two!, randomUUID(), one!]),
      );
      expect(found.map(({ event_id, position }) => [event_id, position])).toEqual([
        [one, 1],
        [two, 2],
      ]);
    });

    test('that failed are those of which all deliveries failed, each once, but no tests', async () => {
      const company_id = await newCompany();
      const webhook = await stored(company_id);
      const failing = await deliver(company_id, webhook.id, { position: 5 });
      const first = await deliver(company_id, webhook.id, { position: 2 });
      await deliver(company_id, webhook.id, { position: null, body: '{}', type: 'webhook.test' });
      await deliver(company_id, webhook.id, { position: 2, event_id: first.event_id });
      const earlier_id = ids.next(); // of a node whose clock is late
      const again = await deliver(company_id, webhook.id, { position: 7 });
      await save(company_id, webhook, { active: false });
      await deliver(company_id, webhook.id, { id: earlier_id, position: 7, event_id: again.event_id });
      const failed = (limit: number, since = at(0)) =>
        read(({ deliveries }) => deliveries.failedEvents(company_id, webhook.id, since, limit));
      expect(await failed(10)).toEqual([
        { event_id: first.event_id, type: 'relation.created', position: 2, body: null },
        { event_id: failing.event_id, type: 'relation.created', position: 5, body: null },
      ]);
      expect(await failed(1)).toHaveLength(1);
      expect(await failed(10, at(1))).toEqual([]);
    });
  });
}
