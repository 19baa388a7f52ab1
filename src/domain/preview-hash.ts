import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { canonical } from './events/chain';

/** What a client is shown before a call that cannot be undone. */
export interface ShownPreview {
  readonly client_id: string;
  readonly tool: string;
  /** The arguments of the call, without the hash itself. */
  readonly arguments: unknown;
  /** The response of the route that shows what the call is about. */
  readonly preview: unknown;
}

/**
 * The hash of a preview, as 64 hexadecimal digits. It changes with the client, the call and every value of the preview,
 * whatever the order of fields. It is keyed, so that a client knows it only from a preview that it was shown.
 *
 * @param key - the same on every node
 */
export function previewHash(key: KeyObject, shown: ShownPreview): string {
  return createHmac('sha256', key).update(canonical(shown)).digest('hex');
}

/** Whether a hash that a client gives is that of the preview. Its time does not depend on where the two differ. */
export function isPreviewHash(given: unknown, hash: string): boolean {
  if (typeof given !== 'string' || given.length !== hash.length) return false;
  const bytes = Buffer.from(given);
  return bytes.length === hash.length && timingSafeEqual(bytes, Buffer.from(hash));
}
