import http from 'node:http';
import type { Attempt, Ledger } from './ledger';
import type { ServiceNode } from './machine/nodes';

/** Longer than the time limit of the service, so that a late response is detected. */
const PATIENCE_MS = 12_000;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly authorization?: string | undefined;
  readonly key?: string | undefined;
  /** JSON, or bytes of the content type given. */
  readonly body?: object | Buffer;
  readonly content_type?: string;
  /** After which the caller gives up; by default a little more than the service may take. */
  readonly patience_ms?: number;
}

/** Sends requests on connections that it keeps open, without knowing anything of the state of the nodes. */
export class Caller {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });

  constructor(private readonly ledger: Ledger) {}

  async call(node: ServiceNode, call: Call): Promise<Attempt> {
    const started_ms = performance.now();
    const outcome = await this.outcomeOf(node, call);
    const attempt: Attempt = {
      node: node.name,
      action: `${call.method} ${call.path.replace(/[0-9a-f-]{36}/g, '{id}').replace(/\?.*/, '')}`,
      is_write: call.method !== 'GET',
      key: call.key,
      started_ms,
      ended_ms: performance.now(),
      ...outcome,
    };
    this.ledger.attempts.push(attempt);
    return attempt;
  }

  close(): void {
    this.agent.destroy();
  }

  private outcomeOf(node: ServiceNode, call: Call): Promise<Pick<Attempt, 'answer' | 'failure'>> {
    const { method, path, patience_ms = PATIENCE_MS } = call;
    const payload =
      call.body === undefined || call.body instanceof Buffer
        ? call.body
        : Buffer.from(JSON.stringify(call.body));
    return new Promise((resolve) => {
      let given_up = false;
      const request = http.request({
        host: '127.0.0.1',
        port: node.front.port,
        method,
        path,
        agent: this.agent,
      });
      const timer = setTimeout(() => {
        given_up = true;
        request.destroy();
      }, patience_ms);
      const end = (outcome: Pick<Attempt, 'answer' | 'failure'>) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      if (call.authorization !== undefined) request.setHeader('Authorization', call.authorization);
      if (call.key !== undefined) request.setHeader('Idempotency-Key', call.key);
      if (payload !== undefined) {
        request.setHeader('Content-Type', call.content_type ?? 'application/json');
        request.setHeader('Content-Length', payload.byteLength);
      }
      const onFailure = (error?: NodeJS.ErrnoException) =>
        end({ failure: given_up ? 'given up' : error?.code === 'ECONNREFUSED' ? 'not sent' : 'broken off' });
      request.on('error', onFailure);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', onFailure);
        response.on('end', () => {
          const text = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = response;
          end({ answer: { status, headers, body: bodyOf(text, headers['content-type']) } });
        });
      });
      request.end(payload);
    });
  }
}

function bodyOf(bytes: Buffer, content_type = ''): unknown {
  return content_type.startsWith('application/json') ? JSON.parse(bytes.toString()) : bytes;
}
