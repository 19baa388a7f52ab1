import { createClients, type Credentials, tokens } from '../account';
import { CONNECTIONS, rounds, type Scenario } from '../bench';
import { ratioFigure } from '../figures';
import { load } from '../load';

/** Each connection is a client of its own that rotates its refresh token. */
export const refresh: Scenario = {
  name: 'refresh',
  async run(bench) {
    const { service, reference, account } = bench;
    const clients = await createClients(service, account.company_id, CONNECTIONS);
    const others = clients.map((_, index) => ({ client_id: `client-${index}`, client_secret: '-' }));
    const results = await rounds(
      bench,
      (seconds) => loadRotations(service.api, clients, seconds),
      (seconds) => loadRotations(reference.url, others, seconds),
    );
    const limit = 'Express: the same statement';
    return [ratioFigure('refresh_token', '/s', results, limit, { at_least: 0.8 })];
  },
};

async function loadRotations(url: string, clients: readonly Credentials[], seconds: number): Promise<number> {
  const granted = await Promise.all(clients.map((credentials) => tokens(url, credentials)));
  const refresh_tokens = granted.map(({ refresh_token }) => refresh_token);
  return load({
    url,
    connections: clients.length,
    seconds,
    source: { kind: 'rotate', path: '/auth/token', refresh_tokens },
  });
}
