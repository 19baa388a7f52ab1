import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { WebhookSecrets } from '../../ports/events/webhooks/webhook-secrets';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'whsec_';

/**
 * Seals texts with AES-256-GCM: `kid.` and base64url of IV (12 bytes), tag (16) and ciphertext. The key is derived from
 * a configured secret, so that a copy of the database alone does not contain it.
 */
export class SealedSecrets implements WebhookSecrets {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly sealing: string;

  /** @param keys - the first one seals, all open */
  constructor(keys: readonly { readonly kid: string; readonly secret: string }[]) {
    this.keys = new Map(keys.map(({ kid, secret }) => [kid, derived(secret)]));
    this.sealing = keys[0]!.kid;
  }

  get present_key(): string {
    return `${this.sealing}.`;
  }

  newSecret(): string {
    return PREFIX + randomBytes(32).toString('base64');
  }

  seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.sealing)!, iv);
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${this.sealing}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
  }

  open(sealed: string): string | undefined {
    const dot = sealed.lastIndexOf('.'); // a kid may contain dots, base64url does not
    const key = this.keys.get(sealed.slice(0, dot));
    if (!key) return undefined;
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    try {
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const ciphertext = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    } catch {
      return undefined; // another key has the same name, or the text is damaged
    }
  }
}

function derived(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'webhook secret', 32)));
}
