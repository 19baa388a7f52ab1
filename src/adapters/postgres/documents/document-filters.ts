import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { DocumentFilters } from '../../../ports/documents/document-repository';
import type { PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { keysetRows } from '../page';

export const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
  issue_date: { column: 'issue_date', type: 'date' },
  number: { column: 'number', type: 'text', collation: 'document_number' },
} as const;

/** As in the index document_search_received_number, word for word. */
export const FOLDED_NUMBER = sql`folded_case(number) collate "C"`;

export type Rows = SelectQueryBuilder<DB, 'document', object>;

export const ofCompany = (db: Kysely<DB>, company_id: string): Rows =>
  db.selectFrom('document').where('company_id', '=', company_id);

/** The query for the ids of a page. */
export function idsOf(rows: Rows, filters: DocumentFilters, page: PageRequest) {
  return keysetRows(narrowed(rows, filters).select('id'), page, SORTS, 'id');
}

export function narrowed(query: Rows, { q: _q, ...filters }: DocumentFilters): Rows {
  const { number, issue_date_from, issue_date_to, due_date_from, due_date_to, updated_since, ...equal } =
    filters;
  for (const [column, value] of Object.entries(equal)) {
    if (value !== undefined) query = query.where(sql.ref(column), '=', value);
  }
  if (number !== undefined) {
    // Numbers of own and of received documents have separate indexes, because only the former are unique. Received
    // numbers have two: without statistics the planner cannot tell which one it can look a number up in, so both have a
    // condition, as in `FIND_SAME` of receptions.
    const is_folded = sql<boolean>`${FOLDED_NUMBER} = folded_case(${number})`;
    query = query.where((or) =>
      or.or([
        or.and([or('number', '=', number), or('journal_id', 'is not', null)]),
        or.and([or('number', '=', number), is_folded, or('journal_id', 'is', null)]),
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
