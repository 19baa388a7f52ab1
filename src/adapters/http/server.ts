import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http, { STATUS_CODES, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface TlsFiles {
  readonly cert_file: string;
  readonly key_file: string;
}

/** A listener that can be stopped without cutting off what it is answering. */
export interface HttpServer {
  /** `http://127.0.0.1:3000`; a wildcard address is shown as `localhost`. */
  readonly address: string;
  /** Reads certificate and key anew; connections that are open keep the old ones. */
  reloadTls(): void;
  /** Stops accepting, lets requests in flight finish for at most `grace_ms`, then closes what is left. */
  stop(grace_ms: number): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
/** A whole request, uploads included. */
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 65_000; // longer than the idle time-out of usual proxies

/** @throws the listen error (address in use …) or that of unreadable TLS files */
export async function startServer(
  listener: RequestListener,
  { host, port, tls }: { host: string | undefined; port: number; tls?: TlsFiles | undefined },
): Promise<HttpServer> {
  const timeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 1_000,
  };
  const server = tls
    ? https.createServer({ ...timeouts, ...readTls(tls), minVersion: 'TLSv1.2' })
    : http.createServer(timeouts);

  let stopping = false;
  const answer: RequestListener = (req, res) => {
    if (stopping) res.setHeader('Connection', 'close');
    listener(req, res);
  };
  server.on('request', answer);
  // 100 Continue is sent when a body is about to be read, not before the caller was let in.
  server.on('checkContinue', answer);
  server.on('checkExpectation', (_req, res) => {
    res.writeHead(417, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Request-ID': randomUUID() });
    res.end(STATUS_CODES[417]);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) =>
    answerRaw(socket, statusOf(error)),
  );
  server.on('connect', (_req, socket: Duplex) => {
    answerRaw(socket, 404, JSON.stringify({ error: { code: 'not_found', message: 'No such route.' } }));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });

  return {
    address: addressOf(server.address() as AddressInfo, tls !== undefined),
    reloadTls() {
      if (tls) (server as https.Server).setSecureContext(readTls(tls));
    },
    async stop(grace_ms) {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // A kept-alive connection that falls idle from now on is closed by its `Connection: close`.
      const cut = setTimeout(() => server.closeAllConnections(), grace_ms);
      await closed;
      clearTimeout(cut);
    },
  };
}

function readTls({ cert_file, key_file }: TlsFiles): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(cert_file), key: readFileSync(key_file) };
}

function statusOf(error: NodeJS.ErrnoException): number {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 431;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return 400;
}

/** An answer written by hand, where Node has no response object: the request never became one. */
function answerRaw(socket: Duplex, status: number, json?: string): void {
  // Bytes of an earlier answer on this connection may be under way: then nothing may be put between them.
  if (
    !socket.writable ||
    (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent
  ) {
    socket.destroy();
    return;
  }
  const text = json ?? STATUS_CODES[status]!;
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      `Content-Type: ${json ? 'application/json' : 'text/plain'}; charset=utf-8`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-ID: ${randomUUID()}`,
      '',
      text,
    ].join('\r\n'),
  );
}

function addressOf({ address, family, port }: AddressInfo, secure: boolean): string {
  const host =
    address === '::' || address === '0.0.0.0' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `${secure ? 'https' : 'http'}://${host}:${port}`;
}
