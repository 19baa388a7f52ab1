import { type Kysely, sql } from 'kysely';
import type { CreditNote, MadeCredit } from '../../../domain/documents/derived/made-credit';
import type { CreditNoteRepository } from '../../../ports/documents/credit-note-repository';
import type { DB } from '../database';
import { wholeAmounts, wholeLine, wholeTotals } from './null-fields';

export class PostgresCreditNoteRepository implements CreditNoteRepository {
  constructor(private readonly db: Kysely<DB>) {}

  /** Reads no lines of credit notes that were written by hand, and none of the amounts of VAT groups. */
  async list(company_id: string, invoice_id: string): Promise<CreditNote[]> {
    const rows = await this.naming(company_id, invoice_id)
      .select(['id', 'number', 'totals', 'credit_origin'])
      .select(
        sql<string[]>`case when credit_origin is null then '[]'
          else jsonb_path_query_array(lines::jsonb, '$[*].quantity') end`.as('quantities'),
      )
      .execute();
    return rows.map((row) => ({ ...row, totals: wholeTotals(row.totals) }));
  }

  async listMade(company_id: string, invoice_id: string): Promise<MadeCredit[]> {
    const rows = await this.naming(company_id, invoice_id)
      .select(['currency', 'company_currency', 'exchange_rate', 'lines'])
      .select(['allowance_charges', 'vat_breakdown', 'totals', 'credit_origin'])
      .where('credit_origin', 'is not', null)
      .$narrowType<{ credit_origin: MadeCredit['credit_origin'] }>()
      .execute();
    // Set for all documents since the release before credit notes could be made.
    return rows.map((row) => ({
      ...row,
      ...wholeAmounts(row),
      lines: row.lines.map(wholeLine),
      company_currency: row.company_currency ?? row.currency,
    }));
  }

  /** Index: document_credited_invoice. */
  private naming(company_id: string, invoice_id: string) {
    return this.db
      .selectFrom('document')
      .where('company_id', '=', company_id)
      .where('preceding_document', 'is not', null)
      .where(sql<string>`preceding_document ->> 'id'`, '=', invoice_id)
      .orderBy('created_at')
      .orderBy('id');
  }
}
