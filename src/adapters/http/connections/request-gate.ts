import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Log } from '../../../ports/log';
import { sendPlain } from '../responses/envelope';
import { occurrences } from '../requests/occurrences';
import { ActiveSet } from './active-set';
import { answerRaw, HSTS } from './raw-response';
import { pathAndQuery } from './request-target';
import { WaitingResponses } from './waiting-responses';

/** How long the rest of a request body is read and dropped after the response. */
const DRAIN_MS = 30_000;

/** Passes the requests of a server on to its listener, and refuses those that are not valid HTTP. */
export class RequestGate {
  private readonly open = new ActiveSet<ServerResponse>();
  private readonly waiting = new WaitingResponses();
  private is_closing = false;

  /** @param log - logs the requests that are refused here, which the listener never sees */
  constructor(
    private readonly listener: RequestListener,
    private readonly is_tls: boolean,
    private readonly log: Log | undefined,
  ) {}

  answer(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    if (socket.destroyed) return; // the parser still calls for the requests that it has read
    if (!this.waiting.add(socket, res)) return void socket.destroy();
    readRestAfter(res, this.open.add(res));
    this.demandTls(res);
    if (this.is_closing) res.setHeader('Connection', 'close');
    const url = pathAndQuery(req.url!);
    const hosts = occurrences(req, 'host');
    const isHostWrong = hosts > 1 || (hosts === 0 && req.httpVersion === '1.1'); // RFC 9112 §3.2
    if (url === undefined || isHostWrong) return this.refuse(res, 400);
    req.url = url;
    this.listener(req, res);
  }

  /** Refuses a request for its `Expect` header (RFC 9110 §10.1.1). */
  refuseExpectation(res: ServerResponse): void {
    readRestAfter(res, this.open.add(res));
    this.refuse(res, 417);
  }

  /** As `answerRaw`. */
  refuseRaw(socket: Socket, status: number, json?: string): void {
    answerRaw(socket, status, (request_id) => this.note(request_id, status), json);
  }

  /** From now on each connection is closed after its next response. */
  closeAfterResponses(): void {
    this.is_closing = true;
    for (const res of this.open.values()) if (!res.headersSent) res.setHeader('Connection', 'close');
  }

  private refuse(res: ServerResponse, status: number): void {
    const request_id = randomUUID();
    this.demandTls(res);
    res.setHeader('X-Request-ID', request_id);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Connection', 'close');
    sendPlain(res, status);
    this.note(request_id, status);
  }

  private demandTls(res: ServerResponse): void {
    if (this.is_tls) res.setHeader(...HSTS);
  }

  private note(request_id: string, status: number): void {
    this.log?.info('request', { request_id, status });
  }
}

/**
 * Reads the rest of the request body after the response. Node would close the socket of a `Connection: close` right
 * after the response: unread input then resets it, and a caller that is still sending loses the response.
 *
 * @param closed - called when the response is complete or its connection is gone
 */
function readRestAfter(res: ServerResponse<IncomingMessage>, closed: () => void): void {
  const { req } = res;
  const { socket } = req;
  const closeAfterBody = () => {
    if (req.complete) return Socket.prototype.destroySoon.call(socket);
    socket.end();
    req.once('end', () => socket.destroy());
  };
  socket.destroySoon = closeAfterBody;
  res.once('close', () => {
    closed();
    // An idle connection keeps no request in memory.
    if (socket.destroySoon === closeAfterBody) socket.destroySoon = destroySoon;
    if (!req.complete && !socket.destroyed) drain(req);
  });
}

/** As Node defines it. */
function destroySoon(this: Socket): void {
  Socket.prototype.destroySoon.call(this);
}

function drain(req: IncomingMessage): void {
  const { socket } = req;
  const cut = setTimeout(() => socket.destroy(), DRAIN_MS);
  const done = () => {
    clearTimeout(cut);
    socket.off('close', done);
  };
  socket.once('close', done);
  // The stream that the body is piped into may have stopped reading. The rest of the body would then block the next
  // request on the connection.
  req.unpipe().once('end', done).resume();
}
