import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Document, DocumentRow, Draft } from '../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../domain/documents/document-type';
import type { DraftContext } from '../../domain/documents/draft';
import { DomainError } from '../../domain/errors';
import type {
  DocumentFilters,
  DocumentRepository,
  OtherFacts,
  References,
  Sequence,
} from '../../ports/document-repository';
import type { Page, PageRequest } from '../../ports/page';
import type { DB } from './database';
import { keysetPage } from './page';

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
  number: { column: 'number', type: 'text' },
} as const;

const REFERENCES = `
select to_json(c) as company, to_json(r) as relation, to_json(j) as journal, to_json(b) as bank_account,
       to_json(l) as delivery_location, to_json(br) as branding, to_json(p) as preceding_document
from company c
left join relation r on r.company_id = c.id and r.id = $2
left join journal j on j.company_id = c.id
  and j.id = coalesce($3, (select journal_id from default_journal where company_id = $1 and category = $4))
left join bank_account b on b.company_id = c.id
  and b.id = coalesce(j.bank_account_id, (select bank_account_id from default_bank_account where company_id = $1))
left join delivery_location l on l.company_id = c.id and l.relation_id = r.id and l.id = $5
left join lateral (
  select id, name, primary_color, header, footer from branding
  where company_id = c.id and id = coalesce($6, (select branding_id from default_branding where company_id = $1))
) br on true
left join lateral (
  select id, type, number, issue_date, relation_id, currency from document where company_id = c.id and id = $7
) p on true
where c.id = $1`;

/**
 * The counter is taken, and with it locked, before a document is written; one statement, so one round trip and no
 * pause under the lock. Its update does not happen for a date before the last one, and then nothing is inserted.
 */
const ISSUE = `
with counter as (
  insert into numbering_sequence as s (company_id, journal_id, period, last_number, last_issue_date)
  values ($1, $2, $3, $4::integer + $5::integer - 1, $7)
  on conflict (company_id, journal_id, period) do update
    set last_number = s.last_number + $5, last_issue_date = excluded.last_issue_date
    where s.last_issue_date is null or s.last_issue_date <= $6
  returning last_number - $5 as before_first
), numbered as (
  select d.ordinality, counter.before_first + d.ordinality as sequence_number, d.document
  from counter, json_array_elements($8::json) with ordinality as d (document, ordinality)
)
insert into document (company_id, ${COLUMNS.join(', ')})
select $1, ${COLUMNS.map((column) => {
  if (column === 'sequence_number') return 'n.sequence_number';
  if (column === 'number') {
    return `$9 || lpad(n.sequence_number::text, greatest($10, length(n.sequence_number::text)), '0') || $11`;
  }
  return `d.${column}`;
}).join(', ')}
from numbered n, json_populate_record(null::document, n.document) as d
order by n.ordinality
returning id, sequence_number, number`;

const FIND = `
select ${COLUMNS.map((column) => `d.${column}`).join(', ')},
       c.books_closed_until,
       coalesce(s.last_number = d.sequence_number, false) as is_last_in_sequence,
       0 as links_count
from document d
join company c on c.id = d.company_id
left join numbering_sequence s on s.company_id = d.company_id and s.journal_id = d.journal_id and s.period = d.period
where d.company_id = $1 and d.id = $2`;

export class PostgresDocumentRepository implements DocumentRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async findReferences(company_id: string, references: References): Promise<DraftContext> {
    const { rows } = await this.db.executeQuery(
      CompiledQuery.raw(REFERENCES, [
        company_id,
        references.relation_id,
        references.journal_id ?? null,
        DOCUMENT_TYPES[references.type].category,
        references.delivery_location_id ?? null,
        references.branding_id ?? null,
        references.preceding_document_id ?? null,
      ]),
    );
    const row = rows[0] as DraftContext | undefined;
    if (!row) throw new DomainError('not_found', 'No such company.');
    return row;
  }

  async issue(company_id: string, sequence: Sequence, drafts: readonly Draft[]): Promise<Document[] | undefined> {
    const { rows } = await this.db.executeQuery(
      CompiledQuery.raw(ISSUE, [
        company_id,
        sequence.journal_id,
        sequence.period,
        sequence.first_number,
        drafts.length,
        drafts[0]!.issue_date,
        drafts.at(-1)!.issue_date,
        JSON.stringify(drafts),
        sequence.before,
        sequence.digits,
        sequence.after,
      ]),
    );
    if (rows.length === 0) return undefined;
    const numbers = new Map((rows as Pick<Document, 'id' | 'number' | 'sequence_number'>[]).map((row) => [row.id, row]));
    return drafts.map((draft) => ({ ...draft, ...numbers.get(draft.id)! }));
  }

  async findLastIssueDate(company_id: string, { journal_id, period }: Sequence): Promise<string | null> {
    const row = await this.db
      .selectFrom('numbering_sequence')
      .select('last_issue_date')
      .where('company_id', '=', company_id)
      .where('journal_id', '=', journal_id)
      .where('period', '=', period)
      .executeTakeFirst();
    return row?.last_issue_date ?? null;
  }

  async find(company_id: string, id: string): Promise<(Document & OtherFacts) | undefined> {
    const { rows } = await this.db.executeQuery(CompiledQuery.raw(FIND, [company_id, id]));
    return rows[0] as (Document & OtherFacts) | undefined;
  }

  list(company_id: string, filters: DocumentFilters, page: PageRequest): Promise<Page<DocumentRow>> {
    let query = this.db.selectFrom('document').select(ROW_COLUMNS).where('company_id', '=', company_id);
    const { issue_date_from, issue_date_to, due_date_from, due_date_to, updated_since, ...equal } = filters;
    for (const [column, value] of Object.entries(equal)) {
      if (value !== undefined) query = query.where(sql.ref(column), '=', value);
    }
    if (issue_date_from) query = query.where('issue_date', '>=', issue_date_from);
    if (issue_date_to) query = query.where('issue_date', '<=', issue_date_to);
    if (due_date_from) query = query.where('due_date', '>=', due_date_from);
    if (due_date_to) query = query.where('due_date', '<=', due_date_to);
    if (updated_since) query = query.where('updated_at', '>=', updated_since);
    return keysetPage(query, page, SORTS, 'id') as Promise<unknown> as Promise<Page<DocumentRow>>;
  }
}
