import type { Kysely } from 'kysely';
import { foldCase } from '../../domain/values/case-fold';
import { NIL_UUID } from '../../domain/values/uuid';
import type { ClientHit, DocumentHit, MessageHit, RelationHit, SearchQueries } from '../../ports/search';
import { withCompanyNames } from './company-names';
import { countedInTime } from './counted-in-time';
import type { DB } from './database';
import { INDEXED_PART, LAST_CHARACTER } from './searched-texts';

/** In place of the company's id, since all companies are searched. */
const ALL = `'${NIL_UUID}'`;
/** As `LAST_CHARACTER`, in the order of the collation, where U+FFFF has the highest weight (CLDR root collation). */
const LAST_IN_COLLATION = '\uffff';

/** Clients are on the coordinator of a cluster. Index: the primary key. $1: beginning; $2: its end; $3: limit. */
const CLIENTS_BY_ID = `
select client_id, company_id, name from client where client_id >= $1 and client_id < $2 order by client_id limit $3`;

const CLIENTS_WITH_PARTS = `
select client_id, company_id, name from client
where name_parts(${ALL}, folded_case(name)) @> name_parts(${ALL}, $1)`;
/** Index: client_search. $1: name; $2: limit. */
const CLIENTS_OF_NAME = `${CLIENTS_WITH_PARTS} and folded_case(name) = $1 order by client_id limit $2`;
/** Index: client_search. $1: part; $2: limit. */
const CLIENTS_BY_NAME = `${CLIENTS_WITH_PARTS} and strpos(folded_case(name), $1) > 0 order by client_id limit $2`;

const DOCUMENT_COLUMNS = `d.company_id, d.id, d.number, d.type, d.issue_date, d.external_id,
  case when d.status = 'received' then d.seller else d.buyer end ->> 'name' as party`;

/**
 * Looks into the indexes of each company (document_own_number, document_received_number, document_unique_external_id)
 * until there are enough hits: an index of numbers over all companies would cost every new document one more entry.
 * $1: number or external id; $2: the number in upper case; $3: limit.
 */
const DOCUMENTS_OF_NUMBER = `
select found.*, c.name as company_name
from company c
cross join lateral (
  (select ${DOCUMENT_COLUMNS} from document d
   where d.company_id = c.id and d.journal_id is not null and d.number in ($1, $2))
  union
  (select ${DOCUMENT_COLUMNS} from document d
   where d.company_id = c.id and d.journal_id is null and d.number in ($1, $2) limit $3)
  union
  (select ${DOCUMENT_COLUMNS} from document d where d.company_id = c.id and d.external_id = $1)
) found
limit $3`;

/** As above, from the highest number down. $1, $3: beginnings of the number; $2, $4: their ends; $5: limit. */
const DOCUMENTS_BY_NUMBER = `
select found.*, c.name as company_name
from company c
cross join lateral (
  (select ${DOCUMENT_COLUMNS} from document d
   where d.company_id = c.id and d.journal_id is not null and d.number >= $1 and d.number < $2
   order by d.number desc limit $5)
  union
  (select ${DOCUMENT_COLUMNS} from document d
   where d.company_id = c.id and d.journal_id is not null and d.number >= $3 and d.number < $4
   order by d.number desc limit $5)
  union
  (select ${DOCUMENT_COLUMNS} from document d
   where d.company_id = c.id and d.journal_id is null and d.number >= $1 and d.number < $2
   order by d.number desc limit $5)
) found
limit $5`;

const RELATION_COLUMNS = `r.company_id, r.id, coalesce(r.name, concat_ws(' ', r.first_name, r.last_name)) as name`;

/** Looks into the index relation_name of each company, until there are enough. $1: name; $2: limit. */
const RELATIONS_OF_NAME = `
select found.*, c.name as company_name
from company c
cross join lateral (
  select ${RELATION_COLUMNS} from relation r where r.company_id = c.id and r.sort_name = $1 limit $2
) found
limit $2`;

/** As above. $1: beginning; $2: its end; $3: limit. */
const RELATIONS_BY_NAME = `
select found.*, c.name as company_name
from company c
cross join lateral (
  select ${RELATION_COLUMNS} from relation r
  where r.company_id = c.id and r.sort_name >= $1 and r.sort_name < $2 and strpos(r.search_name, $1) > 0
  limit $3
) found
limit $3`;

/** Indexes: transmission_message, and the primary key of each company's documents. $1: id. */
const BY_ID = `
select t.company_id, c.name as company_name, t.message_id, t.document_id, d.number
from transmission t
join document d on d.company_id = t.company_id and d.id = t.document_id
join company c on c.id = t.company_id
where t.message_id = $1
union all
select d.company_id, c.name, d.id, d.id, d.number
from company c
join lateral (select company_id, id, number from document where company_id = c.id and id = $1 limit 1) d on true`;

export class PostgresSearchQueries implements SearchQueries {
  constructor(private readonly db: Kysely<DB>) {}

  async clients(part: string, limit: number): Promise<ClientHit[] | undefined> {
    type Row = Omit<ClientHit, 'company_name'>;
    const run = (text: string, ...values: unknown[]) => countedInTime<Row>(this.db, text, [...values, limit]);
    const folded = foldCase(part);
    const has_parts = [...folded].length >= INDEXED_PART;
    const found = await exactFirst(
      limit,
      ({ client_id }) => client_id,
      () => (has_parts ? run(CLIENTS_OF_NAME, folded) : []),
      () => run(CLIENTS_BY_ID, part, part + LAST_CHARACTER),
      () => (has_parts ? run(CLIENTS_BY_NAME, folded) : []),
    );
    return found && withCompanyNames(this.db, found);
  }

  documents(text: string, limit: number): Promise<DocumentHit[] | undefined> {
    const run = async (statement: string, values: readonly string[]) =>
      (await countedInTime<DocumentHit>(this.db, statement, [...values, limit]))?.toSorted(newestFirst);
    const upper = text.toUpperCase();
    return exactFirst(
      limit,
      ({ id }) => id,
      () => run(DOCUMENTS_OF_NUMBER, [text, upper]),
      () => run(DOCUMENTS_BY_NUMBER, [text, text + LAST_CHARACTER, upper, upper + LAST_CHARACTER]),
    );
  }

  relations(beginning: string, limit: number): Promise<RelationHit[] | undefined> {
    const run = (text: string, ...values: string[]) =>
      countedInTime<RelationHit>(this.db, text, [...values, limit]);
    const folded = foldCase(beginning);
    return exactFirst(
      limit,
      ({ id }) => id,
      () => run(RELATIONS_OF_NAME, folded),
      () => run(RELATIONS_BY_NAME, folded, folded + LAST_IN_COLLATION),
    );
  }

  byId(id: string) {
    return countedInTime<MessageHit>(this.db, BY_ID, [id]);
  }
}

/**
 * Fills a list with the rows of one look-up after the other, those that match exactly first, so that a longer list of
 * other rows does not hide them.
 *
 * @returns undefined when a look-up exceeds the time limit
 */
async function exactFirst<Row>(
  limit: number,
  idOf: (row: Row) => string,
  ...lookUps: readonly (() => Promise<Row[] | undefined> | Row[])[]
): Promise<Row[] | undefined> {
  const found = new Map<string, Row>();
  for (const lookUp of lookUps) {
    const rows = await lookUp();
    if (!rows) return undefined;
    for (const row of rows) if (found.size < limit && !found.has(idOf(row))) found.set(idOf(row), row);
    if (found.size === limit) break;
  }
  return [...found.values()];
}

function newestFirst(a: DocumentHit, b: DocumentHit): number {
  if (a.issue_date !== b.issue_date) return a.issue_date < b.issue_date ? 1 : -1;
  return a.number < b.number ? 1 : -1;
}
