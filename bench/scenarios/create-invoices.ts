import { createRelation, post } from '../account';
import { type Bench, CONNECTIONS, rounds, type Scenario } from '../bench';
import { type Figure, percentile, ratioFigure, spread, type Target } from '../figures';
import { load, loadTimed, type PlannedRequest, probe } from '../load';
import { preparePlainTransactions } from '../plain-transactions';
import { invoice, longInvoice } from '../requests';

export const JOURNALS = 100;
const LINES = 1_000;

/** Numbered invoices of three lines: all from one counter, then from a hundred. */
export const createInvoices: Scenario = {
  name: 'create-invoices',
  async run(bench) {
    const { service, account, database, folder } = bench;
    const plain = await preparePlainTransactions(await database.create('plain'), folder);
    const relation_id = await createRelation(service, account);
    const journals = await createJournals(bench);

    const compare = async (
      name: string,
      bodies: readonly object[],
      prepared: boolean,
      target: Target,
    ): Promise<Figure> => {
      const requests = bodies.map((body) => creation(bench, body));
      const results = await rounds(
        bench,
        (seconds) =>
          load({ url: service.api, connections: CONNECTIONS, seconds, source: { kind: 'cycle', requests } }),
        (seconds) => plain.run({ clients: CONNECTIONS, journals: bodies.length, seconds, prepared }),
      );
      return ratioFigure(name, '/s', results, `${plain.name}${prepared ? ', prepared' : ''}`, target);
    };
    const hundred = journals.map((id) => invoice(relation_id, id));
    return [
      await compare('invoices, 1 journal', [invoice(relation_id)], false, { at_least: 3 }),
      await compare(`invoices, ${JOURNALS} journals`, hundred, false, { at_least: 0.6 }),
      await compare(`invoices, ${JOURNALS} journals`, hundred, true, { at_least: 0.8 }),
      ...(await hotJournal(bench, relation_id)),
      await longInvoices(bench, relation_id),
    ];
  },
};

/** The 99th percentile of the latency, also in medians, when all requests need the next number of one journal. */
async function hotJournal(bench: Bench, relation_id: string): Promise<Figure[]> {
  const request = creation(bench, invoice(relation_id));
  const slowest: number[] = [];
  const in_medians: number[] = [];
  for (let round = 1; round <= bench.rounds; round++) {
    const { median_ms, p99_ms } = await loadTimed({
      ...{ url: bench.service.api, connections: CONNECTIONS, seconds: bench.seconds },
      source: { kind: 'cycle', requests: [request] },
    });
    slowest.push(p99_ms);
    in_medians.push(p99_ms / median_ms);
    bench.note(`  round ${round}: ${p99_ms} ms for 99 of 100, ${median_ms} ms for 50`);
  }
  return [
    { name: '  1 journal, p99', unit: 'ms', measured: spread(slowest), target: { at_most: 50 } },
    { name: '  1 journal, p99 ÷ median', unit: '', measured: spread(in_medians), target: { at_most: 1.6 } },
  ];
}

/** From the first byte of the request to the last one of the response, one after the other. */
async function longInvoices(bench: Bench, relation_id: string): Promise<Figure> {
  const requests = [creation(bench, longInvoice(relation_id, LINES))];
  const times: number[] = [];
  for (let round = 0; round <= bench.rounds; round++) {
    const taken = percentile(await probe({ url: bench.service.api, requests, count: 20 }), 50);
    if (round > 0) times.push(taken); // the first one warms
  }
  const name = `invoice of ${LINES.toLocaleString('en')} lines`;
  return { name, unit: 'ms', measured: spread(times), target: { at_most: 40 } };
}

export function creation({ account: { authorization } }: Bench, body: object): PlannedRequest {
  return { method: 'POST', path: '/documents', headers: { authorization }, body };
}

let last_journal = 0;

/** Creates new journals on each call. @returns their ids */
export async function createJournals({ service, account }: Bench): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < JOURNALS) {
    const number = ++last_journal;
    const journal = {
      code: `J${number}`,
      name: `Journal ${number}`,
      category: 'sales',
      sequence_scope: 'yearly',
    };
    ids.push((await post<{ id: string }>(service, account, '/journals', journal)).id);
  }
  return ids;
}
