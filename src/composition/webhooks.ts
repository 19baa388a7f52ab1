import { outsideRequests } from '../adapters/http/request-scope';
import { DeliveryEngine } from '../adapters/webhooks/delivery-engine';
import { HttpWebhookSender } from '../adapters/webhooks/http-sender';
import { InstalledAddresses } from '../adapters/webhooks/installed-addresses';
import { SealedSecrets } from '../adapters/webhooks/sealed-secrets';
import { EventPositions } from '../use-cases/events/positions';
import { SignedRequests } from '../adapters/webhooks/signed-requests';
import { WebhookDeliveries } from '../use-cases/events/webhook-deliveries';
import { Webhooks } from '../use-cases/events/webhooks';
import type { Binder } from './binder';
import {
  CLOCK,
  DELIVERY_ENGINE,
  DELIVERY_QUEUE,
  EVENT_LOG,
  FOR_COMPANY,
  IDS,
  LOG,
  METRICS,
  token,
  WEBHOOK_ADDRESSES,
  WEBHOOK_DELIVERIES,
  WEBHOOK_SECRETS,
  WEBHOOKS,
} from './keys';

/** Private to this file: the sender validates addresses by it too. */
const ADDRESSES = token<InstalledAddresses>('InstalledAddresses');

/** Binds webhooks: the use cases of their routes, and the engine that sends events. */
export function bindWebhooks({ settings, bind, resolve }: Binder): void {
  // Keys of JWT_KEYS have sealed secrets while WEBHOOK_KEYS was unset.
  bind(WEBHOOK_SECRETS, () => new SealedSecrets([...(settings.WEBHOOK_KEYS ?? []), ...settings.JWT_KEYS]));
  bind(ADDRESSES, () => new InstalledAddresses(settings.NODE_ENV === 'production', settings.MANAGEMENT_PORT));
  bind(WEBHOOK_ADDRESSES, () => resolve(ADDRESSES));
  const wake = (company_id: string) => outsideRequests(() => resolve(DELIVERY_ENGINE).wake(company_id));
  bind(WEBHOOKS, () => {
    const positions = new EventPositions(resolve(EVENT_LOG));
    return new Webhooks(resolve(CLOCK), resolve(IDS), resolve(WEBHOOK_SECRETS), positions, wake, (count) =>
      resolve(METRICS).countDeliveries('failed', count),
    );
  });
  bind(WEBHOOK_DELIVERIES, () => new WebhookDeliveries(resolve(CLOCK), resolve(IDS), wake));
  bind(
    DELIVERY_ENGINE,
    () =>
      new DeliveryEngine({
        queue: resolve(DELIVERY_QUEUE),
        events: resolve(EVENT_LOG),
        requests: new SignedRequests(
          new HttpWebhookSender(resolve(ADDRESSES)),
          resolve(WEBHOOK_SECRETS),
          resolve(CLOCK),
        ),
        clock: resolve(CLOCK),
        ids: resolve(IDS),
        log: resolve(LOG),
        forCompany: resolve(FOR_COMPANY),
        onEnd: (state, count) => resolve(METRICS).countDeliveries(state, count),
      }),
  );
}
