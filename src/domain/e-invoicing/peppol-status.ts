import type { Document } from '../documents/document';
import { PEPPOL_STATUS_ROWS, type PeppolStatus } from '../documents/document-status';

/** Whether the network may report `next` for a document or transmission with the status `current`. */
export function mayFollow(current: PeppolStatus, next: PeppolStatus): boolean {
  return PEPPOL_STATUS_ROWS[current].next.includes(next);
}

/** Why a document was not delivered, or why its status on the network is unknown. */
export interface PeppolError {
  readonly code: string;
  readonly message: string;
}

/** The fields of a document that depend on its latest transmission. */
export type NetworkFields = Pick<Document, 'status' | 'peppol_status' | 'peppol_error' | 'sent_at'>;

/**
 * The fields of a document whose latest transmission reached `state`. A document that was marked as sent by other
 * means, or that the receiver has from an earlier send, keeps its status and `sent_at`.
 *
 * @param now - becomes `sent_at` with the first state that counts as sent
 */
export function networkFields(
  state: PeppolStatus,
  error: PeppolError | null,
  { sent_at, marked_sent, was_rejected }: Pick<Document, 'sent_at' | 'marked_sent' | 'was_rejected'>,
  now: Date,
): NetworkFields {
  const fields = { peppol_status: state, peppol_error: error };
  if (marked_sent || was_rejected) return { ...fields, status: 'sent', sent_at };
  const { document_status, is_taken_over } = PEPPOL_STATUS_ROWS[state];
  return { ...fields, status: document_status, sent_at: is_taken_over ? (sent_at ?? now) : null };
}
