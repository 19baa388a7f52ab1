import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { AccessTokens, type Credentials } from './access-tokens';
import type { InvoicingClient } from './calls';
import { KEYED_PATHS, type paths } from './interface';
import { mayRepeat, RETRIES, type RetryPolicy, withRetries } from './retries';

export interface ClientOptions extends Credentials {
  readonly base_url: string;
  readonly retries?: Partial<RetryPolicy>;
  /** In place of the platform's: for a proxy, a log, a test. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the interface, typed by its description: `GET`, `POST` … take a path and what it needs, and give `data`
 * or `error`. It sees to access tokens, gives each POST that takes one an Idempotency-Key (one for all its attempts),
 * and tries again what may be tried again.
 */
export function invoicingClient({
  base_url,
  client_id,
  client_secret,
  retries = {},
  fetch = globalThis.fetch,
}: ClientOptions): InvoicingClient {
  const policy = { ...RETRIES, ...retries };
  const baseUrl = base_url.replace(/\/$/, '');
  const tokens = new AccessTokens(baseUrl, { client_id, client_secret }, fetch, policy);

  const client = createClient<paths>({
    baseUrl,
    async fetch(request) {
      const once = () => authorised(request, tokens, fetch);
      if (!mayRepeat(request)) return once();
      await tokenFor(request, tokens.get()); // which is tried again by itself: not as often for each attempt
      return withRetries(once, policy, request.signal);
    },
    bodySerializer: (body: unknown) => (hasFile(body) ? formOf(body) : JSON.stringify(body)),
  });
  client.use({
    onRequest({ request, schemaPath }) {
      const is_keyed = request.method === 'POST' && KEYED_PATHS.has(schemaPath);
      if (is_keyed && !request.headers.has('Idempotency-Key')) {
        request.headers.set('Idempotency-Key', randomUUID());
      }
    },
  });
  return client as unknown as InvoicingClient;
}

/** With the token, and when that is refused, once more with a new one. */
async function authorised(
  request: Request,
  tokens: AccessTokens,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> {
  const attempt = (token: string) => {
    const copy = request.clone(); // a body can be read once
    copy.headers.set('Authorization', `Bearer ${token}`);
    return fetch(copy);
  };
  const token = await tokenFor(request, tokens.get());
  const response = await attempt(token);
  if (response.status !== 401) return response;
  await response.body?.cancel();
  return attempt(await tokenFor(request, tokens.replace(token)));
}

/** It is asked for on behalf of other calls too: one that is aborted does not end it, but waits no longer. */
function tokenFor({ signal }: Request, token: Promise<string>): Promise<string> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([token, aborted]);
}

function hasFile(body: unknown): body is { file: Blob } {
  return (body as { file?: unknown } | null)?.file instanceof Blob;
}

/** A `File` brings its own name, which the service goes by. */
function formOf({ file }: { file: Blob }): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}
