import type { CompiledQuery } from 'kysely';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresDocumentRepository } from '../../src/adapters/postgres/documents/document-repository';
import type { DocumentFilters } from '../../src/ports/documents/document-repository';
import { createAccount, createRelation } from '../account';
import { answerTimes } from '../answer-times';
import { type Bench, CONNECTIONS, rounds, type Scenario } from '../bench';
import { type FilledCompany, fillDocuments } from '../document-filling';
import { type Figure, percentile, ratioFigure, spread } from '../figures';
import { load, type PlannedRequest, probe } from '../load';
import { invoice } from '../requests';

const LIMIT = 100;
const REPEATS = 20;

interface Asked {
  readonly filters: DocumentFilters;
  readonly sort: string;
}

const DOCUMENTS_EACH = 100_000;
/** What grown companies are compared with. */
const SMALL = { companies: 10, documents_each: 1_000 };

/** Several companies with 100,000 documents each: requests beside those of small companies, and lists of one. */
export const manyDocuments: Scenario = {
  name: 'many-documents',
  async run(bench): Promise<Figure[]> {
    const few = await rate(bench, await newCompany(bench));
    const of_small = await answerTimes(bench, await fillDocuments(bench, SMALL));
    const companies = await fillDocuments(bench, {
      companies: bench.documents / DOCUMENTS_EACH,
      documents_each: DOCUMENTS_EACH,
    });
    const of_grown = await answerTimes(bench, companies);
    const company = companies.at(-1)!;
    const many = await rate(bench, company);
    const grown = few.map((limit, round) => ({ measured: many[round]!, limit }));
    const [single, combined] = listsOf(company);
    const count = bench.documents.toLocaleString('en');
    return [
      ratioFigure(`invoices, at ${count} documents`, '/s', grown, 'at none', { at_least: 0.9 }),
      ...Object.entries(of_grown).map(([kind, measured]) =>
        ratioFigure(`  ${kind}, median`, 'ms', [{ measured, limit: of_small[kind]! }], 'at 10,000', {
          at_most: 1.2,
        }),
      ),
      await besidePlainQuery(bench, company, single),
      ...(await slowestDatabaseTime(bench, company, single)),
      await slowestAnswer(bench, company, combined),
    ];
  },
};

async function newCompany({ service }: Bench) {
  const account = await createAccount(service);
  return { account, relation_id: await createRelation(service, account) };
}

async function rate(
  { service, rounds: count, seconds }: Bench,
  { account, relation_id }: Pick<FilledCompany, 'account' | 'relation_id'>,
): Promise<number[]> {
  const headers = { authorization: account.authorization };
  const request = { method: 'POST', path: '/documents', headers, body: invoice(relation_id) } as const;
  const rates: number[] = [];
  for (let round = 0; round <= count; round++) {
    const per_second = await load({
      ...{ url: service.api, connections: CONNECTIONS, seconds },
      source: { kind: 'cycle', requests: [request] },
    });
    if (round > 0) rates.push(per_second); // the first one warms
  }
  return rates;
}

/** Each filter with the default sort and each sort alone; then others together. */
function listsOf({ journal_id, relation_id }: FilledCompany): [Asked[], Asked[]] {
  const filters: DocumentFilters[] = [
    ...([{ type: 'credit_note' }, { type: 'invoice' }, { status: 'draft' }, { status: 'sent' }] as const),
    ...([
      { peppol_status: 'failed' },
      { peppol_status: 'delivered' },
      { accounting_status: 'pending' },
    ] as const),
    ...([{ payment_status: 'unpaid' }, { journal_id }, { relation_id }, { currency: 'USD' }] as const),
    ...[{ number: 'F1-77' }, { issue_date_from: '2023-02-01', issue_date_to: '2023-02-28' }],
    ...[
      { due_date_from: '2023-02-01', due_date_to: '2023-02-28' },
      { updated_since: new Date('2025-09-01') },
    ],
  ];
  const sorts = ['created_at', 'updated_at', 'issue_date', 'number'].flatMap((sort) => [sort, `-${sort}`]);
  const single = [
    ...filters.map((one) => ({ filters: one, sort: '-created_at' })),
    ...sorts.map((sort) => ({ filters: {}, sort })),
  ];
  const combined: Asked[] = [
    { filters: { relation_id, status: 'draft' }, sort: 'number' },
    { filters: { type: 'credit_note', payment_status: 'unpaid', currency: 'USD' }, sort: 'issue_date' },
    { filters: { accounting_status: 'pending', type: 'credit_note' }, sort: '-number' },
    { filters: { journal_id, peppol_status: 'failed' }, sort: '-updated_at' },
    {
      filters: { issue_date_from: '2020-01-01', issue_date_to: '2025-12-31', currency: 'USD' },
      sort: 'number',
    },
    { filters: { due_date_from: '2022-01-01', due_date_to: '2023-12-31' }, sort: '-created_at' },
    {
      filters: { issue_date_from: '2021-01-01', issue_date_to: '2021-12-31', relation_id },
      sort: '-issue_date',
    },
    { filters: { status: 'sent', type: 'invoice', payment_status: 'paid' }, sort: 'number' },
    { filters: { peppol_status: 'failed', currency: 'USD' }, sort: 'number' },
    { filters: { status: 'draft', type: 'credit_note', relation_id, journal_id }, sort: '-created_at' },
  ];
  return [single, combined];
}

function requestOf({ account: { authorization } }: FilledCompany, { filters, sort }: Asked): PlannedRequest {
  const query = new URLSearchParams({ sort, limit: String(LIMIT) });
  for (const [name, value] of Object.entries(filters as Record<string, string | Date>))
    query.set(name, value instanceof Date ? value.toISOString() : value);
  return { method: 'GET', path: `/documents?${query.toString()}`, headers: { authorization } };
}

/** All lists in turn, compared with a plain handler that runs the same statements. */
async function besidePlainQuery(
  bench: Bench,
  company: FilledCompany,
  asked: readonly Asked[],
): Promise<Figure> {
  const headers = { authorization: company.account.authorization };
  const plain: PlannedRequest[] = [];
  for (const { sql: text, parameters: values } of await statementsOf(bench, company, asked))
    plain.push({ method: 'POST', path: '/rows', headers, body: { text, values } });
  const pages = asked.map((one) => requestOf(company, one));
  const run = (url: string, requests: readonly PlannedRequest[]) => (seconds: number) =>
    load({ url, connections: CONNECTIONS, seconds, source: { kind: 'cycle', requests } });
  const results = await rounds(bench, run(bench.service.api, pages), run(bench.reference.url, plain));
  return ratioFigure(`pages of ${LIMIT} documents`, '/s', results, 'Express: the same statements', {
    at_least: 0.9,
  });
}

/** The statements of the repository for each list. */
async function statementsOf(
  { service_database_url }: Bench,
  { account }: FilledCompany,
  asked: readonly Asked[],
): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: service_database_url, max: 1 }) }),
    log: ({ query }) => void statements.push(query),
  });
  try {
    const repository = new PostgresDocumentRepository(db);
    for (const { filters, sort } of asked)
      await repository.list(account.company_id, filters, { sort, limit: LIMIT });
  } finally {
    await db.destroy();
  }
  return statements;
}

/** The maximum, over all filters and sorts, of the average time of the server for a page. */
async function slowestDatabaseTime(
  { database, service, note }: Bench,
  company: FilledCompany,
  asked: readonly Asked[],
): Promise<Figure[]> {
  if (!database.durationsOf) return [];
  const means: number[] = [];
  for (const one of asked) {
    const requests = [requestOf(company, one)];
    await probe({ url: service.api, requests, count: REPEATS });
    const durations = await database.durationsOf(() => probe({ url: service.api, requests, count: REPEATS }));
    means.push(durations.reduce((sum, ms) => sum + ms, 0) / REPEATS);
    note(`  ${nameOf(one)}: ${means.at(-1)!.toFixed(2)} ms of database time`);
  }
  const slowest = Math.max(...means);
  return [
    { name: '  database time, the slowest', unit: 'ms', measured: spread([slowest]), target: { at_most: 5 } },
  ];
}

async function slowestAnswer(
  { service, note }: Bench,
  company: FilledCompany,
  asked: readonly Asked[],
): Promise<Figure> {
  const medians: number[] = [];
  for (const one of asked) {
    const times = await probe({ url: service.api, requests: [requestOf(company, one)], count: REPEATS });
    medians.push(percentile(times, 50));
    note(`  ${nameOf(one)}: ${medians.at(-1)!.toFixed(1)} ms`);
  }
  const measured = spread([Math.max(...medians)]);
  return { name: '  filters together, the slowest', unit: 'ms', measured, target: { at_most: 100 } };
}

function nameOf({ filters, sort }: Asked): string {
  return [...Object.keys(filters), `by ${sort}`].join(', ');
}
