import bcrypt from 'bcrypt';
import { createClients, createRelation, type Credentials, post, setClock, tokens } from '../account';
import { type Bench, CONNECTIONS, type Scenario } from '../bench';
import { type Figure, percentile, ratioFigure } from '../figures';
import { load, type PlannedRequest, probe } from '../load';
import { invoice } from '../requests';

const BCRYPT_COST = 10;
const BCRYPT_SAMPLES = 15;
/** Verified secrets are cached for five minutes; the clock is set ahead by that to empty the cache. */
const FORGOTTEN_AFTER_S = 301;
const PROBES_PER_SECOND = 100;
/** The sign-ins last longer than `seconds`, by what the service misses of the limit. */
const LASTING = 1.2;

/** Each request is the first of another client and costs a bcrypt hash; a core computes about twenty per second. */
export const tokensCold: Scenario = {
  name: 'tokens-cold',
  async run(bench): Promise<Figure[]> {
    const { service, account } = bench;
    const per_second = hashesPerSecond(bench);
    const count = Math.max(CONNECTIONS, Math.round(per_second * bench.seconds));
    bench.note(`  making ${count} clients`);
    const clients = await createClients(service, account.company_id, count);
    const relation_id = await createRelation(service, account);
    const { id } = await post<{ id: string }>(service, account, '/documents', invoice(relation_id));

    const rates = [];
    const shared = [];
    const waits = [];
    let forgotten = 0;
    const forget = () => setClock(service, ++forgotten * FORGOTTEN_AFTER_S);
    try {
      for (let round = 1; round <= bench.rounds; round++) {
        const limit = hashesPerSecond(bench);
        await forget();
        const measured = await loadCold(service.api, clients);
        const limit_beside = hashesPerSecond(bench);
        await forget();
        const read = await readOf(bench, `/documents/${id}`);
        const alone = await p99(bench, read);
        const [beside, meanwhile] = await Promise.all([loadCold(service.api, clients), p99(bench, read)]);
        rates.push({ measured, limit });
        shared.push({ measured: beside, limit: limit_beside });
        waits.push({ measured: meanwhile, limit: alone });
        bench.note(
          `  round ${round}: ${measured.toFixed(1)}/s beside ${limit.toFixed(1)}, with reads ${beside.toFixed(1)}/s, p99 ${meanwhile.toFixed(2)} ms beside ${alone.toFixed(2)}`,
        );
      }
    } finally {
      await setClock(service, 0);
    }
    return [
      ratioFigure('client_credentials, each another client', '/s', rates, 'cores ÷ bcrypt time', {
        at_least: 0.9,
      }),
      ratioFigure('  while a document is read', '/s', shared, 'cores ÷ bcrypt time', { at_least: 0.8 }),
      ratioFigure('  p99 of that reading', 'ms', waits, 'p99 without that load', {
        at_most: 3,
      }),
    ];
  },
};

/** One hash on one core, of which the service needs one for each secret. */
function bcryptMs(): number {
  const times = Array.from({ length: BCRYPT_SAMPLES }, () => {
    const started = performance.now();
    bcrypt.hashSync('a secret', BCRYPT_COST);
    return performance.now() - started;
  });
  return percentile(times, 50);
}

/** What the cores can hash. */
function hashesPerSecond({ cores }: Bench): number {
  return cores / (bcryptMs() / 1000);
}

function loadCold(url: string, clients: readonly Credentials[]): Promise<number> {
  const requests = clients.map(({ client_id, client_secret }): PlannedRequest => {
    return {
      method: 'POST',
      path: '/auth/token',
      body: { grant_type: 'client_credentials', client_id, client_secret },
    };
  });
  return load({ url, connections: CONNECTIONS, amount: clients.length, source: { kind: 'cycle', requests } });
}

/** With a new token, because the clock has moved. */
async function readOf({ service, account }: Bench, path: string): Promise<PlannedRequest> {
  const { access_token } = await tokens(service.api, account.credentials);
  return { method: 'GET', path, headers: { authorization: `Bearer ${access_token}` } };
}

async function p99({ service, seconds }: Bench, request: PlannedRequest): Promise<number> {
  const count = Math.round(LASTING * seconds * PROBES_PER_SECOND);
  const times = await probe({ url: service.api, requests: [request], count, per_second: PROBES_PER_SECOND });
  return percentile(times, 99);
}
