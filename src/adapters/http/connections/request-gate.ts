import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../../ports/log';
import { sendPlain } from '../answers/envelope';
import { occurrences } from '../requests/occurrences';
import { Present } from './present';
import { answerRaw, HSTS } from './raw-answer';
import { pathAndQuery } from './request-target';
import { WaitingResponses } from './waiting-responses';

/**
 * How long the rest of a request body is read and dropped after the response. Closing at once could make the caller
 * lose the response.
 */
const DRAIN_MS = 30_000;

/** Passes the requests of a server on to its listener, and refuses those that are not valid HTTP. */
export class RequestGate {
  private readonly open = new Present<ServerResponse>();
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
    const remove = this.open.add(res);
    this.demandTls(res);
    res.once('close', () => {
      remove();
      if (!req.complete && !socket.destroyed) drain(req);
    });
    if (this.is_closing) res.setHeader('Connection', 'close');
    const url = pathAndQuery(req.url!);
    const hosts = occurrences(req, 'host');
    const isHostWrong = hosts > 1 || (hosts === 0 && req.httpVersion === '1.1'); // RFC 9112 §3.2
    if (url === undefined || isHostWrong) return this.refuse(res, 400);
    req.url = url;
    this.listener(req, res);
  }

  refuse(res: ServerResponse, status: number): void {
    const request_id = randomUUID();
    this.demandTls(res);
    res.setHeader('X-Request-ID', request_id);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Connection', 'close');
    sendPlain(res, status);
    this.note(request_id, status);
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

  private demandTls(res: ServerResponse): void {
    if (this.is_tls) res.setHeader(...HSTS);
  }

  private note(request_id: string, status: number): void {
    this.log?.info('request', { request_id, status });
  }
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
