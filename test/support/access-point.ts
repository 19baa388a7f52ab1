import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export const PHOSS_TOKEN = 'a-token-of-the-access-point';

/** What came with a submission. */
export interface Submission {
  readonly message_id: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Behaviour = (res: ServerResponse, submission: Submission, usual: () => void) => void | Promise<void>;

/**
 * Answers as phoss-ap does: it takes a message id with every submission, without looking whether it came before, and
 * tells the status of what it took.
 */
export interface AccessPoint {
  readonly url: string;
  readonly submissions: Submission[];
  /** By message id; one that is missing is unknown. */
  readonly transactions: Map<string, object>;
  readonly asked: string[];
  /** In place of the usual response to a submission; `usual` takes it over and says so. */
  onSubmit: Behaviour | undefined;
  /** In place of the usual response to a question. */
  onStatus: ((res: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

export async function startAccessPoint(): Promise<AccessPoint> {
  const sockets = new Set<Socket>();
  const server = createServer((req, res) => void answer(req, res));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const point: AccessPoint = {
    url: `http://127.0.0.1:${port}`,
    submissions: [],
    transactions: new Map(),
    asked: [],
    onSubmit: undefined,
    onStatus: undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url!, point.url);
    if (req.headers['x-token'] !== PHOSS_TOKEN)
      return json(res, 401, { error: 'Invalid or missing API token' });
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (req.method === 'GET') {
      const message_id = url.pathname.split('/').at(-1)!;
      point.asked.push(message_id);
      if (point.onStatus) return point.onStatus(res);
      // Completed messages are archived soon.
      const is_seen = url.searchParams.get('includeArchive') === 'true';
      const transaction = is_seen ? point.transactions.get(message_id) : undefined;
      return transaction ? json(res, 200, transaction) : void res.writeHead(404).end();
    }
    const submission = {
      message_id: url.searchParams.get('sbdhInstanceID')!,
      path: url.pathname,
      headers: req.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    point.submissions.push(submission);
    const usual = () => {
      point.transactions.set(submission.message_id, { status: 'sent', mlsStatus: 'received_ap' });
      json(res, 200, { sbdhInstanceIdentifier: submission.message_id, overallSuccess: true });
    };
    if (point.onSubmit) await point.onSubmit(res, submission, usual);
    else usual();
  }
  return point;
}

export function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
