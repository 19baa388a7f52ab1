import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** From the first look for the host to the last byte of the answer. */
  readonly timeout_ms: number;
}

export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  /** Nothing of the question has reached the other side. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The other side may have read the question, and done what it asks for. */
  | { readonly kind: 'unanswered'; readonly reason: string };

/** An answer that is longer than any of those we ask for is not read to its end. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * One HTTP request on a connection of its own, so that a broken one is never another's. It never throws, follows no
 * redirect, and ends in time.
 */
export function exchange({ method, url, headers, body, timeout_ms }: Question): Promise<Exchange> {
  return new Promise((resolve) => {
    const is_secure = url.protocol === 'https:';
    const options = {
      method,
      headers: { ...headers, ...(body ? { 'Content-Length': String(body.byteLength) } : {}) },
      agent: false,
    } as const;
    const request = (is_secure ? https : http).request(url, options);
    let is_connected = false;
    const end = (result: Exchange) => {
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
  end: (result: Exchange) => void,
  fail: (reason: string) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) fail('the answer does not end');
    else chunks.push(chunk);
  });
  response.on('error', () => fail('the answer broke off'));
  response.once('close', () => fail('the answer broke off')); // too late where it came to its end
  response.once('end', () => {
    if (!response.complete) return fail('the answer broke off');
    end({ kind: 'answered', status: response.statusCode!, text: Buffer.concat(chunks).toString('utf8') });
  });
}

/** Codes of the system and of TLS say it shortly, and name nothing that is not ours to show. */
function reasonOf({ code }: NodeJS.ErrnoException): string {
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`;
}
