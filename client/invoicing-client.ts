import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { AccessTokens, type Credentials, type SharedTokens } from './access-tokens.ts';
import type { InvoicingClient } from './calls.ts';
import { type EventsOptions, eventsFrom } from './events.ts';
import { serialised, type UploadCall, withMediaType } from './files.ts';
import { KEYED_PATHS, type paths } from './interface.ts';
import { dataOf } from './outcome.ts';
import { type AnyPage, type ListCall, pagesFrom, rowsFrom } from './pages.ts';
import { complete, mayRepeat, RETRIES, type RetryPolicy, withRetries } from './retries.ts';

export interface ClientOptions extends Credentials {
  readonly base_url: string;
  readonly retries?: Partial<RetryPolicy> | undefined;
  /** Replaces the global `fetch`: for a proxy, for logging, in tests. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Shares the tokens of processes with the same `client_id`. By default each process has its own. */
  readonly shared_tokens?: SharedTokens | undefined;
}

/**
 * A client of the interface, typed by its OpenAPI description. `GET`, `POST` … take a path and its input, and return
 * `data` or `error`. The client manages access tokens, sets an Idempotency-Key on every POST that accepts one (the same
 * for all attempts), and retries where this is safe.
 */
export function invoicingClient({
  base_url,
  client_id,
  client_secret,
  retries = {},
  fetch = globalThis.fetch,
  shared_tokens,
}: ClientOptions): InvoicingClient {
  const policy = { ...RETRIES, ...retries };
  new URL(base_url); // throws: a wrong address is no failure of the network
  const baseUrl = base_url.replace(/\/$/, '');
  const tokens = new AccessTokens(baseUrl, { client_id, client_secret }, fetch, policy, shared_tokens);

  /** Requests whose caller reads the body of a successful response as a stream. */
  const streamed = new WeakSet<Request>();

  const client = createClient<paths>({
    baseUrl,
    async fetch(request) {
      await tokenFor(request, tokens.get()); // has its own retries, which must not multiply with those of the call
      const once = async () => {
        const response = await authorised(request, tokens, fetch);
        return response.ok && streamed.has(request) ? response : complete(response);
      };
      return withRetries(once, policy, mayRepeat(request), request.signal);
    },
    bodySerializer: serialised,
  });
  client.use({
    onRequest({ request, schemaPath, options }) {
      if (options.parseAs === 'stream') streamed.add(request);
      const is_keyed = request.method === 'POST' && KEYED_PATHS.has(schemaPath);
      if (is_keyed && !request.headers.has('Idempotency-Key')) {
        request.headers.set('Idempotency-Key', randomUUID());
      }
    },
  });
  // Retries of its own, which have no limit.
  const polling = createClient<paths>({ baseUrl, fetch: (request) => authorised(request, tokens, fetch) });
  const page = client.GET as unknown as (path: string, init: ListCall) => Promise<PageResponse>;
  const pages = (path: string, init?: ListCall) => pagesFrom((call) => dataOf(page(path, call)), init);
  const extended = {
    ...client,
    PUT: (path: never, init: UploadCall) => client.PUT(path, withMediaType(init) as never),
    pages,
    rows: (path: string, init?: ListCall) => rowsFrom(pages(path, init)),
    events: (options: EventsOptions = {}) =>
      eventsFrom((query, signal) => polling.GET('/events', { params: { query }, signal }), options, policy),
  };
  return extended as unknown as InvoicingClient; // the type of each call follows from its path
}

interface PageResponse {
  readonly data: AnyPage;
  readonly response: Response;
}

/** Sends a request with the access token, and once more with a new token after a 401. */
async function authorised(
  request: Request,
  tokens: AccessTokens,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> {
  const attempt = (token: string) => {
    const copy = request.clone(); // the body can be read only once
    copy.headers.set('Authorization', `Bearer ${token}`);
    return fetch(copy);
  };
  const token = await tokenFor(request, tokens.get());
  const response = await attempt(token);
  if (response.status !== 401) return response;
  await response.body?.cancel();
  return attempt(await tokenFor(request, tokens.replace(token)));
}

/**
 * Waits for the token until the call is aborted. The token request itself continues, because other calls may share it.
 */
function tokenFor({ signal }: Request, token: Promise<string>): Promise<string> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([token, aborted]);
}
