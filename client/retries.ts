import { setTimeout as pause } from 'node:timers/promises';

export interface RetryPolicy {
  /** Number of attempts, including the first. */
  readonly attempts: number;
  /** Upper bound of the first random pause; it doubles with each attempt. */
  readonly first_pause_ms: number;
  /** A longer `Retry-After` is not waited for; the response is returned instead. */
  readonly longest_pause_ms: number;
}

export const RETRIES: RetryPolicy = { attempts: 4, first_pause_ms: 250, longest_pause_ms: 10_000 };

/** Whether repeating the request is safe, whatever became of the first attempt. */
export function mayRepeat({ method, headers }: Request): boolean {
  if (method === 'PUT') return !headers.has('If-Match'); // the first attempt may have moved the version
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) || headers.has('Idempotency-Key');
}

/** Whether the response says that the request had no effect, so that any request may be repeated. */
async function hadNoEffect(response: Response): Promise<boolean> {
  if (response.status === 429) return true;
  if (response.status !== 500) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined); // of a proxy
  const { error } = (body ?? {}) as { error?: { details?: readonly { effect?: string }[] } };
  return error?.details?.[0]?.effect === 'none';
}

/**
 * Retries after network failures, `5xx`, and `429` or `409` with `Retry-After` (`409`: the first request under the same
 * Idempotency-Key has not ended).
 *
 * @param send - makes one attempt
 * @param may_repeat - whether the request may be repeated whatever became of the attempt before
 * @param signal - aborts attempts and pauses
 */
export async function withRetries(
  send: () => Promise<Response>,
  policy: RetryPolicy,
  may_repeat = true,
  signal?: AbortSignal,
): Promise<Response> {
  const { attempts, longest_pause_ms } = policy;
  for (let attempt = 1; ; attempt++) {
    const outcome = await send().catch((error: unknown) => ({ error }));
    const is_last = attempt >= attempts || signal?.aborted;
    const jitter_ms = jitterMs(policy, attempt);
    if ('error' in outcome) {
      if (is_last || !may_repeat || !isNetworkFailure(outcome.error)) throw outcome.error;
      await pause(jitter_ms, undefined, signal ? { signal } : {});
      continue;
    }
    const asked_ms = retryAfterMs(outcome);
    const is_passing =
      outcome.status >= 500 || ([409, 429].includes(outcome.status) && asked_ms !== undefined);
    if (is_last || !is_passing || (asked_ms ?? 0) > longest_pause_ms) return outcome;
    if (!may_repeat && !(await hadNoEffect(outcome))) return outcome;
    await outcome.body?.cancel(); // otherwise the connection stays in use
    const pause_ms = (asked_ms ?? 0) + jitter_ms;
    await pause(Math.min(pause_ms, longest_pause_ms), undefined, signal ? { signal } : {});
  }
}

/**
 * Waits for the whole body, which stays readable: a connection that breaks in the body fails the attempt, as one that
 * breaks before does.
 */
export async function complete(response: Response): Promise<Response> {
  await response.clone().arrayBuffer();
  return response;
}

/** A random pause after a failure, whose upper bound doubles with each. @param failures - from 1 */
export function jitterMs({ first_pause_ms, longest_pause_ms }: RetryPolicy, failures: number): number {
  return Math.random() * Math.min(first_pause_ms * 2 ** (failures - 1), longest_pause_ms);
}

/** Whether `fetch` failed without a response; an abort by the caller has another error name. */
export function isNetworkFailure(error: unknown): boolean {
  return (error as Error | undefined)?.name === 'TypeError';
}

/** The service sends seconds; proxies in front of it may send a date (RFC 9110 §10.2.3). */
export function retryAfterMs({ headers }: Response): number | undefined {
  const after = headers.get('Retry-After') ?? '';
  const wait_ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait_ms) ? undefined : Math.max(0, wait_ms);
}
