import { type Kysely, sql } from 'kysely';
import type { Company } from '../../../domain/master-data/company';
import { foldCase } from '../../../domain/values/case-fold';
import { NIL_UUID } from '../../../domain/values/uuid';
import type { CompanyFilters, CompanyRepository } from '../../../ports/master-data/company-repository';
import type { PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { lockBooks } from '../numbering/books-lock';
import { keysetPage } from '../page';
import { INDEXED_PART } from '../searched-texts';

/** The columns that are the fields of a `Company`. */
export const COMPANY_COLUMNS = [
  'id',
  'name',
  'vat',
  'identifier',
  'electronic_address',
  'address',
  'email',
  'phone',
  'website',
  'contact_name',
  'legal_information',
  'currency',
  'language',
  'timezone',
  'self_billing_enabled',
  'embed_pdf',
  'books_closed_until',
  'version',
  'created_at',
  'updated_at',
] as const;

// Indexes: company_created, company_updated, company_name.
const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
  name: { column: 'sort_name', type: 'text' },
} as const;

/** In place of the company's id, since all companies are searched. */
const ALL = sql.lit(NIL_UUID);

export class PostgresCompanyRepository implements CompanyRepository {
  constructor(private readonly db: Kysely<DB>) {}

  find(id: string): Promise<Company | undefined> {
    return this.select().where('id', '=', id).executeTakeFirst();
  }

  lock(id: string): Promise<Company | undefined> {
    // `for no key update` does not block the foreign key checks of concurrent inserts.
    return this.select().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  }

  async lockBooks(id: string): Promise<void> {
    await this.db.executeQuery(lockBooks(id));
  }

  list({ q, updated_since }: CompanyFilters, page: PageRequest) {
    let query = this.select().select('sort_name');
    if (updated_since) query = query.where('updated_at', '>=', updated_since);
    if (q !== undefined) {
      const part = foldCase(q);
      query = query.where(sql<boolean>`strpos(search_text, ${part}) > 0`);
      if ([...part].length >= INDEXED_PART) {
        query = query.where(sql<boolean>`name_parts(${ALL}, search_text) @> name_parts(${ALL}, ${part})`);
      }
    }
    return keysetPage(this.db, query, page, SORTS, 'id');
  }

  async insert(company: Company): Promise<void> {
    await this.db.insertInto('company').values(company).execute();
    if (company.electronic_address !== null) await this.saveParticipant(company);
  }

  async save(before: Company, after: Company): Promise<void> {
    if (after === before) return;
    const { id, ...fields } = after;
    await this.db.updateTable('company').set(fields).where('id', '=', id).execute();
    if (after.electronic_address !== before.electronic_address) await this.saveParticipant(after);
  }

  private select() {
    return this.db.selectFrom('company').select(COMPANY_COLUMNS);
  }

  /**
   * The primary key ensures that an address belongs to one company. The rows are locked in order of their addresses
   * first, so that companies that exchange addresses cannot deadlock.
   */
  private async saveParticipant({ id, electronic_address }: Company): Promise<void> {
    const participant = { company_id: id, electronic_address: electronic_address?.toLowerCase() ?? null };
    await this.db
      .selectFrom('network_participant')
      .select('electronic_address')
      .where((row) =>
        row.or([row('company_id', '=', id), row('electronic_address', '=', participant.electronic_address)]),
      )
      .orderBy('electronic_address')
      .forUpdate()
      .execute();
    if (participant.electronic_address === null) {
      await this.db.deleteFrom('network_participant').where('company_id', '=', id).execute();
      return;
    }
    await this.db
      .insertInto('network_participant')
      .values({ ...participant, electronic_address: participant.electronic_address })
      .onConflict((conflict) =>
        conflict.column('company_id').doUpdateSet((excluded) => ({
          electronic_address: excluded.ref('excluded.electronic_address'),
        })),
      )
      .execute();
  }
}
