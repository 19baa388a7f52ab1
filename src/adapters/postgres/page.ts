import {
  type CompiledQuery,
  type Kysely,
  type ReferenceExpression,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { Page, PageRequest } from '../../ports/page';
import { readWithin } from './connect';
import type { DB as Database } from './database';

/** A page ends with the row that reaches this number of bytes, as PostgreSQL sends them. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

interface SortColumn<DB, TB extends keyof DB> {
  readonly column: ReferenceExpression<DB, TB> & string;
  /** SQL type of the sort value in a cursor. */
  readonly type: 'timestamptz' | 'date' | 'text';
  /** Overrides the collation of the column. */
  readonly collation?: string;
}

/**
 * One page of a list by keyset pagination: the rows after a cursor are found through the index of the sort, independent
 * of the number of rows before them. One more row than requested is read, to determine whether another page follows.
 *
 * @param sorts - the column of each sort key; not nullable
 * @param id - the column that breaks ties; the last column of every index
 */
export async function keysetPage<DB, TB extends keyof DB, Row extends object>(
  db: Kysely<Database>,
  query: SelectQueryBuilder<DB, TB, Row>,
  page: PageRequest,
  sorts: Readonly<Record<string, SortColumn<DB, TB>>>,
  id: ReferenceExpression<DB, TB> & string,
): Promise<Page<Row>> {
  return pageOf(db, keysetRows(query, page, sorts, id).compile(), page, sorts, id);
}

/** The query for the rows of a page, plus one. */
export function keysetRows<DB, TB extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { sort, limit, after }: PageRequest,
  sorts: Readonly<Record<string, SortColumn<DB, TB>>>,
  id: ReferenceExpression<DB, TB> & string,
): SelectQueryBuilder<DB, TB, Row> {
  const descending = sort.startsWith('-');
  const { column, type, collation } = sorts[descending ? sort.slice(1) : sort]!;
  const direction = descending ? 'desc' : 'asc';
  const value =
    collation === undefined ? sql.ref(column) : sql`${sql.ref(column)} collate ${sql.ref(collation)}`;
  const rows = query
    .orderBy(value, direction)
    .orderBy(sql.ref(id), direction)
    .limit(limit + 1);
  if (!after) return rows;
  const compare = sql.raw(descending ? '<' : '>');
  return rows.where(
    sql<boolean>`(${value}, ${sql.ref(id)}) ${compare} (cast(${after.value} as ${sql.raw(type)}), ${after.id})`,
  );
}

/**
 * Reads a page. It has fewer rows than requested where these are large, so that its time and memory are limited.
 *
 * @param query - returns the rows of `keysetRows`
 */
export async function pageOf<Row extends object>(
  db: Kysely<Database>,
  query: CompiledQuery<Row>,
  { sort, limit }: PageRequest,
  sorts: Readonly<Record<string, { readonly column: string }>>,
  id: string,
): Promise<Page<Row>> {
  const { column } = sorts[sort.replace(/^-/, '')]!;
  const { rows, is_cut } = await readWithin(db, query, MAX_PAGE_BYTES);
  const data = rows.slice(0, limit);
  const last = is_cut || rows.length > limit ? (data.at(-1) as Record<string, unknown>) : undefined;
  return {
    data,
    next: last ? { value: cursorValue(last[nameOf(column)]), id: String(last[nameOf(id)]) } : null,
  };
}

/** `relation.created_at` -> `created_at` */
function nameOf(column: string): string {
  return column.slice(column.indexOf('.') + 1);
}

function cursorValue(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
