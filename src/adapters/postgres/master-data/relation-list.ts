import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { foldCase } from '../../../domain/values/case-fold';
import type { Relation } from '../../../domain/master-data/relation';
import { identityKey } from '../../../domain/master-data/relation-identity';
import type { Page, PageRequest } from '../../../ports/page';
import type { RelationFilters } from '../../../ports/master-data/relation-repository';
import type { DB } from '../database';
import { keysetPage, keysetRows, pageOf } from '../page';
import { RELATION_COLUMNS, relationOf, type RelationRow } from './relation-columns';

const LISTED = [...RELATION_COLUMNS, 'sort_name'] as const;
/** The listed columns and those that filters use. */
const FILTERED = [
  ...LISTED,
  'search_name',
  'vat_key',
  'identifier_key',
  'electronic_address_key',
  'email_key',
] as const;

// Indexes: relation_created, relation_updated, relation_name.
const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
  name: { column: 'sort_name', type: 'text' },
} as const;

/** Maximum number of rows that the first query plan may read before the other one is used: about 2 ms. */
const FEW = 2_000;

type Row = RelationRow & { readonly sort_name: string };
type Rows = SelectQueryBuilder<DB, 'relation', Row>;

/**
 * Lists relations. Each filter with the default sort, and each sort without filters, reads about as many rows as it
 * returns, or a few thousand. For a part of a name and for `updated_since`, the best plan depends on how selective the
 * value is, which a plan for all values cannot take into account. These two have two plans in one statement, which
 * chooses by counting rows.
 */
export async function listRelations(
  db: Kysely<DB>,
  company_id: string,
  { q, ...filters }: RelationFilters,
  page: PageRequest,
): Promise<Page<Relation>> {
  if (q !== undefined) return pageOfNamed(db, company_id, foldCase(q), filters, page);
  if (filters.updated_since !== undefined && !page.sort.endsWith('updated_at')) {
    return pageOfChanged(db, company_id, filters.updated_since, filters, page);
  }
  const all = db.selectFrom('relation').where('company_id', '=', company_id).select(LISTED);
  return relationsOf(await keysetPage(db, narrowed(all, filters), page, SORTS, 'id'));
}

/**
 * Relations whose name contains a part. A frequent part is found by scanning along the sort; a rare one is looked up in
 * the index relation_search.
 *
 * @param part - at least three characters, upper case
 */
async function pageOfNamed(
  db: Kysely<DB>,
  company_id: string,
  part: string,
  filters: Omit<RelationFilters, 'q'>,
  page: PageRequest,
): Promise<Page<Relation>> {
  const all = db.selectFrom('relation').where('company_id', '=', company_id).select(FILTERED);
  const isPart = sql<boolean>`strpos(search_name, ${part}) > 0`;
  // The condition is repeated to lower the planner's estimate: only rare parts reach this branch, and the planner does
  // not know the part.
  const hasParts = sql<boolean>`name_parts(company_id, search_name) @> name_parts(${company_id}, ${part})`;

  const first = keysetRows(all, { ...page, limit: FEW }, SORTS, 'id');
  const hits = keysetRows(narrowed(rowsOf(db, first), filters).where(isPart), page, SORTS, 'id');
  const named = all.where(hasParts).where(hasParts).where(isPart).offset(sql.lit(0));
  const rest = keysetRows(narrowed(rowsOf(db, named), filters), page, SORTS, 'id');
  return pageFrom(db, page, {
    common: sql`hits as materialized (${hits})`,
    isFirst: sql`(select count(*) from hits) > ${page.limit}`,
    first: sql`hits`,
    otherwise: rest,
  });
}

/**
 * Relations that changed since a time. Few changes are fetched by the index on updated_at and sorted; many are found by
 * scanning along the sort.
 */
async function pageOfChanged(
  db: Kysely<DB>,
  company_id: string,
  updated_since: Date,
  filters: Omit<RelationFilters, 'q'>,
  page: PageRequest,
): Promise<Page<Relation>> {
  const all = db.selectFrom('relation').where('company_id', '=', company_id).select(FILTERED);
  const changed = all
    .where('updated_at', '>=', updated_since)
    .orderBy('updated_at', 'desc')
    .limit(FEW + 1);
  return pageFrom(db, page, {
    common: sql`few as materialized (select count(*) <= ${FEW} as yes from (${changed}) as changed)`,
    isFirst: sql`(select yes from few)`,
    first: keysetRows(narrowed(rowsOf(db, changed), filters), page, SORTS, 'id'),
    otherwise: keysetRows(narrowed(rowsOf(db, all), filters), page, SORTS, 'id'),
  });
}

interface Ways {
  readonly common: RawBuilder<unknown>;
  readonly isFirst: RawBuilder<unknown>;
  readonly first: Rows | RawBuilder<unknown>;
  readonly otherwise: Rows;
}

/** The page of a statement with two plans. Only the chosen one is executed: the condition of the other is false. */
async function pageFrom(db: Kysely<DB>, page: PageRequest, ways: Ways): Promise<Page<Relation>> {
  const { common, isFirst, first, otherwise } = ways;
  const descending = page.sort.startsWith('-');
  const { column } = SORTS[page.sort.replace(/^-/, '') as keyof typeof SORTS];
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const query = sql<Row>`
    with ${common}
    select ${sql.join(LISTED.map((name) => sql.ref(name)))} from (
      select * from ${first} as first where ${isFirst}
      union all
      select * from ${otherwise} as otherwise where not ${isFirst}
    ) as relation
    order by ${sql.ref(column)} ${direction}, id ${direction}`.compile(db);
  return relationsOf(await pageOf(db, query, page, SORTS, 'id'));
}

function relationsOf({ data, next }: Page<Row>): Page<Relation> {
  return { data: data.map((row) => relationOf(row)), next };
}

/** Selects the listed columns of a subquery. */
function rowsOf(db: Kysely<DB>, query: SelectQueryBuilder<DB, 'relation', object>): Rows {
  const rows = db.selectFrom(query.as('relation') as never).select(LISTED as never);
  return rows as unknown as Rows;
}

function narrowed(rows: Rows, filters: Omit<RelationFilters, 'q'>): Rows {
  const { type, country_code, vat, identifier, electronic_address, email, external_id, updated_since } =
    filters;
  if (type !== undefined) rows = rows.where('type', '=', type);
  if (country_code !== undefined) rows = rows.where(sql`address ->> 'country_code'`, '=', country_code);
  if (vat !== undefined) rows = rows.where('vat_key', '=', identityKey(vat));
  if (identifier !== undefined) rows = rows.where('identifier_key', '=', identityKey(identifier));
  if (electronic_address !== undefined) {
    rows = rows.where('electronic_address_key', '=', identityKey(electronic_address));
  }
  if (email !== undefined) rows = rows.where('email_key', '=', foldCase(email));
  if (external_id !== undefined) rows = rows.where('external_id', '=', external_id);
  if (updated_since !== undefined) rows = rows.where('updated_at', '>=', updated_since);
  return rows;
}
