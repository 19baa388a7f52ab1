import type { components } from './interface';
import { ApiError, refusalOf } from './outcome';
import { type RetryPolicy, withRetries } from './retries';

type TokenAnswer = components['schemas']['Token'];

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

interface Held {
  readonly access_token: string;
  readonly refresh_token: string;
  /** From when on a new one is asked for: ahead of its end, so that none ends on its way. */
  readonly renew_at_ms: number;
}

const AHEAD_MS = 60_000;

/**
 * The client's access token: kept for its lifetime, renewed with its refresh token ahead of its end, with the client
 * credentials when that is refused. However many calls ask at the same time, one request is made.
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

  /** @throws ApiError invalid_credentials, client_inactive, too_many_requests …; what `fetch` throws */
  async get(): Promise<string> {
    const { held } = this;
    const is_fresh = held !== undefined && Date.now() < held.renew_at_ms;
    return (is_fresh ? held : await this.renew()).access_token;
  }

  /** One in place of a token that the service refused, unless there is another one already. */
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
    // A token of a short life is used for half of it.
    const renew_at_ms = asked_at_ms + Math.max(lifetime_ms - AHEAD_MS, lifetime_ms / 2);
    this.held = { access_token, refresh_token, renew_at_ms };
    return this.held;
  }

  /** A refresh token can be used once: it is let go first, and whatever fails, the credentials do. */
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

  private post(body: object): Promise<Response> {
    const headers = { 'Content-Type': 'application/json' };
    return this.fetch(
      new Request(`${this.base_url}/auth/token`, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
  }
}
