import type { Document, Draft } from '../documents/document';
import type { PeppolStatus } from '../documents/document-status';
import { assertSendable } from '../documents/lifecycle';
import type { Addressed } from '../documents/transitions';
import { revised, type Versioned } from '../version';
import { mayFollow, type NetworkFields, networkFields, type PeppolError } from './peppol-status';

/** The fields of a document that a report of the network depends on or changes. */
export type ReportedDocument = NetworkFields &
  Pick<Document, 'marked_sent' | 'was_rejected' | 'responses'> &
  Versioned;

/**
 * The document after its send over the network was accepted.
 *
 * @throws DomainError not_sendable (409, then 422), already_sent
 */
export function sendAccepted<T extends Document>(document: T, { seller, buyer }: Addressed, now: Date): T {
  assertSendable(document);
  const was_rejected = document.was_rejected || document.peppol_status === 'rejected';
  const fields = networkFields('pending', null, { ...document, was_rejected }, now);
  return revised<T, Document>(document, { ...fields, was_rejected, seller, buyer }, now);
}

/**
 * A draft whose send is accepted on creation. The document has the Peppol status `pending` from its first version on.
 */
export function sendAcceptedOnCreation(draft: Draft, { seller, buyer }: Addressed): Draft {
  return { ...draft, ...networkFields('pending', null, draft, draft.created_at), seller, buyer };
}

/** The document after its latest transmission reached `state`. */
export function networkReported<T extends ReportedDocument>(
  document: T,
  { state, error }: { readonly state: PeppolStatus; readonly error: PeppolError | null },
  now: Date,
): T {
  const { peppol_status } = document;
  if (peppol_status === null || (state !== peppol_status && !mayFollow(peppol_status, state))) {
    throw new Error(`The network reported ${state} for a document with the Peppol status ${peppol_status}.`);
  }
  return revised<T, ReportedDocument>(document, networkFields(state, error, document, now), now);
}
