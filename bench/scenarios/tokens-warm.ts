import { CONNECTIONS, rounds, type Scenario } from '../bench';
import { ratioFigure } from '../figures';
import { load } from '../load';

/** 4,000 tokens a second where the plain handler gives 5,279. */
const TARGET = 0.76;

/** One client requests tokens repeatedly, with a cached verification of its secret. */
export const tokensWarm: Scenario = {
  name: 'tokens-warm',
  async run(bench) {
    const { client_id, client_secret } = bench.account.credentials;
    const results = await rounds(
      bench,
      (seconds) => loadTokens(bench.service.api, { client_id, client_secret }, seconds),
      (seconds) => loadTokens(bench.reference.url, { client_id: 'client-0', client_secret }, seconds),
    );
    const limit = 'Express: a JWT and one upsert';
    return [ratioFigure('client_credentials, same client', '/s', results, limit, { at_least: TARGET })];
  },
};

function loadTokens(url: string, credentials: object, seconds: number): Promise<number> {
  const body = { grant_type: 'client_credentials', ...credentials };
  const requests = [{ method: 'POST', path: '/auth/token', body }] as const;
  return load({ url, connections: CONNECTIONS, seconds, source: { kind: 'cycle', requests } });
}
