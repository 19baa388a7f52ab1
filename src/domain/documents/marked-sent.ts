import { revised } from '../version';
import type { Document } from './document';

/**
 * An own document that was sent by other means than the network. It stays sent, since `now`.
 *
 * @param document - with the electronic addresses of now, which are kept from then on
 */
export function markedSent<T extends Document>(document: T, now: Date): T {
  return revised(document, { ...document, status: 'sent', marked_sent: true, sent_at: now }, now);
}
