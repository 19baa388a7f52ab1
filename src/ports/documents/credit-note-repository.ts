import type { CreditNote, MadeCredit } from '../../domain/documents/derived/made-credit';

export interface CreditNoteRepository {
  /** The credit notes that name an invoice by its id, the oldest first. */
  list(company_id: string, invoice_id: string): Promise<CreditNote[]>;
  /** The credit notes of `list` that were made from the invoice, with their amounts. */
  listMade(company_id: string, invoice_id: string): Promise<MadeCredit[]>;
}
