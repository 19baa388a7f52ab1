import { DeliveryEngine } from '../../../src/adapters/webhooks/delivery-engine';
import type { SignedRequests } from '../../../src/adapters/webhooks/signed-requests';
import type { EventLog } from '../../../src/ports/events/event-log';
import type { ClaimedWebhooks, DeliveryQueue } from '../../../src/ports/events/webhooks/delivery-queue';
import { OrderedIds } from '../../support/ordered-ids';
import { SettableClock } from '../../support/settable-clock';
import { SilentLog } from '../../support/silent-log';
import { until } from '../../support/until';

const NOTHING: ClaimedWebhooks = { claimed: [], own: [], held_elsewhere: [] };
const KEY = { company_id: 'a-company', webhook_id: 'a-webhook' };

test('A lease that is claimed while the engine stops is given back', async () => {
  const calls: string[] = [];
  let land: ((claims: ClaimedWebhooks) => void) | undefined;
  const queue: Partial<DeliveryQueue> = {
    renew: async () => undefined,
    claim: async (_worker, _now, { company_ids }) =>
      company_ids ? new Promise<ClaimedWebhooks>((resolve) => (land = resolve)) : NOTHING,
    load: async () => {
      calls.push('load');
      return undefined;
    },
    leave: async () => void calls.push('leave'),
  };
  const clock = new SettableClock();
  const engine = new DeliveryEngine({
    forCompany: (_company_id, work) => work(),
    ...{ clock, ids: new OrderedIds(clock), log: new SilentLog() },
    queue: queue as DeliveryQueue,
    events: {} as EventLog,
    requests: { close: () => undefined } as SignedRequests,
  });
  engine.start();
  await until(async () => {
    engine.wake(KEY.company_id);
    return land;
  });
  const stopped = engine.stop(9_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toEqual([]);
  land!({ ...NOTHING, claimed: [KEY] });
  await stopped;
  expect(calls).toEqual(['load', 'leave']);
});
