import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import { TimeOrderedIds } from '../../src/adapters/random/ids';
import type { Ids } from '../../src/ports/ids';
import { Payments } from '../../src/use-cases/documents/payments';
import { EventRecorder } from '../../src/use-cases/events/event-recorder';
import { ProjectedResources } from '../../src/adapters/api/events/projected-resources';
import { createAccount, createRelation, post } from '../account';
import { type Bench, CONNECTIONS, rounds, type Scenario } from '../bench';
import { ratioFigure, spread } from '../figures';
import { load, type PlannedRequest, probe } from '../load';
import type { PlainTransaction } from '../reference';
import { invoice, longInvoice } from '../requests';

/** More than there are connections, so that few payments wait for another one of the same document. */
const DOCUMENTS = 320;
const LONG = 1_000;
const CREDITS = 15;

/** Payments of many documents; and the credit of a long invoice. */
export const payments: Scenario = {
  name: 'payments',
  async run(bench) {
    const { service, reference } = bench;
    const account = await createAccount(service);
    const relation_id = await createRelation(service, account);
    const newDocument = async (body: object) =>
      (await post<{ id: string }>(service, account, '/documents', body)).id;
    const headers = { authorization: account.authorization };
    const paying: PlannedRequest[] = [];
    const plain: PlannedRequest[] = [];
    for (let n = 0; n < DOCUMENTS; n++) {
      const id = await newDocument(invoice(relation_id));
      paying.push({ method: 'POST', path: `/documents/${id}/payments`, headers, body: { amount: '0.01' } });
      const body = await paymentTransaction(bench, account.company_id, id);
      plain.push({ method: 'POST', path: '/transactions', headers, body });
    }
    const run = (url: string, requests: readonly PlannedRequest[]) => (seconds: number) =>
      load({ url, connections: CONNECTIONS, seconds, source: { kind: 'cycle', requests } });
    const results = await rounds(bench, run(service.api, paying), run(reference.url, plain));

    const credits: PlannedRequest[] = [];
    for (let n = 0; n < CREDITS; n++) {
      const id = await newDocument(longInvoice(relation_id, LONG));
      credits.push({ method: 'POST', path: `/documents/${id}/credit`, headers });
    }
    const times = await probe({ url: service.api, requests: credits, count: CREDITS });
    return [
      ratioFigure('payments recorded', '/s', results, 'Express: the same statements', { at_least: 0.7 }),
      {
        name: `credit of an invoice of ${LONG.toLocaleString('en')} lines`,
        unit: 'ms',
        measured: spread(times),
        target: { at_most: 60 },
      },
    ];
  },
};

/** The statements with which the service records a payment, and the ids in them that are new each time. */
async function paymentTransaction(
  { service_database_url }: Bench,
  company_id: string,
  document_id: string,
): Promise<PlainTransaction> {
  const statements: { text: string; values: unknown[] }[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: service_database_url, max: 1 }) }),
    log: ({ query }) => void statements.push({ text: query.sql, values: [...query.parameters] }),
  });
  const clock = { now: () => new Date() };
  const source = new TimeOrderedIds(clock);
  const fresh_ids: string[] = [];
  const ids: Ids = {
    next() {
      fresh_ids.push(source.next());
      return fresh_ids.at(-1)!;
    },
  };
  try {
    const units = new PostgresUnitsOfWork(db, new EventRecorder(clock, ids, new ProjectedResources()));
    await new Payments(clock, ids).create(units.open(), company_id, document_id, { amount: '0.01' });
  } finally {
    await db.destroy();
  }
  return { fresh_ids, statements: statements.filter(({ text }) => !/^(begin|commit)/.test(text)) };
}
