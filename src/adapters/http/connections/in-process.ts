import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';

export interface InProcessRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Aborts the request, as a caller that disconnects. */
  readonly signal: AbortSignal;
}

export interface InProcessResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type SendInProcess = (request: InProcessRequest) => Promise<InProcessResponse>;

/**
 * Sends HTTP requests to a listener of this process over connections in memory. They are parsed and served like all
 * others, without a socket of the operating system.
 *
 * @param listener - returns the listener; called on each request
 */
export function inProcess(listener: () => RequestListener): SendInProcess {
  const server = http.createServer((req, res) => listener()(req, res));
  return async ({ method, path, headers, body, signal }) => {
    const [near, far] = duplexPair();
    // A side that is destroyed closes the other, as with sockets. One that ends does so when all has been read.
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    server.emit('connection', far);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      http
        .request({ method, path, headers, signal, createConnection: () => near }, resolve)
        .on('error', reject)
        .end(body);
    });
    return { status: response.statusCode!, headers: response.headers, body: await text(response) };
  };
}
