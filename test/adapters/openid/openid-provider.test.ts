import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DiscoveredOpenIdProvider } from '../../../src/adapters/openid/openid-provider';

const SECRET = 'a-secret-of-the-console';
const REDIRECT_URI = 'http://console.test/callback';

/** The request for tokens to a provider, which refuses it. @param methods - undefined when its metadata states none */
async function tokenRequest(methods: readonly string[] | undefined) {
  let sent: { authorization: string | undefined; body: string } | undefined;
  const server = http.createServer((req, res) => {
    void (async () => {
      const issuer = `http://${req.headers.host}`;
      const body = await text(req);
      if (req.url === '/token') sent = { authorization: req.headers.authorization, body };
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        token_endpoint_auth_methods_supported: methods,
      };
      res.writeHead(req.url === '/token' ? 400 : 200, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify(req.url === '/token' ? { error: 'invalid_grant' } : metadata));
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const provider = new DiscoveredOpenIdProvider({
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    client_id: 'invoicing',
    client_secret: SECRET,
    redirect_uri: REDIRECT_URI,
  });
  try {
    const { pending } = await provider.begin();
    await expect(provider.finish(`?code=x&state=${pending.state}`, pending)).rejects.toThrow();
    return sent!;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the secret of the client is sent', () => {
  test.each([[['client_secret_basic', 'client_secret_post']], [['client_secret_post']]])(
    'in the body to a provider that supports %j',
    async (methods) => {
      const { authorization, body } = await tokenRequest(methods);
      expect(authorization).toBeUndefined();
      expect(new URLSearchParams(body).get('client_secret')).toBe(SECRET);
    },
  );

  test.each([[['client_secret_basic']], [undefined]])(
    'in the header to a provider that supports %j',
    async (methods) => {
      const { authorization, body } = await tokenRequest(methods);
      // Both parts are encoded as in a form (RFC 6749 §2.3.1).
      const encoded = `invoicing:${SECRET.replaceAll('-', '%2D')}`;
      expect(authorization).toBe(`Basic ${Buffer.from(encoded).toString('base64')}`);
      expect(new URLSearchParams(body).has('client_secret')).toBe(false);
    },
  );
});
