import { readFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecureContextOptions } from 'node:tls';
import type { Log } from '../../../ports/log';
import { errorBody, notFound } from '../responses/envelope';
import { holdContinue } from './expect-continue';
import { ActiveSet } from './active-set';
import { RequestGate } from './request-gate';

export interface TlsFiles {
  readonly cert_file: string;
  readonly key_file: string;
}

interface ServerOptions {
  /** The address to bind to; all interfaces when undefined. */
  readonly host: string | undefined;
  /** The port to bind to; 0 for any free port. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  /** Logs responses that never reach the request listener: to malformed or incomplete HTTP. */
  readonly log?: Log;
  readonly headers_timeout_ms?: number;
  readonly stalled_ms?: number;
}

/** A listener that can be stopped without cutting off responses in progress. */
export interface HttpServer {
  /** `http://127.0.0.1:3000`; a wildcard address is shown as `localhost`. */
  readonly address: string;
  /** Reads certificate and key again. Open connections keep the old ones. */
  reloadTls(): void;
  /**
   * Stops accepting connections, and closes each open one after its next response, or when it is idle for a while.
   * Another process accepts the new connections, so no request is lost.
   */
  retire(): Promise<void>;
  /**
   * Stops accepting connections, and closes each open one after its next response, or when it is idle for a moment.
   * After `grace_ms` milliseconds all are closed.
   */
  stop(grace_ms: number): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
/** For a whole request, uploads included. */
const REQUEST_TIMEOUT_MS = 300_000;
/**
 * A connection on which nothing moves for so long is closed, such as one whose caller does not read the response, which
 * the process holds in memory. The longest pauses are those of exports, which wait for drawings.
 */
const STALLED_MS = 120_000;
const KEEP_ALIVE_MS = 65_000; // longer than the idle time-out of common proxies
/** How long a request is waited for on the idle connections of a server that retires. */
const RETIRE_IDLE_MS = 5_000;
/** The time limits of the longest request and of its response, after those connections are closed. */
const RETIRE_MS = RETIRE_IDLE_MS + REQUEST_TIMEOUT_MS + 10_000;
/** The same for a server that stops: a proxy that sends many requests uses each connection again within that time. */
const STOP_IDLE_MS = 1_000;
/** The number of connections that a process can hold, slow ones included; a further connection is closed at once. */
const MAX_CONNECTIONS = 10_000;

/** @throws the error of `listen`, such as EADDRINUSE, or of reading the TLS files */
export async function startServer(
  listener: RequestListener,
  { host, port, tls, log, headers_timeout_ms = HEADERS_TIMEOUT_MS, stalled_ms = STALLED_MS }: ServerOptions,
): Promise<HttpServer> {
  const settings = {
    headersTimeout: headers_timeout_ms,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(1_000, headers_timeout_ms),
    requireHostHeader: false, // the 400 that Node sends has no X-Request-ID
  };
  const server = tls
    ? https.createServer({
        ...settings,
        ...readTls(tls),
        handshakeTimeout: headers_timeout_ms,
      })
    : http.createServer(settings);
  server.timeout = stalled_ms;

  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  const sockets = new ActiveSet<Socket>();
  /** With TLS: their `bytesRead` is without the bytes of the handshake, which that of `sockets` counts. */
  const secured = new ActiveSet<Socket>();
  const gate = new RequestGate(listener, tls !== undefined, log);

  server.on('connection', (socket: Socket) => {
    // `maxConnections` of Node would pass the connection on to another worker process, which may be full too.
    if (sockets.size >= MAX_CONNECTIONS) return void socket.destroy();
    socket.once('close', sockets.add(socket));
  });
  server.on('secureConnection', (socket: Socket) => socket.once('close', secured.add(socket)));
  server.on('request', (req, res) => gate.answer(req, res));
  server.on('checkContinue', (req, res) => {
    holdContinue(res);
    gate.answer(req, res);
  });
  server.on('checkExpectation', (_req, res) => gate.refuseExpectation(res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const status = statusOf(error);
    if (status === undefined) socket.destroy();
    else gate.refuseRaw(socket as Socket, status);
  });
  server.on('connect', (_req, socket: Duplex) => {
    gate.refuseRaw(socket as Socket, 404, JSON.stringify(errorBody(notFound())));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject);
      // A connection cannot be accepted when file descriptors or memory are exhausted.
      server.on('error', (error) => log?.error('A connection could not be accepted', error));
      resolve();
    });
  });

  /** @param idle_ms - how long a request is waited for on idle connections */
  const end = async (idle_ms: number, grace_ms: number) => {
    const cut = setTimeout(() => {
      for (const socket of sockets.values()) socket.destroy();
    }, grace_ms);
    // The `close` of an HTTP server would also close idle connections, on which a request may be under way.
    NetServer.prototype.close.call(server);
    gate.closeAfterResponses();
    await Promise.race([closed, sleep(idle_ms, undefined, { ref: false })]);
    server.close();
    // connections without a request so far
    for (const present of [sockets, secured])
      for (const socket of present.values()) if (socket.bytesRead === 0) socket.destroy();
    // Responses in progress were sent without `Connection: close`, so their connections become idle and are closed
    // here.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  };

  return {
    address: addressOf(server.address() as AddressInfo, tls !== undefined),
    reloadTls() {
      if (tls) (server as https.Server).setSecureContext(readTls(tls));
    },
    retire: () => end(RETIRE_IDLE_MS, RETIRE_MS),
    stop: (grace_ms) => end(Math.min(STOP_IDLE_MS, grace_ms), grace_ms),
  };
}

/** Only authenticated encryption with forward secrecy (RFC 9325 §4.2), the strongest first. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

/** The complete secure context: `setSecureContext` resets every option that is not given to Node's default. */
function readTls({ cert_file, key_file }: TlsFiles): SecureContextOptions {
  return {
    cert: readFileSync(cert_file),
    key: readFileSync(key_file),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    honorCipherOrder: true,
  };
}

/** @returns undefined when no response can be delivered: after a failed handshake or on a broken connection */
function statusOf({ code = '' }: NodeJS.ErrnoException): number | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code.startsWith('HPE_') ? 400 : undefined;
}

function addressOf({ address, family, port }: AddressInfo, secure: boolean): string {
  const host =
    address === '::' || address === '0.0.0.0' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `${secure ? 'https' : 'http'}://${host}:${port}`;
}
