import { setTimeout as pause } from 'node:timers/promises';

export interface RetryPolicy {
  /** The first one included. */
  readonly attempts: number;
  /** Doubles with each attempt; what is waited is a random part of it. */
  readonly first_pause_ms: number;
  /** A `Retry-After` that asks for more is not waited for: the answer is the caller's. */
  readonly longest_pause_ms: number;
}

export const RETRIES: RetryPolicy = { attempts: 4, first_pause_ms: 250, longest_pause_ms: 10_000 };

/** Whether sending it again can do no harm. */
export function mayRepeat({ method, headers }: Request): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) || headers.has('Idempotency-Key');
}

/**
 * Tries again after network failures, `5xx`, and answers that say when to come back (`429`, and the `409` of a first
 * request under the same Idempotency-Key that has not ended).
 *
 * @param send - one attempt
 * @param signal - ends it, pauses included
 */
export async function withRetries(
  send: () => Promise<Response>,
  { attempts, first_pause_ms, longest_pause_ms }: RetryPolicy,
  signal?: AbortSignal,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send().catch((error: unknown) => ({ error }));
    const is_last = attempt >= attempts || signal?.aborted;
    const jitter_ms = Math.random() * first_pause_ms * 2 ** (attempt - 1);
    if ('error' in outcome) {
      if (is_last || !isNetworkFailure(outcome.error)) throw outcome.error;
      await pause(Math.min(jitter_ms, longest_pause_ms), undefined, signal ? { signal } : {});
      continue;
    }
    const asked_ms = retryAfterMs(outcome);
    const is_passing =
      outcome.status >= 500 || ([409, 429].includes(outcome.status) && asked_ms !== undefined);
    if (is_last || !is_passing || (asked_ms ?? 0) > longest_pause_ms) return outcome;
    await outcome.body?.cancel(); // or its connection stays taken
    const pause_ms = (asked_ms ?? 0) + jitter_ms;
    await pause(Math.min(pause_ms, longest_pause_ms), undefined, signal ? { signal } : {});
  }
}

/** What `fetch` rejects with when no answer came; a caller's abort has another name. */
function isNetworkFailure(error: unknown): boolean {
  return (error as Error | undefined)?.name === 'TypeError';
}

/** Seconds, as the service says it, or a date, as what stands before it may. (RFC 9110 §10.2.3) */
function retryAfterMs({ headers }: Response): number | undefined {
  const after = headers.get('Retry-After') ?? '';
  const wait_ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait_ms) ? undefined : Math.max(0, wait_ms);
}
