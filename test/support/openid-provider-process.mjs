// A provider of OpenID Connect, as a process of its own, since the package is an ES module. Arguments: the redirect
// URI, and the claims of its people as JSON; of a person's ID token, those in `id_token`. It prints its issuer, and
// serves until its standard input ends.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [redirect_uri, people] = [process.argv[2], JSON.parse(process.argv[3])];
const server = createServer().listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'invoicing',
        client_secret: 'a-secret-of-the-console',
        redirect_uris: [redirect_uri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    conformIdTokenClaims: false, // claims of scopes are in the ID token too
    findAccount: (_context, id) => ({
      accountId: id,
      claims: (use) => ({ sub: id, ...(use === 'id_token' ? people[id].id_token : people[id]) }),
    }),
  });
  server.on('request', provider.callback());
  process.stdout.write(`${issuer}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
