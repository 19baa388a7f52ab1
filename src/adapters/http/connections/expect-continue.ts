import type { ServerResponse } from 'node:http';

const held = new WeakSet<ServerResponse>();

/**
 * For a caller that asks before it sends its body (`Expect: 100-continue`): it is told to go on when the body is
 * about to be read, not before it was let in. When it never is, what follows on the connection may be the body
 * or the next request, so the connection ends with the answer (RFC 9110 §10.1.1).
 */
export function holdContinue(res: ServerResponse): void {
  held.add(res);
  res.setHeader('Connection', 'close');
}

/** Every reader of a body calls it first. */
export function sendContinue(res: ServerResponse): void {
  if (!held.delete(res)) return;
  res.removeHeader('Connection');
  res.writeContinue();
}
