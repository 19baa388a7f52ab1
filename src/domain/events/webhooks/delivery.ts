/** The states of a delivery. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One request to the URL of a webhook. */
export interface DeliveryAttempt {
  /** An instant of the business clock, as ISO 8601 in UTC. */
  readonly at: string;
  /** Status of the response; null without one. */
  readonly status: number | null;
  readonly duration_ms: number;
  /** Why the attempt failed; null when it succeeded. */
  readonly error: string | null;
  /** The first `MAX_ANSWER_LENGTH` characters of the response's body; null without a response. */
  readonly answer: string | null;
}

export const MAX_ANSWER_LENGTH = 500;

/** The sending of one event to one webhook. */
export interface WebhookDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: readonly DeliveryAttempt[];
  /** Null unless pending. */
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The type of the event that `POST /webhooks/{id}/test` sends. It is not in the log. */
export const TEST_TYPE = 'webhook.test';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The pauses between the end of an attempt and the next one. After the attempt that follows the last one, the delivery
 * has failed.
 */
export const RETRY_PAUSES_MS = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/** A failure so long after the first one since the last success turns the webhook off. */
const MAX_FAILING_MS = 5 * DAY;
/** How long deliveries are kept. */
const KEPT_MS = 90 * DAY;

/** The endpoint says by this status that it wants no more events. */
const GONE = 410;

/** Deliveries that were made before are no longer shown, and the sweep deletes them. */
export function deliveriesKeptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

export function isSuccess({ status, error }: Pick<DeliveryAttempt, 'status' | 'error'>): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

/** The state of a delivery after an attempt. */
export interface SettledAttempt {
  readonly state: DeliveryState;
  readonly next_attempt_at: Date | null;
}

/**
 * @param attempts - the number of attempts including this one
 * @param is_tried_once - whether the delivery has a single attempt, as a test has
 * @param is_former_url - whether the webhook has another URL by now, of which a `410` says nothing
 * @param ended_at - the end of the attempt, by the business clock
 */
export function settledAttempt(
  attempt: DeliveryAttempt,
  {
    attempts,
    is_tried_once,
    is_former_url = false,
    ended_at,
  }: {
    readonly attempts: number;
    readonly is_tried_once: boolean;
    readonly is_former_url?: boolean;
    readonly ended_at: Date;
  },
): SettledAttempt {
  if (isSuccess(attempt)) return { state: 'delivered', next_attempt_at: null };
  const pause = is_tried_once ? undefined : RETRY_PAUSES_MS[attempts - 1];
  const is_gone = attempt.status === GONE && !is_former_url;
  if (pause === undefined || is_gone) return { state: 'failed', next_attempt_at: null };
  return { state: 'pending', next_attempt_at: new Date(ended_at.getTime() + pause) };
}

/** The health of an endpoint after an attempt. */
export interface Health {
  readonly failing_since: Date | null;
  /** Whether the webhook is turned off. */
  readonly is_off: boolean;
}

/** @param is_test - a test that fails does not count as a failure of the endpoint */
export function healthAfter(failing_since: Date | null, attempt: DeliveryAttempt, is_test: boolean): Health {
  if (isSuccess(attempt)) return { failing_since: null, is_off: false };
  if (attempt.status === GONE) return { failing_since: failing_since ?? new Date(attempt.at), is_off: true };
  if (is_test) return { failing_since, is_off: false };
  const since = failing_since ?? new Date(attempt.at);
  return { failing_since: since, is_off: Date.parse(attempt.at) - since.getTime() >= MAX_FAILING_MS };
}

/**
 * @param before - since when the endpoint was failing before these attempts
 * @returns the health of the endpoint after the attempts; undefined when it is as before
 */
export function changedHealth(
  before: Date | null,
  attempts: readonly { readonly attempt: DeliveryAttempt; readonly is_test: boolean }[],
): Health | undefined {
  let health: Health = { failing_since: before, is_off: false };
  for (const { attempt, is_test } of attempts) {
    const next = healthAfter(health.failing_since, attempt, is_test);
    health = { ...next, is_off: health.is_off || next.is_off };
  }
  const is_same = health.failing_since?.getTime() === before?.getTime() && !health.is_off;
  return is_same ? undefined : health;
}
