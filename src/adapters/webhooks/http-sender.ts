import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { MAX_ANSWER_LENGTH } from '../../domain/events/webhooks/delivery';
import type {
  WebhookResponse,
  WebhookRequest,
  WebhookSender,
} from '../../ports/events/webhooks/webhook-sender';
import { reasonOf } from './failure-reasons';
import type { InstalledAddresses } from './installed-addresses';
import {
  assertAllowed,
  type CheckedAgents,
  checkedAgents,
  checkedLookup,
  KEPT,
  nameResolution,
  type ResolveName,
} from './checked-connections';

export interface SenderOptions {
  /** The time limit from the start of name resolution to the head of the response, in milliseconds. */
  readonly head_ms: number;
  /** The time limit for the body of the response, of which the first characters are kept, in milliseconds. */
  readonly body_ms: number;
  /** After which a free connection is closed, in milliseconds. */
  readonly idle_ms: number;
  readonly resolve: ResolveName;
  /** Certificate authorities instead of those of Node.js. */
  readonly ca?: string;
}

/** The most bytes of a response's body that are read. */
const MAX_BODY_BYTES = 64 * 1024;
/** As many bytes as the kept characters have at most in UTF-8. */
const KEPT_BYTES = MAX_ANSWER_LENGTH * 4;

/**
 * Sends requests over connections that are kept open. When the endpoint resets one of them, the request is sent once
 * more, over a new connection. Redirects are not followed.
 */
export class HttpWebhookSender implements WebhookSender {
  private readonly kept: CheckedAgents;
  /** For requests that are sent once more, each over a new connection. */
  private readonly single: CheckedAgents;
  private is_closed = false;
  private readonly options: SenderOptions;
  private readonly checkAddress = (address: string, port: number) =>
    this.addresses.addressFault(address, port);

  constructor(
    private readonly addresses: InstalledAddresses,
    options: Partial<SenderOptions> = {},
  ) {
    const resolve = nameResolution(!addresses.is_production);
    this.options = { head_ms: 10_000, body_ms: 2_000, idle_ms: 10_000, resolve, ...options };
    const { idle_ms, ca } = this.options;
    const tls = ca === undefined ? {} : { ca };
    this.kept = checkedAgents(this.checkAddress, { ...KEPT, timeout: idle_ms, ...tls });
    this.single = checkedAgents(this.checkAddress, tls);
  }

  async send(request: WebhookRequest): Promise<WebhookResponse> {
    const started = performance.now();
    const { head_ms } = this.options;
    const first = await this.exchange(request, this.kept, head_ms);
    const left_ms = head_ms - (performance.now() - started);
    const is_repeated = first.is_reset && !this.is_closed && left_ms > 0;
    const result = is_repeated ? await this.exchange(request, this.single, left_ms) : first;
    const { status, answer } = result;
    const error = result.error ?? (status === null ? null : faultOfStatus(status));
    return { status, answer, error, duration_ms: Math.round(performance.now() - started) };
  }

  close(): void {
    this.is_closed = true;
    for (const agent of [...Object.values(this.kept), ...Object.values(this.single)]) agent.destroy();
  }

  /** @param left_ms - until the head of the response, in milliseconds */
  private exchange(
    { url: text, headers, body }: WebhookRequest,
    agents: CheckedAgents,
    left_ms: number,
  ): Promise<Exchanged> {
    return new Promise((resolve) => {
      let deadline: NodeJS.Timeout | undefined;
      let has_response = false;
      // Only the first call has an effect: `destroy` at the time limit is followed by an error.
      const fail = (error: string, is_reset = false) => {
        clearTimeout(deadline);
        resolve({ status: null, error, answer: null, is_reset });
      };
      try {
        const request = this.open(new URL(text), headers, body, agents);
        deadline = setTimeout(() => {
          fail(`There was no answer within ${this.options.head_ms / 1000} s.`);
          request.destroy();
        }, left_ms);
        request.on('error', (error: NodeJS.ErrnoException) => {
          if (has_response) return; // the response ends too
          fail(reasonOf(error), request.reusedSocket && error.code === 'ECONNRESET');
        });
        // After an error too; alone when the endpoint switches protocols.
        request.once('close', () => {
          if (!has_response) fail('The connection was closed before the answer.');
        });
        request.once('response', (response) => {
          has_response = true;
          clearTimeout(deadline);
          void this.read(request, response).then((answer) => {
            resolve({ status: response.statusCode!, error: null, answer, is_reset: false });
          });
        });
        request.end(body);
      } catch (error) {
        fail(reasonOf(error));
      }
    });
  }

  /** @throws AddressRefused */
  private open(
    url: URL,
    headers: WebhookRequest['headers'],
    body: string,
    agents: CheckedAgents,
  ): ClientRequest {
    const port = this.addresses.portOf(url);
    const literals = this.addresses.literalAddresses(url);
    for (const address of literals ?? []) assertAllowed(this.checkAddress, address, port);
    const resolve = literals ? async () => literals : this.options.resolve;
    const secure = url.protocol === 'https:';
    return (secure ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: agents[secure ? 'https:' : 'http:'],
      lookup: checkedLookup(resolve, this.checkAddress, port),
    });
  }

  /** Reads the first characters of the body. A body that is too long, or takes too long, is cut off. */
  private read(request: ClientRequest, response: IncomingMessage): Promise<string> {
    return new Promise((resolve) => {
      const kept: Buffer[] = [];
      let bytes = 0;
      const end = () => {
        clearTimeout(timer);
        resolve(textOf(Buffer.concat(kept)));
      };
      const cut = () => {
        end();
        request.destroy();
      };
      const timer = setTimeout(cut, this.options.body_ms);
      response.on('data', (chunk: Buffer) => {
        if (bytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - bytes));
        bytes += chunk.length;
        if (bytes > MAX_BODY_BYTES) cut();
      });
      response.once('end', end);
      response.on('error', end); // the status is known; a body that breaks off does not change it
      response.once('close', end);
    });
  }
}

interface Exchanged extends Pick<WebhookResponse, 'status' | 'error' | 'answer'> {
  /** Whether a kept connection was reset: the endpoint may have closed it while the request was on its way. */
  readonly is_reset: boolean;
}

function faultOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `Redirects are not followed (${status}).`;
  return `The endpoint answered ${status}.`;
}

/** JSON in PostgreSQL has no NUL. */
function textOf(bytes: Buffer): string {
  const text = [...bytes.toString('utf8').replaceAll('\0', '\ufffd')];
  return text.slice(0, MAX_ANSWER_LENGTH).join('');
}
