import { CONNECTIONS, rounds, type Scenario } from '../bench';
import { ratioFigure } from '../figures';
import { load } from '../load';

/** More than one load can create. */
const APART = 1_000_000;

/** Companies with a VAT number, an identifier and an electronic address, each of which must be unique. */
export const createRelations: Scenario = {
  name: 'create-relations',
  async run(bench) {
    const { service, reference, account } = bench;
    let loads = 0;
    const creations = (url: string) => (seconds: number) =>
      load({
        url,
        connections: CONNECTIONS,
        seconds,
        source: {
          kind: 'new-relations',
          path: '/relations',
          authorization: account.authorization,
          first: ++loads * APART,
        },
      });
    const results = await rounds(bench, creations(service.api), creations(reference.url));
    return [ratioFigure('POST /relations', '/s', results, 'Express: one insert', { at_least: 0.5 })];
  },
};
