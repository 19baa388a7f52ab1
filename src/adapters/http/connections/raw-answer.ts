import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** How long what a caller still sends is read after its answer: closing at once could cost it the answer. */
const LINGER_MS = 2_000;

/** Browsers ask this host over TLS alone for a year. Where a proxy ends TLS, it decides for the whole host. */
export const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

const answered = new WeakSet<Socket>();

/**
 * An answer written by hand, where Node has no response object: the request never became one. Answers to what came
 * earlier on the connection go out first. Then the connection ends.
 *
 * @param told - of the answer, when it is written
 * @param json - the body; the status text when left out
 */
export function answerRaw(
  socket: Socket,
  status: number,
  told: (request_id: string) => void,
  json?: string,
): void {
  if (answered.has(socket)) return; // the rest of what could not be understood
  answered.add(socket);
  socket.on('error', () => socket.destroy()); // on some of these sockets Node listens no longer
  const write = () => {
    const open = openAnswer(socket);
    if (open?.req.complete && !socket.destroyed) return void open.once('close', write);
    // Half an answer is out, and what is wrong is the body of its request: nothing sensible can follow.
    if (!socket.writable || open?.headersSent) return void socket.destroy();
    const request_id = String(open?.getHeader('X-Request-ID') ?? randomUUID());
    socket.end(answerText(status, request_id, json, 'encrypted' in socket));
    linger(socket);
    told(request_id);
  };
  write();
}

/** The answer that is being given on the connection; Node keeps it there. */
function openAnswer(socket: Socket): (ServerResponse & { req: IncomingMessage }) | null | undefined {
  return (socket as { _httpMessage?: (ServerResponse & { req: IncomingMessage }) | null })._httpMessage;
}

function answerText(
  status: number,
  request_id: string,
  json: string | undefined,
  is_over_tls: boolean,
): string {
  const body = json ?? STATUS_CODES[status]!;
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Content-Type: ${json ? 'application/json' : 'text/plain'}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${request_id}`,
    'X-Content-Type-Options: nosniff',
    ...(is_over_tls ? [HSTS.join(': ')] : []),
    '',
    body,
  ].join('\r\n');
}

function linger(socket: Socket): void {
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
}
