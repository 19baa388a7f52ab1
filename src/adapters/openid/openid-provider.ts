import * as openid from 'openid-client'; // loaded on first use (`lazy` in .swcrc)
import type { Claims } from '../../domain/access/person';
import type { OpenIdProvider, PendingSignIn } from '../../ports/access/openid-provider';

/** A request to the provider, in seconds. */
const TIMEOUT_S = 4;
const SCOPE = 'openid email profile';

export interface OpenIdSettings {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** Where the provider sends the browser: it must be registered there. */
  readonly redirect_uri: string;
}

/** OpenID Connect with the authorization code flow, PKCE, state and nonce. */
export class DiscoveredOpenIdProvider implements OpenIdProvider {
  private discovered: Promise<openid.Configuration> | undefined;

  constructor(private readonly settings: OpenIdSettings) {}

  async begin(): Promise<{ url: string; pending: PendingSignIn }> {
    const config = await this.configuration();
    const pending = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      code_verifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: this.settings.redirect_uri,
      scope: SCOPE,
      code_challenge: await openid.calculatePKCECodeChallenge(pending.code_verifier),
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
    });
    return { url: url.href, pending };
  }

  async finish(query: string, { state, nonce, code_verifier }: PendingSignIn): Promise<Claims> {
    const config = await this.configuration();
    const callback = new URL(this.settings.redirect_uri);
    callback.search = query;
    const tokens = await openid.authorizationCodeGrant(config, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: code_verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!; // `idTokenExpected`
    if (!config.serverMetadata().userinfo_endpoint) return claims;
    // Some providers state the address or the groups there only. The library refuses the claims of another `sub`.
    const stated = await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
    // Whether an address is verified is taken from where the address is: the other one may state another address.
    const { email, email_verified } = claims.email === undefined ? stated : claims;
    return { ...stated, ...claims, email, email_verified };
  }

  /** Discovered on first use, so that the service starts without the provider; a failure is not kept. */
  private configuration(): Promise<openid.Configuration> {
    const { issuer, client_id, client_secret } = this.settings;
    const url = new URL(issuer);
    this.discovered ??= openid
      .discovery(url, client_id, client_secret, secretAs(client_secret), {
        timeout: TIMEOUT_S,
        // The configuration allows http outside of production only.
        execute: url.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        this.discovered = undefined;
        throw error;
      });
    return this.discovered;
  }
}

/** The secret is sent as the provider states; Basic is the default (OpenID Connect Discovery §3). */
function secretAs(client_secret: string): openid.ClientAuth {
  const post = openid.ClientSecretPost(client_secret);
  const basic = openid.ClientSecretBasic(client_secret);
  return (server, ...request) => {
    const is_post = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (is_post ? post : basic)(server, ...request);
  };
}
