import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long further input is read and dropped after a response. Closing at once would send a TCP reset, and the caller
 * could lose the response.
 */
const LINGER_MS = 2_000;

/** Makes browsers use TLS for this host for a year. Behind a proxy that ends TLS, the proxy sets this header. */
export const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

const answered = new WeakSet<Socket>();

/**
 * Writes a response to a socket for which Node has no response object, because the request could not be parsed.
 * Responses to earlier requests on the connection are sent first. Then the connection is closed.
 *
 * @param written - called when the response is written
 * @param json - the body; by default the status text
 */
export function answerRaw(
  socket: Socket,
  status: number,
  written: (request_id: string) => void,
  json?: string,
): void {
  if (answered.has(socket)) return; // further errors from the same malformed input
  answered.add(socket);
  socket.on('error', () => socket.destroy()); // Node has removed its own error listener from some of these sockets
  const write = () => {
    const open = openResponse(socket);
    if (open?.req.complete && !socket.destroyed) return void open.once('close', write);
    // Part of a response is already sent, and the malformed bytes are the body of its request: no second response can
    // follow.
    if (!socket.writable || open?.headersSent) return void socket.destroy();
    const request_id = String(open?.getHeader('X-Request-ID') ?? randomUUID());
    socket.end(responseText(status, request_id, json, 'encrypted' in socket));
    linger(socket);
    written(request_id);
  };
  write();
}

/** The response in progress on the connection. Node keeps it in an internal property of the socket. */
function openResponse(socket: Socket): (ServerResponse & { req: IncomingMessage }) | null | undefined {
  return (socket as { _httpMessage?: (ServerResponse & { req: IncomingMessage }) | null })._httpMessage;
}

function responseText(
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
