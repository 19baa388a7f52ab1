import { type Bench, CONNECTIONS, rounds, type Scenario } from '../bench';
import { type Figure, ratioFigure } from '../figures';
import { load, type PlannedRequest } from '../load';

/** 4,000 tokens a second where the plain handler gives 5,279. */
const TARGET = 0.76;

/** One client asks for tokens again and again: its secret was verified a moment ago. */
export const tokensWarm: Scenario = {
  name: 'tokens-warm',
  async run(bench: Bench): Promise<Figure[]> {
    const grant = { grant_type: 'client_credentials' };
    const of = (credentials: object): PlannedRequest => ({
      method: 'POST',
      path: '/auth/token',
      body: { ...grant, ...credentials },
    });
    const plan = { connections: CONNECTIONS, seconds: bench.seconds };
    const service = [of(bench.account.credentials)];
    const reference = [of({ client_id: 'client-0', client_secret: bench.account.credentials.client_secret })];
    const measure = (seconds: number) =>
      load({ ...plan, seconds, url: bench.service.api, source: { kind: 'cycle', requests: service } });
    const measureLimit = (seconds: number) =>
      load({ ...plan, seconds, url: bench.reference.url, source: { kind: 'cycle', requests: reference } });
    await measure(1);
    await measureLimit(1);
    const results = await rounds(bench, () => measure(bench.seconds), () => measureLimit(bench.seconds));
    return [
      ratioFigure('client_credentials, same client', '/s', results, 'Express: JWT and one upsert', {
        at_least: TARGET,
      }),
    ];
  },
};
