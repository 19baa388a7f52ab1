import { randomUUID } from 'node:crypto';
import { shownClientId } from '../../domain/access/client';
import type { Deadlines, Effect } from '../../ports/deadlines';
import type { Log } from '../../ports/log';
import type { MeasuredResponse } from '../../ports/metrics';
import { AsyncVariable } from '../async-variable';
import { notFound } from './responses/envelope';
import { isDecodable } from './connections/request-target';
import type { Handler } from './request';

/** The fields of the current request that are written to the log, and its deadline and effect. */
export interface RequestScope {
  readonly request_id: string;
  /** The value of the caller's `X-Request-ID`, when it is well-formed. */
  readonly client_request_id?: string | undefined;
  client_id?: string;
  company_id?: string;
  /** The names of the tools that a request to `/mcp` calls, with commas between them. */
  tools?: string;
  /**
   * A time by `performance.now()` after which no statement is sent to the database. Undefined until the request has
   * arrived completely.
   */
  deadline?: number;
  /** The known effect of the request's writes; undefined for a request that only reads. */
  effect?: Effect;
}

export const requestScope = new AsyncVariable<RequestScope | undefined>();

/** The id of the current request; null outside of one. */
export function requestIdOf(): string | null {
  return requestScope.get()?.request_id ?? null;
}

/** The company whose client has sent the current request; undefined for other requests, and outside of one. */
export function companyOfRequest(): string | undefined {
  return requestScope.get()?.company_id;
}

/**
 * Runs what goes on after the request that starts it: timers and promises that it makes have neither the deadline of
 * the request nor its id in the log.
 */
export function outsideRequests<T>(work: () => T): T {
  return requestScope.run(undefined, work);
}

/** The deadline of the current request, from its scope. */
export const requestDeadlines: Deadlines = {
  now_ms: () => performance.now(),
  current: () => requestScope.get()?.deadline ?? Infinity,
  within: (deadline, work) => requestScope.run({ request_id: '', ...requestScope.get(), deadline }, work),
  setEffect(effect) {
    const scope = requestScope.get();
    const before = scope?.effect ?? 'none';
    if (scope?.effect) scope.effect = effect;
    return before;
  },
};

const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives every request an id, which is also on every log line for the request. A path that cannot be decoded is
 * `not_found`.
 *
 * @param observe - called for every response
 */
export function openScope(log: Log, observe: ((response: MeasuredResponse) => void) | undefined): Handler {
  return (req, res, next) => {
    const started = performance.now();
    const theirs = req.headers['x-request-id'];
    const store: RequestScope = {
      request_id: randomUUID(),
      client_request_id: typeof theirs === 'string' && CLIENT_REQUEST_ID.test(theirs) ? theirs : undefined,
    };
    res.setHeader('X-Request-ID', store.request_id);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    // By default no response may be cached, framed, or load anything. Routes override this.
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    res.on('close', () => {
      const { method } = req;
      const route = req.route?.path;
      const status = res.writableFinished ? res.statusCode : undefined;
      const duration_ms = Math.round((performance.now() - started) * 1000) / 1000;
      log.info('request', { method, ...store, route, status, duration_ms });
      observe?.({ method, route, status, duration_ms });
    });
    requestScope.run(store, () => {
      if (isDecodable(req.url)) next();
      else next(notFound());
    });
  };
}

/** Adds the caller to the log lines of this request. */
export function noteCaller({ client_id, company_id }: { client_id: string; company_id: string }): void {
  const store = requestScope.get();
  if (!store) return;
  store.client_id = client_id;
  store.company_id = company_id;
}

/** Adds the name of a tool to the log lines of this request. It is never text of the caller. */
export function noteTool(name: string): void {
  const store = requestScope.get();
  if (store) store.tools = store.tools === undefined ? name : `${store.tools},${name}`;
}

/** Lets the rest of this request take any time. */
export function endDeadline(): void {
  const store = requestScope.get();
  if (store) store.deadline = Infinity;
}

/** Marks this request as a write: its error responses state the effect. */
export function noteWrite(): void {
  const store = requestScope.get();
  if (store) store.effect = 'none';
}

/** Adds the claimed client id to the log lines of this request. */
export function noteClient(client_id: string): void {
  const store = requestScope.get();
  if (store) store.client_id = shownClientId(client_id);
}
