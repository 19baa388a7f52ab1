import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, type ErrorName } from '../../../domain/errors';
import type { Effect } from '../../../ports/deadlines';
import type { FailureThrottle } from '../../../ports/failure-throttle';
import type { Log } from '../../../ports/log';
import { IterationQueue } from '../connections/iteration-queue';
import { PlainStatus } from '../connections/plain-status';
import type { ErrorHandler } from '../request';
import { remoteNetwork, sourceAddress } from '../connections/source-address';

const FAILED_AUTHENTICATION: ReadonlySet<ErrorName> = new Set<ErrorName>([
  ...(['invalid_token', 'invalid_credentials', 'invalid_grant', 'client_inactive'] as const),
]);

/** Number of failed authentications that are answered in one iteration of the event loop: about 1 ms of work. */
const FAILURES_PER_ITERATION = 4;

/**
 * The error handler: the only place where an error becomes a response.
 *
 * @param effectOf - returns the known effect of the current request's writes; undefined when it only reads
 * @param throttle - delays responses to sources of repeated authentication failures
 */
export function errorEnvelope(
  log: Log,
  effectOf: () => Effect | undefined,
  throttle?: FailureThrottle,
): ErrorHandler {
  const failures = new IterationQueue(FAILURES_PER_ITERATION);
  return async (error, req, res, _next) => {
    if (req.app.is_stopped) {
      // The connection is closed already. An error at this point is a consequence of the stop, such as a closed
      // database.
      log.info('A request was aborted by the stop');
      res.destroy();
      return;
    }
    if (res.destroyed && (error as Error).name === 'AbortError') {
      log.info('A request was aborted by its caller');
      return;
    }
    if (res.headersSent) {
      log.error('The response was aborted', error);
      res.destroy();
      return;
    }
    if (error instanceof PlainStatus) return sendPlain(res, error.status);
    const known = asDomainError(error);
    if (known.status === 500) log.error('Unexpected error', error);
    if (FAILED_AUTHENTICATION.has(known.error_name) || known.options.is_lockout) {
      await failures.next();
      log.warn('Authentication failed', { reason: known.code, address: sourceAddress(req) });
      const delay_ms = (await throttle?.delayFor(remoteNetwork(req))) ?? 0;
      if (delay_ms > 0) await sleep(delay_ms);
    }
    sendError(res, withEffect(known, effectOf()));
  };
}

/** Adds the effect of the write to an error with status 500, unless the error states it already. */
function withEffect(error: DomainError, effect: Effect | undefined): DomainError {
  const { status, message, options } = error;
  if (status !== 500 || effect === undefined || options.details) return error;
  return new DomainError(error.error_name, message, { ...options, details: [{ effect }] });
}

function sendError(res: ServerResponse, error: DomainError): void {
  const { status, options } = error;
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  setRetryAfter(res, options.retry_after_s);
  sendJson(res, status, errorBody(error));
}

/** Sets `Retry-After` in whole seconds, at least 1 (RFC 9110 §10.2.3). */
export function setRetryAfter(res: ServerResponse, seconds: number | undefined): void {
  if (seconds !== undefined) res.setHeader('Retry-After', String(Math.max(1, Math.ceil(seconds))));
}

export function errorBody({ code, message, options: { details } }: DomainError): object {
  return { error: { code, message, ...(details ? { details } : {}) } };
}

export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  sendText(res, status, JSON.stringify(value));
}

/** @param json - the serialised body, as bytes when it is compressed */
export function sendText(res: ServerResponse, status: number, json: string | Buffer): void {
  const bytes = Buffer.byteLength(json);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', bytes);
  if (typeof json !== 'string') return void res.end(json);
  const encoding = bytes === json.length ? 'latin1' : 'utf8'; // ASCII is encoded faster as Latin-1
  // Node writes the headers and a string in one piece, which it first joins on the heap.
  if (bytes > MAX_JOINED_BYTES) res.end(Buffer.from(json, encoding));
  else res.end(json, encoding);
}

const MAX_JOINED_BYTES = 16_384;

export function sendPlain(res: ServerResponse, status: number): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(new PlainStatus(status).message);
}

export function notFound(): DomainError {
  return new DomainError('not_found', 'No such route.');
}

function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError('internal_error', 'Unexpected error. Retry later.');
}
