import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { ClientSecretDigests } from '../ports/access/secrets';

/**
 * A key for one purpose, derived from the installation's.
 *
 * @param secret_key - 32 bytes, the same on every node
 */
export function keyFor(purpose: string, secret_key: Uint8Array): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret_key, '', purpose, 32)));
}

/**
 * bcrypt reads 72 bytes and stops at the first NUL. What it gets is a keyed digest of fixed length in which every
 * character of a secret counts, and which is worth nothing to whoever steals the database alone.
 */
export class HmacSecretDigests implements ClientSecretDigests {
  private readonly installation: KeyObject;
  private readonly process = createSecretKey(randomBytes(32));

  constructor(secret_key: Uint8Array) {
    this.installation = keyFor('client secret', secret_key);
  }

  newClientSecret(): string {
    return randomBytes(32).toString('base64url');
  }

  forHashing(client_id: string, client_secret: string): string {
    return digest(this.installation, client_id, client_secret);
  }

  forMemory(client_id: string, client_secret: string): string {
    return digest(this.process, client_id, client_secret);
  }
}

/** UTF-16 keeps lone surrogates apart, which UTF-8 makes one character. No client_id that is stored has a NUL. */
function digest(key: KeyObject, client_id: string, client_secret: string): string {
  return createHmac('sha256', key)
    .update(Buffer.from(`${client_id}\0${client_secret}`, 'utf16le'))
    .digest('base64');
}
