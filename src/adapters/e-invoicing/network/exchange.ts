import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Time limit from name resolution to the last byte of the response, in milliseconds. */
  readonly timeout_ms: number;
}

export type ExchangeOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  /** The connection failed before any byte of the request was sent. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The other side may have received the request and executed it. */
  | { readonly kind: 'unanswered'; readonly reason: string };

/** A longer response is cut off; the expected ones are much shorter. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * One HTTP request on a new connection, so that a broken connection does not affect other requests. Never rejects,
 * follows no redirects, and ends within the time limit.
 */
export function exchange({ method, url, headers, body, timeout_ms }: Question): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    const is_secure = url.protocol === 'https:';
    const options = {
      method,
      headers: { ...headers, ...(body ? { 'Content-Length': String(body.byteLength) } : {}) },
      agent: false,
    } as const;
    const request = (is_secure ? https : http).request(url, options);
    let is_connected = false;
    const end = (result: ExchangeOutcome) => {
      clearTimeout(timer);
      resolve(result);
      request.destroy();
    };
    const fail = (reason: string) => end({ kind: is_connected ? 'unanswered' : 'not_sent', reason });
    const timer = setTimeout(() => fail(`no answer within ${timeout_ms / 1000} s`), timeout_ms);
    request.once('socket', (socket) => {
      socket.once(is_secure ? 'secureConnect' : 'connect', () => {
        is_connected = true;
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => fail(reasonOf(error)));
    request.once('response', (response) => read(response, end, fail));
    request.end(body);
  });
}

function read(
  response: IncomingMessage,
  end: (result: ExchangeOutcome) => void,
  fail: (reason: string) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) fail('the answer does not end');
    else chunks.push(chunk);
  });
  response.on('error', () => fail('the response was aborted'));
  response.once('close', () => fail('the response was aborted')); // without effect after `end`
  response.once('end', () => {
    if (!response.complete) return fail('the response was aborted');
    end({ kind: 'answered', status: response.statusCode!, text: Buffer.concat(chunks).toString('utf8') });
  });
}

/** Error codes of the system and of TLS are short and safe to show; error messages may contain internal names. */
function reasonOf({ code }: NodeJS.ErrnoException): string {
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`;
}
