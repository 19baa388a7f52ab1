import { createRelation, post } from '../account';
import { type Bench, CONNECTIONS, rounds, type Scenario } from '../bench';
import { type Figure, ratioFigure } from '../figures';
import { load } from '../load';
import { preparePlainTransactions } from '../plain-transactions';
import { invoice } from '../requests';

const JOURNALS = 100;

/** Numbered invoices of three lines: all from one counter, then from a hundred. */
export const createInvoices: Scenario = {
  name: 'create-invoices',
  async run(bench) {
    const { service, account, database, folder } = bench;
    const plain = await preparePlainTransactions(await database.create('plain'), folder);
    const relation_id = await createRelation(service, account);
    const journals = await createJournals(bench);

    const compare = async (name: string, bodies: readonly object[], at_least: number): Promise<Figure> => {
      const headers = { authorization: account.authorization };
      const requests = bodies.map((body) => ({ method: 'POST', path: '/documents', headers, body }) as const);
      const results = await rounds(
        bench,
        (seconds) =>
          load({ url: service.api, connections: CONNECTIONS, seconds, source: { kind: 'cycle', requests } }),
        (seconds) => plain.run({ clients: CONNECTIONS, journals: bodies.length, seconds }),
      );
      return ratioFigure(name, '/s', results, plain.name, { at_least });
    };
    return [
      await compare('invoices, 1 journal', [invoice(relation_id)], 1),
      await compare(
        `invoices, ${JOURNALS} journals`,
        journals.map((id) => invoice(relation_id, id)),
        0.6,
      ),
    ];
  },
};

async function createJournals({ service, account }: Bench): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= JOURNALS; n++) {
    const journal = { code: `J${n}`, name: `Journal ${n}`, category: 'sales', sequence_scope: 'yearly' };
    ids.push((await post<{ id: string }>(service, account, '/journals', journal)).id);
  }
  return ids;
}
