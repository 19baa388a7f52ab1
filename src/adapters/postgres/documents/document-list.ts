import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { foldCase } from '../../../domain/values/case-fold';
import type { DocumentRow, RelatedDocument } from '../../../domain/documents/document';
import { DOCUMENT_TYPE_NAMES, DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import type { DocumentFilters } from '../../../ports/documents/document-repository';
import type { Page, PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { withLiterals } from '../literals';
import { keysetRows, pageOf } from '../page';

/** The columns of a document in a list. */
export const ROW_COLUMNS = [
  'id',
  'type',
  'journal_id',
  'period',
  'sequence_number',
  'number',
  'status',
  'accounting_status',
  'peppol_status',
  'peppol_error',
  'payment_status',
  'relation_id',
  'delivery_location_id',
  'branding_id',
  'issue_date',
  'due_date',
  'delivery_date',
  'period_start',
  'period_end',
  'currency',
  'exchange_rate',
  'language',
  'buyer_reference',
  'order_reference',
  'note',
  'payment_reference',
  'payment_reference_made',
  'preceding_document',
  'converted_from',
  'seller',
  'buyer',
  'delivery',
  'payment',
  'branding',
  'allowance_charges',
  'vat_breakdown',
  'totals',
  'paid_amount',
  'settlement',
  'credited',
  'duplicate_of',
  'external_id',
  'metadata',
  'sent_at',
  'transmitted_at',
  'received_at',
  'version',
  'created_at',
  'updated_at',
] as const;

const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
  issue_date: { column: 'issue_date', type: 'date' },
  number: { column: 'number', type: 'text', collation: 'document_number' },
} as const;

/**
 * Lists documents. The ids of the page are found first, as far as possible by index-only scans; then the rows, which
 * are wide, are read for these ids only. Each filter has an index; with several filters, the best index depends on
 * their values.
 */
export async function listDocuments(
  db: Kysely<DB>,
  company_id: string,
  filters: DocumentFilters,
  page: PageRequest,
): Promise<Page<DocumentRow>> {
  const [select, and] = convertedTo('document');
  const ids =
    filters.q === undefined
      ? matching(db, company_id, filters, page)
      : searched(db, company_id, filters, page);
  const rows = db
    .selectFrom('document')
    .select(ROW_COLUMNS)
    .select(
      sql<RelatedDocument[] | null>`(${sql.raw(select)} ${company_id} ${sql.raw(and)})`.as('converted_to'),
    )
    .where('company_id', '=', company_id)
    .where('id', 'in', ids);
  const query = keysetRows(rows, { ...page, after: undefined }, SORTS, 'id').compile();
  const found = await db.executeQuery(isPlannedOnce(filters, page) ? query : withLiterals(query));
  const { data, ...rest } = pageOf(found.rows, page, SORTS, 'id');
  return {
    ...rest,
    data: data.map((row) => withWholeParties({ ...row, converted_to: row.converted_to ?? [] })),
  };
}

const CONVERTIBLE = DOCUMENT_TYPE_NAMES.filter((type) => DOCUMENT_TYPES[type].converts_to.length > 0);

/**
 * The subquery for the documents that a quote or proforma was converted to; null when there are none. For other types it
 * reads nothing. Index: document_converted_from.
 *
 * @param row - the alias of the table in the query
 * @returns the SQL before and after the company's id
 */
export function convertedTo(row: string): readonly [string, string] {
  const types = CONVERTIBLE.map((type) => `'${type}'`).join(', ');
  return [
    `select json_agg(json_build_object('id', t.id, 'number', t.number, 'type', t.type) order by t.created_at, t.id)
     from document t where t.company_id =`,
    `and ${row}.type in (${types}) and t.converted_from is not null and t.converted_from ->> 'id' = ${row}.id::text`,
  ];
}

/** Fields that parties stored by earlier releases lack; their values are unknown. */
const UNKNOWN_ONCE = { website: null, contact_name: null, legal_information: null };

/** Copies nothing when both parties have all fields, as those of present releases have: a page has many documents. */
export function withWholeParties<T extends Pick<DocumentRow, 'seller' | 'buyer'>>(document: T): T {
  const { seller, buyer } = document;
  if (isWhole(seller) && isWhole(buyer)) return document;
  return { ...document, seller: { ...UNKNOWN_ONCE, ...seller }, buyer: { ...UNKNOWN_ONCE, ...buyer } };
}

function isWhole({ website, contact_name, legal_information }: Partial<DocumentRow['seller']>): boolean {
  return website !== undefined && contact_name !== undefined && legal_information !== undefined;
}

type Rows = SelectQueryBuilder<DB, 'document', object>;

const ofCompany = (db: Kysely<DB>, company_id: string): Rows =>
  db.selectFrom('document').where('company_id', '=', company_id);

/** The ids of a page. */
function matching(db: Kysely<DB>, company_id: string, filters: DocumentFilters, page: PageRequest) {
  return keysetRows(narrowed(ofCompany(db, company_id), filters).select('id'), page, SORTS, 'id');
}

function narrowed(query: Rows, { q: _q, ...filters }: DocumentFilters): Rows {
  const { number, issue_date_from, issue_date_to, due_date_from, due_date_to, updated_since, ...equal } =
    filters;
  for (const [column, value] of Object.entries(equal)) {
    if (value !== undefined) query = query.where(sql.ref(column), '=', value);
  }
  if (number !== undefined) {
    // Numbers of own and of received documents have separate indexes, because only the former are unique.
    query = query.where((or) =>
      or.or([
        or.and([or('number', '=', number), or('journal_id', 'is not', null)]),
        or.and([or('number', '=', number), or('journal_id', 'is', null)]),
      ]),
    );
  }
  if (issue_date_from) query = query.where('issue_date', '>=', issue_date_from);
  if (issue_date_to) query = query.where('issue_date', '<=', issue_date_to);
  if (due_date_from) query = query.where('due_date', '>=', due_date_from);
  if (due_date_to) query = query.where('due_date', '<=', due_date_to);
  if (updated_since) query = query.where('updated_at', '>=', updated_since);
  return query;
}

/** The number of documents among which a frequent text is looked for first. */
const FEW = 2_000;

/** The columns that filters and sorts use. */
const FILTERED = [
  ...['id', 'type', 'journal_id', 'number', 'status', 'accounting_status', 'peppol_status'],
  ...['payment_status', 'relation_id', 'issue_date', 'due_date', 'currency', 'external_id', 'created_at'],
  ...['updated_at', 'search_name', 'search_number'],
] as const;

/** Follows every text that begins with the text before it. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * The ids of a page of documents whose party's name contains `q`, or whose number begins with it. A frequent text is
 * found among the first documents in the order of the list; others are looked up in the indexes document_search and
 * document_search_number. The statement counts rows to choose between the two.
 */
function searched(db: Kysely<DB>, company_id: string, filters: DocumentFilters, page: PageRequest) {
  const part = foldCase(filters.q!);
  const all = ofCompany(db, company_id).select(FILTERED);
  const from = (rows: RawBuilder<unknown> | Rows) =>
    db.selectFrom(sql`(${rows})`.as('document') as never) as unknown as Rows;
  const pageIdsOf = (rows: Rows) => keysetRows(rows.select('id'), page, SORTS, 'id');

  const isNamed = sql<boolean>`strpos(search_name, ${part}) > 0`;
  const first = keysetRows(narrowed(all, filters), { ...page, limit: FEW }, SORTS, 'id');
  const hits = pageIdsOf(
    from(first).where(sql<boolean>`(${isNamed} or starts_with(search_number, ${part}))`),
  );

  // `offset 0` keeps the planner from scanning along the sort, which is what was done first.
  const hasParts = sql<boolean>`name_parts(company_id, search_name) @> name_parts(${company_id}, ${part})`;
  const named = all.where(hasParts).where(isNamed).offset(sql.lit(0));
  const numbered = all
    .where('search_number', '>=', part)
    .where('search_number', '<', part + LAST_CHARACTER)
    .where(sql<boolean>`not ${isNamed}`)
    .offset(sql.lit(0));
  const found = sql`select * from ${named} as named union all select * from ${numbered} as numbered`;
  const rest = pageIdsOf(narrowed(from(found), filters));
  return sql<string>`(
    with hits as materialized (${hits})
    select id from hits where (select count(*) from hits) > ${page.limit}
    union all
    select id from (${rest}) as rest where (select count(*) from hits) <= ${page.limit}
  )`;
}

/**
 * Whether a prepared plan is the best one for every value: for a single equality filter in the default order, or no
 * filter.
 */
function isPlannedOnce(filters: DocumentFilters, { sort }: PageRequest): boolean {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length === 0) return true;
  if (filters.q !== undefined) return false;
  return given.length === 1 && sort.endsWith('created_at') && !/_(from|to|since)$/.test(given[0]!);
}
