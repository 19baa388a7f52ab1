import { createRelation } from '../account';
import { CONNECTIONS, rounds, type Scenario } from '../bench';
import { type Figure, ratioFigure } from '../figures';
import { load } from '../load';
import { invoice } from '../requests';
import { createJournals, creation, JOURNALS } from './create-invoices';

/** Numbered invoices of three lines, each with its own Idempotency-Key, compared with the same without keys. */
export const keyedCreation: Scenario = {
  name: 'keyed-creation',
  async run(bench) {
    const { service, account } = bench;
    const relation_id = await createRelation(service, account);
    const compare = async (name: string, bodies: readonly object[]): Promise<Figure> => {
      const requests = bodies.map((body) => creation(bench, body));
      const creations = (keyed: boolean) => (seconds: number) =>
        load({
          ...{ url: service.api, connections: CONNECTIONS, seconds },
          source: { kind: 'cycle', requests, keyed },
        });
      const results = await rounds(bench, creations(true), creations(false));
      return ratioFigure(name, '/s', results, 'the same without keys', { at_least: 0.8 });
    };
    const journals = await createJournals(bench);
    return [
      await compare('keyed invoices, 1 journal', [invoice(relation_id)]),
      await compare(
        `keyed invoices, ${JOURNALS} journals`,
        journals.map((id) => invoice(relation_id, id)),
      ),
    ];
  },
};
