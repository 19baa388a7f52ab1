import { createAccount, createRelation } from '../account';
import { type Bench, CONNECTIONS, rounds, type Scenario, startBuilt } from '../bench';
import { type Figure, ratioFigure } from '../figures';
import { load, type PlannedRequest } from '../load';
import { invoice } from '../requests';
import type { Service } from '../service';

const COMPANIES = 20;
const MOST_WORKERS = 8;

/** Numbered invoices by nodes with several workers, each compared with a node of one process. */
export const workers: Scenario = {
  name: 'workers',
  async run(bench) {
    const single = await started(bench, 1);
    const figures: Figure[] = [];
    for (let count = 2; count <= Math.min(bench.cores, MOST_WORKERS); count++) {
      const several = await started(bench, count);
      for (const companies of [1, COMPANIES]) {
        const creations =
          ({ service, requests }: Started) =>
          (seconds: number) =>
            load({
              ...{ url: service.api, connections: CONNECTIONS, seconds },
              source: { kind: 'cycle', requests: requests.slice(0, companies) },
            });
        const results = await rounds(
          { ...bench, service: several.service },
          creations(several),
          creations(single),
        );
        const name = `invoices, ${companies} ${companies === 1 ? 'company' : 'companies'}, WORKERS=${count}`;
        figures.push(ratioFigure(name, '/s', results, 'WORKERS=1', {}));
      }
      await several.service.stop();
    }
    await single.service.stop();
    return figures;
  },
};

interface Started {
  readonly service: Service;
  /** A new invoice for each company, always by the same journal. */
  readonly requests: readonly PlannedRequest[];
}

async function started(bench: Bench, count: number): Promise<Started> {
  const name = `workers-${count}`;
  const database_url = await bench.database.create(name.replace('-', '_'));
  const service = await startBuilt(bench, bench.folder, database_url, { name, workers: count });
  const requests: PlannedRequest[] = [];
  for (let n = 0; n < COMPANIES; n++) {
    const account = await createAccount(service);
    const body = invoice(await createRelation(service, account));
    const { authorization } = account;
    requests.push({ method: 'POST', path: '/documents', headers: { authorization }, body });
  }
  return { service, requests };
}
