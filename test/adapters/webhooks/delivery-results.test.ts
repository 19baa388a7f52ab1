import { DeliveryResults, type ResultParts } from '../../../src/adapters/webhooks/delivery-results';
import { Signal } from '../../../src/adapters/webhooks/signal';
import type { DeliveryResponse } from '../../../src/adapters/webhooks/signed-requests';
import { newWebhook, type Webhook } from '../../../src/domain/events/webhooks/webhook';
import type { DueDelivery, EndpointHealth } from '../../../src/ports/events/webhooks/delivery-queue';
import { SettableClock } from '../../support/settable-clock';

const clock = new SettableClock();
const KEY = { company_id: 'a-company', webhook_id: 'a-webhook' };
const URL = 'https://books.example/';
const MADE = { id: KEY.webhook_id, client_id: 'a-client', sealed_secret: 'sealed' };
const WEBHOOK: Webhook = newWebhook({ url: URL, types: ['*'] }, MADE, clock.now());
const OK: DeliveryResponse = { status: 200, duration_ms: 1, error: null, answer: '', is_sent: true };
const BROKEN = { ...OK, status: 500 };

function setUp() {
  const settled: { ids: string[]; health: EndpointHealth | undefined }[] = [];
  const ended: Record<string, number> = {};
  const failures: Error[] = [];
  const signal = new Signal();
  const parts: ResultParts = {
    ...{ clock, worker_id: 'a-worker' },
    queue: {
      settle: async (_key, _worker, rows, health) => {
        if (failures.length > 0) throw failures.shift()!;
        settled.push({ ids: rows.map(({ id }) => id), health });
        return 2;
      },
    },
    onEnd: (state, count) => (ended[state] = count),
  };
  const results = new DeliveryResults(KEY, parts, signal);
  const add = (id: string, answer: DeliveryResponse, url = URL) => {
    const delivery: DueDelivery = { id, event_id: 'e', type: 'relation.created', body: '{}', attempts: 0 };
    results.add(delivery, url, { at: clock.now().toISOString(), ...answer }, WEBHOOK);
  };
  return { results, add, settled, ended, failures, signal };
}

test('Results are stored together, and those that have ended are counted with the deliveries that failed by them', async () => {
  const { add, ended, results, settled, signal } = setUp();
  add('one', OK);
  add('two', BROKEN);
  await signal.wait(60_000);
  expect(await results.store(WEBHOOK)).toMatchObject([
    { id: 'one', state: 'delivered' },
    { id: 'two', state: 'pending' },
  ]);
  expect(settled).toMatchObject([{ ids: ['one', 'two'] }]);
  expect(ended).toEqual({ delivered: 1, failed: 2 });
  expect(results.is_empty).toBe(true);
  expect(await results.store(WEBHOOK)).toEqual([]);
  expect(settled).toHaveLength(1);
});

test('Results that could not be stored are stored with the next ones, before them', async () => {
  const { add, failures, results, settled } = setUp();
  const failure = new Error('no database');
  failures.push(failure);
  add('one', OK);
  await expect(results.store(WEBHOOK)).rejects.toBe(failure);
  expect(results.is_empty).toBe(false);
  add('two', OK);
  await results.store(WEBHOOK);
  expect(settled).toMatchObject([{ ids: ['one', 'two'] }]);
});

test('Only results of the present URL change the health of the endpoint', async () => {
  const { add, results, settled } = setUp();
  add('one', BROKEN, 'https://former.example/');
  await results.store(WEBHOOK);
  add('two', BROKEN);
  await results.store(WEBHOOK);
  expect(settled.map(({ health }) => health)).toEqual([
    undefined,
    { url: URL, failing_since: clock.now(), is_off: false, was_failing_since: null },
  ]);
});
