import { type DocumentTransmission, isAcceptedByNetwork, isResponse } from '../transmission';

/**
 * The longest wait for earlier responses, in milliseconds. The outcome of an earlier one may stay unknown until an
 * operator closes its transmission.
 */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/** In seconds: a tenth of the wait so far, within these. */
const [SHORTEST_PAUSE_S, LONGEST_PAUSE_S] = [1, 60];

/**
 * When a response is handed over. Those about one document go to one receiver, its seller, who may take a response that
 * arrives after a later one as out of order. So a response waits while an earlier one is pending, whatever that waits
 * for.
 *
 * @param taken - as taken by the worker
 * @returns seconds until the earlier responses are looked at again; null when the response may be handed over
 */
export function pauseForEarlierResponses(taken: DocumentTransmission, now: Date): number | null {
  if (!isResponse(taken) || isAcceptedByNetwork(taken) || !hasEarlierPending(taken)) return null;
  // The clock may have been set back since.
  const waited_ms = Math.abs(now.getTime() - taken.created_at.getTime());
  if (waited_ms >= LONGEST_WAIT_MS) return null;
  return Math.min(LONGEST_PAUSE_S, Math.max(SHORTEST_PAUSE_S, waited_ms / 10_000));
}

function hasEarlierPending({ message_id, document: { responses } }: DocumentTransmission): boolean {
  const own = responses.findIndex(({ id }) => id === message_id);
  return responses.some(({ state }, index) => index < own && state === 'pending');
}
