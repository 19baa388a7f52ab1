import type { PeppolStatus } from '../documents/lifecycle';
import type { ReportedDocument } from './network-transitions';

/** What is known of an attempt to hand a message to the network. */
export const ATTEMPT_OUTCOMES = [
  'started', // it is under way, or the process ended in the middle of it
  'transient_failure', // certainly not taken over; a later attempt may do
  'unknown', // it may have been taken over, or not
  'accepted', // the network has it and is still at it
  'sent', // with the receiver's access point
  'delivered',
  'duplicate', // the network had it already
  'failed', // certainly not taken over, nor will it be
  'rejected',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export interface Attempt {
  /** RFC 3339, in UTC. */
  readonly at: string;
  readonly outcome: AttemptOutcome;
  readonly message: string | null;
}

/** Who sends what to whom: what is written on the envelope. */
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
 * One accepted send of a document. The message id is chosen and kept before anything leaves; all attempts share it, and
 * the very same bytes.
 */
export interface Transmission extends Addressing {
  readonly message_id: string;
  readonly document_id: string;
  readonly state: PeppolStatus;
  /** Whether the document's PDF is still to be put into what is sent; nothing leaves before that. */
  readonly lacks_pdf: boolean;
  /** Grows whenever a worker takes the transmission: whoever took it before cannot finish it any more. */
  readonly generation: number;
  /** The oldest first. */
  readonly attempts: readonly Attempt[];
  readonly created_at: Date;
  readonly updated_at: Date;
  /** When its state was known for good; null before that. */
  readonly finished_at: Date | null;
}

/** A transmission, and what its document says of it. */
export interface DocumentTransmission extends Transmission {
  readonly document: ReportedDocument;
}

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
 * Whether the network must be asked for the message before it is handed over: always, unless this is the very first
 * attempt. An earlier one may have reached it, whatever is known of it.
 *
 * @param transmission - as taken: its last attempt is the one that is about to be made
 */
export function mustAskFirst({ state, attempts, generation, lacks_pdf }: Transmission): boolean {
  if (lacks_pdf) return false; // none of them got that far
  return state !== 'pending' || generation > 1 || attempts.length > 1;
}

/** Whether the network said that it has the message: then it is never handed over again, only asked for. */
export function isTakenOver({ state, attempts }: Transmission): boolean {
  return state !== 'pending' || attempts.at(-1)?.outcome === 'accepted';
}
