import { Client } from 'pg';
import { post } from './account';
import type { Bench } from './bench';
import type { FilledCompany } from './document-filling';
import { percentile } from './figures';
import { type PlannedRequest, probe } from './load';
import { invoice } from './requests';

const COUNT = 500;

/**
 * The median time of an answer to one caller who asks for the companies in turn.
 *
 * @returns milliseconds by the kind of request
 */
export async function answerTimes(
  bench: Bench,
  companies: readonly FilledCompany[],
): Promise<Record<string, number>> {
  const { service, note } = bench;
  const times: Record<string, number> = {};
  for (const [kind, requests] of Object.entries(await requestsOf(bench, companies))) {
    await probe({ url: service.api, requests, count: COUNT }); // the first ones warm
    times[kind] = percentile(await probe({ url: service.api, requests, count: COUNT }), 50);
    note(`  ${kind}: ${times[kind].toFixed(2)} ms`);
  }
  return times;
}

async function requestsOf(bench: Bench, companies: readonly FilledCompany[]) {
  const each = Math.ceil((2 * COUNT) / companies.length);
  const of = (request: (company: FilledCompany, n: number) => Omit<PlannedRequest, 'headers'>) =>
    Array.from({ length: each }, (_, n) =>
      companies.map((company) => ({
        ...request(company, n),
        headers: { authorization: company.account.authorization },
      })),
    ).flat();
  const ids = await idsOf(bench, each);
  const idOf = ({ account }: FilledCompany, n: number) => {
    const all = ids.get(account.company_id)!;
    return all[n % all.length]!;
  };
  return {
    'create an invoice': of(({ relation_id }) => ({
      method: 'POST',
      path: '/documents',
      body: invoice(relation_id),
    })),
    'read a document': of((company, n) => ({ method: 'GET', path: `/documents/${idOf(company, n)}` })),
    'change a draft': await changes(bench, companies, each),
    'page of 100 documents': of(() => ({ method: 'GET', path: '/documents?limit=100' })),
    'page of a customer': of(({ relation_id }) => ({
      method: 'GET',
      path: `/documents?relation_id=${relation_id}&limit=100`,
    })),
    'find a number': of((_, n) => ({ method: 'GET', path: `/documents?number=F1-${n}` })),
  };
}

/** Ids of stored documents of each company, from all of its years. */
async function idsOf({ service_database_url }: Bench, each: number): Promise<Map<string, string[]>> {
  const client = new Client({ connectionString: service_database_url });
  await client.connect();
  try {
    // The ids are random, so the first ones are of any time.
    const { rows } = await client.query<{ company_id: string; ids: string[] }>(
      `select company.id as company_id, array(
         select document.id from document where company_id = company.id order by document.id limit $1
       ) as ids from company`,
      [each],
    );
    return new Map(rows.map(({ company_id, ids }) => [company_id, ids]));
  } finally {
    await client.end();
  }
}

/** A change for each of new drafts. */
async function changes({ service }: Bench, companies: readonly FilledCompany[], each: number) {
  const requests: PlannedRequest[] = [];
  for (let n = 0; n < each; n++)
    for (const { account, relation_id } of companies) {
      const { id } = await post<{ id: string }>(service, account, '/documents', invoice(relation_id));
      const headers = { authorization: account.authorization };
      requests.push({ method: 'PATCH', path: `/documents/${id}`, headers, body: { note: 'Thank you.' } });
    }
  return requests;
}
