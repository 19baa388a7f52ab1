import type { CreditNote } from '../../domain/documents/derived/credit-note';

export interface CreditNoteRepository {
  /** The credit notes that name an invoice by its id, the oldest first. */
  list(company_id: string, invoice_id: string): Promise<CreditNote[]>;
}
