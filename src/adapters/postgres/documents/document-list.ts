import { type Kysely, sql } from 'kysely';
import type { DocumentRow, RelatedDocument } from '../../../domain/documents/document';
import { DOCUMENT_TYPE_NAMES, DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import type { DocumentFilters } from '../../../ports/documents/document-repository';
import type { Page, PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { withLiterals } from '../literals';
import { keysetRows, pageOf } from '../page';
import { idsOf, ofCompany, SORTS } from './document-filters';
import { searched } from './document-search';
import { wholeAmounts, wholeParties } from './null-fields';

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
  'responses',
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

/**
 * Lists documents. The ids of the page are found first, as far as possible by index-only scans; then the rows, which
 * are wide, are read for these ids only. The inner `limit` keeps the planner from another order of the two, which it
 * expects to cost the same while it has no statistics. Each filter has an index; with several filters, the best index
 * depends on their values.
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
      ? idsOf(ofCompany(db, company_id), filters, page)
      : await searched(db, company_id, filters, page);
  const rows = db
    .selectFrom(sql`(${ids})`.as<'found'>(sql`found (found_id)`))
    .innerJoinLateral(
      ofCompany(db, company_id)
        .selectAll()
        .where('id', '=', sql.ref<string>('found_id'))
        .limit(sql.lit(1))
        .as('document'),
      (join) => join.onTrue(),
    )
    .select(ROW_COLUMNS)
    .select(
      sql<RelatedDocument[] | null>`(${sql.raw(select)} ${company_id} ${sql.raw(and)})`.as('converted_to'),
    );
  const query = keysetRows(rows, { ...page, after: undefined }, SORTS, 'id').compile();
  const planned = isPlannedOnce(filters, page) ? query : withLiterals(query);
  const { data, ...rest } = await pageOf(db, planned, page, SORTS, 'id');
  return {
    ...rest,
    data: data.map((row) => ({
      ...row,
      ...wholeParties(row),
      ...wholeAmounts(row),
      converted_to: row.converted_to ?? [],
    })),
  };
}

const CONVERTIBLE = DOCUMENT_TYPE_NAMES.filter((type) => DOCUMENT_TYPES[type].converts_to.length > 0);

/**
 * The subquery for the documents that a quote or proforma was converted to; null when there are none. For other types
 * it reads nothing. Index: document_converted_from.
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
