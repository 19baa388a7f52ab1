import { type Account, createAccount } from '../account';
import type { Bench, Scenario } from '../bench';
import { statement } from '../database';
import { type Figure, percentile, ratioFigure, spread } from '../figures';
import { type PlannedRequest, probe } from '../load';
import type { Service } from '../service';

const COMPANIES = 10;
const RELATIONS_EACH = 100_000;
const LIMIT = 100;
const PAGE = 1_000;
const REPEATS = 50;
/** Parts of names that match thousands, one in some hundred, one in ten thousand, none, or the end of a name. */
const PARTS = ['eet', 'ker', 'ANS', '123', '987', '00 ', 'qxz', ' bv'];

/** Long lists: one of several companies with 100,000 relations each. */
export const relationLists: Scenario = {
  name: 'relation-lists',
  async run(bench): Promise<Figure[]> {
    const { service } = bench;
    const account = await fill(bench);
    const first = listRequest(account, { sort: 'name' });
    const last = listRequest(account, { sort: 'name', cursor: await cursorOfPage(service, first, PAGE) });
    const searches = PARTS.map((q) => listRequest(account, { q }));
    const times = async (requests: readonly PlannedRequest[]) =>
      percentile(await probe({ url: service.api, requests, count: REPEATS * requests.length }), 50);

    const pages: { measured: number; limit: number }[] = [];
    const slowest: number[] = [];
    await times([first, last, ...searches]);
    for (let round = 1; round <= bench.rounds; round++) {
      const limit = await times([first]);
      pages.push({ measured: await times([last]), limit });
      const medians = [];
      for (const search of searches) medians.push(await times([search]));
      slowest.push(Math.max(...medians));
      bench.note(`  round ${round}: ${pages.at(-1)!.measured.toFixed(2)} ms beside ${limit.toFixed(2)}`);
    }
    return [
      ratioFigure('GET /relations, page 1,000 by name', 'ms', pages, 'the first page', {
        at_least: 0.8,
        at_most: 1.2,
      }),
      ...(await databaseTime(bench, '  first page, database time', first)),
      ...(await databaseTime(bench, '  page 1,000, database time', last)),
      {
        name: '  q of 3 characters, the slowest',
        unit: 'ms',
        measured: spread(slowest),
        target: { at_most: 20 },
      },
    ];
  },
};

/** The average time of the server for all statements of a request. */
async function databaseTime(
  { database, service, rounds }: Bench,
  name: string,
  request: PlannedRequest,
): Promise<Figure[]> {
  if (!database.durationsOf) return [];
  const means: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const durations = await database.durationsOf(() =>
      probe({ url: service.api, requests: [request], count: REPEATS }),
    );
    means.push(durations.reduce((sum, ms) => sum + ms, 0) / REPEATS);
  }
  return [{ name, unit: 'ms', measured: spread(means), target: { at_most: 5 } }];
}

function listRequest({ authorization }: Account, query: Record<string, string>): PlannedRequest {
  const path = `/relations?${new URLSearchParams({ ...query, limit: String(LIMIT) }).toString()}`;
  return { method: 'GET', path, headers: { authorization } };
}

/** Pages are read as a caller reads them: with the cursor of the previous page. */
async function cursorOfPage(service: Service, first: PlannedRequest, page: number): Promise<string> {
  let cursor = '';
  for (let read = 1; read < page; read++) {
    const after = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${service.api}${first.path}${after}`, { headers: first.headers ?? {} });
    const { next_cursor } = (await answer.json()) as { next_cursor: string | null };
    if (!next_cursor) throw new Error(`The list ended with page ${read}.`);
    cursor = next_cursor;
  }
  return cursor;
}

/** @returns the account of one of the companies that were filled */
async function fill({ service, service_database_url, note }: Bench): Promise<Account> {
  note(`  making ${(COMPANIES * RELATIONS_EACH).toLocaleString('en')} relations`);
  let account: Account | undefined;
  for (let n = 1; n <= COMPANIES; n++) {
    account = await createAccount(service);
    await statement(service_database_url, relationsOf(account.company_id));
  }
  await statement(service_database_url, 'vacuum (analyze) relation');
  return account!;
}

/**
 * Some thousand different names, each with a number; straight into the table, as a hundred thousand calls would take
 * long.
 */
function relationsOf(company_id: string): string {
  return `
insert into relation (company_id, id, type, name, sort_name, search_name, language, address, created_at, updated_at)
select '${company_id}', gen_random_uuid(), 'company', name, upper(name), upper(name), 'nl', '{"country_code": "BE"}', at, at
from (
  select
    (array['Bakkerij', 'Garage', 'Studio', 'Atelier', 'Slagerij', 'Hotel', 'Drukkerij', 'Advocaten', 'Bouwbedrijf', 'Tuinen'])[1 + n % 10]
    || ' ' ||
    (array['Peeters', 'Janssens', 'Maes', 'Jacobs', 'Mertens', 'Willems', 'Claes', 'Goossens', 'Wouters', 'De Smet',
           'Dubois', 'Lambert', 'Dupont', 'Martin', 'Simon', 'Laurent', 'Leroy', 'Renard', 'Petit', 'Moreau'])[1 + (n / 10) % 20]
    || ' ' || lpad((n * 7919 % ${RELATIONS_EACH})::text, 6, '0') || case when n % 3 = 0 then ' BV' else '' end as name,
    timestamptz '2026-01-01' + n * interval '1 second' as at
  from generate_series(1, ${RELATIONS_EACH}) n
) named`;
}
