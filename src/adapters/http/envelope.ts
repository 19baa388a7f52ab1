import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { DomainError } from '../../domain/errors';
import type { Log } from '../../ports/log';
import { PlainStatus } from './plain-status';

/** The one place where a failure becomes an answer. */
export function errorEnvelope(log: Log): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    if (res.headersSent) {
      log.error('The answer broke off', error);
      res.destroy();
      return;
    }
    if (error instanceof PlainStatus) return sendPlain(res, error.status);
    const known = asDomainError(error);
    if (known.status === 500)
      log.error('Unexpected error', error instanceof DomainError ? (error.cause ?? error) : error);
    sendError(res, known);
  };
}

export function sendError(res: ServerResponse, error: DomainError): void {
  const { status, options } = error;
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (options.retry_after_s !== undefined)
    res.setHeader('Retry-After', String(Math.max(1, Math.ceil(options.retry_after_s))));
  sendJson(res, status, errorBody(error));
}

export function errorBody({ code, message, options: { details } }: DomainError): object {
  return { error: { code, message, ...(details ? { details } : {}) } };
}

export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  sendText(res, status, JSON.stringify(value));
}

/** @param json - the body as it was serialised before */
export function sendText(res: ServerResponse, status: number, json: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(json));
  res.end(json); // as text: Node then sends it in one piece with the headers
}

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
