import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { ChangeContext } from '../../domain/documents/change';
import type { Document, DocumentRow, Draft } from '../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../domain/documents/document-type';
import type { ReceivedDocument } from '../../domain/documents/received';
import type { FoundReferences } from '../../domain/documents/references';
import { DomainError } from '../../domain/errors';
import type {
  ChangedReferences,
  DocumentFilters,
  FoundDocument,
  IssuedDocument,
  SequencePlace,
  SequenceReport,
  DocumentRepository,
  References,
  Sequence,
} from '../../ports/document-repository';
import type { Page, PageRequest } from '../../ports/page';
import type { DB } from './database';
import { withLiterals } from './literals';
import { keysetRows, pageOf } from './page';

/** Columns of a document in a list. */
const ROW_COLUMNS = [
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
  'seller',
  'buyer',
  'delivery',
  'payment',
  'branding',
  'allowance_charges',
  'vat_breakdown',
  'totals',
  'paid_amount',
  'duplicate_of',
  'sent_at',
  'transmitted_at',
  'received_at',
  'version',
  'created_at',
  'updated_at',
] as const;

const COLUMNS = [...ROW_COLUMNS, 'lines'] as const;

const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
  issue_date: { column: 'issue_date', type: 'date' },
  number: { column: 'number', type: 'text', collation: 'document_number' },
} as const;

/**
 * $2: what is asked for. The comparison of `ordinality` with itself makes the planner expect few of them, as there are:
 * it then looks each up by key, in a plan that it makes once.
 */
const REFERENCES = `
select to_json(c) as company, to_json(r) as relation, to_json(j) as journal, to_json(b) as bank_account,
       to_json(l) as delivery_location, to_json(br) as branding, to_json(p) as preceding_document
from company c
cross join rows from (json_to_recordset($2::json) as (
  relation_id uuid, journal_id uuid, category text, delivery_location_id uuid, branding_id uuid, preceding_document_id uuid
)) with ordinality as q
left join relation r on r.company_id = $1 and r.id = q.relation_id
left join journal j on j.company_id = $1
  and j.id = coalesce(q.journal_id, (select journal_id from default_journal where company_id = $1 and category = q.category))
left join bank_account b on b.company_id = $1
  and b.id = coalesce(j.bank_account_id, (select bank_account_id from default_bank_account where company_id = $1))
left join delivery_location l on l.company_id = $1 and l.relation_id = r.id and l.id = q.delivery_location_id
left join lateral (
  select id, name, primary_color, header, footer, logo_sha256 from branding
  where company_id = $1 and id = coalesce(q.branding_id, (select branding_id from default_branding where company_id = $1))
) br on true
left join lateral (
  select id, type, number, issue_date, relation_id, currency from document
  where q.preceding_document_id is not null and company_id = $1 and id = q.preceding_document_id
) p on true
where c.id = $1 and q.ordinality = abs(q.ordinality)
order by q.ordinality`;

/**
 * Counters are taken, and with it locked, before a document is written; one statement, so one round trip and no
 * pause under the locks. They are taken in one order, so that two statements cannot block each other. A counter does
 * not move for a date before its last one, and then nothing of its sequence is inserted.
 *
 * $2: the sequences; $3: the drafts; $4: which sequence each draft is of, by its position in $2.
 */
const ISSUE = `
with sequence as materialized (
  select * from rows from (json_to_recordset($2::json) as (
    journal_id uuid, period text, first_number integer, count integer, first_date date, last_date date,
    before text, digits integer, after text
  )) with ordinality as s (journal_id, period, first_number, count, first_date, last_date, before, digits, after, position)
), counter as (
  insert into numbering_sequence as n (company_id, journal_id, period, last_number, last_issue_date)
  select $1, journal_id, period, first_number + count - 1, last_date from sequence order by journal_id, period
  on conflict (company_id, journal_id, period) do update
    set last_number = n.last_number + (
          select count from sequence q where q.journal_id = n.journal_id and q.period = n.period
        ),
        last_issue_date = excluded.last_issue_date
    where n.last_issue_date is null or n.last_issue_date <= (
      select first_date from sequence q where q.journal_id = n.journal_id and q.period = n.period
    )
  returning journal_id, period, last_number
), numbered as (
  select d.draft, d.ordinality, s.before, s.digits, s.after, c.last_number,
         c.last_number - s.count + row_number() over (partition by s.position order by d.ordinality) as sequence_number
  from rows from (json_array_elements($3::json), unnest($4::integer[])) with ordinality as d (draft, position, ordinality)
  join sequence s on s.position = d.position
  join counter c on c.journal_id = s.journal_id and c.period = s.period
)
insert into document (company_id, ${COLUMNS.join(', ')})
select $1, ${COLUMNS.map((column) => {
  if (column === 'sequence_number') return 'n.sequence_number';
  if (column === 'number') {
    return `n.before || lpad(n.sequence_number::text, greatest(n.digits, length(n.sequence_number::text)), '0') || n.after`;
  }
  return `d.${column}`;
}).join(', ')}
from numbered n, json_populate_record(null::document, n.draft) as d
order by n.ordinality
returning id, sequence_number, number`;

const INSERT_RECEIVED = `
insert into document (company_id, ${COLUMNS.join(', ')})
select $1, ${COLUMNS.map((column) => `d.${column}`).join(', ')} from json_populate_record(null::document, $2::json) as d`;

/** Whether it is the last of its sequence, and linked, follows from rows that others may change meanwhile. */
const FIND = `
select ${COLUMNS.map((column) => `d.${column}`).join(', ')},
       c.books_closed_until,
       coalesce(s.last_number = d.sequence_number, false) as is_last_in_sequence,
       (select count(*)::integer from link l where l.company_id = $1 and l.document_id = d.id) as links_count,
       (select coalesce(json_agg(json_build_object('id', a.id, 'filename', a.filename, 'content_type', a.content_type,
          'size', a.size, 'sha256', a.sha256, 'created_at', a.created_at) order by a.created_at, a.id), '[]')
        from attachment a where a.company_id = $1 and a.document_id = d.id) as attachments
from document d
join company c on c.id = d.company_id
left join numbering_sequence s on s.company_id = d.company_id and s.journal_id = d.journal_id and s.period = d.period
where d.company_id = $1 and d.id = any($2::uuid[])`;

const CHANGE_CONTEXT = `
select to_json(c) as company, to_json(r) as relation, to_json(l) as delivery_location, to_json(br) as branding,
       to_json(p) as preceding_document,
       json_build_object(
         'previous', (select issue_date from document where company_id = $1 and journal_id = $7 and period = $8 and sequence_number = $9 - 1),
         'next', (select issue_date from document where company_id = $1 and journal_id = $7 and period = $8 and sequence_number = $9 + 1)
       ) as neighbours,
       (select coalesce(sum(amount::numeric), 0)::text from link where company_id = $1 and document_id = $10) as linked_amount
from company c
left join relation r on r.company_id = c.id and r.id = $2
left join delivery_location l on l.company_id = c.id and l.relation_id = $3 and l.id = $4
left join lateral (
  select id, name, primary_color, header, footer, logo_sha256 from branding where company_id = c.id and id = $5
) br on true
left join lateral (
  select id, type, number, issue_date, relation_id, currency from document where company_id = c.id and id = $6
) p on true
where c.id = $1`;

/** Everything but what numbered it. */
const CHANGEABLE = COLUMNS.filter(
  (column) => !['id', 'number', 'journal_id', 'period', 'sequence_number'].includes(column),
);

const UPDATE = `
update document set (${CHANGEABLE.join(', ')}) = (
  select ${CHANGEABLE.map((column) => `r.${column}`).join(', ')} from json_populate_record(null::document, $3) r
)
where company_id = $1 and id = $2`;

/**
 * The date that the counter keeps is that of the document which is the last one then. The attachments' files become
 * strays.
 */
const DELETE_LAST = `
with detached as (
  delete from attachment where company_id = $1 and document_id = $2 returning key
), strays as (
  insert into stray_file (company_id, key) select $1, key from detached
), deleted as (
  delete from document where company_id = $1 and id = $2
)
update numbering_sequence s
set last_number = s.last_number - 1,
    last_issue_date = (
      select issue_date from document
      where company_id = $1 and journal_id = $3 and period = $4 and sequence_number = $5 - 1
    )
where company_id = $1 and journal_id = $3 and period = $4`;

const INSPECT = `
with carried as (
  select period, sequence_number, issue_date,
         lag(issue_date) over (partition by period order by sequence_number) as date_before,
         row_number() over (partition by period, sequence_number order by id) as nth
  from document where company_id = $1 and journal_id = $2
), periods as (
  select s.period, s.last_number,
         case when s.period = j.first_period then j.first_number else 1 end as first_number
  from numbering_sequence s join journal j on j.company_id = s.company_id and j.id = s.journal_id
  where s.company_id = $1 and s.journal_id = $2
)
select p.period,
       (select count(*)::integer from carried c where c.period = p.period) as count,
       (select number from document d where d.company_id = $1 and d.journal_id = $2 and d.period = p.period
        order by sequence_number limit 1) as first,
       (select number from document d where d.company_id = $1 and d.journal_id = $2 and d.period = p.period
        order by sequence_number desc limit 1) as last,
       array(select n from generate_series(p.first_number, p.last_number) n
             where not exists (select from carried c where c.period = p.period and c.sequence_number = n) order by n) as gaps,
       array(select distinct sequence_number from carried c where c.period = p.period and c.nth > 1 order by 1) as duplicates,
       array(select sequence_number from carried c where c.period = p.period and c.issue_date < c.date_before order by 1) as date_inversions
from periods p
order by p.period`;

export class PostgresDocumentRepository implements DocumentRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async findReferences(company_id: string, references: readonly References[]): Promise<FoundReferences[]> {
    const asked = references.map(({ type, ...ids }) => ({ ...ids, category: DOCUMENT_TYPES[type].category }));
    const found = await this.all<FoundReferences>(REFERENCES, [company_id, JSON.stringify(asked)]);
    if (found.length === 0) throw new DomainError('not_found', 'No such company.');
    return found;
  }

  async issue(
    company_id: string,
    orders: readonly { readonly sequence: Sequence; readonly draft: Draft }[],
  ): Promise<(IssuedDocument | undefined)[]> {
    const { sequences, positions } = sequencesOf(orders);
    const drafts = orders.map(({ draft }) => draft);
    const rows = await this.all<Pick<Document, 'id' | 'number' | 'sequence_number'>>(ISSUE, [
      company_id,
      JSON.stringify(sequences),
      JSON.stringify(drafts),
      positions,
    ]);
    const issued = new Map(rows.map((row) => [row.id, row]));
    const last = new Map(drafts.map((draft, index) => [positions[index], draft.id]));
    return drafts.map((draft, index) => {
      const numbered = issued.get(draft.id);
      const is_last_in_sequence = last.get(positions[index]) === draft.id;
      return numbered && { ...draft, ...numbered, is_last_in_sequence };
    });
  }

  async insertReceived(company_id: string, document: ReceivedDocument): Promise<void> {
    await this.first(INSERT_RECEIVED, [company_id, JSON.stringify(document)]);
  }

  async findLastIssueDate(company_id: string, { journal_id, period }: SequencePlace): Promise<string | null> {
    const row = await this.first<{ last_issue_date: string | null }>(
      'select last_issue_date from numbering_sequence where company_id = $1 and journal_id = $2 and period = $3',
      [company_id, journal_id, period],
    );
    return row?.last_issue_date ?? null;
  }

  async find(company_id: string, id: string): Promise<FoundDocument | undefined> {
    return (await this.findAll(company_id, [id]))[0];
  }

  async findAll(company_id: string, ids: readonly string[]): Promise<(FoundDocument | undefined)[]> {
    const rows = await this.all<FoundDocument>(FIND, [company_id, [...new Set(ids)]]);
    const found = new Map(rows.map((row) => [row.id, withDates(row)]));
    return ids.map((id) => found.get(id));
  }

  async lock(company_id: string, id: string): Promise<FoundDocument | undefined> {
    // Two statements: what the second one reads is what was committed when the lock was had.
    await this.first('select from document where company_id = $1 and id = $2 for update', [company_id, id]);
    return this.find(company_id, id);
  }

  async lockSequence(company_id: string, { journal_id, period }: SequencePlace): Promise<void> {
    await this.first(
      'select from numbering_sequence where company_id = $1 and journal_id = $2 and period = $3 for update',
      [company_id, journal_id, period],
    );
  }

  async findChangeContext(
    company_id: string,
    document: Document,
    references: ChangedReferences,
  ): Promise<ChangeContext> {
    const context = await this.first<ChangeContext>(CHANGE_CONTEXT, [
      company_id,
      references.relation_id ?? null,
      references.relation_id ?? document.relation_id,
      references.delivery_location_id ?? null,
      references.branding_id ?? null,
      references.preceding_document_id ?? null,
      document.journal_id,
      document.period,
      document.sequence_number,
      document.id,
    ]);
    if (!context) throw new Error('A document without its company.');
    return context;
  }

  async update(company_id: string, document: Document): Promise<void> {
    await this.first(UPDATE, [company_id, document.id, JSON.stringify(document)]);
  }

  async setLastIssueDate(
    company_id: string,
    { journal_id, period }: SequencePlace,
    issue_date: string,
  ): Promise<void> {
    await this.first(
      'update numbering_sequence set last_issue_date = $4 where company_id = $1 and journal_id = $2 and period = $3',
      [company_id, journal_id, period, issue_date],
    );
  }

  async deleteLast(company_id: string, { id, journal_id, period, sequence_number }: Document): Promise<void> {
    await this.first(DELETE_LAST, [company_id, id, journal_id, period, sequence_number]);
  }

  async inspectSequences(company_id: string, journal_id: string): Promise<SequenceReport[]> {
    const { rows } = await this.db.executeQuery(CompiledQuery.raw(INSPECT, [company_id, journal_id]));
    return rows as SequenceReport[];
  }

  /**
   * The page's ids are found first, through indexes alone as far as they go; then the rows, which are wide, are read
   * for these only. One filter has an index for it; of several, the values tell which index is best.
   */
  async list(company_id: string, filters: DocumentFilters, page: PageRequest): Promise<Page<DocumentRow>> {
    const ids = keysetRows(this.matching(company_id, filters).select('id'), page, SORTS, 'id');
    const rows = this.db
      .selectFrom('document')
      .select(ROW_COLUMNS)
      .where('company_id', '=', company_id)
      .where('id', 'in', ids);
    const query = keysetRows(rows, { ...page, after: undefined }, SORTS, 'id').compile();
    const found = await this.db.executeQuery(isPlannedOnce(filters, page) ? query : withLiterals(query));
    return pageOf(found.rows, page, SORTS, 'id') as Page<unknown> as Page<DocumentRow>;
  }

  private matching(company_id: string, filters: DocumentFilters) {
    let query = this.db.selectFrom('document').where('company_id', '=', company_id);
    const { number, issue_date_from, issue_date_to, due_date_from, due_date_to, updated_since, ...equal } =
      filters;
    for (const [column, value] of Object.entries(equal)) {
      if (value !== undefined) query = query.where(sql.ref(column), '=', value);
    }
    if (number !== undefined) {
      // Own and received numbers have an index each, since only the former are unique.
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

  private async first<Row>(text: string, values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.all<Row>(text, values))[0];
  }

  /** These statements are constant texts, so that they are prepared once; Kysely adds nothing to them. */
  private async all<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
    return rows;
  }
}

/** One value in the default order, or a sort by itself: the index for it is the best one, whatever the value. */
function isPlannedOnce(filters: DocumentFilters, { sort }: PageRequest): boolean {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length === 0) return true;
  return given.length === 1 && sort.endsWith('created_at') && !/_(from|to|since)$/.test(given[0]!);
}

/** JSON has no dates. */
function withDates(document: FoundDocument): FoundDocument {
  if (document.attachments.length === 0) return document;
  const attachments = document.attachments.map((attachment) => ({
    ...attachment,
    created_at: new Date(attachment.created_at),
  }));
  return { ...document, attachments };
}

/** The sequences that orders are for, and the position among them of each order's, from 1. */
function sequencesOf(orders: readonly { readonly sequence: Sequence; readonly draft: Draft }[]) {
  const sequences = new Map<
    string,
    Sequence & { count: number; first_date: string; last_date: string; position: number }
  >();
  const positions = orders.map(({ sequence, draft: { issue_date } }) => {
    const key = `${sequence.journal_id} ${sequence.period}`;
    const known = sequences.get(key);
    const position = known?.position ?? sequences.size + 1;
    const { count, first_date } = known ?? { count: 0, first_date: issue_date };
    sequences.set(key, { ...sequence, count: count + 1, first_date, last_date: issue_date, position });
    return position;
  });
  return { sequences: [...sequences.values()], positions };
}
