import type { components } from './interface.ts';
import { ApiError, refusalOf } from './outcome.ts';
import { complete, type RetryPolicy, withRetries } from './retries.ts';

type TokenAnswer = components['schemas']['Token'];

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** What processes of one client share. The tokens are secrets. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Time after which the token is renewed: before it expires, so that it does not expire in transit. */
  readonly renew_at_ms: number;
}

/**
 * Reads the stored tokens, passes them to `renewed`, stores what that returns, and returns it. A lock from the first to
 * the last step keeps several processes from renewing at the same time.
 */
export type SharedTokens = (
  renewed: (stored: Tokens | null | undefined) => Promise<Tokens>,
) => Promise<Tokens>;

const AHEAD_MS = 60_000;

/**
 * The access token of the client. It is cached for its lifetime and renewed before it expires, with the refresh token
 * or, when that is refused, with the client credentials. Concurrent calls share one request.
 */
export class AccessTokens {
  private held: Tokens | undefined;
  /** The last access token that the service refused. */
  private refused: string | undefined;
  private renewal: Promise<Tokens> | undefined;

  constructor(
    private readonly base_url: string,
    private readonly credentials: Credentials,
    private readonly fetch: (request: Request) => Promise<Response>,
    private readonly retries: RetryPolicy,
    private readonly shared: SharedTokens = (renewed) => renewed(this.held),
  ) {}

  /** @throws ApiError invalid_credentials, client_inactive, too_many_requests …; errors of `fetch` */
  async get(): Promise<string> {
    const { held } = this;
    return (held && this.isFresh(held) ? held : await this.renew()).access_token;
  }

  /** A new token in place of one that the service refused. A token that was renewed meanwhile is reused. */
  async replace(refused: string): Promise<string> {
    if (this.held?.access_token === refused) this.refused = refused;
    return this.get();
  }

  private isFresh({ access_token, renew_at_ms }: Tokens): boolean {
    return access_token !== this.refused && Date.now() < renew_at_ms;
  }

  private renew(): Promise<Tokens> {
    this.renewal ??= this.shared((stored) => this.renewed(stored))
      .then((tokens) => (this.held = tokens))
      .finally(() => (this.renewal = undefined));
    return this.renewal;
  }

  /** @returns the stored tokens when another process has renewed them */
  private async renewed(stored: Tokens | null | undefined): Promise<Tokens> {
    if (stored && this.isFresh(stored)) return stored;
    const asked_at_ms = Date.now();
    const answer = (await this.refreshed(stored?.refresh_token)) ?? (await this.authenticated());
    const { access_token, refresh_token, expires_in } = answer;
    const lifetime_ms = expires_in * 1000;
    // A token with a short lifetime is renewed after half of it.
    const renew_at_ms = asked_at_ms + Math.max(lifetime_ms - AHEAD_MS, lifetime_ms / 2);
    return { access_token, refresh_token, renew_at_ms };
  }

  /**
   * Renews with the refresh token, which can be used only once: it is dropped first. After any failure the caller uses
   * the credentials.
   */
  private async refreshed(refresh_token: string | undefined): Promise<TokenAnswer | undefined> {
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
