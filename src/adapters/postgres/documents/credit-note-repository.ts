import { type Kysely, sql } from 'kysely';
import type { CreditNote } from '../../../domain/documents/derived/credit-note';
import type { CreditNoteRepository } from '../../../ports/documents/credit-note-repository';
import type { DB } from '../database';

const COLUMNS = [
  ...(['id', 'number', 'currency', 'company_currency', 'exchange_rate', 'lines'] as const),
  ...(['allowance_charges', 'vat_breakdown', 'totals', 'credit_origin'] as const),
] as const;

export class PostgresCreditNoteRepository implements CreditNoteRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async list(company_id: string, invoice_id: string): Promise<CreditNote[]> {
    // Index: document_credited_invoice.
    const rows = await this.db
      .selectFrom('document')
      .select(COLUMNS)
      .where('company_id', '=', company_id)
      .where('preceding_document', 'is not', null)
      .where(sql<string>`preceding_document ->> 'id'`, '=', invoice_id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    // Set for all documents since the release before credit notes could be made.
    return rows.map((row) => ({ ...row, company_currency: row.company_currency ?? row.currency }));
  }
}
