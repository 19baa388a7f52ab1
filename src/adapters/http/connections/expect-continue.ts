import type { ServerResponse } from 'node:http';

const held = new WeakSet<ServerResponse>();

/**
 * Holds back `100 Continue` of a request with `Expect: 100-continue` until its body is about to be read, that is, until
 * the caller is authenticated and authorised. When the body is never read, the bytes that follow on the connection may
 * be the body or the next request; the connection is therefore closed after the response (RFC 9110 §10.1.1).
 */
export function holdContinue(res: ServerResponse): void {
  held.add(res);
  res.setHeader('Connection', 'close');
}

/** Sends the held back `100 Continue`. Called before the first byte of a body is read. */
export function sendContinue(res: ServerResponse): void {
  if (!held.delete(res)) return;
  res.removeHeader('Connection');
  res.writeContinue();
}
