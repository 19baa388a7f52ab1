import { type Kysely, sql } from 'kysely';
import type { Journal } from '../../../domain/numbering/journal';
import { numberPattern, formatNumber, type NumberFormat } from '../../../domain/numbering/number-format';
import type { InspectedSequence } from '../../../domain/numbering/sequence-report';
import type { JournalFilters, JournalRepository } from '../../../ports/numbering/journal-repository';
import type { Page, PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { keysetPage } from '../page';
import { rowsOf } from '../rows-of';
import { INSPECT } from './sequence-inspection';

const COLUMNS = [
  'journal.id',
  'journal.code',
  'journal.name',
  'journal.category',
  'journal.sequence_scope',
  'journal.number_format',
  'journal.first_number',
  'journal.first_period',
  'journal.bank_account_id',
  'journal.active',
  'journal.external_id',
  'journal.metadata',
  'journal.version',
  'journal.created_at',
  'journal.updated_at',
] as const;

// Indexes: journal_created, journal_updated.
const SORTS = {
  created_at: { column: 'journal.created_at', type: 'timestamptz' },
  updated_at: { column: 'journal.updated_at', type: 'timestamptz' },
} as const;

/** A journal with its newest numbering sequence, from which `last_number` is computed. */
type Row = Omit<Journal, 'last_number'> & {
  readonly newest_number: number | null;
  readonly newest_issue_date: string | null;
};

export class PostgresJournalRepository implements JournalRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async find(company_id: string, id: string): Promise<Journal | undefined> {
    return journalOf(await this.select(company_id).where('journal.id', '=', id).executeTakeFirst());
  }

  listFormats(company_id: string): Promise<NumberFormat[]> {
    // Uses the index journal_number_pattern, which is ordered by company.
    return this.db
      .selectFrom('journal')
      .select(['code', 'number_format'])
      .where('company_id', '=', company_id)
      .orderBy('code')
      .execute();
  }

  async list(company_id: string, filters: JournalFilters, page: PageRequest): Promise<Page<Journal>> {
    let query = this.select(company_id);
    if (filters.category !== undefined) query = query.where('journal.category', '=', filters.category);
    if (filters.active !== undefined) query = query.where('journal.active', '=', filters.active);
    if (filters.code !== undefined) query = query.where('code', '=', filters.code);
    if (filters.external_id !== undefined) query = query.where('external_id', '=', filters.external_id);
    if (filters.updated_since) query = query.where('updated_at', '>=', filters.updated_since);
    if (filters.default !== undefined) {
      query = query.where('default_journal.company_id', filters.default ? 'is not' : 'is', null);
    }
    const { data, next } = await keysetPage(this.db, query, page, SORTS, 'journal.id');
    return { data: data.map((row) => journalOf(row)), next };
  }

  async lock(company_id: string, id: string): Promise<Journal | undefined> {
    // `for no key update` does not block the foreign key checks of documents.
    return journalOf(
      await this.select(company_id).where('journal.id', '=', id).forNoKeyUpdate('journal').executeTakeFirst(),
    );
  }

  async lockWithCounters(company_id: string, id: string): Promise<Journal | undefined> {
    // Locks in the same order as numbering does, so that the two cannot deadlock.
    await this.db
      .selectFrom('numbering_sequence')
      .select('period')
      .where('company_id', '=', company_id)
      .where('journal_id', '=', id)
      .orderBy('period')
      .forUpdate()
      .execute();
    return journalOf(
      await this.select(company_id).where('journal.id', '=', id).forUpdate('journal').executeTakeFirst(),
    );
  }

  async hasDocuments(company_id: string, id: string): Promise<boolean> {
    // Uses the index document_sequence_number.
    const row = await this.db
      .selectFrom('document')
      .select('id')
      .where('company_id', '=', company_id)
      .where('journal_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  inspectSequences(company_id: string, id: string): Promise<InspectedSequence[]> {
    return rowsOf<InspectedSequence>(this.db, INSPECT, [company_id, id]);
  }

  async insert(company_id: string, journal: Journal): Promise<void> {
    await this.db.insertInto('journal').values(rowOf(company_id, journal)).execute();
  }

  async insertDefaults(company_id: string, journals: readonly Journal[]): Promise<void> {
    await this.db
      .insertInto('journal')
      .values(journals.map((journal) => rowOf(company_id, journal)))
      .execute();
    await this.db
      .insertInto('default_journal')
      .values(journals.map(({ id, category }) => ({ company_id, category, journal_id: id })))
      .execute();
  }

  async save(company_id: string, before: Journal, after: Journal): Promise<void> {
    if (after === before) return;
    const { id, name, bank_account_id, active, external_id, metadata, version, updated_at } = after;
    await this.db
      .updateTable('journal')
      .set({ name, bank_account_id, active, external_id, metadata, version, updated_at })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  }

  async delete(company_id: string, id: string): Promise<void> {
    await this.db
      .with('counters', (db) =>
        db
          .deleteFrom('numbering_sequence')
          .where('company_id', '=', company_id)
          .where('journal_id', '=', id)
          .returning('period'),
      )
      .deleteFrom('journal')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  }

  async clearBankAccount(company_id: string, bank_account_id: string, now: Date): Promise<string[]> {
    // Every transaction that locks several journals first locks the default of their category. Acquiring all defaults
    // here ensures that none of them is in progress.
    await this.db
      .selectFrom('default_journal')
      .select('category')
      .where('company_id', '=', company_id)
      .orderBy('category')
      .forNoKeyUpdate()
      .execute();
    // Uses the index journal_of_bank_account. The version is incremented here, because the journals are not loaded.
    const cleared = await this.db
      .updateTable('journal')
      .set({ bank_account_id: null, version: sql`version + 1`, updated_at: now })
      .where('company_id', '=', company_id)
      .where('bank_account_id', '=', bank_account_id)
      .returning('id')
      .execute();
    return cleared.map(({ id }) => id);
  }

  private select(company_id: string) {
    return this.db
      .selectFrom('journal')
      .leftJoin('default_journal', (join) =>
        join
          .onRef('default_journal.company_id', '=', 'journal.company_id')
          .onRef('default_journal.category', '=', 'journal.category')
          .onRef('default_journal.journal_id', '=', 'journal.id'),
      )
      .leftJoinLateral(
        (db) =>
          db
            .selectFrom('numbering_sequence')
            .select(['last_number', 'last_issue_date'])
            .where('numbering_sequence.company_id', '=', company_id)
            .whereRef('numbering_sequence.journal_id', '=', 'journal.id')
            .where('last_issue_date', 'is not', null)
            .orderBy('period', 'desc')
            .limit(1)
            .as('newest'),
        (join) => join.onTrue(),
      )
      .select(COLUMNS)
      .select([
        sql<boolean>`default_journal.company_id is not null`.as('default'),
        'newest.last_number as newest_number',
        'newest.last_issue_date as newest_issue_date',
      ])
      .where('journal.company_id', '=', company_id);
  }
}

function journalOf(row: Row): Journal;
function journalOf(row: Row | undefined): Journal | undefined;
function journalOf(row: Row | undefined): Journal | undefined {
  if (!row) return undefined;
  const { newest_number, newest_issue_date, ...journal } = row;
  const has_number = newest_number !== null && newest_issue_date !== null;
  return {
    ...journal,
    last_number: has_number ? formatNumber(journal, newest_issue_date, newest_number) : null,
  };
}

function rowOf(company_id: string, { default: _default, last_number: _last_number, ...journal }: Journal) {
  return { company_id, ...journal, number_pattern: numberPattern(journal) };
}
