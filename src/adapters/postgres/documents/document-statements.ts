import { KEEP_BOOKS } from '../numbering/books-lock';
import { convertedTo, ROW_COLUMNS } from './document-list';
import { columnOf, isSeparate, PART_NAMES, partArrays, smallMembersOf } from './separate-parts';

/** Columns that lists do not return. */
const KEPT_COLUMNS = [
  'lines',
  'company_currency',
  'embed_pdf',
  'marked_sent',
  'was_rejected',
  'credit_origin',
] as const;
/** Columns that lists do not return, and that own documents have no values in. */
const STATED_COLUMNS = ['payee', 'payment_terms'] as const;
const COLUMNS = [...ROW_COLUMNS, ...KEPT_COLUMNS, ...STATED_COLUMNS] as const;
/** The columns of a new own document, which has no credit notes and no responses yet, nor a rejection. */
export const NEW_COLUMNS = [...ROW_COLUMNS, ...KEPT_COLUMNS].filter(
  (column) => column !== 'credited' && column !== 'responses' && column !== 'was_rejected',
);
export const smallMembers = smallMembersOf(NEW_COLUMNS);
const RECEIVED_COLUMNS = [...NEW_COLUMNS, ...STATED_COLUMNS];
export const receivedMembers = smallMembersOf(RECEIVED_COLUMNS);

/**
 * The columns for reading. Rows of the previous release have null in some of them, which is replaced by the value of
 * the company.
 */
const FOUND_COLUMNS = COLUMNS.map((column) =>
  column === 'company_currency'
    ? 'coalesce(d.company_currency, c.currency) as company_currency'
    : column === 'embed_pdf'
      ? 'coalesce(d.embed_pdf, c.embed_pdf) as embed_pdf'
      : `d.${column}`,
).join(', ');

/** $2: the small fields of the documents; from $3: their separate parts. */
export const INSERT_RECEIVED = `
insert into document (company_id, ${RECEIVED_COLUMNS.join(', ')})
select $1, ${RECEIVED_COLUMNS.map((column) => columnOf('d', column)).join(', ')}
from rows from (unnest(${partArrays(3)}), json_populate_recordset(null::document, $2::json)) as d (${PART_NAMES})
returning true`;

/**
 * `is_last_in_sequence` and `links_count` are computed on each read, because they depend on rows that change
 * independently. The message that became a received document has no content, unlike status messages about it; it is
 * looked up for received documents only. Each `limit` keeps the planner from joining, as in `referencesStatement`.
 *
 * $2: the ids. Their `limit` keeps the statement from being planned anew for each execution: without it, the planner
 * assumes ten elements in an array that it does not see, so that a plan for any array looks dearer than one for a
 * single id. Of a limit that it does not see, it assumes a tenth.
 */
export const FIND = `
select ${FOUND_COLUMNS},
       c.books_closed_until, c.self_billing_enabled,
       coalesce(s.last_number = d.sequence_number, false) as is_last_in_sequence,
       (select count(*)::integer from link l where l.company_id = $1 and l.document_id = d.id) as links_count,
       case when d.status = 'received' then exists (
         select from network_inbound_message m where m.company_id = $1 and m.document_id = d.id and m.content is null
       ) else false end as is_from_network,
       (select coalesce(json_agg(json_build_object('id', a.id, 'filename', a.filename, 'content_type', a.content_type,
          'size', a.size, 'sha256', a.sha256, 'created_at', a.created_at) order by a.created_at, a.id), '[]')
        from attachment a where a.company_id = $1 and a.document_id = d.id) as attachments,
       (${convertedTo('d').join(' $1 ')}) as converted_to
from company c
cross join (select id from unnest($2::uuid[]) as ids (id) limit cardinality($2::uuid[])) as q
cross join lateral (select * from document where company_id = $1 and id = q.id limit 1) d
left join lateral (
  select last_number from numbering_sequence
  where company_id = $1 and journal_id = d.journal_id and period = d.period limit 1
) s on true
where c.id = $1`;

/**
 * The books are kept before the row is locked, as numbering does. In the other order, a numbering that waits for the
 * counter would keep a closing waiting, and the closing, which is next in turn, the transaction with the counter.
 */
export const LOCK_SEQUENCE = `
select ${KEEP_BOOKS} from numbering_sequence where company_id = $1 and journal_id = $2 and period = $3 for update`;

/** Sent before `FIND`, which then sees everything that was committed while this statement waited for the locks. */
export const LOCK = `
select ${KEEP_BOOKS} from document where company_id = $1 and id = $2 for update`;

/** The columns of a branding, and of a preceding document, that a document depends on. */
export const BRANDING_COLUMNS = 'id, name, primary_color, address_position, header, footer, logo_sha256';
export const PRECEDING_COLUMNS =
  'id, type, status, number, issue_date, relation_id, currency, totals, settlement, credited';

/** Each row is a subselect with its own condition on the company: Citus refuses outer joins on parameters. */
export const CHANGE_CONTEXT = `
select to_json(c) as company,
       (select to_json(r) from relation r where r.company_id = $1 and r.id = $2) as relation,
       (select to_json(l) from delivery_location l
        where l.company_id = $1 and l.relation_id = $3 and l.id = $4) as delivery_location,
       (select to_json(br) from (
          select ${BRANDING_COLUMNS} from branding where company_id = $1 and id = $5
        ) br) as branding,
       (select to_json(p) from (
          select ${PRECEDING_COLUMNS} from document where company_id = $1 and id = $6
        ) p) as preceding_document,
       json_build_object(
         'previous', (select issue_date from document where company_id = $1 and journal_id = $7 and period = $8 and sequence_number = $9 - 1),
         'next', (select issue_date from document where company_id = $1 and journal_id = $7 and period = $8 and sequence_number = $9 + 1)
       ) as neighbours
from company c
where c.id = $1`;

/** All columns except those of its number. */
const CHANGEABLE = COLUMNS.filter(
  (column) => !['id', 'number', 'journal_id', 'period', 'sequence_number'].includes(column),
);

/** $3: the fields of the document; separate parts that do not change are left out, and stay as they are stored. */
export const UPDATE = `
update document d set ${CHANGEABLE.map((column) => `${column} = ${changedColumn(column)}`).join(', ')}
from json_populate_record(null::document, $3) r
where d.company_id = $1 and d.id = $2`;

function changedColumn(column: string): string {
  return isSeparate(column) ? `coalesce(r.${column}, d.${column})` : `r.${column}`;
}

/**
 * Deletes the last document of a sequence. `last_issue_date` of the counter becomes the date of the previous document.
 * The files of its attachments become orphaned files.
 */
export const DELETE_LAST = `
with detached as (
  delete from attachment where company_id = $1 and document_id = $2 returning key
), deleted as (
  delete from document where company_id = $1 and id = $2
), counter as (
  update numbering_sequence
  set last_number = last_number - 1,
      last_issue_date = (
        select issue_date from document
        where company_id = $1 and journal_id = $3 and period = $4 and sequence_number = $5 - 1
      )
  where company_id = $1 and journal_id = $3 and period = $4
)
insert into stray_file (company_id, key) select $1, key from detached returning true`;
