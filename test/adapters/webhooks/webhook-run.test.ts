import { Lanes } from '../../../src/adapters/webhooks/lanes';
import type { DeliveryResponse, SignedRequests } from '../../../src/adapters/webhooks/signed-requests';
import { WebhookRun } from '../../../src/adapters/webhooks/webhook-run';
import { newWebhook } from '../../../src/domain/events/webhooks/webhook';
import type { EventLog } from '../../../src/ports/events/event-log';
import type {
  DeliveryQueue,
  DueDelivery,
  SettledDelivery,
} from '../../../src/ports/events/webhooks/delivery-queue';
import { KeptLog } from '../../support/http-kit';
import { OrderedIds } from '../../support/ordered-ids';
import { SettableClock } from '../../support/settable-clock';

const clock = new SettableClock();
const KEY = { company_id: 'a-company', webhook_id: 'a-webhook' };
const DELIVERY: DueDelivery = { id: 'one', event_id: 'e', type: 'relation.created', body: '{}', attempts: 0 };
const MADE = { id: KEY.webhook_id, client_id: 'a-client', sealed_secret: 'sealed' };
const OK: DeliveryResponse = { status: 200, duration_ms: 1, error: null, answer: '', is_sent: true };

/** A leased webhook. `due` has the deliveries that each look finds, `released` the answers to `release`. */
function leased(
  send: () => Promise<DeliveryResponse>,
  { due, released }: { readonly due: DueDelivery[][]; readonly released: boolean[] },
  parts: { readonly queue?: Partial<DeliveryQueue>; readonly events?: Pick<EventLog, 'page'> } = {},
) {
  const stored: SettledDelivery[] = [];
  const log = new KeptLog();
  const webhook = newWebhook({ url: 'https://books.example/', types: ['*'] }, MADE, clock.now());
  const queue: Partial<DeliveryQueue> = {
    load: async () => ({ webhook, is_client_active: true, scope: new Set(), position: 0, head: 0 }),
    due: async () => due.shift() ?? [],
    settle: async (_key, _worker, results) => {
      stored.push(...results);
      return 0;
    },
    release: async () => released.shift() ?? true,
    ...parts.queue,
  };
  const run = new WebhookRun(KEY, {
    ...{ clock, log, ids: new OrderedIds(clock), lanes: new Lanes(), worker_id: 'a-worker' },
    queue: queue as DeliveryQueue,
    events: parts.events as EventLog,
    requests: { send } as unknown as SignedRequests,
    isAlive: () => true,
    onEnd: () => undefined,
  });
  return { run, stored, log };
}

test('A request that cannot be made for an error of the service is an attempt with an error', async () => {
  const broken = new Error('a bug');
  const { run, stored, log } = leased(() => Promise.reject(broken), { due: [[DELIVERY]], released: [] });
  await run.work();
  expect(stored).toMatchObject([
    { state: 'pending', attempt: { status: null, error: 'The service could not send the request.' } },
  ]);
  expect(log.lines).toEqual([
    { level: 'error', message: 'A webhook could not be sent', error: broken, members: KEY },
  ]);
});

test('A delivery that becomes due as the lease is given back is found at once', async () => {
  const { run, stored } = leased(async () => OK, { due: [[], [DELIVERY]], released: [false, true] });
  await run.work();
  expect(stored).toMatchObject([{ id: 'one', state: 'delivered' }]);
});

test('Events after the head that was loaded with the webhook are left to the next pass, which has its present types', async () => {
  const of_types = (type: string) =>
    newWebhook({ url: 'https://books.example/', types: [type] }, MADE, clock.now());
  const loads = [
    { webhook: of_types('relation.created'), head: 2 },
    { webhook: of_types('branding.created'), head: 3 },
  ];
  let position = 0;
  const log = ['relation.created', 'journal.created', 'branding.created'].map((type, index) => {
    return { id: `event-${index}`, type, position: index + 1, resource_id: 'r', body: '{}' };
  });
  const made: string[] = [];
  const { run } = leased(
    async () => OK,
    { due: [], released: [false, true] },
    {
      queue: {
        load: async () => {
          const scope = new Set(['relation:read', 'branding:read', 'journal:read']);
          return {
            ...(loads.length > 1 ? loads.shift()! : loads[0]!),
            position,
            is_client_active: true,
            scope,
          };
        },
        add: async (_key, _worker, looked_at, deliveries) => {
          position = looked_at;
          made.push(...deliveries.map(({ type }) => type));
          return true;
        },
      },
      // The log goes on while the webhook's events are read.
      events: {
        page: async (_company_id, after, _limit, { types, until = Infinity }) => {
          const looked_at = log.filter(({ position }) => position > after && position <= until);
          const events = looked_at.filter(({ type }) => types!.includes(type));
          return { events, after: looked_at.at(-1)?.position ?? after, has_more: false };
        },
      },
    },
  );
  await run.work();
  expect(made).toEqual(['relation.created', 'branding.created']);
});

test('Each pass without an error is reported, also while there is more to do', async () => {
  const { run } = leased(async () => OK, { due: [[], [], []], released: [false, false, true] });
  let passes = 0;
  await run.work(() => passes++);
  expect(passes).toBe(3);
});
