import { InstalledAddresses } from '../adapters/webhooks/installed-addresses';
import { SealedSecrets } from '../adapters/webhooks/sealed-secrets';
import { Webhooks } from '../use-cases/events/webhooks';
import type { Binder } from './binder';
import { CLOCK, IDS, WEBHOOK_ADDRESSES, WEBHOOK_SECRETS, WEBHOOKS } from './keys';

/** Binds webhooks: their routes' use cases, and the engine that sends events. */
export function bindWebhooks({ settings, bind, resolve }: Binder): void {
  bind(WEBHOOK_SECRETS, () => new SealedSecrets(settings.WEBHOOK_KEYS ?? settings.JWT_KEYS));
  bind(
    WEBHOOK_ADDRESSES,
    () => new InstalledAddresses(settings.NODE_ENV === 'production', settings.MANAGEMENT_PORT),
  );
  bind(WEBHOOKS, () => new Webhooks(resolve(CLOCK), resolve(IDS), resolve(WEBHOOK_SECRETS)));
}
