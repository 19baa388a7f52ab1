import { setTimeout as pause } from 'node:timers/promises';
import type { Event, EventPattern } from './event-types.ts';
import type { components } from './interface.ts';
import { ApiError, refusalOf } from './outcome.ts';
import { isNetworkFailure, jitterMs, retryAfterMs, type RetryPolicy } from './retries.ts';

export interface EventsOptions {
  /** Position of the last event that was processed; 0, the default, for none. */
  readonly after?: number | undefined;
  /** By default all that the client may read. */
  readonly types?: readonly EventPattern[] | undefined;
  readonly resource_id?: string | undefined;
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
}

type Query = {
  readonly after: number;
  readonly types?: string;
  readonly resource_id?: string;
  readonly wait_s: number;
};

/** Sends one `GET /events`. */
export type Poll = (
  query: Query,
  signal: AbortSignal,
) => Promise<{ data?: components['schemas']['EventFeed']; error?: unknown; response: Response }>;

/** How long the service holds its response when there is no event. */
const WAIT_S = 30;
/** Without a response after this time, the connection counts as lost. */
const LOST_MS = (WAIT_S + 15) * 1000;
/** An empty response that comes sooner did not wait: the service stops, or a proxy does not let it wait. */
const SOON_MS = 1_000;

/**
 * The events after a position, and then each new one as it happens. Network failures, `5xx` and `429` are retried
 * without a limit, with growing pauses.
 *
 * @throws ApiError for another refusal, such as invalid_credentials or invalid_filter
 */
export async function* eventsFrom(
  poll: Poll,
  { after: start = 0, types, resource_id, signal }: EventsOptions,
  policy: RetryPolicy,
): AsyncGenerator<Event, void, undefined> {
  const filter = { ...(types && { types: types.join(',') }), ...(resource_id && { resource_id }) };
  let after = start;
  let failures = 0;
  while (!signal?.aborted) {
    const asked_at_ms = Date.now();
    const page = await limited((limit) => poll({ after, ...filter, wait_s: WAIT_S }, limit), signal).catch(
      (error: unknown) => ({ error }),
    );
    if (signal?.aborted) return;
    if ('data' in page && page.data) {
      for (const event of page.data.data) {
        if (signal?.aborted) return;
        yield event as Event;
      }
      const is_idle = page.data.data.length === 0 && page.data.after === after;
      after = page.data.after;
      if (!is_idle || Date.now() - asked_at_ms >= SOON_MS) {
        failures = 0;
        continue;
      }
    }
    const asked_ms = passingPauseMs(page);
    await pauseUntil(Math.max(asked_ms, jitterMs(policy, ++failures)), signal);
  }
}

/**
 * The pause that the service asks for after a failure that passes.
 *
 * @throws the error of a failure that does not pass
 */
function passingPauseMs(page: Awaited<ReturnType<Poll>> | { readonly error: unknown }): number {
  if (!('response' in page)) {
    if (isPassing(page.error)) return 0;
    throw page.error;
  }
  if (page.response.ok) return 0;
  const refusal = refusalOf(page.error, page.response);
  if (!isPassingStatus(refusal.status)) throw new ApiError(refusal);
  return retryAfterMs(page.response) ?? 0;
}

/** @param error - as thrown by `fetch`, by the token request, or by `limited` */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return isPassingStatus(error.refusal.status);
  return isNetworkFailure(error) || error instanceof ConnectionLost;
}

function isPassingStatus(status: number): boolean {
  return status >= 500 || status === 429;
}

class ConnectionLost extends Error {}

/** Runs a request that ends with the signal, or when its connection counts as lost. */
async function limited<T>(request: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const limit = new AbortController();
  const abort = () => limit.abort(signal?.reason);
  const timer = setTimeout(() => limit.abort(new ConnectionLost('The service does not respond.')), LOST_MS);
  signal?.addEventListener('abort', abort);
  try {
    return await request(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function pauseUntil(pause_ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await pause(pause_ms, undefined, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
