import { DeliveryEngine } from '../../../src/adapters/webhooks/delivery-engine';
import type { SignedRequests } from '../../../src/adapters/webhooks/signed-requests';
import type { Webhook } from '../../../src/domain/events/webhooks/webhook';
import type { EventLog } from '../../../src/ports/events/event-log';
import type {
  ClaimedWebhooks,
  DeliveryQueue,
  LeasedWebhook,
} from '../../../src/ports/events/webhooks/delivery-queue';
import { KeptLog } from '../../support/http-kit';
import { OrderedIds } from '../../support/ordered-ids';
import { SettableClock } from '../../support/settable-clock';

const KEY = { company_id: 'a-company', webhook_id: 'a-webhook' };
const DUE = { id: 'a-delivery', event_id: 'an-event', type: 'relation.created', body: '{}', attempts: 0 };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('A webhook whose endpoint does not answer is read every 5 s, although it has work at each look', async () => {
  let [claims, loads] = [0, 0];
  const leased: LeasedWebhook = {
    webhook: { active: true, types: ['*'], url: 'https://slow.example/' } as unknown as Webhook,
    is_client_active: true,
    scope: new Set(),
    position: 1,
    head: 1,
  };
  const queue: Partial<DeliveryQueue> = {
    renew: async () => undefined,
    claim: async (): Promise<ClaimedWebhooks> => {
      const is_first = claims++ === 0;
      return { claimed: is_first ? [KEY] : [], own: is_first ? [] : [KEY], held_elsewhere: [] };
    },
    load: async () => {
      loads++;
      return leased;
    },
    due: async (_key, _now, except) => (except.length === 0 ? [DUE] : []),
    leave: async () => undefined,
  };
  const clock = new SettableClock();
  const engine = new DeliveryEngine({
    forCompany: (_company_id, work) => work(),
    ...{ clock, ids: new OrderedIds(clock), log: new KeptLog() },
    queue: queue as DeliveryQueue,
    events: {} as EventLog,
    requests: { send: () => new Promise(() => {}), close: () => undefined } as unknown as SignedRequests,
  });
  engine.start();
  await jest.advanceTimersByTimeAsync(5_000); // in which its endpoint has turned out to be slow
  [claims, loads] = [1, 0];
  await jest.advanceTimersByTimeAsync(20_000);
  engine.abort();
  expect(claims).toBeGreaterThanOrEqual(20);
  expect(loads).toBe(4);
});
