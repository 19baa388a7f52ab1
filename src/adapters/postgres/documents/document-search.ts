import { type Kysely, type RawBuilder, sql } from 'kysely';
import { beginningsOf } from '../../../domain/numbering/number-beginning';
import { foldCase } from '../../../domain/values/case-fold';
import type { DocumentFilters } from '../../../ports/documents/document-repository';
import type { PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { keysetRows } from '../page';
import { LAST_CHARACTER } from '../searched-texts';
import { FOLDED_NUMBER, narrowed, ofCompany, type Rows, SORTS } from './document-filters';

/** The number of documents among which a frequent text is looked for first. */
const FEW = 400;

/** The columns that filters, sorts and the search use. */
const SEARCHED = [
  ...['id', 'type', 'journal_id', 'number', 'status', 'accounting_status', 'peppol_status'],
  ...['payment_status', 'relation_id', 'issue_date', 'due_date', 'currency', 'external_id', 'created_at'],
  ...['updated_at', 'seller', 'buyer'],
] as const;

// As in the index document_search.
const NAME = sql`folded_case(case when status = 'received' then seller else buyer end ->> 'name')`;
/** Documents whose party is no relation's present or former name: as in the index document_search, word for word. */
const STATES_OTHER_NAME = sql`(status = 'received' or type in ('purchase_invoice', 'purchase_credit_note'))`;

/**
 * The ids of a page of documents whose party's name contains `q`, or whose number begins with it. A frequent text is
 * found among the first documents in the order of the list; others are looked up in indexes. The statement counts rows
 * to choose between the two.
 */
export async function searched(
  db: Kysely<DB>,
  company_id: string,
  filters: DocumentFilters,
  page: PageRequest,
) {
  const part = foldCase(filters.q!);
  const formats = await db
    .selectFrom('journal')
    .select(['code', 'number_format'])
    .where('company_id', '=', company_id)
    .execute();
  const beginnings = new Set(formats.flatMap((format) => beginningsOf(format, part)));

  const all = ofCompany(db, company_id).select(SEARCHED);
  // Without filters, indexes have all columns that the sorts by time and date need, so that no rows are read.
  const indexed = ofCompany(db, company_id).select(columnsFor(filters, page));
  const from = (rows: RawBuilder<unknown> | Rows) =>
    db.selectFrom(sql`(${rows})`.as('document') as never) as unknown as Rows;
  const idsOf = (rows: Rows, limit: number) => keysetRows(rows.select('id'), { ...page, limit }, SORTS, 'id');

  const first = keysetRows(narrowed(all, filters), { ...page, limit: FEW }, SORTS, 'id');
  const begins = [...beginnings].map((beginning) => sql`starts_with(number, ${beginning})`);
  const isMatch = sql<boolean>`(
    case when journal_id is null then starts_with(${FOLDED_NUMBER}, ${part}) else ${sql.join([...begins, sql`false`], sql` or `)} end
    or strpos(${NAME}, ${part}) > 0
  )`;
  const hits = idsOf(from(first).where(isMatch), page.limit);

  const conditions = [
    ofRelations(company_id, part, { always: true }),
    ofRelations(company_id, part, { always: false }),
    ofOtherNames(company_id, part),
    ofReceivedNumbers(part),
    ...[...beginnings].map((beginning) => ofOwnNumbers(beginning)),
  ];
  // `offset 0` keeps the planner from scanning along the sort, which is what was done first.
  const found = sql.join(
    conditions.map((condition) => sql`select * from ${indexed.where(condition).offset(sql.lit(0))} as found`),
    sql` union all `,
  );
  // A document is found at most twice, by its name and by its number: `union` leaves one of them.
  const rest = idsOf(narrowed(from(found), filters), 2 * page.limit + 1);
  return sql<string>`(
    with hits as materialized (${hits})
    select id from hits where (select count(*) from hits) > ${page.limit}
    union
    select id from (${rest}) as rest where (select count(*) from hits) <= ${page.limit}
  )`;
}

/** The columns that the filters and the sort of the request use. */
function columnsFor({ q: _q, ...filters }: DocumentFilters, { sort }: PageRequest) {
  const { column } = SORTS[sort.replace(/^-/, '') as keyof typeof SORTS];
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const filtered = SEARCHED.filter((name) => given.some((filter) => filter.startsWith(name)));
  const others = given.includes('number') ? (['journal_id'] as const) : [];
  const since = given.includes('updated_since') ? (['updated_at'] as const) : [];
  return [...new Set([...(['id'] as const), column, ...filtered, ...others, ...since])];
}

/**
 * Documents that state the present or a former name of a relation. The array makes the planner use the index
 * document_of_relation, however many relations it expects.
 *
 * @param always - whether the relations are those whose present and former names all contain the text, so that the
 *   names of their documents need not be read; else the other ones
 */
function ofRelations(
  company_id: string,
  part: string,
  { always }: { readonly always: boolean },
): RawBuilder<boolean> {
  const named = (name: string) => {
    const column = sql.ref(name);
    return sql`company_id = ${company_id} and name_parts(company_id, ${column}) @> name_parts(${company_id}, ${part})
      and strpos(${column}, ${part}) > 0`;
  };
  const is_always = sql`(
    strpos(folded_case(coalesce(r.name, concat_ws(' ', r.first_name, r.last_name))), ${part}) > 0
    and not exists (
      select from relation_former_name f
      where f.company_id = ${company_id} and f.relation_id = r.id and strpos(f.name, ${part}) = 0
    )
  )`;
  return sql`
    not ${STATES_OTHER_NAME} ${always ? sql`` : sql`and strpos(${NAME}, ${part}) > 0`}
    and relation_id = any (array(
      select r.id from relation r where r.company_id = ${company_id} and r.id in (
        select id from relation where ${named('search_name')}
        union
        select relation_id from relation_former_name where ${named('name')}
      ) and ${always ? is_always : sql`not ${is_always}`}
    ))`;
}

function ofOtherNames(company_id: string, part: string): RawBuilder<boolean> {
  return sql`
    ${STATES_OTHER_NAME} and strpos(${NAME}, ${part}) > 0
    and name_parts(company_id, ${NAME}) @> name_parts(${company_id}, ${part})`;
}

function ofReceivedNumbers(part: string): RawBuilder<boolean> {
  return sql`journal_id is null and ${FOLDED_NUMBER} >= ${part} and ${FOLDED_NUMBER} < ${part + LAST_CHARACTER}`;
}

/** @param beginning - in the case of the journal. Index: document_own_number. */
function ofOwnNumbers(beginning: string): RawBuilder<boolean> {
  return sql`journal_id is not null and number >= ${beginning} and number < ${beginning + LAST_CHARACTER}`;
}
