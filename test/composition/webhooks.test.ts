import type { Binder } from '../../src/composition/binder';
import { WEBHOOK_SECRETS } from '../../src/composition/keys';
import { bindWebhooks } from '../../src/composition/webhooks';
import { loadConfig } from '../../src/config';
import type { WebhookSecrets } from '../../src/ports/events/webhooks/webhook-secrets';

const JWT_KEYS = 'jwt:0123456789abcdef0123456789abcdef';
const WEBHOOK_KEYS = 'webhook:another-secret-of-32-bytes-and-more';

function secretsOf(env: Record<string, string>): WebhookSecrets {
  const made = new Map<unknown, () => unknown>();
  const binder: Partial<Binder> = {
    settings: loadConfig(env) as Binder['settings'],
    bind: (key, make) => void made.set(key, make),
  };
  bindWebhooks(binder as Binder);
  return made.get(WEBHOOK_SECRETS)!() as WebhookSecrets;
}

test('Secrets that a key of JWT_KEYS has sealed are opened when WEBHOOK_KEYS is set, whose first key seals', () => {
  const sealed = secretsOf({ JWT_KEYS }).seal('whsec_AAAA');
  const secrets = secretsOf({ JWT_KEYS, WEBHOOK_KEYS });
  expect(secrets.open(sealed)).toBe('whsec_AAAA');
  expect(secrets.seal('whsec_AAAA')).toMatch(/^webhook\./);
});
