import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { ClientSecretDigests } from '../ports/access/secrets';

/**
 * A key for one purpose, derived from the installation's key.
 *
 * @param secret_key - 32 bytes, the same on every node
 */
export function keyFor(purpose: string, secret_key: Uint8Array): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret_key, '', purpose, 32)));
}

/**
 * Digests of client secrets, as input for bcrypt. bcrypt reads at most 72 bytes and stops at the first NUL; the digest
 * has a fixed length and depends on every character of the secret. It is keyed, so that a stolen database alone does
 * not allow guessing secrets.
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

/** UTF-16, because UTF-8 would encode all lone surrogates as the same character. No stored client_id contains a NUL. */
function digest(key: KeyObject, client_id: string, client_secret: string): string {
  return createHmac('sha256', key)
    .update(Buffer.from(`${client_id}\0${client_secret}`, 'utf16le'))
    .digest('base64');
}
