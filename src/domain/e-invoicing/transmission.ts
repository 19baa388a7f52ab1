import { RESPONSE_IDENTIFIERS } from './identifiers';
import type { Document } from '../documents/document';
import type { PeppolStatus } from '../documents/document-status';
import type { ReportedDocument } from './network-transitions';

/** The outcomes of an attempt to hand a message to the network. */
export const ATTEMPT_OUTCOMES = [
  'started', // in progress, or the process ended during the attempt
  'transient_failure', // certainly not accepted; a later attempt may succeed
  'unknown', // accepted or not
  'accepted', // the network has the message and is processing it
  'sent', // the receiver's access point has the message
  'delivered',
  'duplicate', // the network already had the message
  'failed', // certainly not accepted, and no later attempt will succeed
  'rejected',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export interface Attempt {
  /** RFC 3339, in UTC. */
  readonly at: string;
  readonly outcome: AttemptOutcome;
  readonly message: string | null;
}

/** The sender, receiver and document type on the envelope (SBDH). */
export interface Addressing {
  /** Electronic addresses, `scheme:value`. */
  readonly sender: string;
  readonly receiver: string;
  /** Identifiers of the network, with their schemes. */
  readonly document_type: string;
  readonly process: string;
  /** ISO 3166-1 alpha-2. */
  readonly sender_country: string;
}

/**
 * One accepted send of a document, or of a response about a received document. The message id is stored before the
 * first attempt. All attempts have the same message id and the same bytes.
 */
export interface Transmission extends Addressing {
  readonly message_id: string;
  readonly document_id: string;
  readonly state: PeppolStatus;
  /** Whether the PDF must still be embedded in the payload; no attempt is made before that. */
  readonly lacks_pdf: boolean;
  /** Fencing token: each worker that takes the transmission increments it. A write with an older value is refused. */
  readonly generation: number;
  /** The oldest first. */
  readonly attempts: readonly Attempt[];
  readonly created_at: Date;
  readonly updated_at: Date;
  /** When the state became final; null before that. */
  readonly finished_at: Date | null;
}

/** Whether an Invoice Response about a received document is sent, and not the document itself. */
export function isResponse({ document_type }: Pick<Transmission, 'document_type'>): boolean {
  return document_type === RESPONSE_IDENTIFIERS.document_type;
}

/** A transmission with the fields of its document that depend on it. */
export interface DocumentTransmission extends Transmission {
  readonly document: ReportedDocument;
}

/**
 * The transmission of an accepted send, before its first attempt.
 *
 * @param now - when the send begins; for a document that was sent before, by `beginOfSend`
 */
export function newTransmission(
  addressing: Addressing,
  ids: { readonly message_id: string; readonly document_id: string },
  now: Date,
  { lacks_pdf = false }: { readonly lacks_pdf?: boolean } = {},
): Transmission {
  return {
    ...addressing,
    ...ids,
    state: 'pending',
    lacks_pdf,
    generation: 0,
    attempts: [],
    created_at: now,
    updated_at: now,
    finished_at: null,
  };
}

/**
 * When an accepted send begins: after everything that is known of the transmission before, also when the clock has been
 * set back since. The latest transmission, and the responses to it, are found by this time.
 *
 * @param document - as it was before the send
 */
export function beginOfSend(
  { peppol_status, updated_at, responses }: Pick<Document, 'peppol_status' | 'updated_at' | 'responses'>,
  now: Date,
): Date {
  if (peppol_status === null) return now;
  const known = [updated_at.getTime(), ...responses.map(({ at }) => Date.parse(at))];
  return new Date(Math.max(now.getTime(), ...known.map((time) => time + 1)));
}

/**
 * Whether a status query must precede the hand-over: before every attempt except the first, since an earlier attempt
 * may have reached the network.
 *
 * @param transmission - as taken by the worker, so that its last attempt is the one that begins
 */
export function needsStatusQuery({ state, attempts, generation, lacks_pdf }: Transmission): boolean {
  if (lacks_pdf) return false; // nothing was handed over yet
  return state !== 'pending' || generation > 1 || attempts.length > 1;
}

/**
 * Whether certainly no attempt before the last one has handed the message over.
 *
 * @param transmission - as taken by the worker, so that its last attempt is the one that begins
 */
export function isUnsent({ state, attempts, generation }: Transmission): boolean {
  // Unlike attempts, generations also count the workers that only asked for the status.
  if (state !== 'pending' || generation !== attempts.length) return false;
  return attempts.slice(0, -1).every(({ outcome }) => outcome === 'transient_failure');
}

/** Whether certainly no attempt has handed the message over, so that no response can be about it. */
export function hasNotLeft({ state, lacks_pdf, attempts, generation }: Transmission): boolean {
  if (state !== 'pending') return false;
  // A worker that only asked for the status did so because of an attempt with an unknown outcome.
  const has_only_attempts = generation === attempts.length;
  return lacks_pdf || (has_only_attempts && attempts.every(({ outcome }) => outcome === 'transient_failure'));
}

/**
 * The longest attempt, in milliseconds: not less than the lease of a job, after which a worker hands nothing over. The
 * clock may have been set back since, and clocks of nodes differ.
 */
const LONGEST_ATTEMPT_MS = 30_000;

/** Whether a worker may be handing the message over at this time. */
export function isBeingHandedOver({ attempts }: Pick<Transmission, 'attempts'>, now: Date): boolean {
  const last = attempts.at(-1);
  return last?.outcome === 'started' && Math.abs(now.getTime() - Date.parse(last.at)) < LONGEST_ATTEMPT_MS;
}

/** Whether the network has confirmed that it has the message. Only status queries follow then, no further hand-over. */
export function isAcceptedByNetwork({ state, attempts }: Transmission): boolean {
  return state !== 'pending' || attempts.at(-1)?.outcome === 'accepted';
}
