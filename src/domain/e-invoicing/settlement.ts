import type { PeppolStatus } from '../documents/document-status';
import { networkReported } from './network-transitions';
import { mayFollow, type PeppolError } from './peppol-status';
import { responseReported } from './responses/response-transitions';
import { pollPause, retryPause } from './retry-pauses';
import {
  type Attempt,
  type AttemptOutcome,
  type DocumentTransmission,
  isAcceptedByNetwork,
  isResponse,
  isUnsent,
  type Transmission,
} from './transmission';

/** The network's response to the hand-over of a message, or to a status query. */
export type NetworkAnswer =
  | { readonly kind: 'accepted' | 'sent' | 'duplicate' }
  /** `awaits_answer`: later status queries can return the receiver's response. */
  | { readonly kind: 'delivered'; readonly awaits_answer?: boolean }
  | { readonly kind: 'transient_failure'; readonly reason: string; readonly code?: 'pdf_not_made' }
  | { readonly kind: 'unknown'; readonly reason: string }
  /** `by_receiver`: the receiver's access point states it, not that of the sender. */
  | {
      readonly kind: 'permanent_failure';
      readonly code: FailureCode;
      readonly reason: string;
      readonly by_receiver?: true;
    }
  | { readonly kind: 'rejected'; readonly reason: string };

export type FailureCode =
  'receiver_not_registered' | 'invalid_document' | 'configuration' | 'not_delivered' | 'gave_up';

/** The new state of a transmission. */
export interface NetworkSettlement {
  readonly state: PeppolStatus;
  readonly attempts: readonly Attempt[];
  readonly error: PeppolError | null;
  readonly finished_at: Date | null;
  /** Seconds until the next attempt or status query; null: there is none. */
  readonly next_in_s: number | null;
}

/** The transmission and its document with a new state, or with a new error in the same state. */
export function networkSettled<T extends DocumentTransmission>(
  transmission: T,
  { state, attempts, finished_at, error }: NetworkSettlement,
  now: Date,
): T {
  const document = isResponse(transmission)
    ? responseReported(transmission.document, transmission.message_id, state)
    : networkReported(transmission.document, { state, error }, now);
  return { ...transmission, state, attempts, finished_at, updated_at: now, document };
}

/** Older attempts are dropped, since attempts with an unknown outcome continue without limit. */
const MAX_ATTEMPTS_KEPT = 100;

/**
 * The response to a status query that precedes a hand-over. When the network could not be asked, nothing was handed
 * over by this attempt, so the outcome is as certain as it was before.
 */
export function statusAnswered(taken: Transmission, answer: NetworkAnswer): NetworkAnswer {
  return answer.kind === 'unknown' && isUnsent(taken)
    ? { kind: 'transient_failure', reason: answer.reason }
    : answer;
}

/** @param now - the time of the response */
export function afterAnswer(taken: Transmission, answer: NetworkAnswer, now: Date): NetworkSettlement {
  const { state, generation } = taken;
  const tries = taken.attempts.length;
  const queries = generation - tries;
  const attempts = withOutcome(taken, answer);
  const stays = { state, attempts, finished_at: taken.finished_at };
  switch (answer.kind) {
    case 'accepted':
      return { ...stays, error: null, next_in_s: pollPause(queries) };
    case 'sent': {
      if (state === 'delivered') return { ...stays, error: null, next_in_s: null };
      const next_in_s = pollPause(queries, { for_ever: false });
      return {
        state: 'sent',
        attempts,
        error: null,
        finished_at: next_in_s === null ? now : null,
        next_in_s,
      };
    }
    case 'duplicate':
    case 'delivered': {
      const awaits_answer = answer.kind === 'delivered' && answer.awaits_answer === true;
      const next_in_s = awaits_answer ? pollPause(queries, { for_ever: false }) : null;
      return { state: 'delivered', attempts, error: null, finished_at: taken.finished_at ?? now, next_in_s };
    }
    case 'transient_failure':
    case 'unknown': {
      if (state !== 'pending')
        return { ...stays, error: null, next_in_s: pollPause(queries, { for_ever: false }) };
      const outcome_unknown = answer.kind === 'unknown';
      const next_in_s = isAcceptedByNetwork(taken)
        ? pollPause(queries)
        : retryPause(tries, { outcome_unknown });
      if (next_in_s === null) return failed(attempts, 'gave_up', answer.reason, now);
      const code = outcome_unknown ? 'outcome_unknown' : (answer.code ?? 'network_unavailable');
      return { ...stays, error: { code, message: answer.reason }, next_in_s };
    }
    case 'permanent_failure':
      // The sender's access point may have got no receipt of what the receiver has confirmed.
      if (state === 'delivered' && !answer.by_receiver) {
        return { ...stays, attempts: taken.attempts, error: null, next_in_s: null };
      }
      return failed(attempts, answer.code, answer.reason, now);
    case 'rejected':
      return {
        state: 'rejected',
        attempts,
        error: { code: 'rejected_by_receiver', message: answer.reason },
        finished_at: now,
        next_in_s: null,
      };
  }
}

function failed(
  attempts: readonly Attempt[],
  code: FailureCode,
  message: string,
  now: Date,
): NetworkSettlement {
  return { state: 'failed', attempts, error: { code, message }, finished_at: now, next_in_s: null };
}

const OUTCOMES: Readonly<Record<NetworkAnswer['kind'], AttemptOutcome>> = {
  accepted: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  duplicate: 'duplicate',
  transient_failure: 'transient_failure',
  unknown: 'unknown',
  permanent_failure: 'failed',
  rejected: 'rejected',
};

/** The attempts with the outcome of the last one. An earlier attempt without an outcome was interrupted. */
function withOutcome(taken: Transmission, answer: NetworkAnswer): Attempt[] {
  const last = taken.attempts.length - 1;
  return taken.attempts
    .map((attempt, index): Attempt => {
      if (index < last) return attempt.outcome === 'started' ? interrupted(attempt, taken) : attempt;
      const is_final = attempt.outcome !== 'started' && attempt.outcome !== 'accepted';
      // The response to a status query does not change an attempt whose outcome is known.
      if (is_final || (isAcceptedByNetwork(taken) && answer.kind === 'unknown')) return attempt;
      return {
        at: attempt.at,
        outcome: OUTCOMES[answer.kind],
        message: 'reason' in answer ? answer.reason : null,
      };
    })
    .slice(-MAX_ATTEMPTS_KEPT);
}

function interrupted({ at }: Attempt, { lacks_pdf }: Transmission): Attempt {
  if (lacks_pdf) {
    const message = 'The attempt ended before the message was handed over.';
    return { at, outcome: 'transient_failure', message };
  }
  return { at, outcome: 'unknown', message: 'The process ended before the network responded.' };
}

/** A message of the receiving side about a document that the company sent. */
export interface StatusMessage {
  /** Peppol Message Level Status from the receiver's access point, or Invoice Response from the receiver. */
  readonly kind: 'message_level_status' | 'invoice_response';
  /** `RE` is a rejection; any other code confirms that the document arrived. */
  readonly code: string;
  readonly reason: string | null;
}

/** @returns undefined when the state of the transmission may not change to the reported one */
export function afterStatusMessage(
  transmission: Transmission,
  { kind, code, reason }: StatusMessage,
  now: Date,
): NetworkSettlement | undefined {
  const refusal = kind === 'message_level_status' ? 'failed' : 'rejected';
  const state = code === 'RE' ? refusal : 'delivered';
  if (!mayFollow(transmission.state, state)) return undefined;
  const errors = {
    failed: {
      code: 'not_delivered',
      message: reason ?? "The receiver's access point could not deliver the document.",
    },
    rejected: { code: 'rejected_by_receiver', message: reason ?? 'The receiver rejected the document.' },
    delivered: null,
  };
  return {
    state,
    attempts: transmission.attempts,
    error: errors[state],
    finished_at: now,
    next_in_s: null,
  };
}

/**
 * The outcome of a pending transmission as an operator states it.
 *
 * @returns undefined when the transmission is not pending
 */
export function afterOperator(
  transmission: Transmission,
  outcome: 'sent' | 'failed',
  now: Date,
): NetworkSettlement | undefined {
  if (transmission.state !== 'pending') return undefined;
  const { attempts } = transmission;
  const error = { code: 'closed_by_operator', message: 'An operator found that it was not delivered.' };
  return {
    state: outcome,
    attempts,
    error: outcome === 'failed' ? error : null,
    finished_at: now,
    next_in_s: null,
  };
}
