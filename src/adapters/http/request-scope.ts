import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { shownClientId } from '../../domain/access/client';
import type { Deadlines, Effect } from '../../ports/deadlines';
import type { Log } from '../../ports/log';
import { notFound } from './answers/envelope';
import { isDecodable } from './connections/request-target';

/** What the log says of the request that is being answered. */
export interface RequestScope {
  readonly request_id: string;
  /** The caller's own id for the request, when it sent a well-formed one. */
  readonly client_request_id?: string | undefined;
  client_id?: string;
  company_id?: string;
  /** By `performance.now()`: no statement is sent to the database after that. Unset until all of the request is here. */
  deadline?: number;
  /** What is known of what a write has stored; unset for what only reads. */
  effect?: Effect;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Those of the requests that are being answered. */
export const requestDeadlines: Deadlines = {
  now: () => performance.now(),
  current: () => requestScope.getStore()?.deadline ?? Infinity,
  within: (deadline, work) =>
    requestScope.run({ ...(requestScope.getStore() ?? { request_id: '' }), deadline }, work),
  note(effect) {
    const scope = requestScope.getStore();
    const before = scope?.effect ?? 'none';
    if (scope?.effect) scope.effect = effect;
    return before;
  },
};

export interface Answer {
  readonly method: string;
  /** The declared path, never the caller's; undefined when no route matched. */
  readonly route: string | undefined;
  /** Undefined when the caller went away before it had its answer. */
  readonly status: number | undefined;
  readonly duration_ms: number;
}

const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives every request its id, and every line that is logged for it the same. What cannot be decoded is `not_found`.
 *
 * @param observe - told of every answer
 */
export function openScope(log: Log, observe: ((answer: Answer) => void) | undefined): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const theirs = req.headers['x-request-id'];
    const store: RequestScope = {
      request_id: randomUUID(),
      client_request_id: typeof theirs === 'string' && CLIENT_REQUEST_ID.test(theirs) ? theirs : undefined,
    };
    res.setHeader('X-Request-ID', store.request_id);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    // What an answer may be kept or used for, unless its route says more: nothing.
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    res.on('close', () => {
      const answer: Answer = {
        method: req.method,
        route: (req.route as { path?: string } | undefined)?.path,
        status: res.writableFinished ? res.statusCode : undefined,
        duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
      };
      log.info('request', { ...store, ...answer });
      observe?.(answer);
    });
    requestScope.run(store, () => {
      if (isDecodable(req.url)) next();
      else next(notFound());
    });
  };
}

/** The log's lines for this request name the caller from here on. */
export function noteCaller({ client_id, company_id }: { client_id: string; company_id: string }): void {
  const store = requestScope.getStore();
  if (!store) return;
  store.client_id = client_id;
  store.company_id = company_id;
}

/** A failure of this request says from here on what became of what it writes. */
export function noteWrite(): void {
  const store = requestScope.getStore();
  if (store) store.effect = 'none';
}

/** The log's lines for this request name the client that the caller says it is. */
export function noteClient(client_id: string): void {
  const store = requestScope.getStore();
  if (store) store.client_id = shownClientId(client_id);
}
