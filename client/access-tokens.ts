import type { components } from './interface.ts';
import { ApiError, refusalOf } from './outcome.ts';
import { complete, type RetryPolicy, withRetries } from './retries.ts';

type TokenAnswer = components['schemas']['Token'];

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

interface Held {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Time after which the token is renewed: before it expires, so that it does not expire in transit. */
  readonly renew_at_ms: number;
}

const AHEAD_MS = 60_000;

/**
 * The access token of the client. It is cached for its lifetime and renewed before it expires, with the refresh token
 * or, when that is refused, with the client credentials. Concurrent calls share one request.
 */
export class AccessTokens {
  private held: Held | undefined;
  private renewal: Promise<Held> | undefined;

  constructor(
    private readonly base_url: string,
    private readonly credentials: Credentials,
    private readonly fetch: (request: Request) => Promise<Response>,
    private readonly retries: RetryPolicy,
  ) {}

  /** @throws ApiError invalid_credentials, client_inactive, too_many_requests …; errors of `fetch` */
  async get(): Promise<string> {
    const { held } = this;
    const is_fresh = held !== undefined && Date.now() < held.renew_at_ms;
    return (is_fresh ? held : await this.renew()).access_token;
  }

  /** A new token in place of one that the service refused. A token that was renewed meanwhile is reused. */
  async replace(refused: string): Promise<string> {
    if (this.held?.access_token === refused) this.held = { ...this.held, renew_at_ms: 0 };
    return this.get();
  }

  private renew(): Promise<Held> {
    this.renewal ??= this.ask().finally(() => (this.renewal = undefined));
    return this.renewal;
  }

  private async ask(): Promise<Held> {
    const asked_at_ms = Date.now();
    const answer = (await this.refreshed()) ?? (await this.authenticated());
    const { access_token, refresh_token, expires_in } = answer;
    const lifetime_ms = expires_in * 1000;
    // A token with a short lifetime is renewed after half of it.
    const renew_at_ms = asked_at_ms + Math.max(lifetime_ms - AHEAD_MS, lifetime_ms / 2);
    this.held = { access_token, refresh_token, renew_at_ms };
    return this.held;
  }

  /**
   * Renews with the refresh token, which can be used only once: it is dropped first. After any failure the caller uses
   * the credentials.
   */
  private async refreshed(): Promise<TokenAnswer | undefined> {
    const refresh_token = this.held?.refresh_token;
    this.held = undefined;
    if (refresh_token === undefined) return undefined;
    const response = await this.post({ grant_type: 'refresh_token', refresh_token }).catch(() => undefined);
    if (response?.ok) return (await response.json()) as TokenAnswer;
    await response?.body?.cancel();
    return undefined;
  }

  private async authenticated(): Promise<TokenAnswer> {
    const body = { grant_type: 'client_credentials', ...this.credentials };
    const response = await withRetries(() => this.post(body), this.retries);
    if (response.ok) return (await response.json()) as TokenAnswer;
    throw new ApiError(refusalOf(await response.json().catch(() => undefined), response));
  }

  private async post(body: object): Promise<Response> {
    const headers = { 'Content-Type': 'application/json' };
    return complete(
      await this.fetch(
        new Request(`${this.base_url}/auth/token`, { method: 'POST', headers, body: JSON.stringify(body) }),
      ),
    );
  }
}
