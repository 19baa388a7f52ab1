import type { Document } from '../documents/document';
import type { PeppolStatus } from '../documents/lifecycle';

/**
 * What may come after a status of a document on the network. None goes backwards: what is told twice, or late, changes
 * nothing. `failed` and `rejected` are left by another send only, which begins anew with `pending`.
 */
const NEXT: Readonly<Record<PeppolStatus, readonly PeppolStatus[]>> = {
  pending: ['sent', 'delivered', 'failed', 'rejected'],
  sent: ['delivered', 'failed', 'rejected'],
  // The receiver's access point may report later that it could not hand the document on (Peppol MLS, RE).
  delivered: ['failed', 'rejected'],
  failed: [],
  rejected: [],
};

export function mayFollow(current: PeppolStatus, next: PeppolStatus): boolean {
  return NEXT[current].includes(next);
}

/** What went wrong with a document on the network, or is not known of it. */
export interface PeppolError {
  readonly code: string;
  readonly message: string;
}

/** What a document says of its latest transmission. */
export type NetworkMembers = Pick<Document, 'status' | 'peppol_status' | 'peppol_error' | 'sent_at'>;

/**
 * What a document says when its latest transmission has come to a state. It is out of its company's hands from the
 * accepted send on, and back in them when it is certain that the receiver did not get it. A document that was marked as
 * sent by other means stays sent, since then, whatever the network says.
 *
 * @param now - when the network took the document over, if it was not known before that it did
 */
export function networkMembers(
  state: PeppolStatus,
  error: PeppolError | null,
  { sent_at, marked_sent }: Pick<Document, 'sent_at' | 'marked_sent'>,
  now: Date,
): NetworkMembers {
  const members = { peppol_status: state, peppol_error: error };
  if (marked_sent) return { ...members, status: 'sent', sent_at };
  if (state === 'failed') return { ...members, status: 'draft', sent_at: null };
  return { ...members, status: 'sent', sent_at: state === 'pending' ? null : (sent_at ?? now) };
}
