import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** By `performance.now()`. */
  readonly at: number;
}

/** An HTTP server on loopback that keeps the requests it receives. */
export interface Endpoint {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  readonly close: () => Promise<void>;
}

/** @param respond - called when the body has arrived; by default the response is 204 */
export async function anEndpoint(
  respond: RequestListener = (_req, res) => void res.writeHead(204).end(),
): Promise<Endpoint> {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ url: req.url!, headers: req.headers, body, at: performance.now() });
      respond(req, res);
    });
  });
  return { ...(await listening(server)), received };
}

/** Listens on loopback, and closes with all connections. */
export async function listening(server: Server | import('node:net').Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hooks`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
