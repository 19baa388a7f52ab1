import { DeliveryEngine } from '../../../src/adapters/webhooks/delivery-engine';
import type { SignedRequests } from '../../../src/adapters/webhooks/signed-requests';
import type { EventLog } from '../../../src/ports/events/event-log';
import type { ClaimedWebhooks, DeliveryQueue } from '../../../src/ports/events/webhooks/delivery-queue';
import { KeptLog } from '../../support/http-kit';
import { OrderedIds } from '../../support/ordered-ids';
import { SettableClock } from '../../support/settable-clock';

const KEY = { company_id: 'a-company', webhook_id: 'a-webhook' };

/** What an engine logs when methods of its queue fail for 20 s. */
async function linesWhenAway(...methods: readonly string[]): Promise<string[]> {
  let is_away = false;
  const reached = async <T>(method: string, result: T) => {
    if (is_away && methods.includes(method)) throw new Error('The database is away.');
    return result;
  };
  const queue: Partial<DeliveryQueue> = {
    renew: () => reached('renew', undefined),
    claim: () => reached<ClaimedWebhooks>('claim', { claimed: [], own: [KEY], held_elsewhere: [] }),
    load: () => reached('load', undefined),
    leave: async () => undefined,
  };
  const [clock, log] = [new SettableClock(), new KeptLog()];
  const engine = new DeliveryEngine({
    forCompany: (_company_id, work) => work(),
    ...{ clock, ids: new OrderedIds(clock), log },
    queue: queue as DeliveryQueue,
    events: {} as EventLog,
    requests: { close: () => undefined } as SignedRequests,
  });
  engine.start();
  await jest.advanceTimersByTimeAsync(5_500);
  is_away = true;
  await jest.advanceTimersByTimeAsync(20_000);
  is_away = false;
  await jest.advanceTimersByTimeAsync(5_000);
  await engine.stop(0);
  return log.lines.map(({ message }) => message);
}

describe('An engine logs once', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('that the database is away, and that it is back', async () => {
    expect(await linesWhenAway('renew', 'claim', 'load')).toEqual([
      'Webhooks could not be leased',
      'The leases of webhooks could not be renewed',
      'The leases of webhooks are renewed again',
      'Webhooks are leased again',
    ]);
  });

  test('that the deliveries of a webhook fail, and that they are continued', async () => {
    expect(await linesWhenAway('load')).toEqual([
      'The deliveries of a webhook failed',
      'The deliveries of a webhook are continued',
    ]);
  });
});
